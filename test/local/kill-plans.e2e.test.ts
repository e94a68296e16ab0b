/** `kill -9` while plans answer: after the next start each has answered once, and its owner has been told once. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Client, type MatchBody, newMatch } from '../support/clients.ts';
import { progress } from '../support/progress.ts';
import { randomFrom } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { feedOf, Server } from './kill-server.ts';

const KILLS = rounds({ soak: 40, brief: 4, local: 2 });
/** Matches in which a plan answers at the same time. */
const AT_ONCE = 6;
const DONE_WITHIN_MS = 30_000;
const CAME = { ply: 1, moves: ['spawn 4', 'charge 4'] };
const ANSWER = ['charge 4', 'spawn 1'];

const random = randomFrom();
let server: Server;
let ada: Client;
let bob: Client;

beforeAll(async () => {
  server = await Server.new();
  [ada, bob] = [await server.newPlayer('Ada'), await server.newPlayer('Bob')];
});
afterAll(() => server?.end());

async function planned(): Promise<string> {
  const { id } = await newMatch(ada, bob);
  await ada.call('POST', `/v1/matches/${id}/moves`, { ply: 0, moves: ['spawn 4'] });
  const branches = [{ when: CAME.moves, answer: ANSWER }];
  const laid = await ada.call('PUT', `/v1/matches/${id}/plan`, { ply: 1, branches });
  if (laid.status !== 200) throw new Error(laid.text);
  return id;
}

interface Commits {
  readonly commits: readonly { readonly events: readonly { type: string; move?: string; by?: string }[] }[];
}

test(`${KILLS} times`, { timeout: 600_000 }, async () => {
  console.log(`seed ${random.seed}`);
  const tell = progress('kill -9', KILLS);
  const all: string[] = [];
  let undone = 0;
  for (let round = 1; round <= KILLS; round += 1) {
    const matches: string[] = [];
    for (let n = 0; n < AT_ONCE; n += 1) matches.push(await planned());
    all.push(...matches);
    // The first of them may have been answered when the kill comes, and the last not have been sent.
    const moved = Promise.allSettled(matches.map((id) => bob.call('POST', `/v1/matches/${id}/moves`, CAME)));
    await sleep(random.below(250));
    await server.kill();
    await moved;
    await server.start();
    for (const id of matches) {
      const { body } = await bob.call<MatchBody>('GET', `/v1/matches/${id}`);
      undone += body.ply < 5 ? 1 : 0;
      expect((await bob.call('POST', `/v1/matches/${id}/moves`, CAME)).status).toBe(200);
    }
    tell(round, `${all.length} plans`);
  }

  for (const id of all) {
    const ply = async () => (await bob.call<MatchBody>('GET', `/v1/matches/${id}`)).body.ply;
    await expect.poll(ply, { timeout: DONE_WITHIN_MS }).toBe(5);
    const { body } = await bob.call<Commits>('GET', `/v1/matches/${id}/events?after=4`);
    const events = body.commits.flatMap((commit) => commit.events);
    expect(events.map(({ type, move, by }) => [type, move, by])).toEqual(
      ANSWER.map((move) => ['move.made', move, 'plan']),
    );
    await expect
      .poll(async () => (await ada.call('GET', `/v1/matches/${id}/plan`)).body, { timeout: DONE_WITHIN_MS })
      .toEqual({ plan: null });
  }
  const told = (await feedOf(ada)).flatMap((entry) => (entry.type === 'plan.played' ? [entry.match] : []));
  expect(told.sort()).toEqual([...all].sort());
  console.log(`${KILLS} kills: ${all.length} plans, ${undone} of them not played when the server was back`);
});
