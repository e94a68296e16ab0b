/**
 * How many days of leave are used. Every local day that a leave touches counts whole, once, in the year it is in.
 *
 * Who changes the time zone could else count the same hours to another day or year. So the days are counted in every
 * zone that the book knows, each leave in all of them, and the zone in which most are used holds: whichever of the
 * player's zones a year is measured in, no more than the budget was granted in it. Who stays in one zone sees none of
 * this; who moves may find one day more counted, since a day of one zone touches two of another.
 */
import type { Leave, VacationBook } from './book.ts';
import { dateAt, daysTouched } from './zone.ts';

/** Local days a calendar year. */
export const DAYS_A_YEAR = 30;

/** The calendar year that an instant is in. */
export function yearAt(at: Date, timeZone: string): number {
  return Number(dateAt(at.getTime(), timeZone).slice(0, 4));
}

export function daysUsed({ timeZone, leaves }: VacationBook, year: number): number {
  const zones = new Set([timeZone, ...leaves.map((leave) => leave.timeZone)]);
  return Math.max(...Array.from(zones, (zone) => daysByYear(leaves, zone).get(year)?.size ?? 0));
}

/** By year, the dates that the leaves touch in a zone. */
export function daysByYear(leaves: readonly Leave[], zone: string): ReadonlyMap<number, ReadonlySet<string>> {
  const years = new Map<number, Set<string>>();
  for (const { begins, ends } of leaves) {
    for (const { year, date } of daysTouched({ from: Date.parse(begins), to: Date.parse(ends) }, zone)) {
      const dates = years.get(year) ?? new Set();
      years.set(year, dates.add(date));
    }
  }
  return years;
}
