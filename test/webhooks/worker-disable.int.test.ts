/** A receiver that is gone, or has failed for five days, is sent no more, and its owner is told, once. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MatchId } from '../../domain/match/types.ts';
import type { FeedEntry } from '../../functions/store/feed-entry.ts';
import type { Webhook } from '../../functions/store/webhooks.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { firstTimes, moveIn, type Rig, rigOn, START } from './worker-rig.ts';

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
  webhook = await rig.webhook();
});
afterAll(() => database.stop());

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const stored = () => rig.webhooks.get(rig.player, webhook.id);

async function disablings(): Promise<readonly FeedEntry[]> {
  const { entries } = await rig.feeds.read(rig.player, 0, 1000);
  return entries.filter(({ type }) => type === 'webhook.disabled');
}

/** What the owner does to have it back. */
async function enable(): Promise<void> {
  await rig.webhooks.advance(rig.player, webhook.id, (await rig.feeds.head(rig.player)) ?? 0);
  const change = { status: 'unverified', disabledFor: null, failingSince: null } as const;
  await rig.webhooks.change(rig.player, webhook.id, change);
  await rig.tell({ type: 'webhook.ping', webhook: webhook.id });
}

test('a delivery is tried nine times in two days, and then has failed', async () => {
  const [entry] = await rig.tell(moveIn(one, 3));
  rig.answer(() => 500);
  await rig.drain();
  const waits = [5 * SECOND, MINUTE, 5 * MINUTE, 30 * MINUTE, 2 * HOUR, 6 * HOUR, 12 * HOUR, 24 * HOUR];
  const times = [START];
  for (const wait of waits) times.push((times.at(-1) ?? 0) + wait);
  expect(rig.got.map(({ at }) => at)).toEqual(times);
  expect(await rig.deliveries.get(webhook.id, Number(entry?.id))).toMatchObject({
    state: 'failed',
    failures: 9,
    nextTryAt: null,
    askedToWait: false,
    tries: times.map((at) => ({ at: new Date(at).toISOString(), status: 500 })),
  });
  expect((await stored())?.status).toBe('enabled');
  expect((await stored())?.failingSince).toBe(new Date(START).toISOString());
});

test('five days after the first of nothing but failures it is disabled, and its owner told', async () => {
  rig.answer(() => 500);
  await rig.tell(moveIn(one, 3));
  for (const day of [1.5, 3, 4]) {
    await rig.drain(START + day * DAY);
    await rig.tell(moveIn(rig.newMatch(), 3));
  }
  await rig.drain(START + 5 * DAY - 1);
  expect((await stored())?.status).toBe('enabled');
  expect(await disablings()).toEqual([]);
  const before = rig.got.length;
  await rig.tell(moveIn(rig.newMatch(), 3));
  rig.clock.pass(1);
  await rig.drain();
  // One more try, and no other of all that still waited.
  expect(rig.got).toHaveLength(before + 1);
  expect(rig.got.at(-1)?.at).toBe(START + 5 * DAY);
  const at = new Date(START + 5 * DAY).toISOString();
  expect(await stored()).toMatchObject({ status: 'disabled', disabledFor: 'failing' });
  expect(await stored()).not.toHaveProperty('untold');
  expect(await disablings()).toEqual([
    { id: expect.any(String), at, type: 'webhook.disabled', webhook: webhook.id, reason: 'failing' },
  ]);
});

test('a success in between begins the five days anew', async () => {
  let fails = true;
  rig.answer(() => (fails ? 500 : 200));
  await rig.tell(moveIn(one, 3));
  await rig.drain(START + 3 * DAY);
  fails = false;
  await rig.tell(moveIn(one, 4));
  await rig.drain();
  expect((await stored())?.failingSince).toBeNull();
  fails = true;
  rig.clock.set(START + 4 * DAY);
  await rig.tell(moveIn(one, 5));
  await rig.drain(START + 6 * DAY);
  expect(await stored()).toMatchObject({ status: 'enabled', failingSince: new Date(START + 4 * DAY).toISOString() });
});

test('410 disables it at once, and nothing more is sent or kept for it', async () => {
  const two = rig.newMatch();
  rig.answer(() => 410);
  const [entry] = await rig.tell(moveIn(one, 3), moveIn(two, 3), moveIn(one, 4));
  await rig.drain();
  expect(rig.got).toHaveLength(1);
  const tries = [{ status: 410 }];
  expect(await rig.deliveries.get(webhook.id, Number(entry?.id))).toMatchObject({
    state: 'pending',
    tries,
    nextTryAt: null,
  });
  expect(await stored()).toMatchObject({ status: 'disabled', disabledFor: 'gone' });
  expect(await disablings()).toMatchObject([{ webhook: webhook.id, reason: 'gone' }]);
  await rig.tell(moveIn(one, 5));
  await rig.drain();
  expect(rig.got).toHaveLength(1);
  expect(await rig.pending(webhook, one)).toHaveLength(2);
});

test('enabled again it gets what it had waiting, in order; not what happened meanwhile', async () => {
  rig.answer(() => 410);
  await rig.tell(moveIn(one, 3), moveIn(one, 4));
  await rig.drain();
  await rig.tell(moveIn(one, 5));
  rig.answer(() => 200);
  await enable();
  await rig.drain();
  await rig.tell(moveIn(one, 6));
  await rig.drain();
  expect(rig.got.slice(1).map(({ type, seq }) => seq ?? type)).toEqual(['webhook.ping', 3, 4, 6]);
});

test('gone again, it tells again', async () => {
  rig.answer(() => 410);
  await rig.tell(moveIn(one, 3));
  await rig.drain();
  rig.clock.pass(HOUR);
  await enable();
  await rig.drain();
  expect(await disablings()).toHaveLength(2);
});

test('gone in many lanes at once, it tells once', async () => {
  const matches = Array.from({ length: 6 }, () => rig.newMatch());
  let inHand = 0;
  rig.answer(async () => {
    inHand += 1;
    while (inHand < matches.length) await new Promise((resolve) => setTimeout(resolve, 2));
    return 410;
  });
  await rig.tell(...matches.map((match) => moveIn(match, 3)));
  await Promise.all(rig.queue.waiting.splice(0).map(({ message }) => rig.work(message)));
  expect(await disablings()).toHaveLength(1);
});

test('what its worker did not come to tell, the next one tells', async () => {
  rig.answer(() => 410);
  await rig.tell(moveIn(one, 3));
  const feeds = { append: () => Promise.reject(new Error('dead')) };
  const [first] = rig.queue.waiting.splice(0);
  if (first === undefined) throw new Error('none');
  await expect(rig.work(first.message, {}, { ...rig.deps, feeds })).rejects.toThrow('dead');
  expect((await stored())?.status).toBe('disabled');
  expect(await disablings()).toEqual([]);
  await rig.work(first.message, { redelivered: true });
  expect(await disablings()).toHaveLength(1);
  expect(rig.got).toHaveLength(1);
});

test('disabled or removed by its owner in the middle of a lane, it gets no more of it', async () => {
  await rig.tell(moveIn(one, 3), moveIn(one, 4), moveIn(one, 5));
  rig.answer(async ({ seq }) => {
    if (seq === 4) await rig.webhooks.change(rig.player, webhook.id, { status: 'disabled', disabledFor: 'owner' });
    return 200;
  });
  await rig.drain();
  expect(rig.got.map(({ seq }) => seq)).toEqual([3, 4]);
  rig.answer(async ({ seq }) => {
    if (seq === 5) await rig.webhooks.remove(rig.player, webhook.id);
    return 200;
  });
  await enable();
  await rig.tell(moveIn(one, 6));
  await rig.drain();
  expect(firstTimes(rig.got).get(one)).toEqual([3, 4, 5]);
  expect(await disablings()).toEqual([]);
});

test('enabled just when a worker lets the lane go, it does not stand still', async () => {
  await rig.tell(moveIn(one, 3), moveIn(one, 4));
  rig.answer(async ({ seq }) => {
    if (seq === 3) await rig.webhooks.change(rig.player, webhook.id, { status: 'disabled', disabledFor: 'owner' });
    return 200;
  });
  let enabled = false;
  const lanes = {
    ...rig.lanes,
    letGo: async (...args: Parameters<typeof rig.lanes.letGo>) => {
      if (!enabled) {
        enabled = true;
        await rig.webhooks.change(rig.player, webhook.id, { status: 'enabled', disabledFor: null });
        // The message that says so finds the lane held.
        await rig.work({ player: rig.player, webhook: webhook.id, lane: one });
      }
      return rig.lanes.letGo(...args);
    },
  };
  const [first] = rig.queue.waiting.splice(0);
  if (first === undefined) throw new Error('none');
  await rig.work(first.message, {}, { ...rig.deps, lanes });
  expect(rig.got.map(({ seq }) => seq)).toEqual([3, 4]);
});
