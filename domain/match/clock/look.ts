/** When a match is to be looked at next though nobody acts on it: to warn of time that gets short, or to end it. */
import type { AnyGame } from '../../game.ts';
import type { MatchState } from '../types.ts';
import { GRACE_MS, nextDue } from './due.ts';
import { nextWarningAt } from './warnings.ts';

/**
 * In milliseconds since 1970; null if there is nothing to wait for. Of warnings it is the first of the turn, whether told
 * or not, unless those up to `after` are known to be: so what a turn's own commits leave alone, this leaves alone too.
 */
export function nextLook(game: AnyGame, match: MatchState, after?: Date): number | null {
  const due = nextDue(game, match);
  const warning = nextWarningAt(match, after?.getTime());
  const looks = [...(due === null ? [] : [due.at + GRACE_MS]), ...(warning === null ? [] : [warning])];
  return looks.length === 0 ? null : Math.min(...looks);
}
