/** Time that is not counted: a seat's leave, or a pause of the whole match. Instants are milliseconds since 1970. */
import type { Seat } from '../../seat.ts';
import { type Interval, overlap, union, without } from './intervals.ts';

/** `seat` null: for every seat. */
export interface FreeTime extends Interval {
  readonly seat: Seat | null;
}

/** How the time between two instants counts for a seat; the three add up to it. Leave during a pause is pause. */
export interface Counted {
  readonly counted: number;
  readonly paused: number;
  readonly away: number;
}

export function countedTime(free: readonly FreeTime[], seat: Seat, from: number, to: number): Counted {
  const span = { from, to: Math.max(from, to) };
  const paused = overlap(freeOf(free, null), span);
  const both = overlap(union([...freeOf(free, null), ...freeOf(free, seat)]), span);
  return { counted: span.to - from - both, paused, away: both - paused };
}

/** The instant at which `ms` will have been counted for a seat, from an instant on. */
export function whenPassed(free: readonly FreeTime[], seat: Seat, from: number, ms: number): number {
  let at = from;
  let left = ms;
  for (const { from: stops, to: goesOn } of union([...freeOf(free, null), ...freeOf(free, seat)])) {
    if (goesOn <= at) continue;
    const counted = Math.max(0, stops - at);
    if (counted >= left) break;
    left -= counted;
    at = goesOn;
  }
  return at + left;
}

/** Whether an instant is in it; its end is not. */
export function isFree(free: readonly FreeTime[], seat: Seat | null, at: number): boolean {
  return freeOf(free, seat).some(({ from, to }) => from <= at && at < to);
}

/** When the free time that an instant is in ends; the instant itself where it is in none. */
export function freeUntil(free: readonly FreeTime[], seat: Seat | null, at: number): number {
  const spans = seat === null ? freeOf(free, null) : union([...freeOf(free, null), ...freeOf(free, seat)]);
  return spans.find(({ from, to }) => from <= at && at < to)?.to ?? at;
}

export function withFree(free: readonly FreeTime[], seat: Seat | null, span: Interval): readonly FreeTime[] {
  return replaced(free, seat, union([...freeOf(free, seat), span]));
}

export function withoutFree(free: readonly FreeTime[], seat: Seat | null, span: Interval): readonly FreeTime[] {
  return replaced(free, seat, without(freeOf(free, seat), span));
}

/** That of a seat alone, or with null that of the match alone; sorted, nothing twice. */
export function freeOf(free: readonly FreeTime[], seat: Seat | null): readonly Interval[] {
  return free.filter((each) => each.seat === seat);
}

function replaced(free: readonly FreeTime[], seat: Seat | null, spans: readonly Interval[]): readonly FreeTime[] {
  return [...free.filter((each) => each.seat !== seat), ...spans.map(({ from, to }) => ({ seat, from, to }))];
}
