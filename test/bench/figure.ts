/** A measured figure, and what it is held against in the same run. */
export interface Figure {
  readonly name: string;
  readonly unit: string;
  readonly value: number;
  readonly floor?: { readonly name: string; readonly value: number };
  /** `ratio`: of value to floor; `value`: of the figure itself. */
  readonly target?: { readonly is: 'at least' | 'at most'; readonly ratio?: number; readonly value?: number };
}

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted[Math.floor(sorted.length / 2)];
  if (middle === undefined) throw new RangeError('no values');
  return middle;
}

export function printed({ name, unit, value, floor, target }: Figure): string {
  const ratio = floor === undefined ? null : value / floor.value;
  const parts = [`${name}: ${number(value)} ${unit}`];
  if (floor !== undefined && ratio !== null) {
    parts.push(`${number(ratio)} of ${floor.name} (${number(floor.value)})`);
  }
  if (target !== undefined) {
    const measured = target.ratio === undefined ? value : ratio;
    const wanted = target.ratio ?? target.value ?? 0;
    const met = measured !== null && (target.is === 'at least' ? measured >= wanted : measured <= wanted);
    parts.push(
      `target ${target.is} ${number(wanted)}${target.ratio === undefined ? '' : ' of that'}: ${met ? 'met' : 'NOT MET'}`,
    );
  }
  return parts.join('; ');
}

function number(value: number): string {
  if (value >= 1000) return Math.round(value).toLocaleString('en');
  return value >= 10 ? value.toFixed(1) : value.toFixed(2);
}
