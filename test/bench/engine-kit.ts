/**
 * How fast the engine of a game is, on the moves of its committed games. Beside each figure stands a floor measured in
 * the same run: what the least conceivable work of that kind costs here.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Chance } from '../../domain/chance.ts';
import type { Game, GameEvent } from '../../domain/game.ts';
import type { Seat } from '../../domain/seat.ts';
import { atLeast, atMost, costOf, micros, rate } from './cost.ts';
import type { Figure } from './figure.ts';

const REPLAYED_PLIES = 80;

/** One committed game: where it begins, its moves, and the chance that it was played with. */
export interface Script<State> {
  readonly start: State;
  readonly moves: readonly string[];
  readonly chance: () => Chance;
}

/** What the figures are held against. Moves or commits a second at least; microseconds at most. */
export interface Targets {
  readonly withLegal: number;
  readonly validated: number;
  readonly evolve: number;
  readonly fromTexts: number;
  readonly fromJson: number;
}

interface Ply<State, Event> {
  readonly seat: Seat;
  readonly text: string;
  readonly before: State;
  /** All of the commit, with what chance added. */
  readonly events: readonly Event[];
  readonly json: string;
}

/** The lines of a file of vectors. */
export function readVectors(name: string): Readonly<Record<string, unknown>>[] {
  const path = fileURLToPath(new URL(`../vectors/${name}`, import.meta.url));
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  return lines.map((line) => {
    const entry: unknown = JSON.parse(line);
    return isRecord(entry) ? entry : {};
  });
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}

export function textsIn(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

/** `copy`: a state copied by one literal, which is the least that an event can cost. */
export function engineFiguresOf<Options, State, Move, Event extends GameEvent, View>(
  game: Game<Options, State, Move, Event, View>,
  scripts: readonly Script<State>[],
  copy: (state: State) => State,
  targets: Targets,
): Figure[] {
  const decided = (state: State, seat: Seat, text: string): readonly Event[] => {
    const move = game.parseMove(text);
    if (move === null) throw new Error(`no move: ${text}`);
    const verdict = game.decide(state, seat, move);
    if (!verdict.ok) throw new Error(`${text}: ${verdict.refusal.message}`);
    return verdict.events;
  };
  const fold = (state: State, events: readonly Event[]): State => {
    let next = state;
    for (const event of events) next = game.evolve(next, event);
    return next;
  };
  const begun = ({ start }: Script<State>, chance: Chance): State =>
    game.awaitsDraw(start) ? fold(start, game.draw(start, chance)) : start;

  const plies = (script: Script<State>): Ply<State, Event>[] => {
    const chance = script.chance();
    let state = begun(script, chance);
    return script.moves.map((text) => {
      const before = state;
      const seat = game.toMove(before)[0] ?? 1;
      const events = [...decided(before, seat, text)];
      state = fold(before, events);
      if (game.awaitsDraw(state)) events.push(...game.draw(state, chance));
      state = fold(before, events);
      return { seat, text, before, events, json: JSON.stringify(events) };
    });
  };
  const replayTexts = (script: Script<State>): number => {
    const chance = script.chance();
    let state = begun(script, chance);
    for (const text of script.moves) {
      state = fold(state, decided(state, game.toMove(state)[0] ?? 1, text));
      if (game.awaitsDraw(state)) state = fold(state, game.draw(state, chance));
    }
    return game.turn(state);
  };
  /** Trusted: the bench has written these texts itself. */
  const eventsFrom = (json: string): readonly Event[] => JSON.parse(json);
  const copies = (state: State, count: number): number => {
    let copied = state;
    for (let i = 0; i < count; i += 1) copied = copy(copied);
    return game.turn(copied);
  };

  const all = scripts.flatMap(plies);
  const long = scripts
    .filter(({ moves }) => moves.length >= REPLAYED_PLIES)
    .map((script) => ({ ...script, moves: script.moves.slice(0, REPLAYED_PLIES) }));
  const logs = long.map((script) => ({ script, start: begun(script, script.chance()), log: plies(script) }));
  const overPlies = (each: (ply: Ply<State, Event>) => number) =>
    costOf(all.length, () => all.reduce((sum, ply) => sum + each(ply), 0));
  const overGames = (each: (game: (typeof logs)[number]) => number) =>
    costOf(logs.length, () => logs.reduce((sum, one) => sum + each(one), 0));

  const known = new Map(all.map(({ text }) => [text, text.length]));
  const lookUp = overPlies(({ text }) => known.get(text) ?? 0);
  const copying = overPlies(({ before, events }) => copies(before, events.length));
  const lookUpAll = overGames(({ script }) => script.moves.reduce((sum, text) => sum + (known.get(text) ?? 0), 0));
  const parseAll = overGames(({ log }) => log.reduce((sum, { json }) => sum + eventsFrom(json).length, 0));

  const validated = ({ before, seat, text }: Ply<State, Event>) => game.turn(fold(before, decided(before, seat, text)));
  const withLegal = overPlies((ply) => game.legalMoves(ply.before, ply.seat).length + validated(ply));
  const alone = overPlies(validated);
  const evolving = overPlies(({ before, events }) => game.turn(fold(before, events)));
  const fromTexts = overGames(({ script }) => replayTexts(script));
  const fromJson = overGames(({ start, log }) =>
    game.turn(log.reduce((state, { json }) => fold(state, eventsFrom(json)), start)),
  );

  const looked = { name: 'one Map look-up of each text', value: rate(lookUp) };
  const copied = { name: 'one literal copy of the state an event', value: rate(copying) };
  const lookedAll = { name: looked.name, value: micros(lookUpAll) };
  const parsedAll = { name: 'JSON.parse alone', value: micros(parseAll) };
  const named = (what: string) => `${game.name}, ${what}`;
  return [
    atLeast(named('legal moves and a validated move'), withLegal, 'moves/s', targets.withLegal, looked),
    atLeast(named('validated move from text'), alone, 'moves/s', targets.validated, looked),
    atLeast(named('evolve'), evolving, 'commits/s', targets.evolve, copied),
    atMost(named(`${REPLAYED_PLIES} plies from move texts`), fromTexts, targets.fromTexts, lookedAll),
    atMost(named(`${REPLAYED_PLIES} plies from JSON events`), fromJson, targets.fromJson, parsedAll),
  ];
}
