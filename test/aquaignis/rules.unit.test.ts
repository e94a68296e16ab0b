import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { aquaignis } from '../../domain/aquaignis/index.ts';

/** From one rule to another, numbers as in the rules. */
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => `AQ-${first + i}`);

const RULES = [...range(1, 8), ...range(10, 18), ...range(20, 23), ...range(30, 34), ...range(40, 42)];

/** Rules with a ruling that is not the source's. */
const RULINGS = [2, 3, 8, 10, 14, 15, 16, 18, 23, 30, 31, 32, 33, 42].map((number) => `AQ-${number}`);

const paragraphOf = (rule: string) => aquaignis.rulesText.split(`**${rule}**`)[1]?.split(/\n- \*\*|\n##/)[0] ?? '';

describe('rules', () => {
  const folder = new URL('.', import.meta.url);
  const tests = readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join();
  /** A title names its rule first: `AQ-16 c: …`. */
  const named = new Set([...tests.matchAll(/['"`](AQ-\d+)(?: [a-c])?: /g)].map(([, rule]) => rule));

  it.each(RULES)('%s is named by the title of a test', (rule) => {
    expect(named).toContain(rule);
  });

  it('players are told every rule, in order', () => {
    const told = [...aquaignis.rulesText.matchAll(/\*\*(AQ-\d+)\*\*/g)].map(([, rule]) => rule);
    expect(told).toEqual(RULES);
  });

  it('rulings that are not the source’s bear their mark, and no others do', () => {
    expect(RULES.filter((rule) => paragraphOf(rule).includes('†'))).toEqual(RULINGS);
  });

  it('every refusal names a rule that players are told', () => {
    expect(RULES).toContain(aquaignis.limits.turnEnded);
    expect(RULES).toContain(aquaignis.limits.matchEnded);
  });

  it('two play', () => {
    expect(aquaignis.seats({})).toEqual({ least: 2, most: 2 });
    expect(aquaignis.seatRange).toEqual({ least: 2, most: 2 });
    expect(aquaignis.hidden).toBe(false);
  });

  it('nothing is drawn and nobody leaves a game for two', () => {
    const state = aquaignis.setup({}, [1, 2]);
    expect(aquaignis.awaitsDraw(state)).toBe(false);
    expect(aquaignis.leave(state, 1)).toEqual([]);
  });
});
