/** Time that does not count, against a count of single instants. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  countedTime,
  type FreeTime,
  whenPassed,
  withFree,
  withoutFree,
} from '../../../domain/match/clock/free-time.ts';
import { difference, overlap, union, without } from '../../../domain/match/clock/intervals.ts';

const instant = fc.integer({ min: 0, max: 40 });
const span = fc.record({ from: instant, to: instant });
const change = fc.record({ seat: fc.constantFrom(null, 1, 2), span, take: fc.boolean() });

/** The instants of a seat that are free, by doing each change instant by instant. */
function instants(
  changes: readonly { seat: number | null; span: { from: number; to: number }; take: boolean }[],
  seat: number | null,
) {
  const free = new Set<number>();
  for (const each of changes.filter((one) => one.seat === seat)) {
    for (let at = each.span.from; at < each.span.to; at += 1)
      if (each.take) free.delete(at);
      else free.add(at);
  }
  return free;
}

test('what counts, what is paused and what is leave are those instants; a deadline comes when so many have counted', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), instant, instant, (changes, from, to) => {
      const free = changes.reduce<readonly FreeTime[]>(
        (known, each) => (each.take ? withoutFree : withFree)(known, each.seat, each.span),
        [],
      );
      const pause = instants(changes, null);
      const leave = instants(changes, 1);
      const within = Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);
      const paused = within.filter((at) => pause.has(at)).length;
      const away = within.filter((at) => !pause.has(at) && leave.has(at)).length;
      expect(countedTime(free, 1, from, to)).toEqual({ counted: within.length - paused - away, paused, away });

      const ms = to % 7;
      const end = whenPassed(free, 1, from, ms);
      expect(countedTime(free, 1, from, end).counted).toBe(ms);
      // It is the first such instant.
      if (end > from) expect(countedTime(free, 1, from, end - 1).counted).toBeLessThan(ms === 0 ? 1 : ms);
    }),
    { numRuns: 3000 },
  );
});

test('sets of intervals', () => {
  const set = [
    { from: 10, to: 20 },
    { from: 5, to: 7 },
    { from: 15, to: 25 },
    { from: 9, to: 9 },
  ];
  expect(union(set)).toEqual([
    { from: 5, to: 7 },
    { from: 10, to: 25 },
  ]);
  // What touches is one.
  expect(
    union([
      { from: 1, to: 2 },
      { from: 2, to: 3 },
    ]),
  ).toEqual([{ from: 1, to: 3 }]);
  expect(without(set, { from: 6, to: 12 })).toEqual([
    { from: 5, to: 6 },
    { from: 12, to: 25 },
  ]);
  expect(without(set, { from: 12, to: 6 })).toEqual(union(set));
  expect(
    difference(set, [
      { from: 5, to: 7 },
      { from: 18, to: 30 },
    ]),
  ).toEqual([{ from: 10, to: 18 }]);
  expect(overlap(union(set), { from: 6, to: 11 })).toBe(2);
});
