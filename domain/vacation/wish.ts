/** Setting a leave: a wish is judged against what the book holds, and refused as a value. */
import { BEGINNINGS_A_DAY, currentLeave, cutAt, type Leave, type VacationBook } from './book.ts';
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
  | {
      readonly code: 'too_long';
      readonly year: number;
      /** Days of the year that the leave would use, and that there are to use. */
      readonly asked: number;
      readonly left: number;
      readonly detail: string;
    }
  /** `until`: an instant, from which on the same wish is not refused for this. */
  | { readonly code: 'too_often'; readonly until: Date; readonly detail: string };

export type VacationAnswer =
  | { readonly ok: true; readonly book: VacationBook }
  | { readonly ok: false; readonly refusal: VacationRefusal };

const NO_ZONE = 'Not a time zone of the IANA database, such as "Europe/Berlin".';

const DAY_MS = 86_400_000;

/**
 * A leave that runs is cut, its days stay used; one to come is replaced, its days are free again. The same wish again
 * while it stands gives the same book. A leave that goes on where the one that it cuts ended is no new beginning.
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
  const kept = joined(cutAt(book.leaves.filter(countsAt(now)), now));
  const refusal = overBudget(kept, read) ?? tooOften(kept, read);
  return refusal === null ? { ok: true, book: { timeZone, leaves: [...kept, read] } } : { ok: false, refusal };
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

/** Those that follow upon each other without a gap as one: it is the same time away, on the same days. */
function joined(leaves: readonly Leave[]): readonly Leave[] {
  const all: Leave[] = [];
  for (const leave of leaves) {
    const last = all.at(-1);
    if (last === undefined || !goesOn(last, leave)) all.push(leave);
    else all[all.length - 1] = { ...last, to: leave.to, ends: leave.ends };
  }
  return all;
}

function goesOn(before: Leave, leave: Leave): boolean {
  return before.ends === leave.begins && before.timeZone === leave.timeZone;
}

function tooOften(kept: readonly Leave[], leave: Leave): VacationRefusal | null {
  const last = kept.at(-1);
  if (last !== undefined && goesOn(last, leave)) return null;
  const begins = Date.parse(leave.begins);
  const recent = kept.filter((each) => Date.parse(each.begins) > begins - DAY_MS);
  const first = recent.at(-BEGINNINGS_A_DAY);
  if (first === undefined) return null;
  const until = new Date(Date.parse(first.begins) + DAY_MS);
  const detail =
    `You have been away ${BEGINNINGS_A_DAY} times within a day. ` +
    `You can go on vacation again from ${until.toISOString()} on; one that runs you may change at any time.`;
  return { code: 'too_often', until, detail };
}

/** In every zone in which the player's days are counted, the years that the new leave touches. */
function overBudget(kept: readonly Leave[], leave: Leave): VacationRefusal | null {
  const zones = [...new Set([leave, ...kept].map(({ timeZone }) => timeZone))];
  const over = zones.flatMap((zone) => {
    const before = daysByYear(kept, zone);
    const after = daysByYear([...kept, leave], zone);
    return [...daysByYear([leave], zone).keys()]
      .filter((year) => (after.get(year)?.size ?? 0) > DAYS_A_YEAR)
      .map((year) => {
        const used = before.get(year)?.size ?? 0;
        return { zone, year, asked: (after.get(year)?.size ?? 0) - used, left: Math.max(0, DAYS_A_YEAR - used) };
      });
  });
  const [worst] = over.sort((a, b) => a.year - b.year || a.left - b.left);
  if (worst === undefined) return null;
  const { zone, year, asked, left } = worst;
  const counted = zone === leave.timeZone ? '' : `, counted in ${zone} as your vacation before`;
  const detail =
    `You asked for ${daysText(asked)} of ${year} and have ${daysText(left)} of vacation left in it, ` +
    `of ${DAYS_A_YEAR}${counted}.`;
  return { code: 'too_long', year, asked, left, detail };
}

function daysText(count: number): string {
  return count === 1 ? '1 day' : `${count} days`;
}

/** What ended before last year began anywhere on earth counts no more; it is more than a year and a day ago. */
function countsAt(now: Date): (leave: Leave) => boolean {
  const horizon = Date.UTC(now.getUTCFullYear() - 1, 0, 1) - 86_400_000;
  return ({ ends }) => Date.parse(ends) > horizon;
}

function invalid(pointer: '/timeZone', detail: string): VacationAnswer {
  return { ok: false, refusal: { code: 'invalid', pointer, detail } };
}
