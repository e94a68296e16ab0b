/** What holds for the rules text of every game, and for the tests of its rules. */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { AnyGame } from '../../domain/game.ts';

export interface RulesTold {
  readonly game: AnyGame;
  readonly prefix: string;
  /** Numbers of the rules, from one to another. */
  readonly ranges: readonly (readonly [number, number])[];
  /** Numbers of the rules with a ruling that is not the source's. */
  readonly rulings: readonly number[];
  /** The folder of the game's tests. */
  readonly folder: URL;
}

/** What players are told of one rule. */
export function paragraphOf(game: AnyGame, rule: string): string {
  return game.rulesText.split(`**${rule}**`)[1]?.split(/\n- \*\*|\n##/)[0] ?? '';
}

/** The tests that all games share; call it inside a `describe`. */
export function testRulesText({ game, prefix, ranges, rulings, folder }: RulesTold): void {
  const rules = ranges.flatMap(([first, last]) =>
    Array.from({ length: last - first + 1 }, (_, i) => `${prefix}-${first + i}`),
  );
  const tests = readdirSync(folder)
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8'))
    .join();
  /** A title names its rule first: `AQ-16 c: …`. */
  const title = new RegExp(`['"\`](${prefix}-\\d+)(?: [a-c])?: `, 'g');
  const named = new Set([...tests.matchAll(title)].map(([, rule]) => rule));

  it.each(rules)('%s is named by the title of a test', (rule) => {
    expect(named).toContain(rule);
  });

  it('players are told every rule, in order', () => {
    const told = [...game.rulesText.matchAll(new RegExp(`\\*\\*(${prefix}-\\d+)\\*\\*`, 'g'))].map(([, rule]) => rule);
    expect(told).toEqual(rules);
  });

  it('rulings that are not the source’s bear their mark, and no others do', () => {
    const marked = rules.filter((rule) => paragraphOf(game, rule).includes('†'));
    expect(marked).toEqual(rulings.map((number) => `${prefix}-${number}`));
  });

  it('every refusal of a batch names a rule that players are told', () => {
    expect(rules).toContain(game.limits.turnEnded);
    expect(rules).toContain(game.limits.matchEnded);
  });
}
