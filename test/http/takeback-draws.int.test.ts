/**
 * A third repetition played through after takebacks: positions that were taken back do not count, those before do, and
 * the draw comes at exactly that ply.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { verifyRecord } from '../../domain/match/verify.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, type MatchBody, newMatch, newPlayer } from '../support/clients.ts';

let api: TestApi;
let ada: Client;
let bob: Client;

beforeAll(async () => {
  api = await startApi();
  ada = await newPlayer(api.send, 'Ada');
  bob = await newPlayer(api.send, 'Bob');
});
afterAll(() => api.end());

interface Body extends MatchBody {
  readonly view: { readonly turn: number; readonly actionsLeft: number; readonly occurrences: number };
}

/** The side to move spawns over its own piece: a turn of that leaves the board as it was. */
async function wait(id: string, { ply, toMove }: Body): Promise<Body> {
  const [player, move] = toMove[0] === 1 ? [ada, 'spawn 1'] : [bob, 'spawn 7'];
  const answer = await player.call<Body>('POST', `/v1/matches/${id}/moves`, { ply, moves: [move] });
  if (answer.status !== 200) throw new Error(answer.text);
  return answer.body;
}

async function takeBack(id: string, toPly: number): Promise<Body> {
  const made = await bob.call<Body>('POST', `/v1/matches/${id}/offers`, { kind: 'takeback', toPly });
  const back = await ada.call<Body>('POST', `/v1/matches/${id}/offers/${made.body.head.seq}/accept`);
  if (back.status !== 200) throw new Error(back.text);
  return back.body;
}

async function waitUntil(id: string, from: Body, ply: number): Promise<Body> {
  let match = from;
  while (match.ply < ply && match.status === 'active') match = await wait(id, match);
  return match;
}

/**
 * Without takebacks: the board with both pieces is there, Aqua to move, at the start of turn 3 (after ply 3), of turn 5
 * (after ply 7) and of turn 7 (after ply 11). A ply that is taken back has to be played again, and the takeback is one.
 */
test.each<[string, readonly (readonly [at: number, toPly: number])[], number]>([
  ['none', [], 11],
  ['of the second time', [[9, 5]], 16],
  ['of the second time, played up to just before the third', [[10, 6]], 16],
  ['into the middle of a turn', [[9, 4]], 17],
  ['within a turn', [[10, 9]], 13],
  ['of the first time too', [[9, 1]], 20],
  ['of everything', [[9, 0]], 21],
  ['of one ply, at the last moment', [[10, 8]], 14],
  [
    'twice, the second to where the first led',
    [
      [9, 5],
      [14, 10],
    ],
    21,
  ],
  [
    'twice, the second to before the first',
    [
      [9, 5],
      [14, 3],
    ],
    23,
  ],
])('takebacks: %s', async (_what, takebacks, drawnAt) => {
  const { id } = await newMatch(ada, bob);
  let match = (await ada.call<Body>('GET', `/v1/matches/${id}`)).body;
  for (const [at, toPly] of takebacks) {
    match = await waitUntil(id, match, at);
    expect(match).toMatchObject({ ply: at, status: 'active' });
    const then = (await ada.call<Body>('GET', `/v1/matches/${id}?ply=${toPly}`)).body;
    match = await takeBack(id, toPly);
    expect(match).toMatchObject({ ply: at + 1, view: then.view, position: then.position, toMove: then.toMove });
  }
  match = await waitUntil(id, match, drawnAt - 1);
  expect(match).toMatchObject({ ply: drawnAt - 1, status: 'active', outcome: null, view: { turn: 6, occurrences: 2 } });
  match = await wait(id, match);
  expect(match).toMatchObject({
    ply: drawnAt,
    status: 'finished',
    outcome: { kind: 'draw', winners: [], reason: 'repetition' },
  });
  const { text } = await bob.call('GET', `/v1/matches/${id}/record`);
  expect(verifyRecord(text, games)).toMatchObject({ verdict: 'ok', fault: null });
});
