import { describe, expect, it } from 'vitest';
import { ACTIONS } from '../../domain/aquaignis/moves.ts';
import { formatMove, parseMove } from '../../domain/aquaignis/notation.ts';

describe('move texts', () => {
  it.each([
    ['s3', 'spawn 3'],
    ['c3', 'charge 3'],
    ['cb', 'charge barrier'],
    ['a3', 'advance 3'],
    ['u3', 'surge 3'],
    ['b3', 'barrier 3'],
    ['j34', 'jump 3 4'],
    ['S3', 'spawn 3'],
    ['CB', 'charge barrier'],
    ['J71', 'jump 7 1'],
    ['SPAWN 3', 'spawn 3'],
    ['Charge   Barrier', 'charge barrier'],
    ['jump  3    4', 'jump 3 4'],
    ['aDvAnCe 7', 'advance 7'],
    ['spawn 12', 'spawn 12'],
    ['s12', 'spawn 12'],
    ['jump 0 10', 'jump 0 10'],
  ])('`%s` is read as `%s`', (text, canonical) => {
    const move = parseMove(text);
    expect(move && formatMove(move)).toBe(canonical);
  });

  it.each([
    '',
    ' ',
    'spawn 3\n',
    's3\n',
    '\ts3',
    's 3',
    'j 3 4',
    'j3 4',
    'c b',
    'j3',
    'j345',
    'spawn3',
    'spawn',
    'spawn x',
    'spawn 3 4',
    'spawn 03',
    's03',
    'spawn -1',
    'spawn +3',
    'spawn 3.0',
    'spawn 1e0',
    'spawn 0x3',
    'spawn\t3',
    'spawn\u00a03',
    'spawn\u20033',
    'spawn ３',
    'spawn ٣',
    'ſpawn 3',
    'ſ3',
    'ｓ3',
    'chargebarrier',
    'charge-barrier',
    'charge barrier 3',
    'barrier barrier',
    'barrier',
    'b b',
    'jump 3',
    'jump 3-4',
    'jump 3,4',
    'move 3',
    'constructor 3',
    '__proto__ 3',
    'toString',
    'spawn 3;surge 3',
    'spawn 1234567890123456',
  ])('%j is no move', (text) => {
    expect(parseMove(text)).toBeNull();
  });

  it('every action has one text, and they are in the order of their code units', () => {
    const texts = ACTIONS.map(formatMove);
    expect(texts).toEqual([...new Set(texts)].sort());
    expect(texts).toHaveLength(5 * 7 + 1 + 7 * 6);
    expect(texts.map(parseMove)).toEqual(ACTIONS);
    expect(texts.map((text) => parseMove(text.toUpperCase().replace(' ', '  ')))).toEqual(ACTIONS);
  });
});
