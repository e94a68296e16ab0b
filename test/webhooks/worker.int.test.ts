/** The worker: everything waiting in a lane is delivered in order, whatever comes of the messages that say so. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MatchId } from '../../domain/match/types.ts';
import type { LaneMessage, Webhook } from '../../functions/store/webhooks.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { firstTimes, moveIn, type Rig, rigOn, START } from './worker-rig.ts';

let database: TestTable;
let rig: Rig;
let one: MatchId;
let two: MatchId;
let webhook: Webhook;

beforeAll(async () => {
  database = await startTable();
});
beforeEach(async () => {
  rig = rigOn(database);
  one = rig.newMatch();
  two = rig.newMatch();
  webhook = await rig.webhook();
});
afterAll(() => database.stop());

const message = (lane: LaneMessage['lane'], due?: number): LaneMessage => ({
  player: rig.player,
  webhook: webhook.id,
  lane,
  ...(due === undefined ? {} : { due }),
});
const seqs = () => rig.got.map(({ seq }) => seq);
const stateOf = async (entry: string | undefined) => (await rig.deliveries.get(webhook.id, Number(entry)))?.state;

describe('a delivery', () => {
  test('says what the feed says, under a name that stays the same', async () => {
    const [entry] = await rig.tell(moveIn(one, 3));
    let tries = 0;
    rig.answer(() => (tries++ < 2 ? 500 : 200));
    await rig.drain();
    expect(rig.got).toHaveLength(3);
    const { id, at, ...rest } = entry ?? { id: '', at: '' };
    for (const got of rig.got) {
      expect(got.id).toBe(`${webhook.id}_${id}`);
      expect(got.url).toBe(webhook.url);
      expect(got.headers['content-type']).toBe('application/json');
      const { type, ...data } = { type: '', ...rest };
      expect(JSON.parse(got.body)).toEqual({ type: 'move.made', timestamp: at, data: { id, ...data } });
      expect(type).toBe('move.made');
    }
    expect(rig.got.map(({ at: time }) => time - START)).toEqual([0, 5_000, 65_000]);
    expect(await rig.deliveries.get(webhook.id, Number(id))).toEqual({
      webhook: webhook.id,
      entry,
      state: 'delivered',
      failures: 2,
      tries: [
        { at: new Date(START).toISOString(), status: 500, error: null, ms: 7 },
        { at: new Date(START + 5_000).toISOString(), status: 500, error: null, ms: 7 },
        { at: new Date(START + 65_000).toISOString(), status: 200, error: null, ms: 7 },
      ],
      nextTryAt: null,
      askedToWait: false,
    });
  });

  test('that got no answer tells why, and when it is tried again', async () => {
    const [entry] = await rig.tell(moveIn(one, 3));
    rig.answer(() => ({ kind: 'failed', reason: 'timeout', detail: 'No answer in time.' }));
    await rig.work(message(one));
    expect(await rig.deliveries.get(webhook.id, Number(entry?.id))).toMatchObject({
      state: 'pending',
      failures: 1,
      tries: [{ status: null, error: 'No answer in time.' }],
      nextTryAt: new Date(START + 5_000).toISOString(),
    });
  });

  test('waits as long as the receiver asks, if that is longer', async () => {
    await rig.tell(moveIn(one, 3));
    let tries = 0;
    rig.answer(() => ({ status: tries++ === 0 ? 429 : 204, retryAfter: '3600' }));
    await rig.drain();
    expect(rig.got.map(({ at }) => at - START)).toEqual([0, 3_600_000]);
  });

  test.each([200, 201, 299])('is done with by %i', async (status) => {
    const [entry] = await rig.tell(moveIn(one, 3));
    rig.answer(() => status);
    await rig.drain();
    expect(await stateOf(entry?.id)).toBe('delivered');
  });

  test.each([199, 300, 302, 400, 404, 500])('has failed by %i', async (status) => {
    const [entry] = await rig.tell(moveIn(one, 3));
    rig.answer(() => status);
    await rig.work(message(one));
    expect(await stateOf(entry?.id)).toBe('pending');
  });
});

describe('order', () => {
  test('is kept within a match through failures, while other matches go on', async () => {
    rig.answer(({ match, at }) => (match === one && at < START + 60_000 ? 500 : 200));
    await rig.tell(moveIn(one, 3), moveIn(two, 3), moveIn(one, 4), moveIn(two, 4));
    await rig.drain(START + 1_000);
    expect(rig.got.filter(({ match }) => match === two).map(({ seq }) => seq)).toEqual([3, 4]);
    expect(rig.got.filter(({ match }) => match === one)).toHaveLength(1);
    await rig.tell(moveIn(one, 5), moveIn(two, 5));
    await rig.drain();
    expect([...firstTimes(rig.got)]).toEqual([
      [one, [3, 4, 5]],
      [two, [3, 4, 5]],
    ]);
  });

  test('one that is given up lets the next go', async () => {
    const entries = await rig.tell(moveIn(one, 3), moveIn(one, 4));
    rig.answer(({ seq }) => (seq === 3 ? 500 : 200));
    await rig.drain();
    expect(seqs()).toEqual([...Array.from({ length: 9 }, () => 3), 4]);
    expect(await Promise.all(entries.map(({ id }) => stateOf(id)))).toEqual(['failed', 'delivered']);
    expect(await rig.pending(webhook, one)).toEqual([]);
  });
});

describe('messages', () => {
  test('that come twice deliver once', async () => {
    await rig.tell(moveIn(one, 3), moveIn(one, 4));
    await rig.work(message(one));
    await rig.work(message(one));
    await rig.work(message(one), { redelivered: true });
    expect(seqs()).toEqual([3, 4]);
  });

  test('that come at once deliver once, in order', async () => {
    rig.answer(() => new Promise((resolve) => setTimeout(resolve, 3, 200)));
    await rig.tell(...Array.from({ length: 10 }, (_, n) => moveIn(one, n + 3)));
    await Promise.all(Array.from({ length: 10 }, () => rig.work(message(one))));
    expect(seqs()).toEqual(Array.from({ length: 10 }, (_, n) => n + 3));
    expect(await rig.pending(webhook, one)).toEqual([]);
  });

  test('that come while the lane is worked on are seen to by who works on it', async () => {
    let more = 3;
    rig.answer(async () => {
      if (more < 8) {
        more += 1;
        await rig.tell(moveIn(one, more));
        await rig.work(message(one));
      }
      return 200;
    });
    await rig.tell(moveIn(one, 3));
    rig.queue.waiting.length = 0;
    await rig.work(message(one));
    expect(seqs()).toEqual([3, 4, 5, 6, 7, 8]);
    expect(await rig.pending(webhook, one)).toEqual([]);
  });

  test('that come late, early or for an older time begin nothing before it is due', async () => {
    rig.answer(() => 500);
    await rig.tell(moveIn(one, 3));
    await rig.drain(START + 70_000);
    expect(rig.got).toHaveLength(3);
    const due = START + 5_000 + 60_000 + 300_000;
    expect(rig.queue.waiting).toEqual([{ message: message(one, due), at: due, redelivered: false }]);
    await rig.work(message(one));
    await rig.work(message(one, START + 5_000));
    await rig.tell(moveIn(one, 4));
    await rig.work(message(one));
    expect(rig.got).toHaveLength(3);
    expect(rig.queue.waiting.filter(({ message: { due } }) => due !== undefined)).toHaveLength(1);
  });

  test('for a time further off than a queue can hold them are sent on, one after the other', async () => {
    let tries = 0;
    rig.answer(() => ({ status: tries++ === 0 ? 503 : 200, retryAfter: '7200' }));
    await rig.tell(moveIn(one, 3));
    const messages = await rig.drain();
    expect(rig.got.map(({ at }) => at - START)).toEqual([0, 7_200_000]);
    expect(messages).toBe(1 + 7_200 / 900);
  });

  test('for webhooks, lanes and deliveries that are not there are done with', async () => {
    await rig.work({ ...message(one), webhook: 'w_0000000000000000' });
    await rig.work(message(two));
    await rig.tell(moveIn(one, 3));
    await rig.webhooks.remove(rig.player, webhook.id);
    await rig.drain();
    expect(rig.got).toEqual([]);
  });

  test('one that was given out again waits for the lease of whoever had it before', async () => {
    await rig.tell(moveIn(one, 3));
    await rig.lanes.claim(webhook.id, one, 'dead', false);
    rig.queue.waiting.length = 0;
    await rig.work(message(one));
    expect(rig.queue.waiting).toEqual([]);
    await rig.work(message(one), { redelivered: true });
    expect(rig.queue.waiting).toEqual([{ message: message(one), at: START + 30_000, redelivered: false }]);
    await rig.drain();
    expect(seqs()).toEqual([3]);
  });
});

describe('time', () => {
  test('that is over ends the work between two tries, and the rest follows', async () => {
    await rig.tell(moveIn(one, 3), moveIn(one, 4), moveIn(one, 5));
    rig.queue.waiting.length = 0;
    await rig.work(message(one), { over: () => rig.got.length >= 2 });
    expect(seqs()).toEqual([3, 4]);
    expect(rig.queue.waiting).toEqual([{ message: message(one), at: START, redelivered: false }]);
    await rig.drain();
    expect(seqs()).toEqual([3, 4, 5]);
  });

  test('goes by slowly: the lane is held through every try, and by nobody else', async () => {
    let inHand = 0;
    rig.answer(async () => {
      inHand += 1;
      expect(inHand).toBe(1);
      rig.clock.pass(14_900);
      // Somebody else is told of the lane just then.
      await rig.work(message(one), { redelivered: true });
      inHand -= 1;
      return 200;
    });
    await rig.tell(...Array.from({ length: 6 }, (_, n) => moveIn(one, n)));
    await rig.work(message(one));
    expect(seqs()).toEqual([0, 1, 2, 3, 4, 5]);
  });
});

describe('asked for again', () => {
  test('a delivery is sent once more, under the same name', async () => {
    const [entry] = await rig.tell(moveIn(one, 3));
    await rig.drain();
    if (entry === undefined) throw new Error('none');
    await rig.deliveries.again(webhook.id, entry);
    await rig.work(message(one));
    expect(rig.got.map(({ id }) => id)).toEqual([`${webhook.id}_${entry.id}`, `${webhook.id}_${entry.id}`]);
    expect((await rig.deliveries.get(webhook.id, Number(entry.id)))?.tries).toHaveLength(2);
  });

  test('a delivery that waits for its next try is tried at once', async () => {
    const [entry] = await rig.tell(moveIn(one, 3), moveIn(one, 4));
    if (entry === undefined) throw new Error('none');
    rig.answer(() => 500);
    await rig.drain(START + 3_600_000);
    const before = rig.got.length;
    rig.answer(() => 200);
    await rig.deliveries.again(webhook.id, entry);
    await rig.work(message(one));
    expect(seqs().slice(before)).toEqual([3, 4]);
    // What was sent for the time that it had waited for finds nothing to do.
    await rig.drain();
    expect(rig.got).toHaveLength(before + 2);
  });

  test('an older delivery goes at once, and the one that waited keeps its time', async () => {
    const [older] = await rig.tell(moveIn(one, 3));
    await rig.drain();
    if (older === undefined) throw new Error('none');
    rig.answer(({ seq }) => (seq === 4 ? 500 : 200));
    const [waits] = await rig.tell(moveIn(one, 4));
    await rig.drain(START + 10_000);
    const nextTryAt = (await rig.deliveries.get(webhook.id, Number(waits?.id)))?.nextTryAt;
    for (let n = 0; n < 5; n += 1) {
      await rig.deliveries.again(webhook.id, older);
      await rig.work(message(one));
    }
    expect(seqs()).toEqual([3, 4, 4, 3, 3, 3, 3, 3]);
    expect((await rig.deliveries.get(webhook.id, Number(waits?.id)))?.nextTryAt).toBe(nextTryAt);
    // However often: there is one message for that time, not one more for each.
    expect(rig.queue.waiting).toHaveLength(1);
    await rig.drain(Date.parse(nextTryAt ?? ''));
    expect(seqs().at(-1)).toBe(4);
    expect(rig.got.at(-1)?.at).toBe(Date.parse(nextTryAt ?? ''));
  });

  test('while it is being tried and fails, a delivery is tried at once again', async () => {
    const [entry] = await rig.tell(moveIn(one, 3));
    if (entry === undefined) throw new Error('none');
    rig.answer(() => 500);
    await rig.drain(START + 10_000);
    let asked = false;
    rig.answer(async () => {
      if (asked) return 200;
      asked = true;
      await rig.deliveries.again(webhook.id, entry);
      await rig.work(message(one));
      return 500;
    });
    rig.clock.pass(60_000);
    await rig.work(message(one));
    expect(rig.got).toHaveLength(4);
    expect(await stateOf(entry.id)).toBe('delivered');
  });
});
