/**
 * Ratings by Glicko-2 (M. Glickman, 2013), its arithmetic from a library. What the library leaves out is here: how
 * little is known of who has not played for long.
 */
import rate from 'glicko2-lite';
import { DAY } from '../duration.ts';

export interface Rating {
  readonly rating: number;
  /** How uncertain the rating is: the true strength is within twice this, at 95 %. */
  readonly deviation: number;
  /** How erratic the player's results are. */
  readonly volatility: number;
}

export type Score = 0 | 0.5 | 1;

export interface Met {
  readonly opponent: Rating;
  readonly score: Score;
}

export const NEWCOMER: Rating = { rating: 1500, deviation: 350, volatility: 0.06 };

/** Up to this deviation a rating is taken for established: after some ten matches. */
export const ESTABLISHED = 110;

/**
 * The time in which a rating grows as uncertain as in a rating period without matches. A match by post takes weeks: by
 * this, who is established stays so for more than a year without one.
 */
const PERIOD_MS = 7 * DAY;
/** Points of rating for one of the scale that the system calculates on. */
const SCALE = 173.7178;
/** How much volatility may change; the middle of what Glickman names. */
const TAU = 0.5;

/** One rating period with all that the player met in it. Of nobody nothing is learned. */
export function afterPeriod(own: Rating, met: readonly Met[]): Rating {
  if (met.length === 0) return own;
  const { rating, rd, vol } = rate(
    own.rating,
    own.deviation,
    own.volatility,
    met.map(({ opponent, score }) => [opponent.rating, opponent.deviation, score]),
    { rating: NEWCOMER.rating, tau: TAU },
  );
  return { rating, deviation: Math.min(rd, NEWCOMER.deviation), volatility: vol };
}

/** So many milliseconds without a match. */
export function afterTime(own: Rating, ms: number): Rating {
  const grown = Math.sqrt(own.deviation ** 2 + drift(own) * (Math.max(0, ms) / PERIOD_MS));
  return { ...own, deviation: Math.min(grown, NEWCOMER.deviation) };
}

/** How many milliseconds without a match the rating stays established; null if it is not. */
export function establishedFor(own: Rating): number | null {
  if (own.deviation > ESTABLISHED) return null;
  return Math.floor((PERIOD_MS * (ESTABLISHED ** 2 - own.deviation ** 2)) / drift(own));
}

/** What a period adds to the square of the deviation. */
function drift({ volatility }: Rating): number {
  return (volatility * SCALE) ** 2;
}
