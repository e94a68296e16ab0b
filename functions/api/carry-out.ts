/** Carries out a command of the request's on a match. */
import type { Context } from 'hono';
import type { MatchState } from '../../domain/match/types.ts';
import { type Command, execute } from '../play/execute.ts';
import type { LoadedMatch } from '../store/match-log.ts';
import type { ApiDeps, ApiEnv } from './deps.ts';
import { refused } from './problems.ts';

/** The match right after it, also where that was long ago. `loaded`: by default the match of the path. @throws ApiProblem */
export async function carryOut(
  c: Context<ApiEnv>,
  deps: ApiDeps,
  command: Command,
  loaded: LoadedMatch = c.get('loaded'),
): Promise<MatchState> {
  const answer = await execute(deps, loaded, command, c.get('receivedAt'));
  if (!answer.ok) throw refused(answer.problem);
  return answer.state;
}
