/** Feeds: numbers without gaps, everything once, whoever writes and reads at the same time, and for thirty days. */
import { DeleteItemCommand, PutItemCommand, paginateQuery } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MatchNotice } from '../../domain/match/notices.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import type { FeedEntry, Notice } from '../../functions/store/feed-entry.ts';
import { fillFeed } from '../../functions/store/feed-filler.ts';
import { type CursorError, dynamoFeeds, ENTRIES_AN_ITEM, type Feeds } from '../../functions/store/feeds.ts';
import { keys } from '../../functions/store/table.ts';
import { around } from '../support/around.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { idFrom } from '../support/matches.ts';
import { randomFrom } from '../support/random.ts';
import { playerNumber } from '../support/traffic.ts';

const DAY_MS = 86_400_000;
const BEGINNING = Date.parse('2030-06-01T08:00:00.000Z');
const random = randomFrom();
console.log(`seed ${random.seed}`);

let database: TestTable;
let feeds: Feeds;
/** Stands still unless a test moves it on. */
let clock = BEGINNING;
let players = 0;

const now = () => new Date(clock);
const at = () => now().toISOString();

beforeAll(async () => {
  database = await startTable();
  feeds = dynamoFeeds(database.client, database.table, now);
});
afterAll(() => database.stop());

/** A player whom no other test knows. */
function somebody(): PlayerId {
  players += 1;
  return playerNumber(players);
}

/** `count` notices of one commit. */
function notices(match: MatchId, seq: number, count = 1): readonly MatchNotice[] {
  const about = { match, game: 'aquaignis', seq, ply: seq, seat: 1 } as const;
  return Array.from({ length: count }, (_, n): MatchNotice => ({ ...about, type: 'turn.started', turn: n }));
}

const tell = (player: PlayerId, match: MatchId, seq: number, count = 1, on = feeds) =>
  on.append(player, { match, seq }, at(), notices(match, seq, count));

async function allOf(player: PlayerId): Promise<readonly FeedEntry[]> {
  const { entries, more } = await feeds.read(player, 0, 10_000);
  expect(more).toBe(false);
  return entries;
}

const ids = (entries: readonly FeedEntry[]) => entries.map(({ id }) => Number(id));

/** What is told of which commit, as `match/seq`, once for each entry. */
const commits = (entries: readonly FeedEntry[]) =>
  entries.map((entry) => ('match' in entry ? `${entry.match}/${entry.seq}` : entry.type));

function expectGapless(entries: readonly FeedEntry[]): void {
  const [first = 0] = ids(entries);
  expect(ids(entries)).toEqual(entries.map((_, n) => first + n));
}

async function itemsOf(player: PlayerId): Promise<{ sk: string; first: number; count: number }[]> {
  const input = {
    TableName: database.table,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.feedEntry(player, 0).pk },
  };
  const items = [];
  for await (const page of paginateQuery({ client: database.client }, input)) items.push(...(page.Items ?? []));
  return items.flatMap(({ sk, count }) =>
    sk?.S?.startsWith('entry#') ? [{ sk: sk.S, first: Number(sk.S.slice(6)), count: Number(count?.N) }] : [],
  );
}

async function drop(player: PlayerId, first: number): Promise<void> {
  await database.client.send(new DeleteItemCommand({ TableName: database.table, Key: keys.feedEntry(player, first) }));
}

/** As the database does once their time has passed. */
async function dropAll(player: PlayerId): Promise<void> {
  for (const { first } of await itemsOf(player)) await drop(player, first);
}

/** The feeds on a connection whose Puts are done, but of every n-th the answer is lost. */
function losingAnswers(every: number): Feeds {
  let puts = 0;
  const client = around(database.client, async (go, command) => {
    const answer = await go();
    if (command instanceof PutItemCommand) puts += 1;
    if (command instanceof PutItemCommand && puts % every === 0) throw new Error('lost');
    return answer;
  });
  return dynamoFeeds(client, database.table, now);
}

const cursorError = (kind: 'expired' | 'ahead') =>
  expect.objectContaining({ name: 'CursorError', kind }) as unknown as CursorError;

describe('appending', () => {
  test('by twenty at once leaves no gaps, and a reader who follows sees every entry once, in order', async () => {
    const player = somebody();
    const writers = Array.from({ length: 20 }, () => idFrom(random));
    let writing = true;
    const reader = async () => {
      const seen: FeedEntry[] = [];
      for (;;) {
        const last = !writing;
        const page = await feeds.read(player, Number(seen.at(-1)?.id ?? 0), 1 + random.below(9));
        seen.push(...page.entries);
        if (last && !page.more && page.entries.length === 0) return seen;
      }
    };
    const reading = [reader(), reader()];
    await Promise.all(
      writers.map(async (match) => {
        for (let seq = 1; seq <= 6; seq += 1) await tell(player, match, seq, seq % 2 === 0 ? 3 : 1);
      }),
    );
    writing = false;
    const entries = await allOf(player);
    expectGapless(entries);
    for (const seen of await Promise.all(reading)) expect(seen).toEqual(entries);
    for (const match of writers) {
      const own = commits(entries).filter((commit) => commit.startsWith(match));
      expect(own).toEqual([1, 2, 2, 2, 3, 4, 4, 4, 5, 6, 6, 6].map((seq) => `${match}/${seq}`));
    }
  });

  test('tells of a commit once, however often and at once it is called', async () => {
    const player = somebody();
    const [one, two] = [idFrom(random), idFrom(random)];
    await Promise.all(Array.from({ length: 10 }, (_, n) => tell(player, n % 2 === 0 ? one : two, 1, 2)));
    await tell(player, one, 1, 2);
    await tell(player, two, 2);
    await Promise.all([tell(player, one, 1, 2), tell(player, two, 2), tell(player, one, 2)]);
    const entries = await allOf(player);
    expectGapless(entries);
    expect(commits(entries).sort()).toEqual(
      [one, one, two, two]
        .map((match) => `${match}/1`)
        .concat([`${one}/2`, `${two}/2`])
        .sort(),
    );
  });

  test('tells once where the Put was done but nobody learned of it', async () => {
    const player = somebody();
    const match = idFrom(random);
    const lossy = losingAnswers(2);
    for (let seq = 1; seq <= 8; seq += 1) {
      for (;;) {
        try {
          await tell(player, match, seq, 1 + (seq % 3), lossy);
          break;
        } catch {
          // The process dies here, and the next one begins anew.
        }
      }
    }
    const entries = await allOf(player);
    expectGapless(entries);
    expect(commits(entries)).toEqual(
      Array.from({ length: 8 }, (_, n) => Array(1 + ((n + 1) % 3)).fill(`${match}/${n + 1}`)).flat(),
    );
  });

  test('keeps the order within a match: what is older than what has been told is not told after it', async () => {
    const player = somebody();
    const match = idFrom(random);
    for (const seq of [1, 2, 5, 3, 4, 5, 1]) await tell(player, match, seq);
    expect(commits(await allOf(player))).toEqual([1, 2, 5].map((seq) => `${match}/${seq}`));
  });

  test('finds what was told long before much else, and soon that a match is new', async () => {
    const player = somebody();
    const [old, other] = [idFrom(random), idFrom(random)];
    const then = at();
    await feeds.append(player, { match: old, seq: 7 }, then, notices(old, 7));
    for (let seq = 1; seq <= 30; seq += 1) {
      clock += 60_000;
      await tell(player, other, seq);
    }
    await feeds.append(player, { match: old, seq: 7 }, then, notices(old, 7));
    await feeds.append(player, { match: old, seq: 6 }, then, notices(old, 6));
    const entries = await allOf(player);
    expect(entries).toHaveLength(31);
    await tell(player, idFrom(random), 1);
    expect(await allOf(player)).toHaveLength(32);
  });

  test('knows what is of no match by its key', async () => {
    const player = somebody();
    const ping = (webhook: 'w_a' | 'w_b'): Notice => ({ type: 'webhook.ping', webhook });
    const send = (key: string, webhook: 'w_a' | 'w_b') => feeds.append(player, { key }, at(), [ping(webhook)]);
    await Promise.all([send('ping:a', 'w_a'), send('ping:a', 'w_a'), send('ping:b', 'w_b')]);
    await send('ping:b', 'w_b');
    await send('ping:a:again', 'w_a');
    const entries = await allOf(player);
    expectGapless(entries);
    expect(entries.map((entry) => ('webhook' in entry ? entry.webhook : '')).sort()).toEqual(['w_a', 'w_a', 'w_b']);
    expect(entries[2]).toEqual({
      id: String(Number(entries[0]?.id) + 2),
      at: at(),
      type: 'webhook.ping',
      webhook: 'w_a',
    });
  });

  test('adds nothing where there is nothing to tell, or too much at once', async () => {
    const player = somebody();
    const match = idFrom(random);
    await tell(player, match, 1, 0);
    await expect(tell(player, match, 1, ENTRIES_AN_ITEM + 1)).rejects.toThrow(RangeError);
    expect(await allOf(player)).toEqual([]);
    await tell(player, match, 1, ENTRIES_AN_ITEM);
    expect(await allOf(player)).toHaveLength(ENTRIES_AN_ITEM);
  });

  test('tells nothing that happened longer ago than entries are kept', async () => {
    const player = somebody();
    const match = idFrom(random);
    const then = (days: number) => new Date(clock - days * DAY_MS).toISOString();
    await feeds.append(player, { match, seq: 1 }, then(31), notices(match, 1));
    expect(await allOf(player)).toEqual([]);
    await feeds.append(player, { match, seq: 2 }, then(29), notices(match, 2));
    expect(commits(await allOf(player))).toEqual([`${match}/2`]);
  });
});

describe('reading', () => {
  /** Items of these many entries. */
  async function feedOf(...counts: readonly number[]): Promise<{ player: PlayerId; entries: readonly FeedEntry[] }> {
    const player = somebody();
    const match = idFrom(random);
    for (const [n, count] of counts.entries()) await tell(player, match, n + 1, count);
    return { player, entries: await allOf(player) };
  }

  test.each([
    ['one each', Array<number>(40).fill(1)],
    ['three each', Array<number>(9).fill(3)],
    ['one and three', [1, 3, 1, 1, 3, 3, 1, 3, 1, 1, 1, 3]],
    ['as many as there may be, among single ones', [1, 1, 16, 1, 1, 1, 16, 16, 1, 2]],
  ])('in pages of every size after every entry: items of %s', async (_what, counts) => {
    const { player, entries } = await feedOf(...counts);
    expectGapless(entries);
    const n = entries.length;
    expect(n).toBe(counts.reduce((sum, count) => sum + count));
    const starts = [0, ...ids(entries)];
    for (const [from, after] of starts.entries()) {
      const limits =
        from % 5 === 0 ? Array.from({ length: n + 2 }, (_, l) => l + 1) : [1, 2, 7, n - from, n - from + 1];
      for (const limit of limits.filter((each) => each > 0)) {
        const page = await feeds.read(player, after, limit);
        expect(page.entries).toEqual(entries.slice(from, from + limit));
        expect(page.more).toBe(from + limit < n);
      }
    }
  });

  test('an entry tells its number, its time and what it is', async () => {
    const player = somebody();
    const match = idFrom(random);
    const then = new Date(clock - 5_000).toISOString();
    await feeds.append(player, { match, seq: 3 }, then, notices(match, 3, 2));
    const [first, second] = await allOf(player);
    expect(first).toEqual({
      id: String(await feeds.head(player).then((head) => (head ?? 0) - 1)),
      at: then,
      ...notices(match, 3, 2)[0],
    });
    expect(Number(second?.id)).toBe(Number(first?.id) + 1);
  });

  test('of an empty feed finds nothing, and has no newest entry', async () => {
    const player = somebody();
    expect(await feeds.head(player)).toBeNull();
    expect(await feeds.read(player, 0, 10)).toEqual({ entries: [], more: false });
    // A cursor that there may have been, and one that there cannot have been.
    expect(await feeds.read(player, clock - 1000, 10)).toEqual({ entries: [], more: false });
    await expect(feeds.read(player, clock + 1, 10)).rejects.toEqual(cursorError('ahead'));
    // Whoever begins at the newest entry of an empty feed begins at 0, and misses nothing.
    await tell(player, idFrom(random), 1, 3);
    expect((await feeds.read(player, 0, 10)).entries).toHaveLength(3);
  });

  test('after the newest entry finds nothing, after a later one is refused', async () => {
    const { player, entries } = await feedOf(1, 3);
    const head = (await feeds.head(player)) ?? 0;
    expect(head).toBe(Number(entries.at(-1)?.id));
    expect(await feeds.read(player, head, 10)).toEqual({ entries: [], more: false });
    for (const after of [head + 1, head + 1000, Number.MAX_SAFE_INTEGER, 1e21]) {
      await expect(feeds.read(player, after, 10)).rejects.toEqual(cursorError('ahead'));
    }
  });

  test('after an entry that others have been dropped after is refused; after the last that was dropped is not', async () => {
    const { player, entries } = await feedOf(1, 3, 1, 1, 3);
    const [one, , , four] = ids(entries) as [number, number, number, number];
    await drop(player, one);
    expect((await feeds.read(player, one, 10)).entries).toEqual(entries.slice(1));
    await drop(player, one + 1);
    for (const after of [one, one + 1, one + 2]) {
      await expect(feeds.read(player, after, 10)).rejects.toEqual(cursorError('expired'));
    }
    expect((await feeds.read(player, four, 10)).entries).toEqual(entries.slice(4));
    expect((await feeds.read(player, 0, 10)).entries).toEqual(entries.slice(4));
  });

  test('goes by the time that entries have, whichever of them the database has dropped already', async () => {
    const player = somebody();
    const match = idFrom(random);
    for (let seq = 1; seq <= 6; seq += 1) {
      await tell(player, match, seq);
      clock += DAY_MS;
    }
    const entries = await allOf(player);
    const [first = 0, second = 0, third = 0] = ids(entries);
    // For thirty days and a day more to be safe, all are there.
    clock += 24 * DAY_MS;
    expect(await allOf(player)).toEqual(entries);
    clock += 3 * DAY_MS;
    // The third has been dropped, the two before it not yet.
    await drop(player, third);
    expect((await feeds.read(player, 0, 10)).entries).toEqual(entries.slice(3));
    for (const after of [first, second]) {
      await expect(feeds.read(player, after, 10)).rejects.toEqual(cursorError('expired'));
    }
    expect((await feeds.read(player, third, 10)).entries).toEqual(entries.slice(3));
    // All have had their time: there is nothing to read, and nothing to miss at the newest.
    clock += 10 * DAY_MS;
    expect(await feeds.read(player, 0, 10)).toEqual({ entries: [], more: false });
    const head = (await feeds.head(player)) ?? 0;
    expect(await feeds.read(player, head, 10)).toEqual({ entries: [], more: false });
    await expect(feeds.read(player, head - 1, 10)).rejects.toEqual(cursorError('expired'));
  });
});

describe('when all entries have been dropped', () => {
  test('numbers go on above all there have been, also when many begin at once', async () => {
    const player = somebody();
    const earlier: number[] = [];
    for (let month = 0; month < 3; month += 1) {
      const matches = Array.from({ length: 10 }, () => idFrom(random));
      await Promise.all(matches.map((match, n) => tell(player, match, 1, 1 + (n % 3))));
      const entries = await allOf(player);
      expectGapless(entries);
      expect(entries).toHaveLength(matches.reduce((sum, _, n) => sum + 1 + (n % 3), 0));
      expect(Math.min(...ids(entries))).toBeGreaterThan(Math.max(0, ...earlier));
      for (const after of earlier) {
        await expect(feeds.read(player, after, 10)).rejects.toEqual(cursorError('expired'));
      }
      earlier.push(...ids(entries));
      clock += 40 * DAY_MS;
      await dropAll(player);
    }
  });

  test('a beginning that was drawn and not used is used; an old one is not', async () => {
    const player = somebody();
    const match = idFrom(random);
    // Dies between the beginning and the entry.
    await expect(tell(player, match, 1, 1, losingAnswers(1))).rejects.toThrow('lost');
    const drawn = clock;
    clock += 5 * DAY_MS;
    await tell(player, match, 1);
    expect(ids(await allOf(player))).toEqual([drawn]);

    const other = somebody();
    await expect(tell(other, match, 1, 1, losingAnswers(1))).rejects.toThrow('lost');
    clock += 25 * DAY_MS;
    await tell(other, match, 1);
    expect(ids(await allOf(other))).toEqual([clock]);
  });
});

describe('filling in', () => {
  test('while others append, adds what is missing once, in order, and leaves what there is', async () => {
    const player = somebody();
    const matches = Array.from({ length: 6 }, () => idFrom(random));
    for (const match of matches.slice(0, 3)) for (let seq = 1; seq <= 3; seq += 1) await tell(player, match, seq);
    const before = await allOf(player);
    const fill = async () => {
      const filler = await fillFeed(database.client, database.table, player, now);
      for (let seq = 1; seq <= 8; seq += 1) {
        for (const match of matches.slice(0, 4)) {
          await filler.add({ source: { match, seq }, at: at(), notices: notices(match, seq, 2) });
        }
      }
    };
    const append = async () => {
      for (let seq = 1; seq <= 8; seq += 1) for (const match of matches.slice(2)) await tell(player, match, seq, 2);
    };
    await Promise.all([fill(), append(), fill()]);
    const entries = await allOf(player);
    expectGapless(entries);
    expect(entries.slice(0, before.length)).toEqual(before);
    for (const [n, match] of matches.entries()) {
      const own = commits(entries).filter((commit) => commit.startsWith(match));
      const all = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((seq) => (n < 3 && seq <= 3 ? [seq] : [seq, seq]));
      expect(own).toEqual(all.map((seq) => `${match}/${seq}`));
    }
  });

  test('takes as many requests as there are entries to add, however long the feed', async () => {
    const player = somebody();
    let requests = 0;
    const client = around(database.client, (go) => {
      requests += 1;
      return go();
    });
    const filler = await fillFeed(client, database.table, player, now);
    const match = idFrom(random);
    for (let seq = 1; seq <= 500; seq += 1) {
      await filler.add({ source: { match, seq }, at: at(), notices: notices(match, seq) });
    }
    expect(requests).toBeLessThan(510);
    requests = 0;
    const again = await fillFeed(client, database.table, player, now);
    expect(again.toldOf(match)).toBe(500);
    expect(await again.add({ source: { match, seq: 500 }, at: at(), notices: notices(match, 500) })).toBe(false);
    expect(requests).toBeLessThan(6);
  });
});
