/** Plans that are cancelled and changed just as the opponent moves, over HTTP with real concurrency. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { MatchId } from '../../domain/match/types.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, type MatchBody, newMatch, newPlayer } from '../support/clients.ts';
import { progress } from '../support/progress.ts';
import { randomFrom } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';

const ROUNDS = rounds({ soak: 400, brief: 40, local: 15 });
const CAME = ['spawn 4', 'charge 4'];
const OLD = ['charge 4', 'spawn 1'];
const NEW = ['spawn 2', 'spawn 3'];

let api: TestApi;
let ada: Client;
let bob: Client;

beforeAll(async () => {
  api = await startApi();
  const send = api.appWith({});
  [ada, bob] = [await newPlayer(send, 'Ada'), await newPlayer(send, 'Bob')];
});
afterAll(() => api.end());

/** The moves that the plan has made by now. */
async function planned(id: string): Promise<readonly string[]> {
  const commits = await api.deps.log.read(id as MatchId, 0, 100);
  return commits.flatMap(({ events }) =>
    events.flatMap((event) => (event.type === 'move.made' && event.by === 'plan' ? [event.move] : [])),
  );
}

test(`after a cancel or a change that was acknowledged no move of the old plan is made (${ROUNDS} rounds)`, async () => {
  const random = randomFrom();
  console.log(`seed ${random.seed}`);
  const tell = progress('plans cancelled and changed', ROUNDS);
  const met = new Map<string, number>();
  for (let round = 1; round <= ROUNDS; round += 1) {
    tell(round);
    const { id } = await newMatch(ada, bob);
    const at = `/v1/matches/${id}`;
    await ada.call('POST', `${at}/moves`, { ply: 0, moves: ['spawn 4'] });
    const lay = (answer: readonly string[]) =>
      ada.call<{ code?: string }>('PUT', `${at}/plan`, { ply: 1, branches: [{ when: CAME, answer }] });
    expect((await lay(OLD)).status).toBe(200);
    const cancels = random.below(2) === 0;
    const [pause, wait] = [random.below(50), random.below(6)];
    const [moved, asked] = await Promise.all([
      sleep(wait).then(() => bob.call<MatchBody>('POST', `${at}/moves`, { ply: 1, moves: CAME })),
      sleep(pause).then(async () => {
        const answer = cancels ? await ada.call<{ code?: string }>('DELETE', `${at}/plan`) : await lay(NEW);
        return { ...answer, before: await planned(id) };
      }),
    ]);
    expect(moved.status).toBe(200);
    await api.background.idle();
    const made = await planned(id);
    const told = `round ${round}: ${asked.status} ${asked.text}`;
    if (cancels && asked.status === 204) expect(made, told).toEqual(asked.before);
    else if (asked.status === 200) expect(made, told).toEqual(NEW);
    else {
      expect(['plan_firing', 'own_turn', 'stale_ply'], told).toContain(asked.body.code);
      expect(made, told).toEqual(OLD);
    }
    expect([[], OLD, NEW], told).toContainEqual(made);
    const left = await ada.call<{ plan: unknown }>('GET', `${at}/plan`);
    expect(left.body.plan, told).toBeNull();
    const what = `${cancels ? 'cancel' : 'change'} ${asked.body.code ?? asked.status}, ${made.length === 0 ? 'nothing' : 'something'} played`;
    met.set(what, (met.get(what) ?? 0) + 1);
  }
  console.log(Object.fromEntries(met));
  expect(met.size).toBeGreaterThan(2);
});
