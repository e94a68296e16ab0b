/**
 * What a match runs out of next: a seat of the time for its turn, the game of its time limit, or an open match of the
 * time to find its players. Instants are milliseconds since 1970.
 */
import type { AnyGame } from '../../game.ts';
import type { Seat } from '../../seat.ts';
import { playOptions } from '../personal.ts';
import type { MatchState } from '../types.ts';
import { deadlineOf } from './time.ts';

export type Due =
  | { readonly kind: 'start'; readonly at: number }
  | { readonly kind: 'time-limit'; readonly at: number }
  | { readonly kind: 'turn'; readonly at: number; readonly seat: Seat };

/** Longer than the longest request: what was received in time has been stored by then. */
export const GRACE_MS = 35_000;

/** The earliest; of several at one instant the game's time limit first (AS-47), then the lowest seat. */
export function nextDue(game: AnyGame, match: MatchState): Due | null {
  if (match.status === 'open') return match.startBy === null ? null : { kind: 'start', at: Date.parse(match.startBy) };
  if (match.status !== 'active') return null;
  let next: Due | null = null;
  const limit = timeLimitOf(game, match);
  if (limit !== null) next = { kind: 'time-limit', at: limit };
  for (const run of match.time?.running ?? []) {
    const at = deadlineOf(match.time ?? { left: [], running: [], free: [] }, run);
    if (next === null || at < next.at) next = { kind: 'turn', at, seat: run.seat };
  }
  return next;
}

/** When the game's own time limit passes; null if it has none, or has passed. A fork has all the time there is. */
export function timeLimitOf(game: AnyGame, match: MatchState): number | null {
  if (match.startedAt === null || match.timePassed || match.fork !== null) return null;
  const limit = game.timeLimit?.after(playOptions(game, match.options)) ?? null;
  return limit === null ? null : Date.parse(match.startedAt) + limit;
}

/** What is received then is too late. */
export function isLate(due: Due | null, receivedAt: Date): boolean {
  return due !== null && receivedAt.getTime() > due.at;
}

/** Only now may it be stored that the time has run out. */
export function isExpired(due: Due | null, now: Date): boolean {
  return due !== null && now.getTime() >= due.at + GRACE_MS;
}
