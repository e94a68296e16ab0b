import { describe, expect, it } from 'vitest';
import { abiegnus } from '../../domain/abiegnus/index.ts';
import { TABLET } from '../../domain/abiegnus/tables.ts';
import { FILES, RANKS } from '../../domain/abiegnus/types.ts';
import { given, legalIn, play, positionOf, START, setUp, stacksOf, stateOf } from './given.ts';

describe('the board', () => {
  it('AB-1: the letters of the ranks are EXARP, HCOMA, NANTA, BITOM', () => {
    const words = RANKS.map((rank) => FILES.map((file) => TABLET[`${file}${rank}`]).join(''));
    expect(words).toEqual(['EXARP', 'HCOMA', 'NANTA', 'BITOM']);
  });

  it('AB-1: a view tells each square its letter', () => {
    const { squares } = abiegnus.view(stateOf(START), 1, false);
    expect(squares.map(({ letter }) => letter).join('')).toBe('EHNBXCAIAONTRMTOPAAM');
  });

  it('AB-2: files give smalls and larges, ranks mediums, and file a has a fourth pyramid', () => {
    const stacks = stacksOf(setUp());
    const [files, ranks] = ['SAWEF', 'AWEF'];
    for (const [i, file] of FILES.entries()) {
      for (const [j, rank] of RANKS.entries()) {
        const [x, y] = [files[i], ranks[j]];
        expect(stacks[`${file}${rank}`]).toBe(`${x}1${y}2${x}3${file === 'a' ? `${y}1` : ''}`);
      }
    }
    expect(Object.values(stacks).join('')).toHaveLength(2 * 64);
  });

  it('AB-2: the start with a roll of air is the text in the rules, and reads back as it', () => {
    const started = play(setUp(), [], 'A');
    expect(positionOf(started)).toBe(START);
    expect(stateOf(START)).toEqual(started);
  });

  it('AB-3: a small on top is a cap, of its element', () => {
    const caps = abiegnus
      .view(setUp(), 1, false)
      .squares.flatMap(({ square, cap }) => (cap === null ? [] : square + cap));
    expect(caps).toEqual(['a1A', 'a2W', 'a3E', 'a4F']);
  });

  it('AB-3: a covered small is none until it is uncovered', () => {
    const { state, when } = given({ a1: 'A1A2', c1: 'A1' }, '1 A - 0 -|- 3 0');
    expect(legalIn(state)).not.toContain('a1-a2');
    when('a1-a2').isRefused('AB-3', 'no cap on a1');
    const later = given({ a1: 'A1A2A1', c1: 'A1F2', d1: 'F1' }, '1 A - 0 -|- 3 0');
    later.when('a1-b1').rolling('A').gives({ a1: 'A1', b1: 'A1', c1: 'A1F2', d1: 'F1' }, '2 A - 0 A2|- 4 0');
    later.when('c1-c2').isRefused('AB-3', 'no cap on c1');
  });
});
