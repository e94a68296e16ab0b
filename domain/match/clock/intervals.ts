/** Stretches of time, each from an instant up to another that is not in it. Sets of them are sorted and apart. */
export interface Interval {
  readonly from: number;
  readonly to: number;
}

export function union(intervals: readonly Interval[]): readonly Interval[] {
  const sorted = intervals.filter(({ from, to }) => from < to).sort((a, b) => a.from - b.from);
  const merged: Interval[] = [];
  for (const { from, to } of sorted) {
    const last = merged.at(-1);
    if (last === undefined || from > last.to) merged.push({ from, to });
    else merged[merged.length - 1] = { from: last.from, to: Math.max(last.to, to) };
  }
  return merged;
}

export function without(intervals: readonly Interval[], { from, to }: Interval): readonly Interval[] {
  if (from >= to) return union(intervals);
  return union(
    intervals.flatMap((each) => [
      { from: each.from, to: Math.min(each.to, from) },
      { from: Math.max(each.from, to), to: each.to },
    ]),
  );
}

/** What is in the first and in none of the others. */
export function difference(intervals: readonly Interval[], others: readonly Interval[]): readonly Interval[] {
  return others.reduce(without, union(intervals));
}

/** How much of `span` is in a set, in milliseconds. */
export function overlap(intervals: readonly Interval[], span: Interval): number {
  let sum = 0;
  for (const { from, to } of intervals) sum += Math.max(0, Math.min(to, span.to) - Math.max(from, span.from));
  return sum;
}

export function since(intervals: readonly Interval[], instant: number): readonly Interval[] {
  return union(intervals.map(({ from, to }) => ({ from: Math.max(from, instant), to })));
}
