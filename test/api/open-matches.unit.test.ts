/** Pages of open matches for a player who is kept apart from some of those who made them. */
import { expect, test } from 'vitest';
import type { PlayerId } from '../../domain/match/types.ts';
import { pageWithoutApart } from '../../functions/api/open-matches.ts';
import { type ListedSight, type ListQuery, placeOf } from '../../functions/store/lists.ts';
import { ADA, BOB, CYD } from '../support/matches.ts';

const AT = Date.parse('2030-01-01T00:00:00.000Z');

/** Newest first. */
function listOf(players: readonly PlayerId[], status = 'open'): readonly ListedSight[] {
  return players.map((player, n) => {
    const createdAt = new Date(AT - n * 1000).toISOString();
    return { id: `m_${n}`, createdAt, status, seats: [{ player }, { player: null }] } as unknown as ListedSight;
  });
}

/** Bob has blocked Ada. `asked` counts what is asked of the store. */
function store(all: readonly ListedSight[]) {
  const asked = { pages: 0, blocks: 0 };
  const deps = {
    lists: {
      async page({ limit, after }: ListQuery) {
        asked.pages += 1;
        const from = after === null ? 0 : all.findIndex((match) => placeOf(match) === after) + 1;
        const matches = all.slice(from, from + limit);
        const last = matches.at(-1);
        return { matches, next: last === undefined || from + limit >= all.length ? null : placeOf(last) };
      },
    },
    blocks: {
      async near() {
        asked.blocks += 1;
        return { blocked: new Set([ADA]), marked: new Set<PlayerId>() };
      },
      has: async () => false,
    },
  };
  const page = (limit: number, after: string | null = null) =>
    pageWithoutApart(deps, BOB, { list: 'lobby', status: 'open', game: null, limit, after });
  return { page, asked };
}

const ids = (matches: readonly ListedSight[]) => matches.map(({ id }) => id);

test('pages are full, and together have all that is not of the other, each once', async () => {
  const all = listOf(Array.from({ length: 60 }, (_, n) => ([2, 3, 5].some((k) => n % k === 0) ? ADA : CYD)));
  const wanted = ids(all.filter(({ seats }) => seats[0]?.player === CYD));
  for (const limit of [1, 2, 3, 7, 100]) {
    const { page } = store(all);
    const found: string[] = [];
    for (let after: string | null = null, more = true; more; more = after !== null) {
      const { matches, next } = await page(limit, after);
      if (next !== null) expect(matches).toHaveLength(limit);
      found.push(...ids(matches));
      after = next;
    }
    expect(found, `${limit} a page`).toEqual(wanted);
  }
});

test('of hundreds in a row that are left out one request looks at so many, and the next goes on', async () => {
  const all = listOf(Array.from({ length: 1300 }, (_, n) => (n < 1299 ? ADA : CYD)));
  const { page, asked } = store(all);
  const found: string[] = [];
  let requests = 0;
  for (let after: string | null = null, more = true; more; more = after !== null) {
    const { matches, next } = await page(2, after);
    found.push(...ids(matches));
    after = next;
    requests += 1;
  }
  expect(found).toEqual(['m_1299']);
  expect(requests).toBe(3);
  expect(asked.pages).toBeLessThanOrEqual(18);
});

test('where nothing is left out the store is asked for one page, however short that is', async () => {
  const { page, asked } = store(listOf([CYD, CYD, CYD]));
  expect(ids((await page(10)).matches)).toEqual(['m_0', 'm_1', 'm_2']);
  expect(asked).toEqual({ pages: 1, blocks: 1 });
});

test('matches that are not open are shown, and for them nobody’s blocks are looked up', async () => {
  const { page, asked } = store(listOf([ADA, CYD, ADA], 'active'));
  expect(ids((await page(10)).matches)).toEqual(['m_0', 'm_1', 'm_2']);
  expect(asked.blocks).toBe(0);
});
