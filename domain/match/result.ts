/** What a match that is over was for each of its players, whatever the game. */
import type { MatchState, PlayerId, SeatState } from './types.ts';

/** `aborted`: it was called off, for nobody. */
export const RESULTS = ['won', 'lost', 'drawn', 'aborted'] as const;
export type Result = (typeof RESULTS)[number];

/**
 * What others may know of it: nobody's while the match goes on, and nobody's of a match that is private, that was played
 * alone, or that was only tried out.
 */
export function publicResults(match: MatchState): ReadonlyMap<PlayerId, Result> {
  const results = new Map<PlayerId, Result>();
  if (match.fork !== null) return results;
  if (match.status !== 'finished' || match.visibility === 'private' || match.seats.length < 2) return results;
  for (const [i, seat] of match.seats.entries()) {
    if (seat.player !== null) results.set(seat.player, resultOf(match, seat, i + 1));
  }
  return results;
}

function resultOf({ outcome }: MatchState, { status }: SeatState, seat: number): Result {
  if (outcome === null || outcome.kind === 'aborted') return 'aborted';
  if (outcome.winners.some((winner) => winner === seat)) return 'won';
  // Who gave up, or ran out of time, has no part in what the others make of it.
  return outcome.winners.length === 0 && status === 'playing' ? 'drawn' : 'lost';
}
