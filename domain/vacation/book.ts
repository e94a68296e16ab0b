/**
 * What an account keeps of a player's leave, as plain JSON, and what can be read from it without knowing time zones:
 * all that the path of moves and timeouts needs.
 */

/** A date of the calendar, as far as its form goes. */
export const DATE = /^\d{4}-\d{2}-\d{2}$/;

export interface Leave {
  /** Local dates (`YYYY-MM-DD`) as they were wished, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** IANA. */
  readonly timeZone: string;
  /** RFC 3339, UTC, milliseconds: never before the leave was set. */
  readonly begins: string;
  /** The end of the last day, or earlier where it was cut. */
  readonly ends: string;
}

export interface VacationBook {
  /** The player's: that last set, by a leave or by itself. */
  readonly timeZone: string;
  /** By time, never overlapping; at most the last of them is running or to come. */
  readonly leaves: readonly Leave[];
}

/** Instants. */
export interface LeaveSpan {
  readonly from: string;
  readonly to: string;
}

export const EMPTY_BOOK: VacationBook = { timeZone: 'UTC', leaves: [] };

/**
 * How many leaves may begin within a day of each other. A leave is remembered for two years, and has days in a budget:
 * this is what keeps a book small, some hundred and eighty leaves, however often somebody comes and goes.
 */
export const BEGINNINGS_A_DAY = 3;

/** From when on a book tells of every leave; of those before it forgets some. */
export function knownSince(now: Date): Date {
  return new Date(now.getTime() - 365 * 86_400_000);
}

/** When the player is, was, and will be away, as far as it is known. */
export function spansOf({ leaves }: VacationBook): readonly LeaveSpan[] {
  return leaves.map(({ begins, ends }) => ({ from: begins, to: ends }));
}

/** The leave that is running or to come. */
export function currentLeave({ leaves }: VacationBook, now: Date): Leave | null {
  return leaves.find(({ ends }) => Date.parse(ends) > now.getTime()) ?? null;
}

export function leaveState({ begins }: Leave, now: Date): 'upcoming' | 'running' {
  return Date.parse(begins) > now.getTime() ? 'upcoming' : 'running';
}

/** Ends a running leave now and drops one to come; the same book where there is neither. */
export function endVacation(book: VacationBook, now: Date): VacationBook {
  return currentLeave(book, now) === null ? book : { ...book, leaves: cutAt(book.leaves, now) };
}

/** The leaves as far as they lie before an instant. */
export function cutAt(leaves: readonly Leave[], now: Date): readonly Leave[] {
  const at = now.toISOString();
  return leaves
    .filter(({ begins }) => Date.parse(begins) < now.getTime())
    .map((leave) => (Date.parse(leave.ends) > now.getTime() ? { ...leave, ends: at } : leave));
}
