/** Lists by pages: all of it, in order, however much is passed over. */
import { QueryCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { seeMatch } from '../../domain/match/sight.ts';
import { dynamoLists, type ListedSight, type ListName, type ListQuery } from '../../functions/store/lists.ts';
import { around } from '../support/around.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { AQUAIGNIS, begun, idFrom, now } from '../support/matches.ts';
import { randomFrom } from '../support/random.ts';
import { playerNumber } from '../support/traffic.ts';

const random = randomFrom();
console.log(`seed ${random.seed}`);
const STATUSES = ['open', 'active', 'finished', 'cancelled'] as const;

let database: TestTable;
let queries = 0;

beforeAll(async () => {
  database = await startTable();
});
afterAll(() => database.stop());

const lists = () => {
  const client = around(database.client, (go, command) => {
    if (command instanceof QueryCommand) queries += 1;
    return go();
  });
  return dynamoLists(client, database.table, () => new Date());
};

/** The n-th of a list's matches, each newer than the one before. */
function match(n: number): ListedSight {
  const { position: _p, view: _v, chance: _c, ...sight } = seeMatch(AQUAIGNIS, now(begun(idFrom(random))), 'onlooker');
  const createdAt = new Date(Date.parse('2030-01-01T00:00:00.000Z') + n * 1000).toISOString();
  return { ...sight, createdAt, status: STATUSES[n % 4] ?? 'open', game: n % 3 === 0 ? 'abiegnus' : 'aquaignis' };
}

async function fill(list: ListName, count: number, isGone: (n: number) => boolean): Promise<ListedSight[]> {
  const kept: ListedSight[] = [];
  for (let n = 0; n < count; n += 1) {
    const one = match(n);
    await (isGone(n) ? lists().remove(list, one) : lists().put(list, one));
    if (!isGone(n)) kept.unshift(one);
  }
  return kept;
}

async function walk(query: Omit<ListQuery, 'after'>): Promise<ListedSight[]> {
  const found: ListedSight[] = [];
  for (let after: string | null = null; ; ) {
    const page = await lists().page({ ...query, after });
    expect(page.matches.length).toBeLessThanOrEqual(query.limit);
    found.push(...page.matches);
    if (page.next === null) return found;
    after = page.next;
  }
}

test('pages of every size are the list, newest first, by any filter', async () => {
  const list = `player#${playerNumber(1)}` as const;
  const kept = await fill(list, 60, (n) => n % 5 === 1 || (n > 20 && n < 45));
  for (const limit of [1, 2, 3, 7, 30, 100]) {
    for (const status of [null, 'active', 'cancelled'] as const) {
      for (const game of [null, 'abiegnus'] as const) {
        const wanted = kept.filter(
          (one) => (status === null || one.status === status) && (game === null || one.game === game),
        );
        expect(await walk({ list, status, game, limit })).toEqual(wanted);
      }
    }
  }
});

test('a list of which most has been taken off is found in few reads', async () => {
  const kept = await fill('lobby', 350, (n) => n > 2);
  queries = 0;
  const page = await lists().page({ list: 'lobby', status: null, game: null, limit: 2, after: null });
  expect(page.matches).toEqual(kept.slice(0, 2));
  expect(queries).toBeLessThanOrEqual(5);
  expect(await walk({ list: 'lobby', status: null, game: null, limit: 2 })).toEqual(kept);
});

test('a page that is full is one read of as many', async () => {
  const list = `player#${playerNumber(2)}` as const;
  const kept = await fill(list, 12, () => false);
  queries = 0;
  const page = await lists().page({ list, status: null, game: null, limit: 5, after: null });
  expect([page.matches, queries]).toEqual([kept.slice(0, 5), 1]);
});
