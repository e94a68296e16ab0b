/** Forks: the first commit is the record of the request here too. */
import { firstCommit } from '../../domain/match/commit.ts';
import { gameOf, startMatch } from '../../domain/match/evolve.ts';
import { createFork, isSameFork, whyNoFork } from '../../domain/match/fork.ts';
import { playOptions } from '../../domain/match/personal.ts';
import { refuse } from '../../domain/match/problems.ts';
import type { MatchId, MatchSecrets, MatchState, PlayerId } from '../../domain/match/types.ts';
import type { Creation } from './create.ts';
import type { Records } from './execute.ts';
import { stateRightAfter } from './history.ts';

export interface ForkWish {
  /** The id that the fork gets. */
  readonly match: MatchId;
  readonly player: PlayerId;
  /** Null: the newest. */
  readonly ply: number | null;
  readonly secrets: MatchSecrets;
}

/** `again`: whether it may be a request sent before, under the same id. That is judged by what it made, and by nothing else. */
export async function fork(
  play: Records,
  of: MatchState,
  wish: ForkWish,
  again: boolean,
  receivedAt: Date,
): Promise<Creation> {
  const made = again ? await madeBefore(play, of, wish) : null;
  if (made !== null) return made;
  const game = gameOf(of, play.games);
  const { match, player, secrets } = wish;
  const ply = wish.ply ?? of.ply;
  const problem = whyNoFork(game, of, ply);
  if (problem !== null) return { ok: false, problem };
  const then = await stateRightAfter(play, of, ply);
  if (game.toMove(then.play).length === 0) {
    return refuse('match_over', `At ply ${ply} the match was over; name an earlier one, from which it can go on.`);
  }
  const events = createFork(game, {
    ...{ match, player, secrets },
    fork: { match: of.id, ply },
    options: playOptions(game, of.options),
    seats: of.seats.length,
    restored: then.play,
  });
  const commit = firstCommit(match, secrets.saltKey, events, receivedAt);
  const state = startMatch(match, secrets.saltKey, commit, play.games);
  if (await play.log.append(state, commit, 0)) return { ok: true, state };
  const other = await madeBefore(play, of, wish);
  if (other === null) throw new Error('a match cannot vanish');
  return other;
}

/** What stands under the id; null if nothing does. */
async function madeBefore(play: Records, of: MatchState, { match, player, ply }: ForkWish): Promise<Creation | null> {
  const first = await play.log.loadAt(match, 1);
  if (first === null) return null;
  return isSameFork(first.state, player, of.id, ply) ? { ok: true, state: first.state } : { ok: false, reused: true };
}
