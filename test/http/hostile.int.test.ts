/** Thousands of requests as nobody should send them: each is refused, says why, and leaves every log as it was. */
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MatchId } from '../../domain/match/types.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, clientOf, type MatchBody, newMatch, newPlayer, nobody, type Send } from '../support/clients.ts';
import { progress } from '../support/progress.ts';
import { hostile } from './hostile-requests.ts';

const REQUESTS = 5000;
/** Statuses of problems that a client can bring about. */
const REFUSED = [400, 401, 403, 404, 405, 409, 413, 415, 422];

let api: TestApi;
let send: Send;
let people: { ada: Client; bob: Client; cyd: Client; nobody: Client };
/** Ada's matches, those with Bob at ply 1. */
let matches: readonly [open: string, active: string, over: string, hidden: string];

beforeAll(async () => {
  api = await startApi();
  send = api.appWith({});
  const [ada, bob, cyd] = await Promise.all(['Ada', 'Bob', 'Cyd'].map((name) => newPlayer(send, name)));
  if (!ada || !bob || !cyd) throw new Error('no players');
  people = { ada, bob, cyd, nobody: nobody(send) };
  const make = async (visibility: string) =>
    (await ada.call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis', visibility })).body.id;
  const active = await newMatch(ada, bob);
  const over = await newMatch(ada, bob);
  for (const { id } of [active, over]) {
    const moved = await ada.call('POST', `/v1/matches/${id}/moves`, { ply: 0, moves: ['spawn 3'] });
    expect(moved.status).toBe(200);
  }
  await ada.call('POST', `/v1/matches/${over.id}/resign`);
  matches = [await make('public'), active.id, over.id, await make('private')];
});
afterAll(() => api.end());

/** Every commit of every match as it is stored, and all that has been said. */
async function logs(): Promise<string> {
  const all = matches.map((id) => [
    api.deps.log.read(id as MatchId, 0, 1000),
    api.deps.talk.read(id as MatchId, 0, 1000),
  ]);
  return JSON.stringify(await Promise.all(all.flat()));
}

test(`${REQUESTS} of them`, async () => {
  const before = await logs();
  const tell = progress('hostile requests', REQUESTS);
  const met = new Map<number, number>();
  let done = 0;
  const property = fc.asyncProperty(hostile, async ({ who, method, path, body, headers, fate }) => {
    const { token } = people[who];
    const address = path.replace(/\{(\d)\}/g, (_, n: string) => matches[Number(n)] ?? '');
    const response = await send(address, {
      method,
      headers: { ...(token === null ? {} : { Authorization: `Bearer ${token}` }), ...headers },
      ...(body === undefined ? {} : { body }),
    });
    const text = await response.text();
    const { status } = response;
    done += 1;
    met.set(status, (met.get(status) ?? 0) + 1);
    tell(done);
    const taken = status === 200 && fate === 'perhaps';
    if (!taken) expect(REFUSED, `${status} ${text}`).toContain(status);
    if (status >= 400) {
      const problem = JSON.parse(text);
      expect(problem).toMatchObject({ status, code: expect.any(String) });
      if (problem.code === 'invalid') {
        expect(problem.errors.length).toBeGreaterThan(0);
        for (const error of problem.errors) {
          expect(error.pointer).toMatch(/^(\/|$)/);
          expect(error.detail).not.toBe('');
        }
      }
    }
    // An answer is no place to send back what was sent.
    if (status >= 400) expect(text.length).toBeLessThan(12_000);
  });
  const result = await fc.check(property, { numRuns: REQUESTS });
  console.log(
    `seed ${result.seed}; ${[...met]
      .sort(([a], [b]) => a - b)
      .map(([status, count]) => `${status}: ${count}`)
      .join(', ')}`,
  );
  if (result.failed) throw new Error(fc.defaultReportMessage(result) ?? 'failed');
  expect(done).toBe(REQUESTS);
  expect(await logs()).toBe(before);
  // Each kind of refusal was met, so the requests get beyond the first thing that is looked at.
  for (const status of [200, 400, 401, 403, 404, 405, 409, 413, 415, 422])
    expect(met.get(status) ?? 0, `${status}`).toBeGreaterThan(0);
});

test('what comes of the same by accident is known', async () => {
  const taken = async (path: string, body: string) =>
    (await clientOf(send, '', people.ada.token).call('POST', path, body)).status;
  // The last of two fields counts, as in every JSON parser; unicode in an entropy is fair.
  expect(await taken('/v1/matches', '{"game":"chess","game":"aquaignis"}')).toBe(201);
  expect(await taken('/v1/matches', JSON.stringify({ game: 'aquaignis', entropy: '👩‍👩‍👧 <b>&"\\' }))).toBe(201);
  expect(await taken('/v1/players', '{"name":"  Ada \\u0301 "}')).toBe(201);
});
