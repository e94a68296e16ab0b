/** A rating as it is sent. */
import { ESTABLISHED } from '../../domain/rating/glicko2.ts';
import type { Standing } from '../../domain/rating/rate.ts';

/** With the deviation as it stands now. */
export function presentStanding({ rating, deviation, matches, at }: Standing) {
  return {
    rating: hundredths(rating),
    deviation: hundredths(deviation),
    established: deviation <= ESTABLISHED,
    matches,
    lastAt: at,
  };
}

function hundredths(value: number): number {
  return Math.round(value * 100) / 100;
}
