/** Whatever is set and ended, whenever and in whatever zones: the budget holds, and nothing is granted for the past. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { EMPTY_BOOK, endVacation, type LeaveSpan, spansOf, type VacationBook } from '../../domain/vacation/book.ts';
import { DAYS_A_YEAR } from '../../domain/vacation/days.ts';
import { setVacation } from '../../domain/vacation/wish.ts';
import { dateAt, daysTouched } from '../../domain/vacation/zone.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const ZONES = [
  ...['UTC', 'Europe/Berlin', 'America/New_York', 'Australia/Sydney', 'Africa/Cairo', 'Asia/Kathmandu'],
  ...['Pacific/Kiritimati', 'Pacific/Pago_Pago', 'America/St_Johns', 'Australia/Lord_Howe', 'Pacific/Apia'],
] as const;

/** Waits are often short, as of somebody who toggles, and sometimes long, so that years pass. */
const wait = fc.oneof(
  fc.integer({ min: 0, max: 4 * HOUR }),
  fc.integer({ min: 0, max: 3 * DAY }),
  fc.integer({ min: 0, max: 120 * DAY }),
);

const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('set' as const),
      wait,
      /** In days from now. */
      first: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -3, max: 300 })),
      length: fc.oneof(
        fc.integer({ min: 1, max: 3 }),
        fc.integer({ min: 1, max: 31 }),
        fc.integer({ min: 1, max: 62 }),
      ),
      zone: fc.constantFrom(...ZONES),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), wait }) },
);

/** Near New Year more often than not, where the years of the zones part. */
const begin = fc.oneof(
  fc.integer({ min: Date.parse('2026-12-01T00:00Z'), max: Date.parse('2027-01-10T00:00Z') }),
  fc.integer({ min: Date.parse('2010-12-01T00:00Z'), max: Date.parse('2028-12-31T00:00Z') }),
);

test('the time granted in a calendar year is at most thirty local days, in each zone that was used', () => {
  let granted = 0;
  let refused = 0;
  fc.assert(
    fc.property(begin, fc.array(step, { minLength: 1, maxLength: 40 }), (start, steps) => {
      let at = start;
      let book: VacationBook = EMPTY_BOOK;
      /** All that was ever granted and lies in the past of the step, or is granted now. */
      const all = new Map<string, LeaveSpan>();
      const zonesOf: { readonly zone: string; readonly span: LeaveSpan }[] = [];
      for (const each of steps) {
        at += each.wait;
        const now = new Date(at);
        // What has passed by now was had by the player, whatever becomes of the book.
        for (const span of spansOf(book)) keepPast(all, span, at);
        const before = book;
        if (each.kind === 'end') book = endVacation(book, now);
        else {
          const from = dateAt(at + each.first * DAY, each.zone);
          const to = dateAt(at + (each.first + each.length - 1) * DAY, each.zone);
          const answer = setVacation(book, { from, to, timeZone: each.zone }, now);
          if (!answer.ok) refused += answer.refusal.code === 'too_long' ? 1 : 0;
          else book = answer.book;
          const added = book.leaves.at(-1);
          if (book !== before && added !== undefined) {
            granted += 1;
            expect(Date.parse(added.begins)).toBeGreaterThanOrEqual(at);
            zonesOf.push({ zone: each.zone, span: { from: added.begins, to: added.ends } });
          }
        }
        expectInOrder(spansOf(book));
        // A change rewrites nothing of the past but what it forgets.
        const past = new Set(pastOf(before, at));
        for (const span of pastOf(book, at)) expect(past).toContain(span);
      }
      for (const span of spansOf(book)) all.set(span.from, span);
      const spans = [...all.values()];
      for (const { zone, span } of zonesOf) {
        const had = all.get(span.from);
        if (had === undefined) continue;
        for (const year of yearsOf([had], zone).keys()) {
          expect(yearsOf(spans, zone).get(year)?.size, `${year} in ${zone}`).toBeLessThanOrEqual(DAYS_A_YEAR);
        }
      }
    }),
    { numRuns: 400 },
  );
  // A property that meets no budget holds of anything.
  expect(granted).toBeGreaterThan(500);
  expect(refused).toBeGreaterThan(100);
});

function keepPast(all: Map<string, LeaveSpan>, span: LeaveSpan, at: number): void {
  const past = upTo(span, at);
  if (past !== null) all.set(span.from, past);
}

/** The time away before an instant, with what follows without a gap as one. */
function pastOf(book: VacationBook, at: number): string[] {
  const all: LeaveSpan[] = [];
  for (const span of spansOf(book).flatMap((each) => upTo(each, at) ?? [])) {
    const last = all.at(-1);
    if (last === undefined || last.to !== span.from) all.push(span);
    else all[all.length - 1] = { from: last.from, to: span.to };
  }
  return all.map((span) => JSON.stringify(span));
}

function upTo({ from, to }: LeaveSpan, at: number): LeaveSpan | null {
  if (Date.parse(from) >= at) return null;
  return { from, to: new Date(Math.min(Date.parse(to), at)).toISOString() };
}

function expectInOrder(spans: readonly LeaveSpan[]): void {
  const ends = spans.flatMap(({ from, to }) => [Date.parse(from), Date.parse(to)]);
  expect(ends).toEqual(ends.toSorted((a, b) => a - b));
  for (const { from, to } of spans) expect(Date.parse(from)).toBeLessThan(Date.parse(to));
}

function yearsOf(spans: readonly LeaveSpan[], zone: string): ReadonlyMap<number, ReadonlySet<string>> {
  const years = new Map<number, Set<string>>();
  for (const { from, to } of spans) {
    for (const { year, date } of daysTouched({ from: Date.parse(from), to: Date.parse(to) }, zone)) {
      years.set(year, (years.get(year) ?? new Set()).add(date));
    }
  }
  return years;
}
