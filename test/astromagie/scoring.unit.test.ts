import { describe, expect, it } from 'vitest';
import { astromagie } from '../../domain/astromagie/index.ts';
import { pointsOf } from '../../domain/astromagie/row.ts';
import { deck, eventsOf, given, play, positionOf } from './given.ts';

const worth = (row: string) => {
  const [one = null, two = null, three = null, four = null] = row
    .split('/')
    .map((each) => (each === '-' ? null : each));
  return pointsOf(deck, [one, two, three, four]);
};

describe('who scores a row, and when', () => {
  it('AS-30: the last to have added scores at once after the last of the others declined, and begins', () => {
    const state = given({ row: '-/-/gem/mercury3', by: 2, toMove: 3, hands: ['air tau', 'leo', 'fire ari'] });
    const once = play(state, 'discard fire');
    expect(positionOf(once).split(' ')[3]).toBe('1');
    expect(eventsOf(once, 'discard air').slice(1)).toEqual([
      { type: 'row-scored', seat: 2, points: 6, score: 6 },
      { type: 'turn-began', seat: 2 },
    ]);
    const after = play(once, 'discard air');
    expect(positionOf(after)).toBe('-/-/-/- - - 2 0 1,1,1 0,6,0 fire,air 3 1');
    expect(after.tally.rows).toEqual([{ seat: 2, points: 6, places: [null, null, 'gem', 'mercury3'], pairs: [] }]);
  });

  it('AS-30: an addition begins the round of declining anew', () => {
    const state = given({ row: '-/-/gem/-', by: 1, toMove: 2, hands: ['leo', 'fire', 'air ari'] });
    const added = play(state, 'discard fire', 'play air@2');
    expect(positionOf(added).split(' ').slice(2, 4)).toEqual(['3', '1']);
    expect(positionOf(play(added, 'discard leo'))).toBe('-/-/-/- - - 3 0 0,0,1 0,0,2 fire,leo 4 1');
  });

  it('AS-30: a scorer without cards is followed by the next player who holds some', () => {
    const state = given({ row: '-/-/gem/-', by: 1, toMove: 3, hands: ['', '', 'air ari', 'tau'] });
    const after = play(state, 'discard air', 'discard tau');
    expect(positionOf(after)).toBe('-/-/-/- - - 3 0 0,0,1,0 1,0,0,0 air,tau 3 1');
  });

  it('AS-30: when all others are skipped the adder scores right after the addition, and has the next turn too', () => {
    const state = given({ hands: ['gem air leo', '', ''] });
    const once = play(state, 'play gem@3 air@2');
    expect(positionOf(once)).toBe('-/-/-/- - - 1 0 1,0,0 2,0,0 - 2 1');
    expect(positionOf(play(once, 'play leo@3'))).toMatch(/^-\/-\/-\/- - - - 0 0,0,0 3,0,0 - 3 1/);
  });

  it('AS-30: with no row on the table nobody scores, however many decline', () => {
    let state = given({ hands: ['air gem', 'fire', 'earth'] });
    state = play(state, 'discard air', 'discard fire', 'discard earth');
    expect(positionOf(state)).toBe('-/-/-/- - - 1 0 1,0,0 0,0,0 air,fire,earth 4 1');
  });
});

describe('what a row is worth', () => {
  it.each([
    ['-/-/gem/-', 1, 'a lone zodiac'],
    ['-/air/gem/-', 2, 'two elements'],
    ['-/fire/gem/-', 1, 'nothing the same'],
    ['-/-/gem/mercury3', 6, 'sign and planet, times 3'],
    ['-/-/gem/mars1', 1, 'nothing the same, times 1'],
    ['-/-/gem/sun2', 2, 'nothing the same, times 2'],
    // The source: no symbol occurs twice, so 1 × 2; two planet symbols the same, × 3.
    ['-/fire/gem/venus2', 2, 'the example with 3 cards'],
    ['leo/water/gem/mercury3', 6, 'the example with 4 cards'],
    ['gem/air/gem/mercury3', 18, 'the most there is'],
    ['vir/fire/gem/mercury3', 9, 'three rulers'],
    ['lib/air/gem/sun2', 6, 'three elements'],
    ['lib/fire/gem/sun2', 4, 'two elements, at 1 and 3'],
    ['gem/air/lib/mercury3', 15, 'three elements, and rulers at 1 and 4'],
    ['gem/fire/vir/-', 2, 'rulers at 1 and 3, no planet'],
    ['tau/earth/lib/venus1', 5, 'three rulers and two elements'],
    ['gem/air/gem/-', 5, 'three elements and two rulers, no planet'],
    ['ari/fire/sag/mars1', 5, 'three elements, and rulers at 1 and 4'],
  ])('AS-31: %s is worth %i: %s', (row, points) => {
    expect(worth(row)).toBe(points);
  });

  it('AS-31: pairs add nothing', () => {
    const pairs = 'square+mars1 trine+moon1';
    const state = given({ row: '-/-/gem/mercury3', pairs, by: 2, hands: ['fire', 'air leo'] });
    expect(play(state, 'discard fire').tally.scores).toEqual([0, 6]);
  });

  it('AS-31: a legal move is told with the points that the row would then have', () => {
    const state = given({ row: '-/air/gem/-', by: 2, hands: ['lib mercury3 fire', 'ari'] });
    const told = astromagie.legalMoves(state, 1).map((move) => astromagie.explain(state, 1, move));
    expect(astromagie.legalMoves(state, 1).map(astromagie.formatMove)).toEqual([
      'discard fire',
      'discard lib',
      'discard mercury3',
      'play lib@1',
      'play lib@1 mercury3@4',
      'play mercury3@4',
    ]);
    expect(told).toEqual([
      'fire is discarded; the row stays worth 2 points.',
      'lib is discarded; the row stays worth 2 points.',
      'mercury3 is discarded; the row stays worth 2 points.',
      'The row is then worth 3 points.',
      'The row is then worth 15 points.',
      'The row is then worth 12 points.',
    ]);
    const opening = given({ hands: ['gem', 'ari'] });
    expect(astromagie.legalMoves(opening, 1).map((move) => astromagie.explain(opening, 1, move))).toEqual([
      'gem is discarded; no row is opened.',
      'The row is then worth 1 point.',
    ]);
  });
});
