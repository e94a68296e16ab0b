import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { abiegnus } from '../../domain/abiegnus/index.ts';
import type { Palette, State } from '../../domain/abiegnus/types.ts';
import { at, given, legalIn, play, type Stacks, setUp, stateOf } from './given.ts';

const MIDDLE: Stacks = { a1: 'S1A2S3A1', b2: 'P1W2', c3: 'W1', e4: 'F2' };
const REST = '1 W W 2 S3A2 9 1';

const viewOf = (state: State) => abiegnus.view(state, 'onlooker', false);
const inPalette = (palette: Palette, state: State): State => ({ ...state, palette });

describe('the view', () => {
  it('has all that a client needs to draw the board', () => {
    const { squares, ...rest } = viewOf(stateOf(at(MIDDLE, REST)));
    expect(rest).toEqual({
      mode: 'divination',
      palette: 'new-aeon',
      colours: { S: 'black', A: 'yellow', W: 'blue', E: 'green', F: 'red', P: 'white' },
      turn: 9,
      toMove: 1,
      roll: { face: 'W', name: 'water', shows: 'blue' },
      element: 'W',
      steps: 2,
      captured: [['S3', 'A2']],
      scores: null,
      mediums: null,
      quietTurns: 1,
      reading: { row: [], letters: [], spirits: 1, verdict: null },
      ending: null,
    });
    expect(squares).toHaveLength(20);
    expect(squares[0]).toEqual({ square: 'a1', letter: 'E', stack: ['S1', 'A2', 'S3', 'A1'], cap: 'A' });
    expect(squares[5]).toEqual({ square: 'b2', letter: 'C', stack: ['P1', 'W2'], cap: null });
    expect(squares[4]).toEqual({ square: 'b1', letter: 'X', stack: [], cap: null });
  });

  it('tells the score of two players, the mediums of one, and no roll after the end', () => {
    expect(viewOf(stateOf(at(MIDDLE, REST).replace('P1', '').replace('S3A2', 'S3A2|A1')))).toMatchObject({
      scores: [3, 1],
    });
    const over = viewOf(stateOf(at({ c3: 'W1' }, '- - - 0 S2A2A3 9 0')));
    expect(over).toMatchObject({
      mediums: 2,
      toMove: null,
      roll: null,
      element: null,
      steps: 0,
      ending: 'large-captured',
    });
    expect(viewOf(abiegnus.halt(setUp()))).toMatchObject({ ending: 'halted', roll: null });
  });

  it('fits its schema, strictly', () => {
    const { schemas } = abiegnus;
    const view = viewOf(stateOf(at(MIDDLE, REST)));
    expect(schemas.view.parse(view)).toEqual(view);
    expect(schemas.view.safeParse({ ...view, more: 1 }).success).toBe(false);
    expect(schemas.move.safeParse('a1-b2').success).toBe(true);
    expect(schemas.move.safeParse('end').success).toBe(true);
    expect(schemas.move.safeParse('a1–b2').success).toBe(false);
    expect(() => z.toJSONSchema(schemas.view)).not.toThrow();
  });
});

describe('palettes', () => {
  const rolled = (roll: string) => stateOf(at({ a1: 'E1', c3: 'S1', e4: 'W1' }, `1 ${roll} - 0 -|- 1 0`));

  it('AB-50: golden-dawn has white, yellow, blue, black, red and a clear Ptah', () => {
    const { colours } = viewOf(inPalette('golden-dawn', setUp()));
    expect(colours).toEqual({ S: 'white', A: 'yellow', W: 'blue', E: 'black', F: 'red', P: 'clear' });
  });

  it.each([
    ['*', 'atom', 'green'],
    ['S', 'black', 'atom'],
    ['E', 'green', 'black'],
    ['W', 'blue', 'blue'],
  ])('AB-50: for %s the die shows %s, in golden-dawn %s', (roll, newAeon, goldenDawn) => {
    expect(viewOf(rolled(roll)).roll?.shows).toBe(newAeon);
    expect(viewOf(inPalette('golden-dawn', rolled(roll))).roll?.shows).toBe(goldenDawn);
  });

  it('AB-50: a palette changes what is shown, never what is legal', () => {
    for (const roll of ['*', 'S', 'E']) {
      const one = rolled(roll);
      const other = inPalette('golden-dawn', one);
      expect(legalIn(other)).toEqual(legalIn(one));
      expect(abiegnus.formatPosition(other, 1, false)).toBe(abiegnus.formatPosition(one, 1, false));
      expect(abiegnus.text(viewOf(other))).not.toBe(abiegnus.text(viewOf(one)));
    }
  });
});

describe('the board as text', () => {
  it('shows stacks, caps, captures, scores and the roll, without colour', () => {
    expect(
      abiegnus.text(viewOf(stateOf(at({ a1: 'S1A2S3A1', c3: 'W1', e4: 'F2' }, '2 W W 1 S3|A2 10 1')))),
    ).toMatchInlineSnapshot(`
      "Abiegnus, two-player, turn 10
      Seat 2 rolled water (blue), 1 step made.

          a     b     c     d     e
      1    E     X     A     R     P
          [A1]
           S3
           A2
           S1    .     .     .     .
      2    H     C     O     M     A
           .     .     .     .     .
      3    N     A     N     T     A
           .     .    [W1]   .     .
      4    B     I     T     O     M
           .     .     .     .     F2

      Seat 1 captured: S3
      Seat 2 captured: A2
      Score: 2 to 2
      Turns since a capture: 1 of 40

      S spirit (black), A air (yellow), W water (blue), E earth
          (green), F fire (red), 1 small, 2 medium, 3 large, [ ] a
          cap
      "
    `);
  });

  it('shows a reading as it grows', () => {
    const { state } = given({ a1: 'F2E3A1', c1: 'A3', d1: 'W2', a4: 'S1', b4: 'S1', e4: 'P1F3' }, '1 A - 0 S3 9 1');
    expect(abiegnus.text(viewOf(play(state, ['a1-b1', 'b4-a4'], 'ESA')))).toMatchInlineSnapshot(`
      "Abiegnus, divination, turn 12
      Seat 1 rolled air (yellow).

          a     b     c     d     e
      1    E     X     A     R     P
           .    [A1]   A3    W2    .
      2    H     C     O     M     A
           .     .     .     .     .
      3    N     A     N     T     A
           .     .     .     .     .
      4    B     I     T     O     M
                                   F3
          [S1]   .     .     .     P1

      Turns since a capture: 0 of 40

      Row: E3+F2 _ S1
        E3+F2: physical force, authority, energy
      Letters: E
        E: Conjunctio, union, good
      Spirit pyramids captured: 2
      Answer: not yet

      S spirit (black), A air (yellow), W water (blue), E earth
          (green), F fire (red), 1 small, 2 medium, 3 large, [ ] a
          cap, P1 the Ptah (white)
      "
    `);
  });

  it('tells how a game ended, and what is awaited', () => {
    const text = (state: State) => abiegnus.text(viewOf(state)).split('\n').slice(0, 2);
    expect(text(setUp())).toEqual(['Abiegnus, two-player, turn 0', 'The die is to be rolled.']);
    expect(text(abiegnus.halt(setUp()))[1]).toBe('Ended.');
    expect(text(stateOf(at({ a1: 'P1' }, '- - - 0 - 9 1')))).toEqual([
      'Abiegnus, divination, turn 9',
      'The Ptah lies open.',
    ]);
    expect(text(stateOf(at({ a1: 'A1' }, '1 * A 1 - 9 1')))[1]).toBe(
      'Seat 1 rolled wild (atom), air chosen, 1 step made.',
    );
  });
});

describe('explanations', () => {
  const explain = (stacks: Stacks, rest: string, text: string) => {
    const state = stateOf(at(stacks, rest));
    const move = abiegnus.parseMove(text);
    if (move === null) throw new Error(text);
    return abiegnus.explain(state, 1, move);
  };
  const board: Stacks = { a1: 'P1S3E2A1', c1: 'F2', d1: 'E3', b2: 'A1', b4: 'W1F3' };

  it.each([
    [
      'a1-a2',
      'The air cap steps from a1 to a2; a1 erupts (earth medium to a3; spirit large to a4); the turn ends; the game is over: the Ptah lies open.',
    ],
    [
      'a1-b1',
      'The air cap steps from a1 to b1; a1 erupts and is cleared (earth medium to c1, captured; spirit large to d1, captured; Ptah to e1); the turn ends; the game is over: the Ptah lies open.',
    ],
    ['b2-b3', 'The air cap steps from b2 to b3.'],
    ['b2-a1', 'The air small on a1 is captured; the air cap steps from b2 to a1; the turn ends.'],
    ['end', 'A turn cannot be ended before its first step.'],
  ])('`%s`: %s', (move, line) => {
    expect(explain(board, '1 A - 0 - 5 0', move)).toBe(line);
  });

  it('tells the end of a turn, by the player or by its 20th step', () => {
    expect(explain(board, '1 A A 3 - 5 0', 'end')).toBe('The turn ends.');
    expect(explain(board, '1 A A 19 - 5 0', 'b2-b3')).toBe(
      'The air cap steps from b2 to b3; with the 20th step the turn ends.',
    );
  });
});
