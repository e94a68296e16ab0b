/** Takes out ratings after matches that say nothing of the player. */
import type { PlayerId } from '../../domain/match/types.ts';
import type { RatedMatch } from '../store/ratings.ts';
import { passOn, type RatingWork, resultOf } from './rate.ts';

/** True if the entry has been taken out. @throws if its match's log cannot be read */
export async function rebuildRating(to: RatingWork, match: RatedMatch, player: PlayerId): Promise<boolean> {
  const result = await resultOf(to, match);
  if (result?.placed.some((each) => each.player === player) === true) return false;
  await to.ratings.drop(match, player);
  await passOn(to.ratings, match, player);
  return true;
}
