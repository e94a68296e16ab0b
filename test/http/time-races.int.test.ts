/** A move and a timeout that race at the deadline: exactly one of them is stored, decided by when the move was received. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { GRACE_MS } from '../../domain/match/clock/due.ts';
import type { MatchId } from '../../domain/match/types.ts';
import { applyTimeout } from '../../functions/play/timeouts.ts';
import { startApi, type TestApi, UNFOLLOWED } from '../support/api.ts';
import { type Times, timesOf } from '../support/at.ts';
import { type Client, type MatchBody, newPlayer } from '../support/clients.ts';
import { progress } from '../support/progress.ts';
import { randomFrom } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';

const ROUNDS = rounds({ soak: 1000, brief: 1000, local: 50 });
const MINUTE = 60_000;

let api: TestApi;
let times: Times;
let ada: Client;
let bob: Client;

beforeAll(async () => {
  api = await startApi(undefined, { source: UNFOLLOWED });
  times = timesOf(api);
  ada = await newPlayer(api.send, 'Ada');
  bob = await newPlayer(api.send, 'Bob');
});
afterAll(() => api.end());

async function newMatch(start: number): Promise<MatchId> {
  const wish = { game: 'aquaignis', clock: { kind: 'per-turn', time: 'PT1M' } };
  const made = await times.at(ada, start).call<MatchBody>('POST', '/v1/matches', wish);
  await times.at(bob, start).call('POST', `/v1/matches/${made.body.id}/join`);
  return made.body.id as MatchId;
}

/** As the sweep does it. */
async function sweep(match: MatchId, now: number): Promise<void> {
  const { log, vacations } = api.deps;
  const loaded = await log.load(match);
  if (loaded === null) throw new Error('no match');
  await applyTimeout({ log, vacations, games, now: () => new Date(now) }, loaded, new Date(now));
}

async function outcomeOf(match: MatchId) {
  const commits = await api.deps.log.read(match, 2, 10);
  return commits.flatMap(({ events }) => events.map(({ type }) => type)).join(' ');
}

test(`at the deadline, a millisecond before and after it (${ROUNDS} rounds)`, async () => {
  const random = randomFrom();
  const start = Date.parse('2026-03-02T00:00:00.000Z');
  const deadline = start + MINUTE;
  const tell = progress('rounds', ROUNDS);
  const seen = new Map<string, number>();
  for (let round = 1; round <= ROUNDS; round += 1) {
    const match = await newMatch(start);
    const received = deadline + random.below(3) - 1;
    // It is stored at any time that a request may take; or it hangs until time may be up for good.
    const hangs = random.below(2) === 0;
    const done = received + (hangs ? GRACE_MS : random.below(30_000));
    const move = () =>
      times.at(ada, received, done).call('POST', `/v1/matches/${match}/moves`, { ply: 0, moves: ['spawn 4'] });
    const sweeps = () => [
      sweep(match, deadline + GRACE_MS - 1),
      sweep(match, hangs ? deadline + GRACE_MS : deadline + 1),
      sweep(match, hangs ? deadline + GRACE_MS + 1 : done),
    ];
    const [answer] = await Promise.all(
      random.below(2) === 0 ? [move(), ...sweeps()] : [Promise.all(sweeps()).then(move)],
    );
    if (!hangs) await sweep(match, deadline + GRACE_MS);
    const status = typeof answer === 'object' ? answer.status : 0;
    const stored = await outcomeOf(match);
    const inTime = received <= deadline;
    const made = stored === 'move.made';
    expect(['move.made', 'seat.timed-out match.finished']).toContain(stored);
    // What was answered is what is stored, too late is never made, and in time is made unless it hung for too long.
    expect(status).toBe(made ? 200 : 409);
    if (!inTime) expect(made).toBe(false);
    if (inTime && !hangs) expect(made).toBe(true);
    const kind = `${inTime ? 'in time' : 'late'}, ${hangs ? 'hung' : 'swift'}: ${made ? 'move' : 'timeout'}`;
    seen.set(kind, (seen.get(kind) ?? 0) + 1);
    tell(round);
  }
  // Each way was gone.
  expect([...seen.keys()].sort()).toEqual(
    expect.arrayContaining(['in time, swift: move', 'late, hung: timeout', 'late, swift: timeout']),
  );
});
