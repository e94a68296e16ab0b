import { describe, expect, it } from 'vitest';
import { abiegnus } from '../../domain/abiegnus/index.ts';
import { MEANINGS, PTAH_SQUARES, SUBJECTS } from '../../domain/abiegnus/tables.ts';
import { paragraphOf, testRulesText } from '../support/rules-text.ts';
import { optionsOf, setUp } from './given.ts';

describe('rules', () => {
  testRulesText({
    game: abiegnus,
    prefix: 'AB',
    ranges: [
      [1, 3],
      [10, 15],
      [20, 20],
      [30, 34],
      [40, 50],
    ],
    rulings: [2, 12, 14, 15, 20, 40, 42, 44, 45, 48],
    folder: new URL('.', import.meta.url),
  });

  it('players are told why twenty mediums cannot be captured, every subject and every letter', () => {
    expect(paragraphOf(abiegnus, 'AB-44')).toContain('twenty cannot be captured');
    for (const { x, y } of PTAH_SQUARES) expect(abiegnus.rulesText).toContain(`| ${SUBJECTS[x][y]} |`);
    const letters = Object.entries(MEANINGS).map(([letter, { text }]) => `- ${letter}: ${text}`);
    expect(letters).toHaveLength(13);
    for (const line of letters) expect(abiegnus.rulesText).toContain(line);
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
