/** When a match is to be looked at next. It is written only where these steps changed it: moves within a turn do not. */
import type { AnyGame } from '../../domain/game.ts';
import { looks, nextLook } from '../../domain/match/clock/look.ts';
import type { Step } from '../../domain/match/notices.ts';
import type { MatchState } from '../../domain/match/types.ts';
import type { Dues } from '../store/due.ts';

export async function projectDue(dues: Dues, game: AnyGame, steps: readonly Step[]): Promise<void> {
  const last = steps.at(-1);
  if (last !== undefined && changesDue(game, steps)) await writeDue(dues, game, last.after);
}

/** True also if a later step undid it: what an earlier one wrote may be there. */
export function changesDue(game: AnyGame, steps: readonly Step[]): boolean {
  return steps.some(({ before, after }) => {
    // The first alone would not do: a sweep may have put on the entry to a later one.
    const had = before === null ? [] : looks(game, before);
    return String(had) !== String(looks(game, after));
  });
}

export function writeDue(dues: Dues, game: AnyGame, match: MatchState): Promise<void> {
  return dues.put(match.id, match.head.seq, dueAt(game, match));
}

/** In milliseconds since 1970; null if there is nothing to wait for. */
export function dueAt(game: AnyGame, match: MatchState | null): number | null {
  return match === null ? null : nextLook(game, match);
}
