import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { abiegnus } from '../../domain/abiegnus/index.ts';
import { PTAH_SQUARES, SUBJECTS } from '../../domain/abiegnus/tables.ts';
import { optionsOf, setUp } from './given.ts';

/** From one rule to another, numbers as in the rules. */
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => `AB-${first + i}`);

const RULES = [...range(1, 3), ...range(10, 15), 'AB-20', ...range(30, 34), ...range(40, 50)];

/** Rules with a ruling that is not the source's. */
const RULINGS = [2, 12, 14, 15, 20, 40, 42, 44, 45, 48].map((number) => `AB-${number}`);

const paragraphOf = (rule: string) => abiegnus.rulesText.split(`**${rule}**`)[1]?.split(/\n- \*\*|\n##/)[0] ?? '';

describe('rules', () => {
  const folder = new URL('.', import.meta.url);
  const tests = readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join();
  /** A title names its rule first: `AB-42 a: …`. */
  const named = new Set([...tests.matchAll(/['"`](AB-\d+)(?: [a-c])?: /g)].map(([, rule]) => rule));

  it.each(RULES)('%s is named by the title of a test', (rule) => {
    expect(named).toContain(rule);
  });

  it('players are told every rule, in order', () => {
    const told = [...abiegnus.rulesText.matchAll(/\*\*(AB-\d+)\*\*/g)].map(([, rule]) => rule);
    expect(told).toEqual(RULES);
  });

  it('rulings that are not the source’s bear their mark, and no others do', () => {
    expect(RULES.filter((rule) => paragraphOf(rule).includes('†'))).toEqual(RULINGS);
  });

  it('players are told why twenty mediums cannot be captured, and every subject', () => {
    expect(paragraphOf('AB-44')).toContain('twenty cannot be captured');
    for (const { x, y } of PTAH_SQUARES) expect(abiegnus.rulesText).toContain(`| ${SUBJECTS[x][y]} |`);
  });

  it('every refusal names a rule that players are told', () => {
    expect(RULES).toContain(abiegnus.limits.turnEnded);
    expect(RULES).toContain(abiegnus.limits.matchEnded);
  });

  it('two play, or one', () => {
    expect(abiegnus.seats(optionsOf('two-player'))).toEqual({ least: 2, most: 2 });
    expect(abiegnus.seats(optionsOf('solitaire'))).toEqual({ least: 1, most: 1 });
    expect(abiegnus.seats(optionsOf('divination'))).toEqual({ least: 1, most: 1 });
    expect(abiegnus.seatRange).toEqual({ least: 1, most: 2 });
    expect(abiegnus.hidden).toBe(false);
  });

  it('nobody leaves a game that goes on', () => {
    expect(abiegnus.leave(setUp(), 1)).toEqual([]);
  });
});
