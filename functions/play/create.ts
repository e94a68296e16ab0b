/** Creating a match: the first commit is the record of the request, so an Idempotency-Key needs no other. */
import type { AnyGame } from '../../domain/game.ts';
import { firstCommit } from '../../domain/match/commit.ts';
import { type CreateMatch, createMatch, sameCreation } from '../../domain/match/create.ts';
import { startMatch } from '../../domain/match/evolve.ts';
import type { MatchProblem } from '../../domain/match/problems.ts';
import type { MatchState } from '../../domain/match/types.ts';
import type { Records } from './execute.ts';

export type Creation =
  | { readonly ok: true; readonly state: MatchState }
  | { readonly ok: false; readonly problem: MatchProblem }
  | { readonly ok: false; readonly reused: true };

export async function create(play: Records, game: AnyGame, command: CreateMatch, receivedAt: Date): Promise<Creation> {
  const decision = createMatch(game, command);
  if (!decision.ok) return decision;
  const { saltKey } = command.secrets;
  const commit = firstCommit(command.match, saltKey, decision.events, receivedAt);
  const state = startMatch(command.match, saltKey, commit, play.games);
  if (await play.log.append(state, commit, 0)) return { ok: true, state };

  // The place is taken: by this very request sent before (its seed is the one that counts), or by another.
  const first = await play.log.loadAt(command.match, 1);
  const [stored] = await play.log.read(command.match, 0, 1);
  if (first === null || stored === undefined) throw new Error('a match cannot vanish');
  return sameCreation(game, command, stored.events) ? { ok: true, state: first.state } : { ok: false, reused: true };
}
