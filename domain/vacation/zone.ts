/**
 * Local days in a time zone. A day goes from its first instant to the first instant of the next: where a night's change
 * of the clocks repeats or skips hours it is longer or shorter, and one that the zone skipped has no length.
 */
import * as Instant from 'temporal-polyfill/fns/Instant';
import * as PlainDate from 'temporal-polyfill/fns/PlainDate';
import * as ZonedDateTime from 'temporal-polyfill/fns/ZonedDateTime';
import { DATE } from './book.ts';

/** Instants in milliseconds; a day ends where the next begins. */
export interface LocalDay {
  /** `YYYY-MM-DD` */
  readonly date: string;
  readonly year: number;
  readonly begins: number;
  readonly ends: number;
}

/** As the zone is written; null if there is none of that name. Offsets are no zones: they know no switch of the clocks. */
export function zoneNamed(name: string): string | null {
  if (!/^[A-Za-z]/.test(name)) return null;
  return orNull(() => Instant.toZonedDateTimeISO(Instant.fromEpochMilliseconds(0), name).timeZoneId);
}

/** Null if the text is no date of the calendar. */
export function localDay(date: string, zone: string): LocalDay | null {
  const read = readDate(date);
  return read === null ? null : dayOf(read, zone);
}

/** The date a year later; of a leap day, the day before March. Null if the text is no date. */
export function yearAfter(date: string): string | null {
  const read = readDate(date);
  return read === null ? null : PlainDate.toString(PlainDate.addYears(read, 1));
}

/** The local date at an instant. */
export function dateAt(at: number, zone: string): string {
  return PlainDate.toString(dateOf(at, zone));
}

/** The days that a span of time touches; `to` is not in it. */
export function daysTouched({ from, to }: { readonly from: number; readonly to: number }, zone: string): LocalDay[] {
  const days: LocalDay[] = [];
  if (from >= to) return days;
  // Where clocks go back over midnight the date does too, for a while: the day before is looked at as well.
  let date = PlainDate.subtractDays(dateOf(from, zone), 1);
  for (let day = dayOf(date, zone); day.begins < to; day = dayOf(date, zone)) {
    if (day.ends > Math.max(from, day.begins)) days.push(day);
    date = PlainDate.addDays(date, 1);
  }
  return days;
}

function dateOf(at: number, zone: string): PlainDate.Record {
  return ZonedDateTime.toPlainDate(Instant.toZonedDateTimeISO(Instant.fromEpochMilliseconds(at), zone));
}

function dayOf(date: PlainDate.Record, zone: string): LocalDay {
  const start = (day: PlainDate.Record) => PlainDate.toZonedDateTime(day, zone).epochMilliseconds;
  return {
    date: PlainDate.toString(date),
    year: date.year,
    begins: start(date),
    ends: start(PlainDate.addDays(date, 1)),
  };
}

function readDate(text: string): PlainDate.Record | null {
  if (!DATE.test(text)) return null;
  const [year, month, day] = text.split('-');
  return orNull(() => PlainDate.create(Number(year), Number(month), Number(day)));
}

/** The library throws a RangeError at what there is not. */
function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}
