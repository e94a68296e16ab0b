import { describe, expect, it } from 'vitest';
import { decide, given, legalTexts, play, positionOf, ruling } from './given.ts';

/** Whatever is laid, seat 2 holds nothing that could matter. */
const at = (row: string | undefined, hand: string, pairs = '') =>
  given({ ...(row === undefined ? {} : { row }), pairs, by: 2, hands: [hand, 'ari'], pile: 'ari ari' });

describe('where cards go', () => {
  it.each([
    [undefined, 'gem', 'play gem@1', 'AS-21'],
    [undefined, 'gem', 'play gem@2', 'AS-20'],
    [undefined, 'gem', 'play gem@4', 'AS-20'],
    ['-/-/leo/-', 'air', 'play air@1', 'AS-20'],
    ['-/-/leo/-', 'air', 'play air@4', 'AS-20'],
    ['-/-/leo/sun2', 'mars1 trine', 'play mars1@5 trine@6', 'AS-20'],
    ['-/-/leo/-', 'mars1', 'play mars1@7', 'AS-20'],
    ['-/-/leo/-', 'mars1', 'play mars1@0', 'AS-20'],
    // One card each at 1 to 4.
    ['-/-/leo/-', 'gem', 'play gem@3', 'AS-20'],
    ['-/air/leo/-', 'air', 'play air@2', 'AS-20'],
    ['-/-/leo/sun2', 'mars1', 'play mars1@4', 'AS-20'],
    ['tau/air/leo/-', 'gem', 'play gem@1', 'AS-20'],
    ['-/-/leo/-', 'air fire', 'play air@2 fire@2', 'AS-20'],
    ['-/-/leo/-', 'mars1 sun2', 'play mars1@4 sun2@4', 'AS-20'],
    [undefined, 'gem leo', 'play gem@3 leo@3', 'AS-20'],
  ])('AS-20: with %s, holding %s: %s is %s', (row, hand, text, rule) => {
    expect(ruling(at(row, hand), text)).toBe(rule);
  });

  it.each([
    ['gem', 'play gem@3'],
    ['gem air', 'play gem@3 air@2'],
    ['gem mars1', 'play gem@3 mars1@4'],
    ['gem gem air', 'play gem@1 air@2 gem@3'],
    ['gem air mars1', 'play air@2 gem@3 mars1@4'],
  ])('AS-21: a row is opened by a zodiac at 3: holding %s, %s', (hand, text) => {
    expect(ruling(at(undefined, hand), text)).toBe('ok');
  });

  it.each([
    ['air', 'play air@2'],
    ['mars1', 'play mars1@4'],
    ['trine mars1', 'play trine@5 mars1@6'],
    ['gem air', 'play gem@1 air@2'],
  ])('AS-21: without one nothing is opened: holding %s, %s', (hand, text) => {
    expect(ruling(at(undefined, hand), text)).toBe('AS-21');
  });

  it('AS-21: who holds a zodiac may discard all the same, the zodiac too', () => {
    expect(ruling(at(undefined, 'gem air'), 'discard air')).toBe('ok');
    expect(ruling(at(undefined, 'gem air'), 'discard gem')).toBe('ok');
  });

  it.each([
    ['-/-/leo/-', 'gem', 'play gem@1'],
    ['-/-/leo/sun2', 'gem', 'play gem@1'],
    ['-/-/leo/-', 'trine mars1', 'play trine@5 mars1@6'],
    ['-/air/leo/-', 'trine mars1', 'play trine@5 mars1@6'],
    ['-/-/leo/-', 'trine', 'play trine@5'],
    [undefined, 'gem leo', 'play gem@1 leo@3'],
  ])('AS-22: no gaps: with %s, holding %s, not %s', (row, hand, text) => {
    expect(ruling(at(row, hand), text)).toBe('AS-22');
  });

  it.each([
    ['-/-/leo/-', 'gem air', 'play gem@1 air@2'],
    ['-/-/leo/-', 'sun2 trine mars1', 'play sun2@4 trine@5 mars1@6'],
    ['-/-/leo/sun2', 'trine mars1', 'play trine@5 mars1@6'],
    ['-/-/leo/sun2', 'trine mars1 air', 'play air@2 trine@5 mars1@6'],
    ['-/air/leo/sun2', 'trine mars1 gem', 'play gem@1 trine@5 mars1@6'],
    ['-/air/leo/-', 'gem sun2', 'play gem@1 sun2@4'],
  ])('AS-22: what counts is the row after the whole turn: with %s, holding %s, %s', (row, hand, text) => {
    expect(ruling(at(row, hand), text)).toBe('ok');
  });

  it.each([
    ['trine', 'play trine@5'],
    ['mars1', 'play mars1@6'],
    ['trine square', 'play trine@5 square@5'],
    ['trine mars1 moon1', 'play trine@5 mars1@6 moon1@6'],
    ['trine square mars1', 'play trine@5 square@5 mars1@6'],
    ['air mars1', 'play air@2 mars1@6'],
  ])('AS-23: an aspect and a planet are laid together, one pair a turn: not, holding %s, %s', (hand, text) => {
    expect(ruling(at('-/-/leo/sun2', hand), text)).toBe('AS-23');
  });

  it.each([
    ['venus1', 'venus2', 'AS-24'],
    ['venus2', 'venus1', 'AS-24'],
    ['mercury3', 'mercury3', 'AS-24'],
    ['venus1', 'mars1', 'ok'],
  ])('AS-24: with %s at 4, a pair with %s is %s', (fourth, sixth, rule) => {
    expect(ruling(at(`-/-/leo/${fourth}`, `trine ${sixth}`), `play trine@5 ${sixth}@6`)).toBe(rule);
    // Also where both come in one turn.
    const both = `play ${fourth}@4 trine@5 ${sixth}@6`;
    expect(ruling(at('-/-/leo/-', `trine ${sixth} ${fourth}`), both)).toBe(rule);
  });

  it('AS-24: pairs may repeat planets among themselves', () => {
    expect(ruling(at('-/-/leo/sun2', 'trine mars1', 'square+mars1'), 'play trine@5 mars1@6')).toBe('ok');
  });

  it.each([
    ['square+mars1', 'square', 'moon1', 'ok'],
    ['square+mars1', 'trine', 'moon1', 'ok'],
    ['square+mars1', 'sextile', 'moon1', 'AS-25'],
    ['square+mars1', 'trine', 'pluto2', 'AS-25'],
    ['square+mars1', 'trine', 'jupiter3', 'AS-25'],
    // Only the top pair counts.
    ['opposition+mars1 trine+moon1', 'trine', 'saturn1', 'ok'],
    ['square+mars1 quincunx+moon1', 'trine', 'saturn1', 'AS-25'],
  ])('AS-25: on %s, %s with %s is %s', (pairs, aspect, planet, rule) => {
    const state = at('-/-/leo/sun2', `${aspect} ${planet}`, pairs);
    expect(ruling(state, `play ${aspect}@5 ${planet}@6`)).toBe(rule);
    expect(legalTexts(state).includes(`play ${aspect}@5 ${planet}@6`)).toBe(rule === 'ok');
  });

  it('AS-25: a pair may be laid on one’s own', () => {
    const state = given({ row: '-/-/leo/sun2', pairs: 'square+mars1', by: 1, hands: ['trine moon1', 'ari'] });
    const after = play(state, 'play trine@5 moon1@6');
    expect(positionOf(after).split(' ').slice(0, 3)).toEqual(['-/-/leo/sun2', 'square+mars1,trine+moon1', '1']);
  });
});

describe('refusals are sentences, and tell of nobody else’s cards', () => {
  it.each([
    [at(undefined, 'gem'), 'discard leo', 'You do not hold leo.'],
    [at('-/air/leo/-', 'gem'), 'play gem@1 gem@3', 'You hold 1 gem, not 2.'],
    [at(undefined, 'gem'), 'play', 'A turn lays 1, 2 or 3 cards, not 0.'],
    [at(undefined, 'gem'), 'discard gem gem', 'Exactly one card is discarded, not 2.'],
    [at('-/-/leo/-', 'air'), 'play air@5', 'air is an element and goes to position 2, not 5.'],
    [at('-/-/leo/-', 'mars1'), 'play mars1@9', 'There is no position 9: a row has the positions 1 to 6.'],
    [at('-/-/leo/-', 'gem'), 'play gem@3', 'Position 3 is taken by leo.'],
    [at('-/-/leo/-', 'air fire'), 'play air@2 fire@2', 'Position 2 holds one card; you laid two there.'],
    [at(undefined, 'air'), 'play air@2', 'No row is on the table: open one with a zodiac at 3, or discard.'],
    [at('-/-/leo/-', 'gem'), 'play gem@1', 'No gaps: position 1 needs a card at 2.'],
    [
      at('-/-/leo/sun2', 'trine'),
      'play trine@5',
      'Positions 5 and 6 are filled together, one aspect and one planet, at most one pair a turn.',
    ],
    [
      at('-/-/leo/venus2', 'trine venus1'),
      'play trine@5 venus1@6',
      'The planet of a pair is not the one at position 4, which is venus2.',
    ],
    [
      at('-/-/leo/sun2', 'sextile moon1', 'square+mars1'),
      'play sextile@5 moon1@6',
      'sextile has value 2; on square goes 3 or more.',
    ],
    [
      at('-/-/leo/sun2', 'trine venus2', 'square+mars1'),
      'play trine@5 venus2@6',
      "venus2 does not have the number 1 of the top pair's mars1.",
    ],
  ])('%#: %s', (state, text, message) => {
    expect(decide(state, text)).toMatchObject({ ok: false, refusal: { message } });
  });
});
