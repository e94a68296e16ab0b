/** What happens in a match whose time has run out. Only the system says so, and only when the grace is over. */
import type { AnyGame } from '../../game.ts';
import { dropOut } from '../drop-out.ts';
import { passTimeLimit } from '../leaving.ts';
import { type Decision, refuse } from '../problems.ts';
import type { MatchEvent, MatchState } from '../types.ts';
import { isExpired, nextDue } from './due.ts';

export function expire(game: AnyGame, match: MatchState, now: Date): Decision<MatchEvent> {
  const due = nextDue(game, match);
  if (due === null || !isExpired(due, now)) return refuse('invalid', 'No time has run out.');
  switch (due.kind) {
    case 'start':
      return { ok: true, events: [{ type: 'match.cancelled', reason: 'never-started' }] };
    case 'time-limit':
      return passTimeLimit(game, match);
    case 'turn':
      return { ok: true, events: dropOut(game, match, due.seat, 'timeout') };
  }
}
