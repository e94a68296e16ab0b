/** Lists of matches over the API, once the stream has had its turn. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { sendMoves } from '../support/aquaignis.ts';
import { type Client, type MatchBody, newMatch, newPlayer, nobody, type Send } from '../support/clients.ts';

/** A match as lists tell it: without what only one who opens it needs, and what depends on when it is read. */
function asListed({ position: _p, view: _v, chance: _c, offers: _o, invitations: _i, clock, ...listed }: MatchBody) {
  const { state: _s, left: _l, timeLimit: _t, until: _u, ...listedClock } = clock as unknown as Record<string, unknown>;
  return { ...listed, clock: listedClock };
}

let api: TestApi;
let send: Send;
let ada: Client;
let bob: Client;
/** Public matches, newest first, as they stand. */
let all: MatchBody[] = [];

interface Page {
  readonly matches: readonly MatchBody[];
  readonly next: string | null;
  readonly asOf: string;
}

const list = async (who: Client, query = ''): Promise<Page> => {
  const answer = await who.call<Page & Record<string, unknown>>('GET', `/v1/matches?${query}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
};
const ids = ({ matches }: Page) => matches.map(({ id }) => id);

async function everyPage(who: Client, query: string): Promise<string[]> {
  const found: string[] = [];
  let cursor = '';
  for (let pages = 0; pages < 100; pages += 1) {
    const page = await list(who, `${query}${cursor}`);
    found.push(...ids(page));
    if (page.next === null) return found;
    cursor = `&cursor=${page.next}`;
  }
  throw new Error('the pages have no end');
}

beforeAll(async () => {
  api = await startApi();
  send = api.appWith({});
  ada = await newPlayer(send, 'Ada');
  bob = await newPlayer(send, 'Bob');
  const made: MatchBody[] = [];
  for (let n = 0; n < 25; n += 1) {
    const body = { game: 'aquaignis', visibility: 'public' };
    const { body: open } = await ada.call<MatchBody>('POST', '/v1/matches', body);
    const act = (who: Client, what: string) => who.call<MatchBody>('POST', `/v1/matches/${open.id}/${what}`);
    if (n % 4 === 1) await act(ada, 'leave');
    if (n % 4 >= 2) await act(bob, 'join');
    if (n % 4 === 3) await act(ada, 'resign');
    made.push((await ada.call<MatchBody>('GET', `/v1/matches/${open.id}`)).body);
  }
  for (const visibility of ['unlisted', 'private']) await newMatch(ada, bob, { visibility, invited: [bob.id] });
  await api.background.idle();
  // Newest first; of one millisecond the later id.
  all = made.sort((a, b) => (`${b.createdAt}#${b.id}` < `${a.createdAt}#${a.id}` ? -1 : 1));
});
afterAll(() => api.end());

describe('the public list', () => {
  test('tells every public match as it stands, newest first, and no other', async () => {
    const page = await list(nobody(send));
    expect(page.matches).toEqual(all.map(asListed));
    expect(page.next).toBeNull();
    expect(Math.abs(Date.parse(page.asOf) - Date.now())).toBeLessThan(60_000);
  });

  test.each(['open', 'active', 'finished', 'cancelled'])('of status %s', async (status) => {
    const wanted = all.filter((match) => match.status === status).map(({ id }) => id);
    expect(wanted.length).toBeGreaterThan(0);
    expect(ids(await list(ada, `status=${status}`))).toEqual(wanted);
    for (const limit of [1, 2, 3]) expect(await everyPage(ada, `status=${status}&limit=${limit}`)).toEqual(wanted);
  });

  test('of a game', async () => {
    expect(ids(await list(ada, 'game=aquaignis'))).toHaveLength(25);
    expect(ids(await list(ada, 'game=chess'))).toEqual([]);
    expect(await everyPage(ada, 'game=chess&limit=1')).toEqual([]);
  });

  test.each([1, 4, 5, 7, 24, 25, 26, 100])('in pages of %d loses none and tells none twice', async (limit) => {
    expect(await everyPage(nobody(send), `limit=${limit}`)).toEqual(all.map(({ id }) => id));
    expect((await list(ada, `limit=${limit}`)).matches).toHaveLength(Math.min(limit, 25));
  });

  test('goes on from a cursor as if nothing had come in between', async () => {
    const first = await list(ada, 'limit=10');
    const newer = await ada.call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis', visibility: 'public' });
    await api.background.idle();
    const second = await list(ada, `limit=100&cursor=${first.next}`);
    expect([...ids(first), ...ids(second)]).toEqual(all.map(({ id }) => id));
    expect(ids(await list(ada, 'limit=1'))).toEqual([newer.body.id]);
    await ada.call('POST', `/v1/matches/${newer.body.id}/leave`);
  });

  test.each(['x', 'AAAA', Buffer.from('2030-01-01T00:00:00.000Z#m_short').toString('base64url')])(
    'refuses the cursor %s',
    async (cursor) => {
      const { status, body } = await ada.call('GET', `/v1/matches?cursor=${cursor}`);
      expect({ status, body }).toMatchObject({ status: 422, body: { errors: [{ in: 'query', pointer: '/cursor' }] } });
    },
  );
});

describe('one’s own list', () => {
  test('tells the matches one sits in, of every visibility, and follows their moves', async () => {
    const { id } = await newMatch(bob, ada, { visibility: 'private', invited: [ada.id] });
    await sendMoves(bob, id, 0, 'spawn 1');
    await api.background.idle();
    for (const who of [ada, bob]) {
      const mine = await list(who, 'mine=true&limit=100');
      expect(mine.matches.find((match) => match.id === id)).toMatchObject({
        ply: 1,
        toMove: [2],
        visibility: 'private',
      });
      expect(new Set(mine.matches.map(({ visibility }) => visibility))).toEqual(
        new Set(['public', 'unlisted', 'private']),
      );
      for (const { seats } of mine.matches) expect(seats.some(({ player }) => player?.id === who.id)).toBe(true);
    }
    const cyd = await newPlayer(send, 'Cyd');
    expect(ids(await list(cyd, 'mine=true'))).toEqual([]);
  });

  test('holds the names as they are, and no match twice', async () => {
    const mine = await everyPage(ada, 'mine=true&limit=6');
    expect(new Set(mine).size).toBe(mine.length);
    const { matches } = await list(ada, 'mine=true&limit=1');
    expect(matches[0]?.seats.map(({ player }) => player?.name)).toEqual(['Bob', 'Ada']);
  });
});
