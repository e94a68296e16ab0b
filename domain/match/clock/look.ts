/** When a match is to be looked at though nobody acts on it: to warn of time that gets short, or to end it. */
import type { AnyGame } from '../../game.ts';
import type { MatchState } from '../types.ts';
import { GRACE_MS, nextDue } from './due.ts';
import { runningWarnings } from './warnings.ts';

/**
 * All instants, in order, in milliseconds since 1970. Those that are past are among them: what a turn's own commits leave
 * alone, this leaves alone too.
 */
export function looks(game: AnyGame, match: MatchState): readonly number[] {
  const due = nextDue(game, match);
  const warnings = runningWarnings(match).flatMap((ofTurn) => ofTurn.map(({ at }) => at));
  return [...warnings, ...(due === null ? [] : [due.at + GRACE_MS])].sort((a, b) => a - b);
}

/** The first; or the first after an instant, when all is done that was to be done by then. Null if there is none. */
export function nextLook(game: AnyGame, match: MatchState, after?: Date): number | null {
  return looks(game, match).find((at) => after === undefined || at > after.getTime()) ?? null;
}
