import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { DECK } from '../../domain/astromagie/deck/rows.ts';
import { astromagie } from '../../domain/astromagie/index.ts';

/** From one rule to another, numbers as in the rules. */
const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, i) => `AS-${first + i}`);

const RULES = [...range(1, 2), ...range(10, 14), ...range(20, 25), ...range(30, 31), ...range(40, 47), 'AS-50'];

/** Rules with a ruling that is not the source's. */
const RULINGS = [2, 10, 12, 21, 24, 25, 30, 31, 43, 44, 45, 46, 47].map((number) => `AS-${number}`);

const paragraphOf = (rule: string) => astromagie.rulesText.split(`**${rule}**`)[1]?.split(/\n- \*\*|\n##/)[0] ?? '';

describe('rules', () => {
  const folder = new URL('.', import.meta.url);
  const tests = readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join();
  /** A title names its rule first: `AS-22: …`. */
  const named = new Set([...tests.matchAll(/['"`](AS-\d+): /g)].map(([, rule]) => rule));

  it.each(RULES)('%s is named by the title of a test', (rule) => {
    expect(named).toContain(rule);
  });

  it('players are told every rule, in order', () => {
    const told = [...astromagie.rulesText.matchAll(/\*\*(AS-\d+)\*\*/g)].map(([, rule]) => rule);
    expect(told).toEqual(RULES);
  });

  it('rulings that are not the source’s bear their mark, and no others do', () => {
    expect(RULES.filter((rule) => paragraphOf(rule).includes('†'))).toEqual(RULINGS);
  });

  it('every refusal names a rule that players are told', () => {
    expect(RULES).toContain(astromagie.limits.turnEnded);
    expect(RULES).toContain(astromagie.limits.matchEnded);
  });

  it('players are told every card', () => {
    for (const { code } of DECK) expect(astromagie.rulesText).toMatch(new RegExp(`[ \`]${code}[ \`]`));
  });

  it('two to five play, whatever the options, with hidden hands', () => {
    expect(astromagie.seats({ targetScore: 500, timeLimit: null, deals: null })).toEqual({ least: 2, most: 5 });
    expect(astromagie.hidden).toBe(true);
  });
});
