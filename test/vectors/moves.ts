/** Replays the moves of one vector through any game, comparing every position and count of legal moves. */
import type { Chance } from '../../domain/chance.ts';
import type { Game, GameEvent } from '../../domain/game.ts';
import type { Seat } from '../../domain/seat.ts';
import { checkLength, compare, type Difference, type Entry, isNumber, isText, isTexts, listOf } from './kit.ts';

export interface Script {
  readonly moves: readonly string[];
  /** One more than moves: the start first. */
  readonly positions: readonly string[];
  readonly legalCounts: readonly number[];
  readonly legalMoves: readonly (readonly string[])[] | null;
}

export function scriptOf(entry: Entry): Script {
  const moves = listOf(entry, 'moves', isText);
  const positions = listOf(entry, 'positions', isText);
  const legalCounts = listOf(entry, 'legalCounts', isNumber);
  const legalMoves = entry.legalMoves === undefined ? null : listOf(entry, 'legalMoves', isTexts);
  checkLength('positions', positions, moves.length + 1);
  checkLength('legalCounts', legalCounts, moves.length);
  if (legalMoves !== null) checkLength('legalMoves', legalMoves, moves.length);
  return { moves, positions, legalCounts, legalMoves };
}

/** What a game's vectors hold beside the script. `done` is how many moves have been made. */
export interface Extras<State, Event> {
  /** What happens from outside before the next move is made. */
  readonly meanwhile?: (state: State, done: number) => readonly Event[];
  /** Further comparisons after a move by `seat`. */
  readonly afterMove?: (state: State, seat: Seat, done: number) => Difference | null;
}

export type Replay<State> =
  | { readonly same: true; readonly state: State }
  | { readonly same: false; readonly difference: Difference };

/** `start` is as `setup` made it. `chance` gives the outcomes that the vectors name. */
export function replayMoves<Options, State, Move, Event extends GameEvent, View>(
  game: Game<Options, State, Move, Event, View>,
  start: State,
  script: Script,
  chance: Chance,
  extras: Extras<State, Event> = {},
): Replay<State> {
  const folded = (state: State, events: readonly Event[]): State => {
    const next = events.reduce((each, event) => game.evolve(each, event), state);
    return game.awaitsDraw(next) ? folded(next, game.draw(next, chance)) : next;
  };
  const positionIn = (state: State) => game.formatPosition(state, 'onlooker', game.outcome(state) !== null);

  let state = folded(start, []);
  let done = 0;
  let difference = compare('start, position', script.positions[0], positionIn(state));
  for (const text of script.moves) {
    if (difference !== null) break;
    const at = `move ${done + 1} (${text})`;
    const [seat] = game.toMove(state);
    if (seat === undefined)
      return { same: false, difference: { where: `${at}, seat to move`, expected: 1, got: null } };
    const legal = game.legalMoves(state, seat).map((each) => game.formatMove(each));
    difference =
      compare(`${at}, legal count`, script.legalCounts[done], legal.length) ??
      (script.legalMoves === null ? null : compare(`${at}, legal moves`, script.legalMoves[done], legal));
    if (difference !== null) break;

    const move = game.parseMove(text);
    if (move === null) return { same: false, difference: { where: `${at}, text`, expected: text, got: null } };
    const verdict = game.decide(state, seat, move);
    if (!verdict.ok) {
      return { same: false, difference: { where: `${at}, verdict`, expected: 'legal', got: verdict.refusal } };
    }
    done += 1;
    state = folded(state, verdict.events);
    state = folded(state, extras.meanwhile?.(state, done) ?? []);
    difference =
      compare(`${at}, text`, text, game.formatMove(move)) ??
      compare(`${at}, position`, script.positions[done], positionIn(state)) ??
      extras.afterMove?.(state, seat, done) ??
      null;
  }
  return difference === null ? { same: true, state } : { same: false, difference };
}
