/** The match that a rematch was agreed on for is made: by whoever accepted last, or by the stream if that came to nothing. */
import type { AnyGame } from '../../domain/game.ts';
import { firstCommit } from '../../domain/match/commit.ts';
import { gameOf, startMatch } from '../../domain/match/evolve.ts';
import { agreedRematch, createSeated, type SeatedMatch } from '../../domain/match/rematch.ts';
import type { MatchState } from '../../domain/match/types.ts';
import type { Records } from './execute.ts';

/** Nothing where none was agreed on, or where it has been made. Its first turn runs from `now` on. */
export async function makeRematch(play: Records, before: MatchState, now: Date): Promise<void> {
  const seated = agreedRematch(before);
  if (seated === null || (await play.log.load(seated.match)) !== null) return;
  const { match, secrets } = seated;
  const game = gameFor(play, before, seated);
  const commit = firstCommit(match, secrets.saltKey, createSeated(game, seated), now);
  await play.log.append(startMatch(match, secrets.saltKey, commit, play.games), commit, 0);
}

/** By the newest rules, where they still know the options. */
function gameFor({ games }: Records, before: MatchState, { options }: SeatedMatch): AnyGame {
  const newest = games.newest(before.game);
  return newest?.schemas.options.safeParse(options).success === true ? newest : gameOf(before, games);
}
