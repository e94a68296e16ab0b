/** How a match drives its game: folding effects, and drawing where chance is owed. */
import { type Chance, chanceFrom } from '../chance.ts';
import type { AnyGame, GameEvent } from '../game.ts';
import type { Seat } from '../seat.ts';
import { SEATS } from '../seat.ts';
import type { MatchState, PlayerId, SeatState } from './types.ts';

/** Whose turn it is, as a set of seats. The one place that says so. */
export function toMove(game: AnyGame, match: Pick<MatchState, 'status' | 'play'>): readonly Seat[] {
  return match.status === 'active' ? game.toMove(match.play) : [];
}

/** The seat a player has, if any. */
export function seatOf(match: MatchState, player: string | null): Seat | undefined {
  if (player === null) return undefined;
  return SEATS.find((seat) => match.seats[seat - 1]?.player === player);
}

/** Those who have a seat. */
export function playersOf({
  seats,
}: {
  readonly seats: readonly { readonly player: PlayerId | null }[];
}): readonly PlayerId[] {
  return seats.flatMap(({ player }) => (player === null ? [] : [player]));
}

/**
 * The seat that a player acts and looks for: the own one. Whoever plays a fork has all seats, and is in turn each that is
 * to move.
 */
export function actingSeat(game: AnyGame, match: MatchState, player: string | null): Seat | undefined {
  const own = seatOf(match, player);
  return own === undefined || match.fork === null ? own : (toMove(game, match)[0] ?? own);
}

export function isOver(match: MatchState): boolean {
  return match.status === 'finished' || match.status === 'cancelled';
}

export function fold(game: AnyGame, play: unknown, effects: readonly GameEvent[]): unknown {
  let state = play;
  for (const effect of effects) state = game.evolve(state, effect);
  return state;
}

/** A game in the middle of one command: its state, and what has happened so far. */
export interface Progress {
  readonly play: unknown;
  readonly effects: readonly GameEvent[];
}

/** Adds what chance owes, until somebody can move or the game is over. */
export function drawAll(game: AnyGame, progress: Progress, chance: Chance): Progress {
  let { play, effects } = progress;
  while (game.awaitsDraw(play)) {
    const drawn = game.draw(play, chance);
    play = fold(game, play, drawn);
    effects = [...effects, ...drawn];
  }
  return { play, effects };
}

/** The match's chance, going on where it stands. `seats` as they are when the first number is drawn. */
export function chanceOf(match: MatchState, seats: readonly SeatState[]): Chance {
  const entropies = seats.map((seat) => seat.entropy);
  return chanceFrom({ seed: match.secrets.seed, match: match.id, entropies }, match.drawn);
}

/** The `drawn` field of an event: told only where it changed. */
export function drawnSince(before: number, chance: Chance): { drawn?: number } {
  return chance.used === before ? {} : { drawn: chance.used };
}
