import { describe, expect, it } from 'vitest';
import { SQUARES } from '../../domain/abiegnus/board.ts';
import { END, STEPS, WAYS } from '../../domain/abiegnus/moves.ts';
import { formatMove, parseMove } from '../../domain/abiegnus/notation.ts';

describe('move texts', () => {
  it.each([
    ['A1-B2', 'a1-b2'],
    [' a1-b2 ', 'a1-b2'],
    ['a1 - b2', 'a1-b2'],
    ['a 1-b 2', 'a1-b2'],
    ['a1>b2', 'a1-b2'],
    ['a1 > B2', 'a1-b2'],
    ['a1\u2010b2', 'a1-b2'],
    ['a1\u2011b2', 'a1-b2'],
    ['a1\u2012b2', 'a1-b2'],
    ['a1–b2', 'a1-b2'],
    ['a1—b2', 'a1-b2'],
    ['a1\u2015b2', 'a1-b2'],
    ['a1\u2e3ab2', 'a1-b2'],
    ['a1\u301cb2', 'a1-b2'],
    ['a1\ufe58b2', 'a1-b2'],
    ['a1－b2', 'a1-b2'],
    ['a1\u{10ead}b2', 'a1-b2'],
    ['a1\u2212b2', 'a1-b2'],
    ['a1-a1', 'a1-a1'],
    ['a1-e4', 'a1-e4'],
    ['END', 'end'],
    [' e n d ', 'end'],
  ])('%j is read as `%s`', (text, canonical) => {
    const move = parseMove(text);
    expect(move && formatMove(move)).toBe(canonical);
  });

  it.each([
    '',
    ' ',
    '-',
    'a1',
    'a1-',
    '-b2',
    'a1b2',
    'a1 b2',
    'a1--b2',
    'a1->b2',
    'a1>>b2',
    'a1–—b2',
    'a1-b2-c3',
    'a1-b2;end',
    'f1-e1',
    'a1-f1',
    'a0-a1',
    'a4-a5',
    '1a-2b',
    'a1-b2\n',
    '\ta1-b2',
    'a1\u00a0-b2',
    'a1=b2',
    'a1~b2',
    'a1_b2',
    'a1:b2',
    'a1→b2',
    'a1\u00adb2',
    'ａ1-b2',
    'a１-b2',
    'а1-b2',
    'pass',
    'ending',
    'end end',
    'e.n.d',
    'constructor',
    '__proto__',
  ])('%j is no move', (text) => {
    expect(parseMove(text)).toBeNull();
  });

  it('squares, steps and ways are in the order of their code units', () => {
    expect(SQUARES).toEqual([...SQUARES].sort());
    const texts = [...STEPS, END].map(formatMove);
    expect(texts).toEqual([...new Set(texts)].sort());
    expect(texts).toHaveLength(20 * 20 + 1);
    expect(texts.map(parseMove)).toEqual([...STEPS, END]);
    expect(WAYS.flat()).toHaveLength(2 * (4 * 4 + 5 * 3 + 2 * 4 * 3));
    for (const { step, to } of WAYS.flat()) expect(SQUARES[to]).toBe(step.to);
  });
});
