/** How time is counted in a match; fixed when it is made. Durations are ISO 8601, of a fixed length. */
import { DAY, durationOf, MINUTE } from '../../duration.ts';

export type ClockSettings =
  | { readonly kind: 'none' }
  /** So much for each turn, whatever the turns before took. */
  | { readonly kind: 'per-turn'; readonly time: string }
  /** Fischer's clock: a bank that every finished turn adds to, up to `max` if there is one. */
  | { readonly kind: 'bank'; readonly initial: string; readonly increment: string; readonly max?: string };

export interface TimeSettings {
  readonly clock: ClockSettings;
  /** Whether a player's leave stops the player's clock. */
  readonly vacation: boolean;
  /** How long the match waits for its last player. */
  readonly startWithin: string;
}

/** Of every duration in the settings, in milliseconds. */
export const SHORTEST = MINUTE;
export const LONGEST = 90 * DAY;

const START_WITHIN = 'P14D';

/** What a match has unless told otherwise; a clock of null is the default for its seats. */
export const DEFAULT_TIME = { clock: null, vacation: true, startWithin: START_WITHIN } as const;

/** Nobody waits for who plays alone. */
export function defaultClock(seats: number): ClockSettings {
  return seats === 1 ? { kind: 'none' } : { kind: 'per-turn', time: 'P3D' };
}

export function isSetting(duration: string): boolean {
  const ms = durationOf(duration);
  return ms !== null && ms >= SHORTEST && ms <= LONGEST;
}

/** In milliseconds. @throws on what is no duration: settings are checked where they come in */
export function settingMs(duration: string): number {
  const ms = durationOf(duration);
  if (ms === null) throw new Error('a setting is a duration');
  return ms;
}
