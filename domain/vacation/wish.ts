/** Setting a leave: a wish is judged against what the book holds, and refused as a value. */
import { currentLeave, cutAt, type Leave, type VacationBook } from './book.ts';
import { DAYS_A_YEAR, daysByYear } from './days.ts';
import { dateAt, localDay, yearAfter, zoneNamed } from './zone.ts';

export interface VacationWish {
  /** Local dates, both inclusive. */
  readonly from: string;
  readonly to: string;
  /** Default: the player's zone. */
  readonly timeZone?: string | undefined;
}

export type VacationRefusal =
  | { readonly code: 'invalid'; readonly pointer: '/from' | '/to' | '/timeZone'; readonly detail: string }
  | { readonly code: 'too_long'; readonly year: number; readonly left: number; readonly detail: string }
  | { readonly code: 'too_often'; readonly detail: string };

export type VacationAnswer =
  | { readonly ok: true; readonly book: VacationBook }
  | { readonly ok: false; readonly refusal: VacationRefusal };

const NO_ZONE = 'Not a time zone of the IANA database, such as "Europe/Berlin".';

/** How many leaves a book holds at most: of two years, however often they were changed. */
export const LEAVES_MOST = 100;

/**
 * A leave that runs is cut, its days stay used; one to come is replaced, its days are free again. The same wish again
 * while it stands gives the same book.
 */
export function setVacation(book: VacationBook, wish: VacationWish, now: Date): VacationAnswer {
  const timeZone = zoneNamed(wish.timeZone ?? book.timeZone);
  if (timeZone === null) return invalid('/timeZone', NO_ZONE);
  const { from, to } = wish;
  const stands = currentLeave(book, now);
  if (stands !== null && stands.from === from && stands.to === to && stands.timeZone === timeZone) {
    return { ok: true, book };
  }
  const read = readLeave({ from, to, timeZone }, now);
  if ('code' in read) return { ok: false, refusal: read };
  const kept = cutAt(book.leaves.filter(countsAt(now)), now);
  if (kept.length >= LEAVES_MOST) {
    return {
      ok: false,
      refusal: {
        code: 'too_often',
        detail: 'You changed your vacation too often in these two years for another change.',
      },
    };
  }
  const over = overBudget(kept, read);
  return over === null ? { ok: true, book: { timeZone, leaves: [...kept, read] } } : { ok: false, refusal: over };
}

/** The player is at home elsewhere. A leave that was set stays as it is, in its own zone. */
export function setZone(book: VacationBook, name: string): VacationAnswer {
  const timeZone = zoneNamed(name);
  if (timeZone === null) return invalid('/timeZone', NO_ZONE);
  return { ok: true, book: timeZone === book.timeZone ? book : { ...book, timeZone } };
}

function readLeave(wish: Pick<Leave, 'from' | 'to' | 'timeZone'>, now: Date): Leave | VacationRefusal {
  const { from, to, timeZone } = wish;
  const refuse = (pointer: '/from' | '/to', detail: string) => ({ code: 'invalid', pointer, detail }) as const;
  const first = localDay(from, timeZone);
  if (first === null) return refuse('/from', 'Not a date of the calendar.');
  const last = localDay(to, timeZone);
  if (last === null) return refuse('/to', 'Not a date of the calendar.');
  if (to < from) return refuse('/to', 'It is before `from`.');
  if (last.ends <= now.getTime()) return refuse('/to', 'It is over.');
  const farthest = yearAfter(dateAt(now.getTime(), timeZone));
  if (farthest === null || to > farthest) return refuse('/to', 'It is more than a year ahead.');
  const begins = Math.max(first.begins, now.getTime());
  if (begins >= last.ends) return refuse('/to', 'There is no such day in this time zone.');
  return { ...wish, begins: new Date(begins).toISOString(), ends: new Date(last.ends).toISOString() };
}

/** In every zone in which the player's days are counted, the years that the new leave touches. */
function overBudget(kept: readonly Leave[], leave: Leave): VacationRefusal | null {
  const zones = [...new Set([leave, ...kept].map(({ timeZone }) => timeZone))];
  const over = zones.flatMap((zone) => {
    const before = daysByYear(kept, zone);
    const after = daysByYear([...kept, leave], zone);
    return [...daysByYear([leave], zone).keys()]
      .filter((year) => (after.get(year)?.size ?? 0) > DAYS_A_YEAR)
      .map((year) => ({ zone, year, left: Math.max(0, DAYS_A_YEAR - (before.get(year)?.size ?? 0)) }));
  });
  const [worst] = over.sort((a, b) => a.year - b.year || a.left - b.left);
  if (worst === undefined) return null;
  const { zone, year, left } = worst;
  const days = left === 1 ? '1 day' : `${left} days`;
  const counted = zone === leave.timeZone ? '' : `, counted in ${zone} as your vacation before`;
  const detail = `You have ${days} of vacation left in ${year}, of ${DAYS_A_YEAR}${counted}.`;
  return { code: 'too_long', year, left, detail };
}

/** What ended before last year began anywhere on earth counts no more; it is more than a year and a day ago. */
function countsAt(now: Date): (leave: Leave) => boolean {
  const horizon = Date.UTC(now.getUTCFullYear() - 1, 0, 1) - 86_400_000;
  return ({ ends }) => Date.parse(ends) > horizon;
}

function invalid(pointer: '/timeZone', detail: string): VacationAnswer {
  return { ok: false, refusal: { code: 'invalid', pointer, detail } };
}
