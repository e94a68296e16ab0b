/**
 * A player's leave in a match. The account says when the player is away; the match's log says what of that has been
 * granted or taken back, as intervals, so that what a match still lacks is a difference of two sets.
 */
import { SEATS, type Seat } from '../../seat.ts';
import type { MatchEvent, MatchState, PlayerId } from '../types.ts';
import { freeOf } from './free-time.ts';
import { difference, type Interval, overlap, since } from './intervals.ts';

/** Instants, as texts in RFC 3339 with milliseconds. */
export interface Span {
  readonly from: string;
  readonly to: string;
}

/** The players whose leave counts in this match now. */
export function awayMayBe({ status, time, vacation, seats }: MatchState): readonly PlayerId[] {
  if (status !== 'active' || time === null || !vacation) return [];
  return seats.flatMap((each) => (each.status === 'playing' && each.player !== null ? [each.player] : []));
}

/**
 * What the match's log lacks of the players' leave. `leaveOf` tells all of it since `knownSince`; what was granted for
 * before may have been forgotten, and stays.
 */
export function vacationEvents(
  match: MatchState,
  leaveOf: (player: PlayerId) => readonly Span[],
  knownSince: Date,
): readonly MatchEvent[] {
  const players = awayMayBe(match);
  return SEATS.slice(0, match.seats.length).flatMap((seat) => {
    const player = match.seats[seat - 1]?.player ?? null;
    if (player === null || !players.includes(player)) return [];
    return seatEvents(match, seat, leaveOf(player), knownSince);
  });
}

/** Of a turn that is over nothing is given back or taken any more. */
export function horizonOf(match: MatchState, seat: Seat): number {
  return match.time?.running.find((run) => run.seat === seat)?.since ?? Date.parse(match.at);
}

export type VacationEvent = Extract<MatchEvent, { readonly type: 'vacation.granted' | 'vacation.cut' }>;

export function isVacation(event: { readonly type: string }): event is VacationEvent {
  return event.type === 'vacation.granted' || event.type === 'vacation.cut';
}

/** Whether some leave of the seat's player would bring this event about. */
export function couldChange(match: MatchState, { type, seat, from, to }: VacationEvent): boolean {
  const player = match.seats[seat - 1]?.player ?? null;
  const span = { from: Date.parse(from), to: Date.parse(to) };
  const isSpan = span.from < span.to && texts(span).from === from && texts(span).to === to;
  if (!isSpan || player === null || !awayMayBe(match).includes(player)) return false;
  const granted = overlap(freeOf(match.time?.free ?? [], seat), span);
  return span.from >= horizonOf(match, seat) && granted === (type === 'vacation.cut' ? span.to - span.from : 0);
}

function seatEvents(match: MatchState, seat: Seat, leave: readonly Span[], knownSince: Date): readonly MatchEvent[] {
  const horizon = horizonOf(match, seat);
  const wanted = since(
    leave.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) })),
    horizon,
  );
  const granted = since(freeOf(match.time?.free ?? [], seat), horizon);
  const event = (type: 'vacation.granted' | 'vacation.cut') => (span: Interval) => ({ type, seat, ...texts(span) });
  return [
    ...since(difference(granted, wanted), knownSince.getTime()).map(event('vacation.cut')),
    ...difference(wanted, granted).map(event('vacation.granted')),
  ];
}

function texts({ from, to }: Interval): Span {
  return { from: new Date(from).toISOString(), to: new Date(to).toISOString() };
}
