/** From one result to the ratings of its players. Each match is a rating period of its own for those who played it. */
import type { PlayerId } from '../match/types.ts';
import { afterPeriod, afterTime, NEWCOMER, type Rating, type Score } from './glicko2.ts';
import type { Result } from './result.ts';

/** A player's rating right after a match. */
export interface Standing extends Rating {
  /** How many matches have counted. */
  readonly matches: number;
  /** When the last of them ended. */
  readonly at: string;
}

/**
 * `before`: the standing of each player after the match before this one, null if this is the first. Of more than two
 * players each has met each of the others.
 */
export function rateResult(
  { finishedAt, placed }: Result,
  before: (player: PlayerId) => Standing | null,
): ReadonlyMap<PlayerId, Standing> {
  const met = placed.map((each) => ({ ...each, matches: before(each.player)?.matches ?? 0, rating: ratingAt(each) }));

  function ratingAt({ player }: { readonly player: PlayerId }): Rating {
    const last = before(player);
    return last === null ? NEWCOMER : standingAt(last, new Date(finishedAt));
  }

  return new Map(
    met.map((own) => {
      const others = met.filter((each) => each !== own);
      const scores = others.map((each) => ({ opponent: each.rating, score: scoreOf(own.place, each.place) }));
      return [own.player, { ...afterPeriod(own.rating, scores), matches: own.matches + 1, at: finishedAt }];
    }),
  );
}

/** As it stands at an instant, with what the time since the last match has made of it. */
export function standingAt(standing: Standing, now: Date): Standing {
  return { ...standing, ...afterTime(standing, now.getTime() - Date.parse(standing.at)) };
}

function scoreOf(own: number, other: number): Score {
  return own < other ? 1 : own === other ? 0.5 : 0;
}
