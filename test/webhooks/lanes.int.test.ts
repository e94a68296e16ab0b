/** What is kept of deliveries: each once, each in its lane, and one at a time who works on a lane. */
import { DeleteItemCommand, GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MatchId } from '../../domain/match/types.ts';
import type { FeedEntry, WebhookId } from '../../functions/store/feed-entry.ts';
import { LEASE_MS } from '../../functions/store/lanes.ts';
import { keys } from '../../functions/store/table.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { moveIn, type Rig, rigOn } from './worker-rig.ts';

let database: TestTable;
let rig: Rig;
let match: MatchId;
let hook: WebhookId;

beforeAll(async () => {
  database = await startTable();
});
beforeEach(async () => {
  rig = rigOn(database);
  match = rig.newMatch();
  hook = (await rig.webhook()).id;
});
afterAll(() => database.stop());

const entry = (number: number): FeedEntry => ({
  ...moveIn(match, number),
  id: String(number),
  at: '2030-03-01T00:00:00.000Z',
});
const claim = (owner: string, early = false) => rig.lanes.claim(hook, match, owner, early);
const pending = async () => (await rig.lanes.read(hook, match))?.pending;

async function claimed(owner = 'me') {
  const held = await claim(owner);
  if (held === null) throw new Error('not to be had');
  return held;
}

async function daysKept(key: ReturnType<typeof keys.lane>): Promise<number> {
  const { Item: item } = await database.client.send(new GetItemCommand({ TableName: database.table, Key: key }));
  return (Number(item?.expires?.N) * 1000 - rig.clock.now().getTime()) / 86_400_000;
}

describe('a delivery', () => {
  test('is made once, and put into its lane', async () => {
    expect(await rig.deliveries.add(hook, entry(7))).toEqual([match]);
    expect(await rig.deliveries.add(hook, entry(7))).toEqual([match]);
    expect(await pending()).toEqual([7]);
    expect(await rig.deliveries.get(hook, 7)).toEqual({
      webhook: hook,
      entry: entry(7),
      state: 'pending',
      failures: 0,
      tries: [],
      nextTryAt: null,
      askedToWait: false,
    });
    expect(await rig.deliveries.get(hook, 8)).toBeNull();
  });

  test('of several is made with them, and a lane that waits is told of once', async () => {
    const test: FeedEntry = { id: '9', at: entry(1).at, type: 'webhook.test', webhook: hook };
    expect(await rig.deliveries.add(hook)).toEqual([]);
    expect(await rig.deliveries.add(hook, entry(7), entry(8), test, entry(10))).toEqual([match, 'account']);
    expect(await pending()).toEqual([7, 8, 10]);
    expect((await rig.lanes.read(hook, 'account'))?.pending).toEqual([9]);
    expect((await rig.lanes.read(hook, match))?.changes).toBe(1);
    const seen = await rig.deliveries.get(hook, 9);
    if (seen !== null) await rig.deliveries.settle(seen, { state: 'delivered', failures: 0, nextTryAt: null });
    expect(await rig.deliveries.add(hook, entry(7), test)).toEqual([match]);
  });

  test('that its maker did not come to put into its lane gets there when it is made again', async () => {
    await rig.deliveries.add(hook, entry(7));
    await database.client.send(new DeleteItemCommand({ TableName: database.table, Key: keys.lane(hook, match) }));
    expect(await rig.deliveries.add(hook, entry(7))).toEqual([match]);
    expect(await pending()).toEqual([7]);
  });

  test('that is settled is not made again', async () => {
    await rig.deliveries.add(hook, entry(7));
    const seen = await rig.deliveries.get(hook, 7);
    if (seen === null) throw new Error('none');
    await rig.deliveries.settle(seen, { state: 'delivered', failures: 0, nextTryAt: null });
    await rig.lanes.takeOut(await claimed(), 7);
    expect(await rig.deliveries.add(hook, entry(7))).toEqual([]);
    expect(await pending()).toEqual([]);
  });

  test('is settled only as it was seen, and keeps its last ten tries', async () => {
    await rig.deliveries.add(hook, entry(7));
    const tried = (n: number) => ({ at: new Date(n).toISOString(), status: 500, error: null, ms: n });
    for (let n = 1; n <= 12; n += 1) {
      const seen = await rig.deliveries.get(hook, 7);
      if (seen === null) throw new Error('none');
      const nextTryAt = new Date(n + 1).toISOString();
      const settled = { state: 'pending', failures: n, nextTryAt, tried: tried(n) } as const;
      expect(await rig.deliveries.settle(seen, settled)).toBe(true);
      expect(await rig.deliveries.settle(seen, settled)).toBe(false);
    }
    expect(await rig.deliveries.get(hook, 7)).toMatchObject({
      failures: 12,
      tries: [3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(tried),
      nextTryAt: new Date(13).toISOString(),
    });
  });

  test('asked for again waits as at first, with the tries it has had; one that is not there is made', async () => {
    await rig.deliveries.add(hook, entry(7));
    const seen = await rig.deliveries.get(hook, 7);
    if (seen === null) throw new Error('none');
    const tried = { at: seen.entry.at, status: null, error: 'closed', ms: 3 };
    await rig.deliveries.settle(seen, { state: 'failed', failures: 9, nextTryAt: seen.entry.at, tried });
    await rig.lanes.takeOut(await claimed(), 7);
    await rig.deliveries.again(hook, entry(7));
    await rig.deliveries.again(hook, entry(5));
    expect(await rig.deliveries.get(hook, 7)).toEqual({ ...seen, tries: [tried] });
    expect(await rig.deliveries.get(hook, 5)).toEqual({ ...seen, entry: entry(5) });
    expect(await pending()).toEqual([5, 7]);
  });

  test('is kept 30 days, its lane longer', async () => {
    await rig.deliveries.add(hook, entry(7));
    expect(await daysKept(keys.delivery(hook, 7))).toBe(30);
    expect(await daysKept(keys.lane(hook, match))).toBe(40);
    rig.clock.pass(3 * 86_400_000);
    await rig.deliveries.again(hook, entry(7));
    expect(await daysKept(keys.delivery(hook, 7))).toBe(30);
    rig.clock.pass(3 * 86_400_000);
    await rig.lanes.letGo(await claimed());
    expect(await daysKept(keys.lane(hook, match))).toBe(40);
  });

  test('is listed by its webhook, newest first, page by page', async () => {
    for (const n of [1, 2, 3, 10, 200]) await rig.deliveries.add(hook, entry(n));
    const first = await rig.deliveries.page(hook, null, 2);
    expect(first.deliveries.map(({ entry: { id } }) => id)).toEqual(['200', '10']);
    expect(first.next).toBe(10);
    const second = await rig.deliveries.page(hook, first.next, 2);
    expect(second.deliveries.map(({ entry: { id } }) => id)).toEqual(['3', '2']);
    const third = await rig.deliveries.page(hook, second.next, 2);
    expect(third).toMatchObject({ deliveries: [{ entry: { id: '1' } }], next: null });
    expect((await rig.deliveries.page('w_0000000000000000', null, 2)).deliveries).toEqual([]);
  });
});

describe('a lane', () => {
  test('is found by its webhook as long as something waits in it', async () => {
    const ping: FeedEntry = { id: '3', at: entry(1).at, type: 'webhook.ping', webhook: hook };
    await rig.deliveries.add(hook, entry(2));
    await rig.deliveries.add(hook, ping);
    expect(await rig.deliveries.lanes(hook)).toEqual(['account', match]);
    await rig.lanes.takeOut(await claimed(), 2);
    expect(await rig.deliveries.lanes(hook)).toEqual(['account']);
  });

  test('goes to one of many who want it', async () => {
    expect(await claim('me')).toBeNull();
    await rig.deliveries.add(hook, entry(7));
    const all = await Promise.all(Array.from({ length: 20 }, (_, n) => claim(`n${n}`)));
    expect(all.filter((held) => held !== null)).toHaveLength(1);
  });

  test('goes to the same again, who may not have heard that it got it', async () => {
    await rig.deliveries.add(hook, entry(7));
    expect(await claim('me')).not.toBeNull();
    expect(await claim('me')).not.toBeNull();
    expect(await claim('another')).toBeNull();
  });

  test('goes to another when its time is over, and whoever had it can no longer change it', async () => {
    await rig.deliveries.add(hook, entry(7));
    const old = await claimed('old');
    rig.clock.pass(LEASE_MS - 1);
    expect(await claim('new')).toBeNull();
    rig.clock.pass(1);
    const held = await claimed('new');
    expect(await rig.lanes.renew(old)).toBeNull();
    expect(await rig.lanes.takeOut(old, 7)).toBeNull();
    expect(await rig.lanes.letGo(old, 5)).toBeNull();
    await rig.lanes.release(old);
    const { webhook: _w, lane: _l, owner: _o, ...state } = held;
    expect(await rig.lanes.read(hook, match)).toEqual(state);
    expect(state.pending).toEqual([7]);
  });

  test('is held longer when its holder says so', async () => {
    await rig.deliveries.add(hook, entry(7));
    const held = await claimed();
    rig.clock.pass(LEASE_MS - 1);
    expect((await rig.lanes.renew(held))?.leasedUntil).toBe(held.leasedUntil + LEASE_MS - 1);
    rig.clock.pass(LEASE_MS - 1);
    expect(await claim('another')).toBeNull();
  });

  test('is let go with the last that is taken out, unless more has come', async () => {
    await rig.deliveries.add(hook, entry(7));
    await rig.deliveries.add(hook, entry(8));
    const both = await claimed();
    const one = await rig.lanes.takeOut(both, 7);
    expect(one?.pending).toEqual([8]);
    if (one === null) return;
    await rig.deliveries.add(hook, entry(9));
    // The number may be what has come: it is looked at once more.
    const same = await rig.lanes.takeOut(one, 8);
    expect(same?.pending).toEqual([8, 9]);
    const another = same === null ? null : await rig.lanes.takeOut(same, 8);
    expect(another?.pending).toEqual([9]);
    if (another === null) return;
    expect(await rig.lanes.takeOut(another, 9)).toBeNull();
    expect(await rig.lanes.read(hook, match)).toMatchObject({ pending: [], leasedUntil: null, due: null });
  });

  test('is not let go when something has come that its holder has not seen', async () => {
    await rig.deliveries.add(hook, entry(7));
    const held = await claimed();
    await rig.deliveries.again(hook, entry(7));
    const more = await rig.lanes.letGo(held, 1);
    expect(more?.pending).toEqual([7]);
    if (more !== null) expect(await rig.lanes.letGo(more, 1)).toBeNull();
    expect((await rig.lanes.read(hook, match))?.due).toBe(1);
  });

  test('that is due later is to be had a second before, or early', async () => {
    await rig.deliveries.add(hook, entry(7));
    const due = rig.clock.now().getTime() + 60_000;
    await rig.lanes.letGo(await claimed(), due);
    expect(await claim('me')).toBeNull();
    const early = await claim('me', true);
    expect(early?.due).toBe(due);
    if (early !== null) await rig.lanes.release(early);
    rig.clock.pass(58_999);
    expect(await claim('me')).toBeNull();
    rig.clock.pass(1);
    expect(await claim('me')).not.toBeNull();
  });
});
