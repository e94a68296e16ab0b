/**
 * Who comes into a match: the one way to take a seat, whether by joining, by an invitation or by a link, and the one place
 * that says who may be invited. What the log cannot tell of players, such as whether there is such an account, is asked here.
 */
import type { Context } from 'hono';
import type { JoinMatch } from '../../domain/match/seating.ts';
import type { PlayerId } from '../../domain/match/types.ts';
import { apartFrom, unlessApart } from '../play/apart.ts';
import type { Command } from '../play/execute.ts';
import type { LoadedMatch } from '../store/match-log.ts';
import { insufficientScope } from './authorize.ts';
import { carryOut } from './carry-out.ts';
import type { ApiDeps, ApiEnv } from './deps.ts';
import { presentMatch } from './present.ts';
import { ApiProblem, invalid } from './problems.ts';

/** `command`: the way by which the caller sits down. @throws ApiProblem */
export async function takeSeat(
  c: Context<ApiEnv>,
  deps: ApiDeps,
  loaded: LoadedMatch,
  wish: { readonly seat?: number | undefined; readonly entropy?: string | undefined },
  command: (join: JoinMatch) => Command,
) {
  const bound = c.get('token')?.seat ?? null;
  const { seat = bound, entropy = '' } = wish;
  if (bound !== null && seat !== bound) throw insufficientScope([], `This token is for seat ${bound}.`);
  const caller = c.get('caller');
  const join = unlessApart(deps, caller.id, command({ player: caller.id, seat, entropy }));
  return presentMatch(deps, await carryOut(c, deps, join, loaded), caller);
}

/** `pointer`: to the field of the body that names the n-th of them. @throws ApiProblem */
export async function checkInvited(
  { players, blocks }: Pick<ApiDeps, 'players' | 'blocks'>,
  by: PlayerId,
  invited: readonly PlayerId[],
  pointer: (n: number) => string,
): Promise<void> {
  const found = await Promise.all(invited.map((player) => players.byId(player)));
  for (const [n, player] of invited.entries()) {
    if (player === by) throw invalid('body', pointer(n), 'That is you.');
    if (invited.indexOf(player) < n) throw invalid('body', pointer(n), 'That player is named twice.');
    if (found[n] === null) throw invalid('body', pointer(n), 'There is no such player.');
  }
  if ((await apartFrom({ blocks }, by, invited)).size > 0) {
    throw new ApiProblem('kept_apart', { detail: 'You and a player whom you invite are kept apart.' });
  }
}
