/**
 * How a match ended, told to people. What the log keeps of an outcome is what its game makes of it; that somebody gave up,
 * or that all agreed, stands in other events.
 */
import type { Outcome } from '../game.ts';
import type { MatchState, SeatStatus } from './types.ts';

export interface OutcomeSight extends Outcome {
  /** One sentence or several: who gave up or ran out of time, whether it was agreed on, and what the game says. */
  readonly text: string;
}

const DROPPED_OUT: readonly (readonly [SeatStatus, string])[] = [
  ['resigned', 'resigned.'],
  ['timed-out', 'ran out of time.'],
];

/** Where an outcome says nothing of it itself. */
const AGREED: Readonly<Record<string, string>> = {
  agreement: 'The players agreed on it.',
  settled: 'The players agreed to end it there.',
};

export function seeOutcome({ outcome, seats }: Pick<MatchState, 'outcome' | 'seats'>): OutcomeSight | null {
  if (outcome === null) return null;
  const dropped = DROPPED_OUT.flatMap(([how, did]) => {
    const who = seats.flatMap(({ status }, i) => (status === how ? [i + 1] : []));
    return who.length === 0 ? [] : [`${seatsText(who)} ${did}`];
  });
  const agreed = AGREED[outcome.reason];
  const why = [...dropped, ...(agreed === undefined ? [] : [agreed])];
  return { ...outcome, text: [...why, outcome.detail.text].join(' ') };
}

function seatsText(seats: readonly number[]): string {
  const last = seats.at(-1);
  return seats.length < 2 ? `Seat ${last}` : `Seats ${seats.slice(0, -1).join(', ')} and ${last}`;
}
