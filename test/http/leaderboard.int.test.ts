/** Rated matches over the API, and the leaderboard once the stream has had its turn. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, type MatchBody, newMatch, newPlayer, nobody, type Send } from '../support/clients.ts';

interface Board {
  readonly game: string;
  readonly players: readonly {
    readonly player: { readonly id: string; readonly name: string };
    readonly rating: number;
    readonly deviation: number;
    readonly established: boolean;
    readonly matches: number;
    readonly lastAt: string;
  }[];
  readonly next: string | null;
  readonly asOf: string;
}

let api: TestApi;
let send: Send;
let ada: Client;
let bob: Client;
let cyd: Client;

beforeAll(async () => {
  api = await startApi();
  send = api.appWith({});
  [ada, bob, cyd] = [await newPlayer(send, 'Ada'), await newPlayer(send, 'Bob'), await newPlayer(send, 'Cyd')];
});
afterAll(() => api.end());

async function board(game = 'aquaignis', query = ''): Promise<Board> {
  await api.background.idle();
  const answer = await nobody(send).call<Board & Record<string, unknown>>(
    'GET',
    `/v1/games/${game}/leaderboard${query}`,
  );
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

const names = ({ players }: Board) => players.map(({ player }) => player.name);
const act = (who: Client, id: string, what: string, body?: unknown) =>
  who.call<MatchBody>('POST', `/v1/matches/${id}/${what}`, body);

async function lost(loser: Client, winner: Client, more: Record<string, unknown> = {}): Promise<MatchBody> {
  const { id } = await newMatch(loser, winner, { rated: true, ...more });
  return (await act(loser, id, 'resign')).body;
}

describe('a match', () => {
  test('is rated where its maker says so, which whoever joins can see, and the lists tell', async () => {
    const plain = await newMatch(ada, bob, { visibility: 'public' });
    const rated = await newMatch(ada, bob, { visibility: 'public', rated: true });
    expect([plain.rated, rated.rated]).toEqual([false, true]);
    await api.background.idle();
    const { body } = await nobody(send).call<{ matches: MatchBody[] }>('GET', '/v1/matches');
    const told = new Map(body.matches.map((match) => [match.id, match.rated]));
    expect([told.get(plain.id), told.get(rated.id)]).toEqual([false, true]);
    // Neither has ended yet.
    expect(await board()).toMatchObject({ game: 'aquaignis', players: [], next: null });
    await act(bob, plain.id, 'resign');
    expect(await board()).toMatchObject({ players: [] });
  });

  test('of one alone cannot be', async () => {
    const body = { game: 'abiegnus', options: { mode: 'solitaire' }, rated: true };
    const answer = await ada.call('POST', '/v1/matches', body);
    expect(answer).toMatchObject({ status: 422, body: { errors: [{ in: 'body', pointer: '/rated' }] } });
    expect((await ada.call('POST', '/v1/matches', { ...body, rated: false })).status).toBe(201);
  });

  test('sent again is the same, and another if it is rated this time', async () => {
    const key = { 'Idempotency-Key': 'once' };
    const make = (body: object) => ada.call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis', ...body }, key);
    const { body } = await make({});
    expect((await make({ rated: false })).body.id).toBe(body.id);
    expect(await make({ rated: true })).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
  });

  test('that follows a rated one by agreement is rated', async () => {
    const dot = await newPlayer(send, 'Dot');
    const eve = await newPlayer(send, 'Eve');
    const { id } = await newMatch(dot, eve, { rated: true, game: 'abiegnus' });
    await act(dot, id, 'resign');
    const offer = await dot.call('POST', `/v1/matches/${id}/offers`, { kind: 'rematch' });
    const [{ offer: number }] = offer.body.offers as [{ offer: string }];
    const { body } = await act(eve, id, `offers/${number}/accept`);
    const next = await eve.call<MatchBody>('GET', `/v1/matches/${body.rematch}`);
    expect(next.body).toMatchObject({ rated: true, status: 'active' });
    await act(eve, next.body.id, 'resign');
    expect((await board('abiegnus')).players.map(({ matches }) => matches)).toEqual([2, 2]);
  });
});

describe('the leaderboard', () => {
  test('tells who won against whom, rounded, the best first', async () => {
    const { finishedAt } = await lost(bob, ada);
    const { players, asOf } = await board();
    expect(players).toEqual([
      {
        player: { id: ada.id, name: 'Ada' },
        ...{ rating: 1662.31, deviation: 290.32, established: false, matches: 1, lastAt: finishedAt },
      },
      {
        player: { id: bob.id, name: 'Bob' },
        ...{ rating: 1337.69, deviation: 290.32, established: false, matches: 1, lastAt: finishedAt },
      },
    ]);
    expect(Math.abs(Date.parse(asOf) - Date.now())).toBeLessThan(60_000);
  });

  test('is moved by later matches, private ones too, of which it says no more', async () => {
    const match = await lost(bob, cyd, { visibility: 'private', invited: [cyd.id] });
    expect(names(await board())).toEqual(['Ada', 'Cyd', 'Bob']);
    await lost(ada, bob);
    const after = await board();
    expect(after.players.map(({ player, matches }) => [player.name, matches])).toEqual([
      ['Cyd', 1],
      ['Bob', 3],
      ['Ada', 2],
    ]);
    expect(JSON.stringify(after)).not.toContain(match.id);
  });

  test('does not count what was called off, or never began', async () => {
    const before = await board();
    const { id } = await newMatch(ada, cyd, { rated: true });
    await act(ada, id, 'offers', { kind: 'abort' });
    const { body } = await ada.call<{ offers: { offer: string }[] }>('GET', `/v1/matches/${id}`);
    const ended = await act(cyd, id, `offers/${body.offers[0]?.offer}/accept`);
    expect(ended.body).toMatchObject({ status: 'finished', outcome: { reason: 'aborted' } });
    const left = await ada.call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis', rated: true });
    await act(ada, left.body.id, 'leave');
    expect((await board()).players.map(({ matches }) => matches)).toEqual(before.players.map(({ matches }) => matches));
  });

  test('comes in pages', async () => {
    const all = names(await board());
    const found: string[] = [];
    let page = await board('aquaignis', '?limit=2');
    for (let pages = 1; page.next !== null && pages < 10; pages += 1) {
      found.push(...names(page));
      page = await board('aquaignis', `?limit=2&cursor=${page.next}`);
    }
    expect([...found, ...names(page)]).toEqual(all);
  });

  test('is of one game each', async () => {
    expect(await board('astromagie')).toEqual({
      game: 'astromagie',
      players: [],
      next: null,
      asOf: expect.any(String),
    });
    expect((await nobody(send).call('GET', '/v1/games/chess/leaderboard')).body).toMatchObject({ code: 'not_found' });
  });

  test('of several players goes by how they end', async () => {
    const made = await ada.call<MatchBody>('POST', '/v1/matches', { game: 'astromagie', seats: 3, rated: true });
    for (const who of [bob, cyd]) await act(who, made.body.id, 'join');
    for (const who of [cyd, ada]) await act(who, made.body.id, 'resign');
    const { players } = await board('astromagie');
    expect(players[0]?.player.name).toBe('Bob');
    expect(players[1]?.rating).toBe(players[2]?.rating);
  });

  const cursorOf = (text: string) => Buffer.from(text).toString('base64url');
  test.each([
    ...['cursor=x', 'cursor=', 'limit=0', 'limit=101', 'limit=many', 'colour=blue'],
    `cursor=${cursorOf('best')}`,
    `cursor=${cursorOf('established 1500')}`,
    `cursor=${cursorOf(`established 1e400 p_0000000000000000`)}`,
    `cursor=${cursorOf(`established 1500 p_0000000000000000 more`)}`,
    `cursor=${cursorOf('established 1500 ada')}`,
  ])('refuses %s', async (query) => {
    const answer = await ada.call('GET', `/v1/games/aquaignis/leaderboard?${query}`);
    expect(answer).toMatchObject({ status: 422, body: { code: 'invalid' } });
  });
});
