/**
 * `kill -9` between what a player's account says of leave and what the player's matches do: after the next start every
 * match says exactly that, once.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { readLog } from '../support/chain.ts';
import { type Client, newMatch } from '../support/clients.ts';
import { randomFrom } from '../support/random.ts';
import { Server } from './kill-server.ts';

const MATCHES = 6;
/** So long after the answer the second and the third kill come at most: some matches may have been told by then. */
const LATEST_KILL_MS = 100;
const TOLD_WITHIN_MS = 15_000;
const DAY = 86_400_000;

const random = randomFrom();
let server: Server;

beforeAll(async () => {
  server = await Server.new();
});
afterAll(() => server?.end());

interface LeaveEvent {
  readonly type: string;
  readonly seat: number;
  readonly from: string;
  readonly to: string;
}

/** What a match's log says of leave, and when each of it was stored. */
async function leaveIn(player: Client, match: string): Promise<readonly (LeaveEvent & { readonly at: string })[]> {
  const log = await readLog(player, match);
  return log.flatMap(({ at, events }) =>
    events.flatMap((event) => {
      if (!String(event.type).startsWith('vacation.')) return [];
      const { type, seat, from, to } = event as unknown as LeaveEvent;
      return [{ type, seat, from, to, at }];
    }),
  );
}

const today = Date.now();
const dayIn = (days: number) => new Date(today + days * DAY).toISOString().slice(0, 10);

test('a leave that is set, changed and ended, each time with a kill after the answer', async () => {
  console.log(`seed ${random.seed}`);
  const ada = await server.newPlayer('Ada');
  const bob = await server.newPlayer('Bob');
  const clock = { kind: 'per-turn', time: 'P3D' };
  const matches = await Promise.all(Array.from({ length: MATCHES }, () => newMatch(ada, bob, { clock })));
  const refusing = await newMatch(ada, bob, { clock, vacation: false });
  const midnight = (days: number) => `${dayIn(days)}T00:00:00.000Z`;
  const first = { from: midnight(10), to: midnight(20) };
  const second = { from: midnight(30), to: midnight(40) };
  const granted = (span: object) => ({ type: 'vacation.granted', seat: 1, ...span });
  const cut = (span: object) => ({ type: 'vacation.cut', seat: 1, ...span });
  const wish = (from: number, to: number) => ({ from: dayIn(from), to: dayIn(to), timeZone: 'UTC' });
  const steps = [
    { send: () => ada.call('PUT', '/v1/me/vacation', wish(10, 19)), adds: [granted(first)] },
    { send: () => ada.call('PUT', '/v1/me/vacation', wish(30, 39)), adds: [cut(first), granted(second)] },
    { send: () => ada.call('DELETE', '/v1/me/vacation'), adds: [cut(second)] },
  ];

  let caughtUp = 0;
  const expected: object[] = [];
  for (const [n, { send, adds }] of steps.entries()) {
    expected.push(...adds);
    const { status, text } = await send();
    if (n > 0) await sleep(random.below(LATEST_KILL_MS));
    await server.kill();
    expect(status, text).toBe(200);
    const restart = new Date().toISOString();
    await server.start();
    const said = await vi.waitFor(
      async () => {
        const all = await Promise.all(matches.map(({ id }) => leaveIn(bob, id)));
        for (const each of all) expect(each.map(({ at: _, ...event }) => event)).toEqual(expected);
        return all;
      },
      { timeout: TOLD_WITHIN_MS, interval: 50 },
    );
    caughtUp += said.filter((each) => (each.at(-1)?.at ?? '') >= restart).length;
  }
  console.log(`${caughtUp} of ${steps.length * MATCHES} were granted or cut after the kill`);
  expect(caughtUp, 'the kills came in between').toBeGreaterThan(0);

  // Nor does a start that finds all done add anything.
  await server.kill();
  await server.start();
  await sleep(500);
  for (const { id } of matches) {
    expect((await leaveIn(bob, id)).map(({ at: _, ...event }) => event)).toEqual(expected);
  }
  expect(await leaveIn(bob, refusing.id)).toEqual([]);
});
