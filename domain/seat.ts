/** Seats are numbered from 1; no game has more than five. */
export const SEATS = [1, 2, 3, 4, 5] as const;

/** A place in a match. */
export type Seat = (typeof SEATS)[number];

/** The first `count` seats (1 to 5). */
export function firstSeats(count: number): readonly Seat[] {
  return SEATS.slice(0, count);
}
