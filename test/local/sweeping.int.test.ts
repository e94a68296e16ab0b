/** On one machine: once a minute what has run out of time is ended, and told, without any request. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { games } from '../../domain/games.ts';
import { GRACE_MS } from '../../domain/match/clock/due.ts';
import type { PlayerId } from '../../domain/match/types.ts';
import { type Background, startBackground } from '../../functions/local/background.ts';
import {
  begun,
  clock,
  DAY,
  database,
  derived,
  inIndex,
  MINUTE,
  project,
  stateOf,
  withTable,
} from '../clock/sweep-kit.ts';
import { around } from '../support/around.ts';
import { ADA, BOB } from '../support/matches.ts';

withTable();

let background: Background;
let lines: object[];
let down: boolean;
/** What a request to the index waits for. */
let held: Promise<void>;
let asked: number;

beforeEach(() => {
  lines = [];
  down = false;
  held = Promise.resolve();
  asked = 0;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
  const client = around(database.client, async (go, command) => {
    if (!('IndexName' in command.input)) return go();
    asked += 1;
    await held;
    if (down) throw new Error('down');
    return go();
  });
  background = startBackground({
    ...{ client, table: database.table, games, now: clock.now, webhookLoopback: false, source: null },
    report: (line) => lines.push(line),
  });
});
afterEach(async () => {
  vi.useRealTimers();
  await background.stop();
});

function minutes(count: number): void {
  clock.pass(count * MINUTE);
  vi.advanceTimersByTime(count * MINUTE);
}

const statusOf = async (match: Parameters<typeof stateOf>[0]) => (await stateOf(match)).status;
const ended = (match: Parameters<typeof stateOf>[0]) => expect.poll(() => statusOf(match)).toBe('finished');

test('a match ends though nobody looks, its players are told, and the index tells of it no more', async () => {
  const match = await begun();
  await project(match);
  clock.pass(DAY + GRACE_MS - MINUTE);
  expect(asked).toBe(0);
  minutes(1);
  await ended(match);
  await background.idle();
  const told = async (player: PlayerId) => (await derived.feeds.read(player, 0, 100)).entries.map(({ type }) => type);
  for (const player of [ADA, BOB]) expect((await told(player)).slice(-1)).toEqual(['match.finished']);
  expect(await inIndex()).toEqual([]);
  expect(lines).toEqual([]);
});

test('a sweep that breaks off is told, and made good by the next', async () => {
  const match = await begun();
  await project(match);
  clock.pass(DAY);
  down = true;
  minutes(1);
  await expect
    .poll(() => lines)
    .toEqual([expect.objectContaining({ message: 'sweep broken off', error: 'Error: down' })]);
  expect(await statusOf(match)).toBe('active');
  down = false;
  minutes(1);
  await ended(match);
});

test('one sweep goes on at a time', async () => {
  let go: () => void = () => undefined;
  held = new Promise((resolve) => {
    go = resolve;
  });
  minutes(1);
  await expect.poll(() => asked).toBe(1);
  minutes(5);
  expect(asked).toBe(1);
  go();
  // Resolves when that sweep is over and another one has been.
  await background.sweep();
  expect(asked).toBe(16);
  minutes(1);
  await expect.poll(() => asked).toBe(24);
});

test('a stop waits for what is under way, begins nothing more, and tells of no failure', async () => {
  const match = await begun();
  await project(match);
  clock.pass(2 * DAY);
  let go: () => void = () => undefined;
  held = new Promise((resolve) => {
    go = resolve;
  });
  minutes(1);
  await expect.poll(() => asked).toBe(1);
  const stopped = background.stop();
  go();
  expect(await stopped).toBe(true);
  const before = asked;
  minutes(10);
  expect(asked).toBe(before);
  expect(await statusOf(match)).toBe('active');
  expect(lines).toEqual([]);
});
