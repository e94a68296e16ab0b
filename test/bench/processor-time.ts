/**
 * How long an engine's work takes.
 *
 * Each figure is processor time, of all threads, in the best of many short rounds: what one core does that has nothing
 * else to do. Beside it stands a floor measured in the same run: what the least conceivable work of that kind costs here.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Figure } from './figure.ts';

const ROUNDS = 40;
const ROUND_MICROSECONDS = 20_000;
const WARM_UP_ROUNDS = 10;

/** Nanoseconds an item, in the best round. `pass` does all items once and gives a number, so that no work can be left out. */
export function costOf(items: number, pass: () => number): number {
  let sink = 0;
  const round = (): number => {
    const start = process.cpuUsage();
    let passes = 0;
    let microseconds = 0;
    do {
      sink += pass();
      passes += 1;
      const { user, system } = process.cpuUsage(start);
      microseconds = user + system;
    } while (microseconds < ROUND_MICROSECONDS);
    return (microseconds * 1000) / (passes * items);
  };
  for (let i = 0; i < WARM_UP_ROUNDS; i += 1) round();
  const best = Math.min(...Array.from({ length: ROUNDS }, round));
  if (!Number.isFinite(sink)) throw new Error('nothing was measured');
  return best;
}

export const rate = (ns: number) => Math.round(1e9 / ns);
export const micros = (ns: number) => Math.round(ns / 10) / 100;

type Floor = NonNullable<Figure['floor']>;

export function atLeast(name: string, ns: number, unit: string, value: number, floor: Floor): Figure {
  return { name, unit, value: rate(ns), floor, target: { is: 'at least', value } };
}

export function atMost(name: string, ns: number, value: number, floor: Floor): Figure {
  return { name, unit: 'µs', value: micros(ns), floor, target: { is: 'at most', value } };
}

/** The committed games, as JSON objects. */
export function readVectors(game: string): Readonly<Record<string, unknown>>[] {
  const path = fileURLToPath(new URL(`../vectors/${game}.jsonl`, import.meta.url));
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const entry: unknown = JSON.parse(line);
    return isRecord(entry) ? entry : {};
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
