/** What is asked of the matches of a list, beyond its game and status. */
import { settingMs } from '../../domain/match/clock/settings.ts';
import type { ListedSight } from '../store/lists.ts';

export interface Wanted {
  readonly seats?: number | undefined;
  readonly rated?: boolean | undefined;
  readonly clock?: ListedSight['clock']['kind'] | undefined;
  /** Durations. */
  readonly timeAtLeast?: string | undefined;
  readonly timeAtMost?: string | undefined;
}

export function isWanted({ seats, rated, clock, timeAtLeast, timeAtMost }: Wanted, match: ListedSight): boolean {
  if (seats !== undefined && match.seats.length !== seats) return false;
  if (rated !== undefined && match.rated !== rated) return false;
  if (clock !== undefined && match.clock.kind !== clock) return false;
  if (timeAtLeast === undefined && timeAtMost === undefined) return true;
  const time = timeOf(match.clock);
  if (time === null) return false;
  return (
    (timeAtLeast === undefined || time >= settingMs(timeAtLeast)) &&
    (timeAtMost === undefined || time <= settingMs(timeAtMost))
  );
}

/** The time that a player has for the first turn, in milliseconds; null where none is counted. */
function timeOf(clock: ListedSight['clock']): number | null {
  if (clock.kind === 'none') return null;
  return settingMs(clock.kind === 'bank' ? clock.initial : clock.time);
}
