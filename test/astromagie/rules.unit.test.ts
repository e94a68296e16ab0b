import { describe, expect, it } from 'vitest';
import { DECK } from '../../domain/astromagie/deck/rows.ts';
import { astromagie } from '../../domain/astromagie/index.ts';
import { testRulesText } from '../support/rules-text.ts';

describe('rules', () => {
  testRulesText({
    game: astromagie,
    prefix: 'AS',
    ranges: [
      [1, 2],
      [10, 14],
      [20, 25],
      [30, 31],
      [40, 47],
      [50, 50],
    ],
    rulings: [2, 10, 12, 21, 24, 25, 30, 31, 43, 44, 45, 46, 47],
    folder: new URL('.', import.meta.url),
  });

  it('players are told every card', () => {
    for (const { code } of DECK) expect(astromagie.rulesText).toMatch(new RegExp(`[ \`]${code}[ \`]`));
  });

  it('two to five play, whatever the options, with hidden hands', () => {
    expect(astromagie.seats({ targetScore: 500, timeLimit: null, deals: null })).toEqual({ least: 2, most: 5 });
    expect(astromagie.hidden).toBe(true);
  });
});
