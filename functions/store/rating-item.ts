/** How ratings are written down. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import { isMatchId } from '../../domain/match/ids.ts';
import type { PlayerId } from '../../domain/match/types.ts';
import { establishedFor } from '../../domain/rating/glicko2.ts';
import type { Standing } from '../../domain/rating/rate.ts';
import type { RatedMatch } from './ratings.ts';
import { BOARD, keys } from './table.ts';

export type Item = Record<string, AttributeValue>;

/** Those whose ratings are established come first, and stand in an index of their own. */
export type BoardName = 'established' | 'provisional';

export function boardOf(game: string, name: BoardName): string {
  return `board#${game}#${name}`;
}

export function keyOf({ game, finishedAt, match }: RatedMatch, player: PlayerId) {
  return keys.rated(game, player, finishedAt, match);
}

/** The match that a sort key of an entry, or of what is to be rated, names; null if it is none. */
export function ratedMatchIn(game: string, sk: string): RatedMatch | null {
  const [, finishedAt = '', match = ''] = /^(?:after#)?([^#]+)#([^#]+)$/.exec(sk) ?? [];
  return isMatchId(match) ? { game, finishedAt, match } : null;
}

export function standingItem({ rating, deviation, volatility, matches, at }: Standing): Item {
  return {
    rating: { N: String(rating) },
    deviation: { N: String(deviation) },
    volatility: { N: String(volatility) },
    matches: { N: String(matches) },
    at: { S: at },
  };
}

/** What places a standing in the leaderboard; entries have none of it, so that no index has them. */
export function boardItem(game: string, standing: Standing): Item {
  const ms = establishedFor(standing);
  if (ms === null) return { [BOARD]: { S: boardOf(game, 'provisional') } };
  return {
    [BOARD]: { S: boardOf(game, 'established') },
    establishedUntil: { N: String(Date.parse(standing.at) + ms) },
  };
}

/** Null where it is yet to be worked out. */
export function standingIn({ rating, deviation, volatility, matches, at }: Item): Standing | null {
  if (rating?.N === undefined) return null;
  return {
    rating: Number(rating.N),
    deviation: Number(deviation?.N),
    volatility: Number(volatility?.N),
    matches: Number(matches?.N),
    at: at?.S ?? '',
  };
}
