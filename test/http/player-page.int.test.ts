/** A player's public page: who they are, and what came of their matches, each counted once. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MatchId } from '../../domain/match/types.ts';
import { projectMatch } from '../../functions/stream/project.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, type MatchBody, newMatch, newPlayer, nobody } from '../support/clients.ts';
import { projectionOn } from '../support/derived.ts';

interface Page {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly results: readonly Record<string, unknown>[];
  readonly ratings: readonly Record<string, unknown>[];
  readonly asOf: string;
}

let api: TestApi;
let ada: Client;
let bob: Client;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.end());
beforeEach(async () => {
  ada = await newPlayer(api.send, 'Ada');
  bob = await newPlayer(api.send, 'Bob');
});

async function pageOf(player: Client, as = nobody(api.send)): Promise<Page> {
  await api.background.idle();
  const { status, body } = await as.call<Page>('GET', `/v1/players/${player.id}`);
  expect(status).toBe(200);
  return body;
}

const tally = (game: string, counts: Record<string, number>) => ({
  ...{ game, won: 0, lost: 0, drawn: 0, aborted: 0 },
  ...counts,
});

/** A match that `loser` resigns. */
async function lost(loser: Client, body: Record<string, unknown> = {}): Promise<string> {
  const { id } = await newMatch(ada, bob, body);
  expect((await loser.call('POST', `/v1/matches/${id}/resign`)).status).toBe(200);
  return id;
}

async function agreed(match: string, kind: string): Promise<void> {
  const made = await ada.call<{ offers: { offer: string }[] }>('POST', `/v1/matches/${match}/offers`, { kind });
  const [offer] = made.body.offers;
  const accepted = await bob.call('POST', `/v1/matches/${match}/offers/${offer?.offer}/accept`);
  expect(accepted.status).toBe(200);
}

test('tells everybody who it is, and of a new player nothing else', async () => {
  const page = await pageOf(ada);
  expect(page).toEqual({
    id: ada.id,
    name: 'Ada',
    createdAt: expect.stringMatching(/Z$/),
    results: [],
    ratings: [],
    asOf: expect.stringMatching(/Z$/),
  });
  for (const who of [ada, bob]) expect(await pageOf(ada, who)).toEqual({ ...page, asOf: expect.any(String) });
});

test('counts won, lost, drawn and called off, by game', async () => {
  await lost(ada);
  await lost(bob);
  await lost(bob, { visibility: 'public' });
  await lost(ada, { game: 'astromagie' });
  await agreed((await newMatch(ada, bob)).id, 'draw');
  await agreed((await newMatch(ada, bob)).id, 'abort');
  await newMatch(ada, bob);
  expect((await pageOf(ada)).results).toEqual([
    tally('aquaignis', { won: 2, lost: 1, drawn: 1, aborted: 1 }),
    tally('astromagie', { lost: 1 }),
  ]);
  expect((await pageOf(bob)).results).toEqual([
    tally('aquaignis', { won: 1, lost: 2, drawn: 1, aborted: 1 }),
    tally('astromagie', { won: 1 }),
  ]);
});

test('tells nothing of matches that are private, cancelled, or played alone', async () => {
  await lost(ada, { visibility: 'private', invited: [bob.id] });
  const open = await ada.call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis' });
  await ada.call('POST', `/v1/matches/${open.body.id}/leave`);
  const alone = { game: 'abiegnus', options: { mode: 'solitaire' } };
  const solitaire = await ada.call<MatchBody>('POST', '/v1/matches', alone);
  await ada.call('POST', `/v1/matches/${solitaire.body.id}/resign`);
  for (const who of [ada, bob]) expect((await pageOf(who)).results).toEqual([]);
});

test('counts a match once, however often and late the stream tells of it, and also after a rematch was agreed on', async () => {
  const match = await lost(ada);
  const expected = [tally('aquaignis', { lost: 1 })];
  expect((await pageOf(ada)).results).toEqual(expected);
  await agreed(match, 'rematch');
  expect((await pageOf(ada)).results).toEqual(expected);
  const to = projectionOn(api.database);
  for (const from of [0, 1, 2, 0]) await projectMatch(to, match as MatchId, from);
  await Promise.all([0, 0, 0].map((from) => projectMatch(to, match as MatchId, from)));
  expect((await pageOf(ada)).results).toEqual(expected);
});

test('tells the ratings by game, as the leaderboards do, of private matches too', async () => {
  await lost(ada, { rated: true });
  await lost(ada, { rated: true, visibility: 'private', invited: [bob.id] });
  await lost(bob, { game: 'astromagie', rated: true });
  await lost(bob, { game: 'abiegnus' });
  for (const player of [ada, bob]) {
    const { ratings } = await pageOf(player);
    expect(ratings.map(({ game, matches, established }) => [game, matches, established])).toEqual([
      ['aquaignis', 2, false],
      ['astromagie', 1, false],
    ]);
    for (const { game, ...rating } of ratings) {
      const board = await ada.call<{ players: { player: { id: string } }[] }>('GET', `/v1/games/${game}/leaderboard`);
      // The deviation grows by the week: not by a hundredth between two requests.
      expect(board.body.players).toContainEqual({ player: { id: player.id, name: expect.any(String) }, ...rating });
    }
  }
  expect((await pageOf(ada)).ratings[0]).toMatchObject({ rating: expect.any(Number), deviation: expect.any(Number) });
});

describe('where there is no such player', () => {
  test.each(['p_0000000000000000', 'p_1', 'nonsense', 'm_0000000000000000'])('%s is not found', async (id) => {
    const answer = await nobody(api.send).call('GET', `/v1/players/${id}?what=1`);
    expect(answer.body).toMatchObject({ status: 404, code: 'not_found' });
  });
});
