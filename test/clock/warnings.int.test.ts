/** Time that gets short: whoever is to move is told, once, whatever breaks off, comes twice or moves the deadline. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { GRACE_MS } from '../../domain/match/clock/due.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { answering, moving, offering } from '../../functions/play/commands.ts';
import type { FeedEntry } from '../../functions/store/feed-entry.ts';
import { dynamoFeeds } from '../../functions/store/feeds.ts';
import { dynamoSetAside } from '../../functions/store/set-aside.ts';
import { dynamoWarned } from '../../functions/store/warned.ts';
import { rebuild } from '../../functions/stream/rebuild.ts';
import { allItems, dropItems } from '../stream/whole-table.ts';
import { around } from '../support/around.ts';
import { projectionOn } from '../support/derived.ts';
import { ADA, BOB } from '../support/matches.ts';
import {
  act,
  begun,
  clock,
  DAY,
  database,
  derived,
  inIndex,
  lines,
  MINUTE,
  play,
  project,
  stateOf,
  sweepNow,
  typesAfter,
  vacations,
  withTable,
} from './sweep-kit.ts';

withTable();

const NOTHING = { looked: 0, ended: 0, warned: 0, failed: 0, overdueMs: 0 };
const LOOKED = { ...NOTHING, looked: 1 };
const WARNED = { ...LOOKED, warned: 1 };

/** From the beginning of a turn of a day to its warnings. */
const TO_FIRST = (DAY * 9) / 10;
const TO_LAST = (DAY * 49) / 50;

type Warning = Extract<FeedEntry, { type: 'clock.warning' }>;

async function warnings(player: PlayerId = ADA): Promise<Warning[]> {
  const { entries } = await derived.feeds.read(player, 0, 10_000);
  return entries.flatMap((entry) => (entry.type === 'clock.warning' ? [entry] : []));
}

const lefts = async (player: PlayerId = ADA) => (await warnings(player)).map(({ left }) => left);
const later = (ms: number) => new Date(clock.now().getTime() + ms).toISOString();

/** A match that the stream has come to; it is Ada's turn. */
async function waiting(): Promise<MatchId> {
  const match = await begun();
  await project(match);
  return match;
}

const moves = (player: PlayerId, ply: number, ...texts: string[]) => moving(play(), { player, ply, moves: texts });

async function agree(match: MatchId, kind: 'pause' | 'takeback', terms: object): Promise<void> {
  await act(match, offering(play(), { player: BOB, kind, terms, ply: null }, clock.now()));
  const { head } = await stateOf(match);
  await act(match, answering(play(), { player: ADA, offer: head.seq, answer: 'accept' }, clock.now()));
}

async function goAway(player: PlayerId, from: string, to: string): Promise<void> {
  const leave = { from: from.slice(0, 10), to: to.slice(0, 10), timeZone: 'UTC', begins: from, ends: to };
  expect(await vacations.put(player, { timeZone: 'UTC', leaves: [leave] }, 0)).toBe(true);
}

/** The parts of a sweep that write, on a connection of their own. */
const on = (client: DynamoDBClient) => ({
  dues: projectionOn({ client, table: database.table }, play().games, clock.now).dues,
  feeds: dynamoFeeds(client, database.table, clock.now),
  warned: dynamoWarned(client, database.table),
});

describe('a turn', () => {
  test('is warned of twice, by its seat’s feed alone, and by no commit', async () => {
    const deadline = later(DAY);
    const match = await waiting();
    const { head, ply } = await stateOf(match);
    const common = { type: 'clock.warning', match, game: 'aquaignis', seq: head.seq, ply, seat: 1, turn: 1, deadline };
    const [first, last] = [later(TO_FIRST), later(TO_LAST)];

    clock.pass(TO_FIRST - 1);
    expect(await sweepNow()).toEqual(NOTHING);
    clock.pass(MINUTE);
    expect(await sweepNow()).toEqual(WARNED);
    expect(await warnings()).toEqual([{ id: expect.any(String), at: first, ...common, left: 'PT2H24M' }]);
    expect(await inIndex()).toEqual([{ match, due: Date.parse(last) }]);
    expect(await sweepNow()).toEqual(NOTHING);

    clock.set(Date.parse(last));
    expect(await sweepNow()).toEqual(WARNED);
    expect((await warnings()).at(-1)).toEqual({ id: expect.any(String), at: last, ...common, left: 'PT28M48S' });
    expect(await inIndex()).toEqual([{ match, due: Date.parse(deadline) + GRACE_MS }]);

    expect(await warnings(BOB)).toEqual([]);
    expect((await stateOf(match)).head).toEqual(head);
    clock.set(Date.parse(deadline) + GRACE_MS);
    expect(await sweepNow()).toEqual({ ...LOOKED, ended: 1 });
    expect(await warnings()).toHaveLength(2);
  });

  test('of which sweeps missed the first warning is warned of by the last alone, and one that is over by none', async () => {
    const missed = await waiting();
    clock.pass(TO_LAST + MINUTE);
    expect(await sweepNow()).toEqual(WARNED);
    expect(await lefts()).toEqual(['PT28M48S']);
    clock.set((await stateOf(missed)).time?.running[0]?.since ?? 0);
    clock.pass(DAY);
    expect(await sweepNow()).toEqual(NOTHING);
    const over = await waiting();
    clock.pass(DAY);
    expect(await sweepNow()).toMatchObject({ looked: 2, warned: 0, failed: 0 });
    expect((await warnings()).map(({ match }) => match)).toEqual([missed]);
    expect(await stateOf(over)).toMatchObject({ status: 'active' });
  });

  test('within which something comes right after a mark is warned of all the same', async () => {
    const match = await waiting();
    await act(match, moves(ADA, 0, 'spawn 2'));
    await project(match);
    clock.pass(TO_FIRST + 1000);
    await act(match, moves(BOB, 1, 'spawn 1'));
    await act(match, offering(play(), { player: ADA, kind: 'draw', terms: {}, ply: null }, clock.now()));
    await project(match);
    clock.pass(MINUTE);
    expect(await sweepNow()).toEqual(WARNED);
    expect(await warnings(BOB)).toMatchObject([{ seat: 2, ply: 2, left: 'PT2H24M' }]);
    expect(await warnings(ADA)).toEqual([]);
  });

  test('that a takeback brings back is another one, whose number says nothing', async () => {
    const match = await waiting();
    clock.pass(TO_FIRST);
    expect(await sweepNow()).toEqual(WARNED);
    await act(match, moves(ADA, 0, 'spawn 2'));
    const offer = offering(play(), { player: ADA, kind: 'takeback', terms: { toPly: 0 }, ply: null }, clock.now());
    await act(match, offer);
    const { head } = await stateOf(match);
    clock.pass(1000);
    await act(match, answering(play(), { player: BOB, offer: head.seq, answer: 'accept' }, clock.now()));
    await project(match);
    clock.pass(TO_FIRST);
    expect(await sweepNow()).toEqual(WARNED);
    const [first, second, ...more] = await warnings();
    expect(more).toEqual([]);
    expect(first?.turn).toBe(second?.turn);
    expect(first?.deadline).not.toBe(second?.deadline);
  });
});

describe('however often', () => {
  test('sweeps come, two at once and from two places, by an index that tells again and again', async () => {
    for (let round = 1; round <= 10; round += 1) {
      const match = await waiting();
      const [item] = await inIndex();
      clock.pass(TO_FIRST + MINUTE);
      const swept = [sweepNow(), sweepNow(on(database.client)), sweepNow(on(database.client))];
      await Promise.all(swept);
      const { head } = await stateOf(match);
      await derived.dues.put(match, head.seq, item?.due ?? 0);
      await sweepNow();
      await project(match);
      expect((await warnings()).filter((each) => each.match === match)).toHaveLength(1);
      await act(match, moves(ADA, 0, 'spawn 2'));
      await project(match);
      expect(await warnings()).toHaveLength(round);
      await act(match, moves(BOB, 1, 'spawn 1', 'spawn 2'));
      await derived.dues.put(match, 99, null);
    }
    expect(lines).toEqual([]);
  });

  test.each([
    ['before it is done', false],
    ['after it is done, but nobody learned of it', true],
  ])('a sweep breaks off at any of its requests, %s', async (_when, done) => {
    let breaks = 0;
    for (let nth = 1; ; nth += 1) {
      const match = await waiting();
      clock.pass(TO_FIRST + MINUTE);
      let requests = 0;
      const client = around(database.client, async (go) => {
        requests += 1;
        if (requests !== nth) return go();
        if (done) await go();
        throw new Error('down');
      });
      const broke = await sweepNow(on(client)).then(
        ({ failed }) => failed > 0,
        () => true,
      );
      if (broke) breaks += 1;
      await sweepNow();
      await sweepNow();
      expect(
        (await warnings()).filter((each) => each.match === match),
        `broken off at ${nth}`,
      ).toHaveLength(1);
      await derived.dues.put(match, 99, null);
      if (!broke) break;
    }
    // The index of eight parts, what has been told, the feed, the entry, the note, and when to look next.
    expect(breaks).toBeGreaterThanOrEqual(12);
  });

  test('the deadline is put off after a warning that nobody noted', async () => {
    const match = await waiting();
    clock.pass(TO_FIRST);
    const warned = {
      has: async () => false,
      async note() {
        throw new Error('down');
      },
    };
    expect(await sweepNow({ warned })).toMatchObject({ warned: 0, failed: 1 });
    expect(await lefts()).toEqual(['PT2H24M']);
    await agree(match, 'pause', { for: 'P10D' });
    await project(match);
    const feed = dynamoFeeds(database.client, database.table, clock.now);
    for (let n = 0; n < 30; n += 1) {
      clock.pass(DAY / 10);
      await feed.append(ADA, { key: `else ${n}` }, later(0), [{ type: 'webhook.test', webhook: 'w_0123456789abcdef' }]);
    }
    clock.pass(7 * DAY);
    expect(await sweepNow()).toMatchObject({ looked: 1, failed: 0 });
    expect(await lefts()).toEqual(['PT2H24M']);
    clock.set((await inIndex())[0]?.due ?? 0);
    expect(await sweepNow()).toEqual(WARNED);
    expect(await lefts()).toEqual(['PT2H24M', 'PT28M48S']);
  });

  test('the deadline is put off, for longer than feeds keep anything', async () => {
    const match = await waiting();
    clock.pass(TO_FIRST);
    expect(await sweepNow()).toEqual(WARNED);
    await agree(match, 'pause', { for: 'P60D' });
    await project(match);
    clock.pass(60 * DAY);
    const old = (await allItems(database)).filter(({ pk }) => pk?.S?.startsWith('feed#'));
    await dropItems(database, old);
    expect(await sweepNow()).toEqual(LOOKED);
    expect(await warnings()).toEqual([]);
    clock.pass(TO_LAST - TO_FIRST);
    expect(await sweepNow()).toEqual(WARNED);
    expect(await lefts()).toEqual(['PT28M48S']);
    expect(await warnings()).toMatchObject([{ deadline: later(DAY - TO_LAST) }]);
  });
});

describe('leave that the log lacks', () => {
  test('is brought in first: nobody is warned of a deadline that it puts off', async () => {
    const match = await waiting();
    const deadline = later(4 * DAY);
    await goAway(ADA, later(DAY / 2), later(3 * DAY + DAY / 2));
    clock.pass(TO_FIRST + MINUTE);
    expect(await sweepNow()).toEqual({ ...LOOKED, ended: 1 });
    expect(await typesAfter(match, 2)).toEqual([['vacation.granted']]);
    expect(await warnings()).toEqual([]);
    await project(match);
    clock.set(Date.parse(deadline) - DAY / 10);
    expect(await sweepNow()).toEqual(WARNED);
    expect(await warnings()).toMatchObject([{ deadline, at: later(0), left: 'PT2H24M' }]);
  });

  test('of somebody else keeps no warning back', async () => {
    const match = await waiting();
    await goAway(BOB, later(0), later(5 * DAY));
    clock.pass(TO_FIRST + MINUTE);
    expect(await sweepNow()).toEqual({ ...WARNED, ended: 1 });
    expect(await typesAfter(match, 2)).toEqual([['vacation.granted']]);
    expect(await lefts()).toEqual(['PT2H24M']);
  });
});

describe('an index that is wrong', () => {
  test('brings no warning before its time, or of a turn that is over', async () => {
    const match = await waiting();
    const { head } = await stateOf(match);
    const [right] = await inIndex();
    await derived.dues.put(match, head.seq, clock.now().getTime());
    expect(await sweepNow()).toEqual(LOOKED);
    expect(await inIndex()).toEqual([right]);
    clock.pass(TO_FIRST - 1);
    await act(match, moves(ADA, 0, 'spawn 2'));
    clock.pass(MINUTE);
    expect(await sweepNow()).toEqual(LOOKED);
    expect([...(await warnings(ADA)), ...(await warnings(BOB))]).toEqual([]);
  });

  test('a stream that is late writes an older look, which costs a look and tells nothing', async () => {
    const match = await begun();
    await project(match);
    const [old] = await inIndex();
    const { head } = await stateOf(match);
    clock.pass(TO_FIRST);
    expect(await sweepNow()).toEqual(WARNED);
    const [next] = await inIndex();
    await derived.dues.put(match, head.seq, old?.due ?? 0);
    expect(await sweepNow()).toEqual(LOOKED);
    expect(await inIndex()).toEqual([next]);
    expect(await lefts()).toEqual(['PT2H24M']);
  });
});

test('what fails of one match keeps no other’s warning back, and is told how late it is', async () => {
  const [bad, good] = [await waiting(), await waiting()];
  clock.pass(TO_FIRST + 6 * MINUTE);
  const { feeds } = derived;
  const append: typeof feeds.append = async (player, source, at, notices) => {
    if ('key' in source && source.key.includes(bad)) throw new Error('down');
    return feeds.append(player, source, at, notices);
  };
  expect(await sweepNow({ feeds: { append } })).toEqual({
    looked: 2,
    ended: 0,
    warned: 1,
    failed: 1,
    overdueMs: 6 * MINUTE,
  });
  expect(lines).toEqual([expect.objectContaining({ level: 'error', message: 'not swept', match: bad })]);
  expect((await warnings()).map(({ match }) => match)).toEqual([good]);
  expect(await sweepNow()).toEqual(WARNED);
  expect((await warnings()).map(({ match }) => match)).toEqual([good, bad]);
});

test('a rebuild keeps what has been told, adds nothing to it, and the next sweep tells it no more', async () => {
  const match = await waiting();
  clock.pass(TO_FIRST);
  expect(await sweepNow()).toEqual(WARNED);
  const before = (await derived.feeds.read(ADA, 0, 100)).entries;
  const setAside = dynamoSetAside(database.client, database.table, clock.now);
  const nothing = async () => undefined;
  const work = {
    projection: derived,
    deliver: nothing,
    grantLeave: nothing,
    tellTalk: nothing,
    playPlans: nothing,
    closeAccount: nothing,
    setAside,
  };
  const settings = { work, client: database.client, table: database.table, now: clock.now, say: () => undefined };
  expect(await rebuild(settings)).toMatchObject({ matches: 1, told: 0, removed: 0 });
  expect((await derived.feeds.read(ADA, 0, 100)).entries).toEqual(before);
  expect(await inIndex()).toEqual([{ match, due: clock.now().getTime() }]);
  expect(await sweepNow()).toEqual(LOOKED);
  expect((await derived.feeds.read(ADA, 0, 100)).entries).toEqual(before);
  expect(await inIndex()).toEqual([{ match, due: clock.now().getTime() - TO_FIRST + TO_LAST }]);
});
