/**
 * Ratings follow from the results of a game in the order in which its matches ended, whatever the order in which the
 * stream hears of them. A match that comes late is put in its place, and what came after it is worked out again.
 *
 * Why that holds though nothing is locked: a match is noted as unrated before anything is written, and until all that
 * follows from it is written or noted too. Its entries are opened before those before it are read, so that of two
 * matches of one player that are rated at once, one sees the other. And an entry is written only if nobody has written
 * it since it was opened, so that nothing is left that was worked out of older entries than there are.
 */
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { rateResult } from '../../domain/rating/rate.ts';
import { type Result, ratedResult } from '../../domain/rating/result.ts';
import type { MatchLog } from '../store/match-log.ts';
import type { RatedMatch, Ratings } from '../store/ratings.ts';
import { isUnavailable } from '../store/unavailable.ts';

export interface RatingWork {
  readonly log: Pick<MatchLog, 'load'>;
  readonly ratings: Ratings;
}

/**
 * Rates all matches of a game that are noted as unrated, those that ended first before others. One that cannot be rated
 * holds up no other: it is still noted, and told.
 */
export async function settleRatings(to: RatingWork, game: string): Promise<ReadonlyMap<MatchId, unknown>> {
  const failed = new Map<MatchId, unknown>();
  for (;;) {
    const unrated = await to.ratings.first(game, new Set(failed.keys()));
    if (unrated === null) return failed;
    try {
      // Where somebody else was faster it is still noted, and comes again.
      if (await rateMatch(to, unrated, failed)) await to.ratings.done(unrated);
    } catch (error) {
      if (error instanceof Error && isUnavailable(error)) throw error;
      failed.set(unrated.match, error);
    }
  }
}

/** What the match's log says of it; null where it says that it is not rated, or that it ended at another time. */
export async function resultOf({ log }: Pick<RatingWork, 'log'>, match: RatedMatch): Promise<Result | null> {
  const state = (await log.load(match.match))?.state;
  const result = state === undefined ? null : ratedResult(state);
  return result?.game === match.game && result.finishedAt === match.finishedAt ? result : null;
}

/** False if it has to be done again. */
async function rateMatch(to: RatingWork, match: RatedMatch, failed: ReadonlyMap<MatchId, unknown>): Promise<boolean> {
  const { ratings } = to;
  const result = await resultOf(to, match);
  if (result === null) return true;
  const players = result.placed.map(({ player }) => player);
  const versions = await forEach(players, (player) => ratings.open(match, player));
  const before = await forEach(players, (player) => ratings.before(match, player));

  const unready = before.find((entry) => entry !== null && entry.standing === null);
  if (unready != null) {
    // It is noted as unrated, and comes first: where it failed nothing after it can be rated.
    if (failed.has(unready.of.match)) throw failed.get(unready.of.match);
    if ((await resultOf(to, unready.of)) === null) throw new Error(`${unready.of.match} has an entry and no result`);
    await ratings.enter(unready.of);
    return false;
  }

  const standings = rateResult(result, (player) => before[players.indexOf(player)]?.standing ?? null);
  for (const [i, player] of players.entries()) {
    const standing = standings.get(player);
    if (standing === undefined) throw new Error('whoever played is rated');
    if (!(await ratings.write(match, player, versions[i] ?? 0, standing))) return false;
  }
  await forEach(players, (player) => passOn(ratings, match, player));
  return true;
}

/** What follows from a player's entry: the player's next match is rated again, or the standing is another. */
export async function passOn(ratings: Ratings, match: RatedMatch, player: PlayerId): Promise<void> {
  const next = await ratings.after(match, player);
  if (next === null) await ratings.refresh(match.game, player);
  else await ratings.enter(next);
}

function forEach<Made>(players: readonly PlayerId[], make: (player: PlayerId) => Promise<Made>): Promise<Made[]> {
  return Promise.all(players.map(make));
}
