/**
 * How fast the engine of Aquaignis is, on the moves of the committed games.
 *
 * Each figure is the median of several rounds, and has a floor measured in the same run: what the least conceivable
 * work of that kind costs on this machine at this moment. A slow machine moves both.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { AquaignisEvent } from '../../domain/aquaignis/events.ts';
import { aquaignis } from '../../domain/aquaignis/index.ts';
import type { Move } from '../../domain/aquaignis/moves.ts';
import type { State } from '../../domain/aquaignis/types.ts';

export interface Figure {
  readonly name: string;
  readonly value: number;
  readonly unit: string;
  readonly target: number;
  /** Whether the target is a least or a most. */
  readonly wanted: 'at least' | 'at most';
  readonly floor: { readonly name: string; readonly value: number };
}

interface Ply {
  readonly seat: 1 | 2;
  readonly text: string;
  readonly before: State;
  readonly events: readonly AquaignisEvent[];
  readonly json: string;
}

const ROUNDS = 7;
const ROUND_MS = 120;
const REPLAYED_PLIES = 80;

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

function readGames(): Ply[][] {
  const path = fileURLToPath(new URL('../vectors/aquaignis.jsonl', import.meta.url));
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const entry: unknown = JSON.parse(line);
    const moves: unknown = isRecord(entry) ? entry.moves : undefined;
    return Array.isArray(moves) ? pliesOf(moves.map(String)) : [];
  });
}

function pliesOf(moves: readonly string[]): Ply[] {
  let state = aquaignis.setup({}, [1, 2]);
  return moves.map((text) => {
    const seat = state.turn % 2 === 1 ? 1 : 2;
    const before = state;
    const events = eventsOf(before, seat, text);
    state = fold(state, events);
    return { seat, text, before, events, json: JSON.stringify(events) };
  });
}

function eventsOf(state: State, seat: 1 | 2, text: string): readonly AquaignisEvent[] {
  const move: Move | null = aquaignis.parseMove(text);
  if (move === null) throw new Error(`no move: ${text}`);
  const verdict = aquaignis.decide(state, seat, move);
  if (!verdict.ok) throw new Error(`${text}: ${verdict.refusal.message}`);
  return verdict.events;
}

function fold(state: State, events: readonly AquaignisEvent[]): State {
  let next = state;
  for (const event of events) next = aquaignis.evolve(next, event);
  return next;
}

/** Median nanoseconds an item; `pass` does all items once and gives a number, so that no work can be left out. */
function nanoseconds(items: number, pass: () => number): number {
  let sink = 0;
  const round = (): number => {
    const start = performance.now();
    let passes = 0;
    let elapsed = 0;
    do {
      sink += pass();
      passes += 1;
      elapsed = performance.now() - start;
    } while (elapsed < ROUND_MS);
    return (elapsed * 1e6) / (passes * items);
  };
  round();
  const times = Array.from({ length: ROUNDS }, round).sort((a, b) => a - b);
  if (!Number.isFinite(sink)) throw new Error('nothing was measured');
  return times[Math.floor(ROUNDS / 2)] ?? Number.NaN;
}

export function engineFigures(): Figure[] {
  const games = readGames();
  const plies = games.flat();
  const longGames = games.filter((game) => game.length >= REPLAYED_PLIES).map((game) => game.slice(0, REPLAYED_PLIES));
  const texts = longGames.map((game) => game.map(({ text }) => text));
  const logs = longGames.map((game) => game.map(({ json }) => json));
  const start = aquaignis.setup({}, [1, 2]);

  const overPlies = (each: (ply: Ply) => number) =>
    nanoseconds(plies.length, () => plies.reduce((sum, ply) => sum + each(ply), 0));
  const overGames = <Item>(all: readonly (readonly Item[])[], each: (game: readonly Item[]) => number) =>
    nanoseconds(all.length, () => all.reduce((sum, game) => sum + each(game), 0));

  const known = new Map(plies.map(({ text }) => [text, text.length]));
  const lookUp = overPlies(({ text }) => known.get(text) ?? 0);
  const copy = overPlies(({ before, events }) => copies(before, events.length));
  const lookUpAll = overGames(texts, (game) => game.reduce((sum, text) => sum + (known.get(text) ?? 0), 0));
  const parseAll = overGames(logs, (game) => game.reduce((sum, json) => sum + eventsFrom(json).length, 0));

  const validated = ({ before, seat, text }: Ply) => fold(before, eventsOf(before, seat, text)).turn;
  const withLegal = overPlies((ply) => aquaignis.legalMoves(ply.before, ply.seat).length + validated(ply));
  const alone = overPlies(validated);
  const evolving = overPlies(({ before, events }) => fold(before, events).turn);
  const fromMoves = overGames(texts, (game) => replayTexts(start, game));
  const fromJson = overGames(logs, (game) => game.reduce((state, json) => fold(state, eventsFrom(json)), start).turn);

  const rate = (ns: number) => Math.round(1e9 / ns);
  const micros = (ns: number) => Math.round(ns / 10) / 100;
  const looked = { name: 'one Map look-up of each text', value: rate(lookUp) };
  const copied = { name: 'one literal copy of the state an event', value: rate(copy) };
  return [
    atLeast('legal moves and a validated move', rate(withLegal), 'moves/s', 500_000, looked),
    atLeast('validated move from text', rate(alone), 'moves/s', 1_000_000, looked),
    atLeast('evolve', rate(evolving), 'commits/s', 3_000_000, copied),
    atMost(`${REPLAYED_PLIES} plies from move texts`, micros(fromMoves), 50, {
      name: 'one Map look-up of each text',
      value: micros(lookUpAll),
    }),
    atMost(`${REPLAYED_PLIES} plies from JSON events`, micros(fromJson), 120, {
      name: 'JSON.parse alone',
      value: micros(parseAll),
    }),
  ];
}

type Floor = Figure['floor'];

function atLeast(name: string, value: number, unit: string, target: number, floor: Floor): Figure {
  return { name, value, unit, target, wanted: 'at least', floor };
}

function atMost(name: string, value: number, target: number, floor: Floor): Figure {
  return { name, value, unit: 'µs', target, wanted: 'at most', floor };
}

function replayTexts(start: State, texts: readonly string[]): number {
  let state = start;
  for (const text of texts) state = fold(state, eventsOf(state, state.turn % 2 === 1 ? 1 : 2, text));
  return state.turn;
}

/** Trusted: the bench has written these texts itself. */
function eventsFrom(json: string): readonly AquaignisEvent[] {
  return JSON.parse(json);
}

function copies(state: State, count: number): number {
  let copy = state;
  for (let i = 0; i < count; i += 1) {
    const { turn, phase, aqua, ignis, eventful, quietStarts } = copy;
    copy = { turn, phase, aqua, ignis, eventful, quietStarts };
  }
  return copy.turn;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const { name, value, unit, target, wanted, floor } of engineFigures()) {
    const reached = `${value.toLocaleString('en')} ${unit} (${wanted} ${target.toLocaleString('en')})`;
    console.log(`${name}: ${reached}; floor, ${floor.name}: ${floor.value.toLocaleString('en')}`);
  }
}
