/** A match's clock as it is shown: nothing of it is hidden from anybody who may read the match. */
import { durationText } from '../../duration.ts';
import type { AnyGame } from '../../game.ts';
import { SEATS } from '../../seat.ts';
import type { MatchState } from '../types.ts';
import { nextDue, timeLimitOf } from './due.ts';
import { freeUntil, isFree } from './free-time.ts';
import type { ClockSettings } from './settings.ts';
import { deadlineOf, leftAt } from './time.ts';

/**
 * `none`: no time is counted now. `due`: it has run out, which is not stored yet. `paused`: by agreement. `away`: whoever
 * is to move is on leave.
 */
export const CLOCK_STATES = ['none', 'running', 'due', 'paused', 'away'] as const;
export type ClockState = (typeof CLOCK_STATES)[number];

/** What follows from the log alone, whenever it is read. */
export type ListedClock = ClockSettings & {
  readonly vacation: boolean;
  /** When the time of whoever is to move is up, as far as leave and pauses are known. */
  readonly deadline: string | null;
};

export type ClockSight = ListedClock & {
  readonly state: ClockState;
  /** When the pause or the leave that holds now ends, as far as that is known. */
  readonly until: string | null;
  /** By seat; null where no time is counted. */
  readonly left: readonly string[] | null;
  /** When the game's own time limit passes, until then. */
  readonly timeLimit: string | null;
};

/** As it stands at an instant. */
export function seeClock(game: AnyGame, match: MatchState, at: Date): ClockSight {
  const { time } = match;
  const now = at.getTime();
  const limit = timeLimitOf(game, match);
  const state = stateOf(game, match, now);
  return {
    ...listClock(match),
    state,
    until: untilOf(match, state, now),
    left:
      time === null ? null : SEATS.slice(0, match.seats.length).map((seat) => durationText(leftAt(time, seat, now))),
    timeLimit: match.status === 'active' && limit !== null ? new Date(limit).toISOString() : null,
  };
}

export function listClock({ clock, vacation, time }: MatchState): ListedClock {
  const deadlines = time === null ? [] : time.running.map((run) => deadlineOf(time, run));
  return {
    ...clock,
    vacation,
    deadline: deadlines.length === 0 ? null : new Date(Math.min(...deadlines)).toISOString(),
  };
}

function stateOf(game: AnyGame, match: MatchState, now: number): ClockState {
  const due = nextDue(game, match);
  if (due !== null && now > due.at) return 'due';
  const { time } = match;
  if (match.status !== 'active' || time === null || time.running.length === 0) return 'none';
  if (isFree(time.free, null, now)) return 'paused';
  return time.running.every(({ seat }) => isFree(time.free, seat, now)) ? 'away' : 'running';
}

function untilOf({ time }: MatchState, state: ClockState, now: number): string | null {
  if (time === null || (state !== 'paused' && state !== 'away')) return null;
  const ends =
    state === 'paused'
      ? [freeUntil(time.free, null, now)]
      : time.running.map(({ seat }) => freeUntil(time.free, seat, now));
  return new Date(Math.min(...ends)).toISOString();
}
