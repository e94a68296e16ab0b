/** What is read of feeds, for thirty days, and what a cursor is worth once entries have been dropped. */
import { DeleteItemCommand, paginateQuery } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import type { PlayerId } from '../../domain/match/types.ts';
import type { FeedEntry } from '../../functions/store/feed-entry.ts';
import type { CursorError } from '../../functions/store/feeds.ts';
import { keys } from '../../functions/store/table.ts';
import { idFrom } from '../support/matches.ts';
import {
  allOf,
  clock,
  DAY_MS,
  database,
  elsewhere,
  expectGapless,
  feeds,
  ids,
  losingAnswers,
  notices,
  random,
  somebody,
  tell,
  withFeeds,
} from './feeds-kit.ts';

withFeeds();

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

const cursorError = (kind: 'expired' | 'ahead') =>
  expect.objectContaining({ name: 'CursorError', kind }) as unknown as CursorError;

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
    const then = new Date(clock.now().getTime() - 5_000).toISOString();
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
    expect(await feeds.read(player, clock.now().getTime() - 1000, 10)).toEqual({ entries: [], more: false });
    await expect(feeds.read(player, clock.now().getTime() + 1, 10)).rejects.toEqual(cursorError('ahead'));
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
      clock.pass(DAY_MS);
    }
    const entries = await allOf(player);
    const [first = 0, second = 0, third = 0] = ids(entries);
    // For thirty days and a day more to be safe, all are there.
    clock.pass(24 * DAY_MS);
    expect(await allOf(player)).toEqual(entries);
    clock.pass(3 * DAY_MS);
    // The third has been dropped, the two before it not yet.
    await drop(player, third);
    expect((await feeds.read(player, 0, 10)).entries).toEqual(entries.slice(3));
    for (const after of [first, second]) {
      await expect(feeds.read(player, after, 10)).rejects.toEqual(cursorError('expired'));
    }
    expect((await feeds.read(player, third, 10)).entries).toEqual(entries.slice(3));
    // All have had their time: there is nothing to read, and nothing to miss at the newest.
    clock.pass(10 * DAY_MS);
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
      await Promise.all(matches.map((match, n) => tell(player, match, 1, 1 + (n % 3), elsewhere(n * 7))));
      const entries = await allOf(player);
      expectGapless(entries);
      expect(entries).toHaveLength(matches.reduce((sum, _, n) => sum + 1 + (n % 3), 0));
      expect(Math.min(...ids(entries))).toBeGreaterThan(Math.max(0, ...earlier));
      for (const after of earlier) {
        await expect(feeds.read(player, after, 10)).rejects.toEqual(cursorError('expired'));
      }
      earlier.push(...ids(entries));
      clock.pass(40 * DAY_MS);
      await dropAll(player);
    }
  });

  test('a beginning that was drawn and not used is used; an old one is not', async () => {
    const player = somebody();
    const match = idFrom(random);
    // Dies between the beginning and the entry.
    await expect(tell(player, match, 1, 1, losingAnswers(1))).rejects.toThrow('lost');
    const drawn = clock.now().getTime();
    clock.pass(5 * DAY_MS);
    await tell(player, match, 1);
    expect(ids(await allOf(player))).toEqual([drawn]);

    const other = somebody();
    await expect(tell(other, match, 1, 1, losingAnswers(1))).rejects.toThrow('lost');
    clock.pass(25 * DAY_MS);
    await tell(other, match, 1);
    expect(ids(await allOf(other))).toEqual([clock.now().getTime()]);
  });
});
