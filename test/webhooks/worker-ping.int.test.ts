/** A new webhook gets its ping alone; all else waits until that has been answered. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MatchId } from '../../domain/match/types.ts';
import type { LaneMessage, Webhook } from '../../functions/store/webhooks.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { moveIn, type Rig, rigOn, START } from './worker-rig.ts';

let database: TestTable;
let rig: Rig;
let one: MatchId;
let webhook: Webhook;

beforeAll(async () => {
  database = await startTable();
});
beforeEach(async () => {
  rig = rigOn(database);
  one = rig.newMatch();
  webhook = await rig.webhook({ status: 'unverified' });
});
afterAll(() => database.stop());

const ping = () => rig.tell({ type: 'webhook.ping', webhook: webhook.id });
const status = async () => (await rig.webhooks.get(rig.player, webhook.id))?.status;
const types = () => rig.got.map(({ type }) => type);
const account = (): LaneMessage => ({ player: rig.player, webhook: webhook.id, lane: 'account' });

test('nothing is sent before the ping, and everything after it', async () => {
  const two = rig.newMatch();
  const other = await rig.webhook({ status: 'disabled', disabledFor: 'gone' });
  await rig.tell({ type: 'webhook.disabled', webhook: other.id, reason: 'gone' }, moveIn(one, 3), moveIn(two, 3));
  await rig.tell({ type: 'webhook.test', webhook: webhook.id });
  await rig.drain();
  expect(rig.got).toEqual([]);
  expect(await rig.pending(webhook, 'account')).toHaveLength(2);
  await ping();
  await rig.drain();
  expect(types().slice(0, 3)).toEqual(['webhook.ping', 'webhook.disabled', 'webhook.test']);
  expect(types().slice(3)).toEqual(['move.made', 'move.made']);
  expect(await status()).toBe('enabled');
  expect(await rig.deliveries.lanes(webhook.id)).toEqual([]);
});

test('a ping that fails is tried again by the same schedule, and what waits goes on waiting', async () => {
  await rig.tell(moveIn(one, 3));
  rig.answer(({ at }) => (at < START + 60_000 ? 500 : 200));
  await ping();
  await rig.drain(START + 6_000);
  expect(types()).toEqual(['webhook.ping', 'webhook.ping']);
  expect(await status()).toBe('unverified');
  await rig.drain();
  expect(rig.got.map(({ at, type }) => [at - START, type])).toEqual([
    [0, 'webhook.ping'],
    [5_000, 'webhook.ping'],
    [65_000, 'webhook.ping'],
    [65_000, 'move.made'],
  ]);
});

test('a ping that is given up disables it, and its owner is told; enabled, a new one goes at once', async () => {
  rig.answer(() => 500);
  await rig.tell(moveIn(one, 3));
  await ping();
  await rig.drain();
  expect(types()).toEqual(Array.from({ length: 9 }, () => 'webhook.ping'));
  expect(await status()).toBe('disabled');
  expect((await rig.feeds.read(rig.player, 0, 100)).entries).toContainEqual(
    expect.objectContaining({ type: 'webhook.disabled', webhook: webhook.id, reason: 'failing' }),
  );
  rig.answer(() => 200);
  await rig.webhooks.change(rig.player, webhook.id, { status: 'unverified', disabledFor: null, failingSince: null });
  await ping();
  await rig.drain();
  expect(types().slice(9)).toEqual(['webhook.ping', 'webhook.disabled', 'move.made']);
});

test('a new ping does not wait for an older one that failed', async () => {
  rig.answer(() => ({ status: 503, retryAfter: '86400' }));
  await ping();
  await rig.drain(START + 1_000);
  rig.answer(() => 200);
  const [second] = await ping();
  await rig.drain(START + 2_000);
  expect(rig.got[1]?.entry).toBe(second?.id);
  expect(await status()).toBe('enabled');
  // It is enabled now, so the older one is no longer of any use, but it was promised.
  expect(rig.got).toHaveLength(3);
});

test('what comes while the ping is under way is not forgotten', async () => {
  rig.answer(async ({ type }) => {
    if (type === 'webhook.ping') {
      await rig.tell(moveIn(one, 3));
      // Its message comes while the webhook is still unverified.
      for (const { message } of rig.queue.waiting.splice(0)) await rig.work(message);
    }
    return 200;
  });
  await ping();
  await rig.drain();
  expect(types()).toEqual(['webhook.ping', 'move.made']);
});

test('a ping that comes just when the lane is let go is seen', async () => {
  await rig.tell({ type: 'webhook.test', webhook: webhook.id });
  rig.queue.waiting.length = 0;
  let told = false;
  const lanes = {
    ...rig.lanes,
    letGo: async (...args: Parameters<typeof rig.lanes.letGo>) => {
      if (!told) {
        told = true;
        await ping();
        for (const { message } of rig.queue.waiting.splice(0)) await rig.work(message);
      }
      return rig.lanes.letGo(...args);
    },
  };
  await rig.work(account(), {}, { ...rig.deps, lanes });
  expect(types()).toEqual(['webhook.ping', 'webhook.test']);
});

test('an answer from one URL verifies no other', async () => {
  await rig.tell(moveIn(one, 3));
  let changed = false;
  rig.answer(async () => {
    if (!changed) {
      changed = true;
      await rig.webhooks.change(rig.player, webhook.id, { url: 'https://victim.example/', status: 'unverified' });
    }
    return 200;
  });
  await ping();
  await rig.drain();
  expect(types()).toEqual(['webhook.ping']);
  expect(await status()).toBe('unverified');
  await ping();
  await rig.drain();
  expect(rig.got.slice(1).map(({ url, type }) => [url, type])).toEqual([
    ['https://victim.example/', 'webhook.ping'],
    ['https://victim.example/', 'move.made'],
  ]);
});

test('nor does a ping whose sender died before anything followed from it', async () => {
  const [first] = await ping();
  const seen = await rig.deliveries.get(webhook.id, Number(first?.id));
  if (seen === null) throw new Error('none');
  await rig.deliveries.settle(seen, { state: 'delivered', failures: 0, nextTryAt: null });
  await rig.webhooks.change(rig.player, webhook.id, { url: 'https://victim.example/' });
  rig.answer(() => 500);
  await rig.drain(START + 1_000);
  expect(rig.got.map(({ url }) => url)).toEqual(['https://victim.example/']);
  expect(await status()).toBe('unverified');
});

test('a webhook that is pinged after it has been changed tries at once what it had waiting', async () => {
  await rig.webhooks.change(rig.player, webhook.id, { status: 'enabled' });
  rig.answer(() => ({ status: 500, retryAfter: '80000' }));
  await rig.tell(moveIn(one, 3));
  await rig.drain(START + 10_000);
  await rig.webhooks.change(rig.player, webhook.id, { url: 'https://new.example/', status: 'unverified' });
  rig.answer(() => 200);
  // The message for the next try comes while it is unverified, and is not sent on.
  await rig.drain(START + 2_000_000);
  expect(rig.queue.waiting).toEqual([]);
  await ping();
  await rig.drain(START + 2_010_000);
  expect(rig.got.slice(1).map(({ url, type }) => [url, type])).toEqual([
    ['https://new.example/', 'webhook.ping'],
    ['https://new.example/', 'move.made'],
  ]);
});
