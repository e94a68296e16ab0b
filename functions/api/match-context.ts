/**
 * Loads the match that a path names, for those who may read it; for all others it does not exist. Runs before the
 * request is judged any further, so that a bad request on a match one may not read tells nothing but 404.
 */
import { createMiddleware } from 'hono/factory';
import { isDropped } from '../../domain/match/fork-life.ts';
import { isMatchId } from '../../domain/match/ids.ts';
import { seatOf } from '../../domain/match/play.ts';
import { mayRead } from '../../domain/match/sight.ts';
import type { MatchState, PlayerId } from '../../domain/match/types.ts';
import type { Command } from '../play/execute.ts';
import type { Token } from '../store/tokens.ts';
import { insufficientScope } from './authorize.ts';
import type { ApiEnv } from './deps.ts';
import { ApiProblem } from './problems.ts';

export const loadMatch = loadFor(mayRead);

/** Also for those who have declined: they may send again what closed a private match to them. */
export const loadAnswered = loadFor(
  (match, player) => mayRead(match, player) || match.declined.some((each) => each.player === player),
);

/** Also for those who have left before the start, by whatever way they came in: the same for their leaving. */
export const loadLeft = loadFor((match, player) => mayRead(match, player) || hasLeft(match, player));

function hasLeft(match: MatchState, player: string | null): boolean {
  return player !== null && Object.hasOwn(match.departed, player);
}

/** A command of somebody who has been able to read the match, and is told the same as any stranger where that is over. */
export function whileReadable(player: PlayerId, command: Command): Command {
  return {
    ...command,
    decide(game, match) {
      if (!mayRead(match, player)) throw notThere();
      return command.decide(game, match);
    },
  };
}

function notThere(): ApiProblem {
  return new ApiProblem('not_found', { detail: 'There is no such match, or it is not yours to read.' });
}

function loadFor(may: (match: MatchState, player: string | null) => boolean) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const id = c.req.param('match') ?? '';
    const loaded = isMatchId(id) ? await c.get('deps').log.load(id) : null;
    const isThere = loaded !== null && !isDropped(loaded.state, c.get('receivedAt'));
    if (!isThere || !may(loaded.state, c.get('player')?.id ?? null)) throw notThere();
    checkSeat(c.get('token'), loaded.state);
    c.set('loaded', loaded);
    return next();
  });
}

/** A token that is bound to a seat sees nothing and does nothing for another one. */
function checkSeat(token: Token | null, match: MatchState): void {
  const seat = token === null ? undefined : seatOf(match, token.player);
  if (token === null || token.seat === null || seat === undefined || seat === token.seat) return;
  throw insufficientScope([], `This token is for seat ${token.seat}, and yours is seat ${seat}.`);
}
