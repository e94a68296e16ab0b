/** The leaderboard as it is read: in order, in pages, and by the time that has passed. */
import { CreateTableCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { establishedFor } from '../../domain/rating/glicko2.ts';
import type { Standing } from '../../domain/rating/rate.ts';
import { localLeaderboard } from '../../functions/local/leaderboard.ts';
import { dynamoRatings } from '../../functions/store/dynamo-ratings.ts';
import {
  type BoardPlace,
  dynamoLeaderboard,
  type Leaderboard,
  type Ranked,
} from '../../functions/store/leaderboard.ts';
import { createTable, LEADERBOARD_INDEX, PARTITION_KEY, SORT_KEY } from '../../functions/store/table.ts';
import { emptyTable } from '../stream/whole-table.ts';
import { around } from '../support/around.ts';
import { engineName, startTable, type TestTable } from '../support/engine.ts';
import { idFrom } from '../support/matches.ts';
import { randomFrom } from '../support/random.ts';
import { playerNumber } from '../support/traffic.ts';

const random = randomFrom();
console.log(`seed ${random.seed}`);
const DAY = 86_400_000;
const BEGIN = Date.parse('2030-01-01T00:00:00.000Z');

let database: TestTable;
let leaderboard: Leaderboard;
let time = BEGIN;
const now = () => new Date(time);

beforeAll(async () => {
  database = await startTable();
  leaderboard = dynamoLeaderboard(database.client, database.table, now);
});
afterAll(() => database.stop());
beforeEach(async () => {
  time = BEGIN;
  await emptyTable(database);
});

/** How a player stands after a match that ended so many days after the beginning. */
async function stands(
  player: PlayerId,
  days: number,
  more: Partial<Standing>,
  table = database.table,
): Promise<Standing> {
  const ratings = dynamoRatings(database.client, table);
  const at = new Date(BEGIN + days * DAY).toISOString();
  const standing: Standing = { rating: 1500, deviation: 60, volatility: 0.06, matches: 20, at, ...more };
  const match = { game: 'aquaignis', finishedAt: at, match: idFrom(random) as MatchId };
  expect(await ratings.write(match, player, await ratings.open(match, player), standing)).toBe(true);
  await ratings.refresh('aquaignis', player);
  return standing;
}

async function all(limit: number, from: Leaderboard = leaderboard): Promise<Ranked[]> {
  const found: Ranked[] = [];
  let place: BoardPlace | null = null;
  for (let pages = 0; pages < 200; pages += 1) {
    const page = await from.page('aquaignis', limit, place);
    expect(page.players.length).toBeLessThanOrEqual(limit);
    found.push(...page.players);
    place = page.next;
    if (place === null) return found;
  }
  throw new Error('the pages have no end');
}

const brief = (players: readonly Ranked[]) => players.map(({ player, group }) => `${Number(player.slice(2))} ${group}`);
const [one, two, three, four] = [1, 2, 3, 4].map(playerNumber) as [PlayerId, PlayerId, PlayerId, PlayerId];

describe('the order', () => {
  test('is by rating in each group: who is established, who was, who is not yet', async () => {
    await stands(one, 0, { rating: 1600 });
    await stands(two, 0, { rating: 1700 });
    await stands(three, 0, { rating: 2000, deviation: 111 });
    await stands(four, -2000, { rating: 1900 });
    expect(brief(await all(10))).toEqual(['2 established', '1 established', '4 lapsed', '3 provisional']);
  });

  test('follows time, to the millisecond, and a match puts it back', async () => {
    const standing = await stands(one, 0, { rating: 1600 });
    await stands(two, 0, { rating: 1700, deviation: 350 });
    time = BEGIN + (establishedFor(standing) ?? 0) - 1;
    const [before] = await all(10);
    expect(before).toMatchObject({ player: one, group: 'established', matches: 20 });
    expect(before?.deviation).toBeCloseTo(110, 6);
    time += 1;
    expect(brief(await all(10))).toEqual(['1 lapsed', '2 provisional']);
    await stands(one, 600, { rating: 1500, deviation: 90, matches: 21 });
    time = BEGIN + 600 * DAY;
    expect(brief(await all(10))).toEqual(['1 established', '2 provisional']);
    expect(await all(10)).toMatchObject([{ rating: 1500, deviation: 90, matches: 21 }, {}]);
  });

  test('of equals is some order, in which nobody is missing', async () => {
    for (let n = 1; n <= 12; n += 1) await stands(playerNumber(n), 0, {});
    for (const limit of [1, 5, 12]) expect(new Set(brief(await all(limit))).size).toBe(12);
  });
});

describe('pages', () => {
  /** Of all groups, many of them lapsed. */
  async function crowd(table?: string): Promise<void> {
    for (let n = 1; n <= 40; n += 1) {
      const more = { rating: 1000 + random.next() * 1000, deviation: n % 4 === 0 ? 200 : 60 };
      await stands(playerNumber(n), n % 3 === 0 ? -900 : 0, more, table);
    }
  }

  test('of any size tell everybody once, in the same order', async () => {
    await crowd();
    const whole = await all(100);
    expect(whole.length).toBe(40);
    for (const limit of [1, 2, 7, 39, 40, 41]) expect(brief(await all(limit)), `by ${limit}`).toEqual(brief(whole));
    for (const group of ['established', 'lapsed', 'provisional']) {
      const ratings = whole.filter((each) => each.group === group).map(({ rating }) => rating);
      expect(ratings.length).toBeGreaterThan(5);
      expect(ratings).toEqual([...ratings].sort((a, b) => b - a));
    }
  });

  test('go on after somebody who has moved meanwhile', async () => {
    await crowd();
    const whole = await all(100);
    const first = await leaderboard.page('aquaignis', 5, null);
    const last = first.players.at(-1)?.player ?? one;
    await stands(last, 1, { rating: 3000 });
    const rest = await leaderboard.page('aquaignis', 100, first.next);
    expect(brief([...first.players, ...rest.players])).toEqual(brief(whole));
  });

  test('are read from the index alone', async () => {
    await crowd();
    const client = around(database.client, (go, command) => {
      expect(command).toBeInstanceOf(QueryCommand);
      expect(command.input).toMatchObject({ IndexName: LEADERBOARD_INDEX });
      return go();
    });
    const page = await dynamoLeaderboard(client, database.table, now).page('aquaignis', 30, null);
    expect(page.players.length).toBe(30);
  });

  test('of a table from before there was the index are the same where the engine cannot add it', async () => {
    const table = 'plypost-old';
    await database.client.send(
      new CreateTableCommand({
        TableName: table,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [
          { AttributeName: PARTITION_KEY, KeyType: 'HASH' },
          { AttributeName: SORT_KEY, KeyType: 'RANGE' },
        ],
        AttributeDefinitions: [
          { AttributeName: PARTITION_KEY, AttributeType: 'S' },
          { AttributeName: SORT_KEY, AttributeType: 'S' },
        ],
      }),
    );
    await createTable(database.client, table);
    await crowd(table);
    const old = localLeaderboard(database.client, table, now);
    const whole = await all(100, old);
    expect(whole.length).toBe(40);
    for (const limit of [1, 7, 40]) expect(brief(await all(limit, old))).toEqual(brief(whole));
    const byIndex = dynamoLeaderboard(database.client, table, now).page('aquaignis', 1, null);
    if (engineName === 'embedded') await expect(byIndex).rejects.toThrow('does not have the specified index');
    else expect((await byIndex).players.length).toBe(1);
  });
});

test('a standing follows the newest entry that has been worked out, and is gone with the last', async () => {
  const ratings = dynamoRatings(database.client, database.table);
  const standing = await stands(one, 0, { rating: 1600 });
  await ratings.refresh('aquaignis', one);
  expect(await all(10)).toMatchObject([{ player: one, ...standing }]);
  const match = { game: 'aquaignis', finishedAt: standing.at, match: 'm_0000000000000000' as const };
  await ratings.open(match, two);
  await ratings.refresh('aquaignis', two);
  // It is yet to be worked out.
  expect(brief(await all(10))).toEqual(['1 established']);
  expect(await ratings.write(match, two, 0, standing)).toBe(true);
  expect(await ratings.write(match, two, 0, standing)).toBe(false);
  await ratings.refresh('aquaignis', two);
  expect((await all(10)).length).toBe(2);
  await ratings.drop(match, two);
  await ratings.refresh('aquaignis', two);
  expect(brief(await all(10))).toEqual(['1 established']);
});
