/**
 * Warnings that the time of a turn gets short: two a turn. They go by the deadline, which leave and pauses move, so when
 * they are due follows from the clocks as they stand. Instants and lengths are in milliseconds.
 */
import { DAY, HOUR } from '../../duration.ts';
import type { AnyGame } from '../../game.ts';
import type { MatchState } from '../types.ts';
import { nextDue } from './due.ts';
import { deadlineOf, type RunningTurn, type TimeState } from './time.ts';

export type Mark = 'first' | 'last';

export interface Warning {
  readonly run: RunningTurn;
  readonly mark: Mark;
  /** How long before the deadline. */
  readonly left: number;
  readonly at: number;
  readonly deadline: number;
  /** When it would be due without any leave or pause: no earlier, whatever the deadline was before it moved. */
  readonly earliest: number;
}

/** Who has less time for a turn is warned in proportion to it. */
const SHORT = 2 * DAY;

/** How long before its deadline a turn that has so much time is warned of. */
export function markLengths(time: number): Readonly<Record<Mark, number>> {
  return time < SHORT
    ? { first: Math.floor(time / 10), last: Math.floor(time / 50) }
    : { first: 24 * HOUR, last: 3 * HOUR };
}

/** In the order of time. */
export function warningsOf(time: TimeState, run: RunningTurn): readonly Warning[] {
  const has = time.left[run.seat - 1] ?? 0;
  const deadline = deadlineOf(time, run);
  const { first, last } = markLengths(has);
  const warning = (mark: Mark, left: number) => ({
    ...{ run, mark, left, deadline },
    at: deadline - left,
    earliest: run.since + has - left,
  });
  return [warning('first', first), warning('last', last)];
}

/**
 * What there is to warn of at an instant. Of warnings that a seat has missed only the nearest to the deadline, and none
 * of anybody once something has run out: what follows from that comes first.
 */
export function dueWarnings(game: AnyGame, match: MatchState, now: Date): readonly Warning[] {
  const instant = now.getTime();
  const due = nextDue(game, match);
  if (due === null || instant >= due.at) return [];
  return runningWarnings(match).flatMap((warnings) => warnings.filter(({ at }) => at <= instant).slice(-1));
}

/** Of each turn that runs. */
export function runningWarnings({ time }: MatchState): readonly (readonly Warning[])[] {
  return time === null ? [] : time.running.map((run) => warningsOf(time, run));
}
