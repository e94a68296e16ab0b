import { describe, expect, it } from 'vitest';
import { aquaignis } from '../../domain/aquaignis/index.ts';
import { testRulesText } from '../support/rules-text.ts';

describe('rules', () => {
  testRulesText({
    game: aquaignis,
    prefix: 'AQ',
    ranges: [
      [1, 8],
      [10, 18],
      [20, 23],
      [30, 34],
      [40, 42],
    ],
    rulings: [2, 3, 8, 10, 14, 15, 16, 18, 23, 30, 31, 32, 33, 42],
    folder: new URL('.', import.meta.url),
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
