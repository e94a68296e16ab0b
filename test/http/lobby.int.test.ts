/** The lobby, by what a player looks for: each filter alone and together, over pages of every size. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, type MatchBody, newMatch, newPlayer, nobody } from '../support/clients.ts';

interface Page {
  readonly matches: readonly MatchBody[];
  readonly next: string | null;
}

const CLOCKS = [
  { kind: 'none' },
  { kind: 'per-turn', time: 'PT12H' },
  { kind: 'per-turn', time: 'P3D' },
  { kind: 'bank', initial: 'P3D', increment: 'PT1H' },
  { kind: 'bank', initial: 'P14D', increment: 'PT12H' },
] as const;
const HOURS = [null, 12, 72, 72, 336];
const TABLES = [
  { game: 'aquaignis', seats: 2 },
  { game: 'astromagie', seats: 2 },
  { game: 'astromagie', seats: 4 },
] as const;

interface Kind {
  readonly id: string;
  readonly game: string;
  readonly seats: number;
  readonly clock: string;
  readonly hours: number | null;
  readonly rated: boolean;
}

let api: TestApi;
let ada: Client;
/** Newest first. */
const lobby: Kind[] = [];

beforeAll(async () => {
  api = await startApi();
  ada = await newPlayer(api.send, 'Ada');
  const bob = await newPlayer(api.send, 'Bob');
  let n = 0;
  for (const [c, clock] of CLOCKS.entries()) {
    for (const { game, seats } of TABLES) {
      const rated = n % 2 === 0;
      const wish = { game, seats, clock, rated, visibility: 'public' };
      const { body } = await ada.call<MatchBody>('POST', '/v1/matches', wish);
      lobby.unshift({ id: body.id, game, seats, clock: clock.kind, hours: HOURS[c] ?? null, rated });
      n += 1;
      // Not of one millisecond, of which the order is another; and what is no part of the lobby lies in between.
      await newMatch(ada, bob, { game: 'aquaignis', clock, visibility: 'public' });
      await ada.call('POST', '/v1/matches', { game, seats, clock, visibility: 'unlisted' });
    }
  }
  await api.background.idle();
});
afterAll(() => api.end());

async function everyPage(query: string): Promise<string[]> {
  const found: string[] = [];
  let cursor = '';
  for (let pages = 0; pages < 100; pages += 1) {
    const { status, body, headers } = await nobody(api.send).call<Page>('GET', `/v1/matches?${query}${cursor}`);
    expect(status).toBe(200);
    found.push(...body.matches.map(({ id }) => id));
    expect(headers.has('Link')).toBe(body.next !== null);
    if (body.next === null) return found;
    cursor = `&cursor=${body.next}`;
  }
  throw new Error('the pages have no end');
}

describe.each<readonly [string, (kind: Kind) => boolean]>([
  ['', () => true],
  ['game=astromagie', ({ game }) => game === 'astromagie'],
  ['seats=4', ({ seats }) => seats === 4],
  ['seats=5', () => false],
  ['clock=none', ({ clock }) => clock === 'none'],
  ['clock=bank', ({ clock }) => clock === 'bank'],
  ['timeAtMost=P3D', ({ hours }) => hours !== null && hours <= 72],
  ['timeAtMost=PT71H', ({ hours }) => hours === 12],
  ['timeAtLeast=P3D', ({ hours }) => hours !== null && hours >= 72],
  ['timeAtLeast=P1D&timeAtMost=P7D', ({ hours }) => hours === 72],
  ['clock=per-turn&timeAtMost=P1D', ({ clock, hours }) => clock === 'per-turn' && hours === 12],
  ['clock=none&timeAtMost=P90D', () => false],
  ['rated=true', ({ rated }) => rated],
  ['rated=false&game=astromagie&seats=2&clock=bank', (kind) => isThat(kind)],
])('status=open&%s', (query, isWanted) => {
  const wanted = () => lobby.filter(isWanted).map(({ id }) => id);

  test.each([1, 2, 3, 100])('in pages of %d', async (limit) => {
    expect(await everyPage(`status=open&${query}&limit=${limit}`)).toEqual(wanted());
  });
});

function isThat({ rated, game, seats, clock }: Kind): boolean {
  return !rated && game === 'astromagie' && seats === 2 && clock === 'bank';
}

test('the same is asked of all public matches, and of one’s own', async () => {
  const public4 = await everyPage('seats=4');
  expect(public4).toEqual(lobby.filter(({ seats }) => seats === 4).map(({ id }) => id));
  const mine = await ada.call<Page>('GET', '/v1/matches?mine=true&seats=4&limit=100');
  expect(mine.body.matches).toHaveLength(2 * public4.length);
});

test.each([
  ['seats=0', '/seats'],
  ['seats=two', '/seats'],
  ['clock=sand', '/clock'],
  ['timeAtMost=3d', '/timeAtMost'],
  ['timeAtLeast=PT1S', '/timeAtLeast'],
  ['rated=yes', '/rated'],
  ['speed=fast', '/speed'],
])('%s is refused', async (query, pointer) => {
  const { status, body } = await ada.call('GET', `/v1/matches?status=open&${query}`);
  expect({ status, body }).toMatchObject({ status: 422, body: { errors: [{ in: 'query', pointer }] } });
});
