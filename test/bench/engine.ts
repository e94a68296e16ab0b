/** How fast the engine of Aquaignis is, on the moves of the committed games; measured as in `processor-time.ts`. */
import { fileURLToPath } from 'node:url';
import type { AquaignisEvent } from '../../domain/aquaignis/events.ts';
import { aquaignis } from '../../domain/aquaignis/index.ts';
import type { Move } from '../../domain/aquaignis/moves.ts';
import type { State } from '../../domain/aquaignis/types.ts';
import { type Figure, printed } from './figure.ts';
import { atLeast, atMost, costOf, micros, rate, readVectors } from './processor-time.ts';

interface Ply {
  readonly seat: 1 | 2;
  readonly text: string;
  readonly before: State;
  readonly events: readonly AquaignisEvent[];
  readonly json: string;
}

const REPLAYED_PLIES = 80;

function readGames(): Ply[][] {
  return readVectors('aquaignis').map(({ moves }) => (Array.isArray(moves) ? pliesOf(moves.map(String)) : []));
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

export function engineFigures(): Figure[] {
  const games = readGames();
  const plies = games.flat();
  const longGames = games.filter((game) => game.length >= REPLAYED_PLIES).map((game) => game.slice(0, REPLAYED_PLIES));
  const texts = longGames.map((game) => game.map(({ text }) => text));
  const logs = longGames.map((game) => game.map(({ json }) => json));
  const start = aquaignis.setup({}, [1, 2]);

  const overPlies = (each: (ply: Ply) => number) =>
    costOf(plies.length, () => plies.reduce((sum, ply) => sum + each(ply), 0));
  const overGames = <Item>(all: readonly (readonly Item[])[], each: (game: readonly Item[]) => number) =>
    costOf(all.length, () => all.reduce((sum, game) => sum + each(game), 0));

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

  const looked = { name: 'one Map look-up of each text', value: rate(lookUp) };
  const copied = { name: 'one literal copy of the state an event', value: rate(copy) };
  const lookedAll = { name: looked.name, value: micros(lookUpAll) };
  const parsedAll = { name: 'JSON.parse alone', value: micros(parseAll) };
  return [
    atLeast('legal moves and a validated move', withLegal, 'moves/s', 500_000, looked),
    atLeast('validated move from text', alone, 'moves/s', 1_000_000, looked),
    atLeast('evolve', evolving, 'commits/s', 3_000_000, copied),
    atMost(`${REPLAYED_PLIES} plies from move texts`, fromMoves, 50, lookedAll),
    atMost(`${REPLAYED_PLIES} plies from JSON events`, fromJson, 120, parsedAll),
  ];
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
  for (const figure of engineFigures()) console.log(printed(figure));
}
