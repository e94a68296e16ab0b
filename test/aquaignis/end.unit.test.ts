import { describe, expect, it } from 'vitest';
import { aquaignis } from '../../domain/aquaignis/index.ts';
import type { State } from '../../domain/aquaignis/types.ts';
import { given, play, positionOf, refusalOf, stateOf } from './given.ts';

const outcomeAfter = (state: State, ...moves: string[]) => aquaignis.outcome(play(state, ...moves));

describe('breakthroughs', () => {
  it('AQ-40: an advance from the far slot leaves the board and scores', () => {
    given('a1@6/-/-/-/-/-/- a 2 0-0 - 5').when('advance 1').gives('-/-/-/-/-/-/- a 1 1-0 - 5');
    given('i1@0/-/-/-/-/-/- i 2 0-2 - 6').when('advance 1').gives('-/-/-/-/-/-/- i 1 0-3 - 6');
  });

  it('AQ-40: reaching the far slot scores nothing', () => {
    given('a1@5/-/-/-/-/-/- a 2 0-0 - 5').when('advance 1').gives('a1@6/-/-/-/-/-/- a 1 0-0 - 5');
  });

  it('AQ-40: two actions of one turn may bring a piece there and off', () => {
    given('a1@5/-/-/-/-/-/- a 2 0-0 - 5').when('advance 1', 'advance 1').gives('-/-/-/-/-/-/- i 2 1-0 - 6');
  });

  it('AQ-40: a surge from the far slot leaves at its first step', () => {
    given('a3@6/-/-/-/-/-/- a 2 0-0 - 5').when('surge 1').gives('-/a1@0/-/-/-/-/a1@0 a 1 1-0 - 5');
    given('i3@0/-/-/-/-/-/- i 2 0-0 - 6').when('surge 1').gives('-/i1@6/-/-/-/-/i1@6 i 1 0-1 - 6');
  });

  it('AQ-41: the fourth breakthrough wins at once, whatever is left of the turn', () => {
    given('a1@6/-/-/-/-/-/i1@4 a 2 3-3 i57+ 5').when('advance 1').gives('-/-/-/-/-/-/i1@4 - 0 4-3 i57+ 5');
    expect(outcomeAfter(stateOf('i1@0/-/-/-/-/-/- i 2 1-3 - 6'), 'advance 1')).toEqual({
      kind: 'win',
      winners: [2],
      reason: 'breakthroughs',
      scores: [1, 4],
      detail: { text: 'Ignis wins by 4 breakthroughs to 1.' },
    });
  });

  it('AQ-41: after the end nobody moves, and every move is refused', () => {
    const over = play(stateOf('a1@6/a1@0/-/-/-/-/- a 2 3-0 - 5'), 'advance 1');
    expect(aquaignis.toMove(over)).toEqual([]);
    for (const seat of [1, 2] as const) {
      expect(aquaignis.legalMoves(over, seat)).toEqual([]);
      expect(refusalOf(over, 'advance 2', seat)?.rule).toBe('AQ-41');
    }
  });

  it('AQ-41: a match ended from outside: nobody moves, the position is told without a mover', () => {
    const halted = aquaignis.halt(stateOf('a1@6/a1@0/-/-/-/-/- a 2 3-0 a24 5'));
    expect(positionOf(halted)).toBe('a1@6/a1@0/-/-/-/-/- - 0 3-0 a24 5');
    expect(aquaignis.outcome(halted)).toBeNull();
    expect(aquaignis.toMove(halted)).toEqual([]);
    expect(refusalOf(halted, 'advance 2', 1)?.rule).toBe('AQ-41');
  });
});

describe('draws', () => {
  /** One quiet turn that leaves the board as it is: a fresh piece is spawned over twice. */
  const aquaWaits = ['s1', 's1'];
  const ignisWaits = ['s7', 's7'];
  const round = [...ignisWaits, ...aquaWaits];
  const waiting = 'a1@0/-/-/-/-/-/i1@6';

  it('AQ-42 a: the third time of a position at the start of a turn is a draw', () => {
    const first = stateOf(`${waiting} i 2 0-0 - 6`);
    expect(positionOf(play(first, ...round, ...ignisWaits, 's1'))).toBe(`${waiting} a 1 0-0 - 9`);
    const drawn = play(first, ...round, ...round);
    expect(positionOf(drawn)).toBe(`${waiting} - 0 0-0 - 10`);
    expect(aquaignis.outcome(drawn)).toMatchObject({ kind: 'draw', winners: [], reason: 'repetition', scores: [0, 0] });
  });

  it('AQ-42 a: positions in the middle of a turn do not count', () => {
    const middle = stateOf(`${waiting} i 1 0-0 - 6`);
    expect(positionOf(play(middle, 's7', ...aquaWaits, ...round))).toBe(`${waiting} i 2 0-0 - 10`);
    expect(positionOf(play(middle, 's7', ...aquaWaits, ...round, ...ignisWaits))).toBe(`${waiting} - 0 0-0 - 11`);
  });

  it('AQ-42 a: the position after a turn with a destruction counts once', () => {
    const fight = play(stateOf('a1@0/-/a2@2,i1@3/-/-/-/i1@6 a 1 0-0 - 5'), 'advance 3');
    expect(positionOf(play(fight, ...round))).toBe('a1@0/-/a2@3/-/-/-/i1@6 i 2 0-0 - 8');
    expect(positionOf(play(fight, ...round, ...round))).toBe('a1@0/-/a2@3/-/-/-/i1@6 - 0 0-0 - 10');
  });

  it('AQ-42 a: earlier positions do not count after a breakthrough', () => {
    const twice = play(stateOf(`${waiting} i 2 0-0 - 6`), ...round);
    const scored = play(twice, 's7', 's6', 's1', 's1');
    expect(positionOf(scored)).toBe('a1@0/-/-/-/-/i1@6/i1@6 i 2 0-0 - 10');
    expect(aquaignis.outcome(scored)).toBeNull();
  });

  it('AQ-42 a: the start of the game counts once', () => {
    const [start] = aquaignis.setup({}, [1, 2]).quietStarts;
    expect(start).toBeTypeOf('string');
    expect(aquaignis.setup({}, [1, 2]).quietStarts).toHaveLength(1);
  });

  it('AQ-42 a: a link with another life is another position', () => {
    const linked = stateOf(`${waiting} i 2 0-0 a24+ 6`);
    expect(positionOf(play(linked, ...round, ...round))).toBe(`${waiting} i 2 0-0 - 10`);
    expect(positionOf(play(linked, ...round, ...round, ...round))).toBe(`${waiting} - 0 0-0 - 12`);
  });

  it('AQ-42 a: a Barrier elsewhere, or more durable, makes another position', () => {
    const marks = ['A1@1/-', 'A2@1/-', 'A1@2/-', '-/A1@1', 'I1@1/-', 'I2@1/-', 'I1@2/-', '-/I1@1', 'a1@1/-', '-/-'].map(
      (flows) => stateOf(`${flows}/-/-/-/-/- a 2 0-0 - 5`).quietStarts[0],
    );
    expect(new Set(marks).size).toBe(marks.length);
  });

  it('AQ-42 a: the start of a passed turn counts, and a draw may be found there', () => {
    const besieged = 'i1@0/i1@0/i1@0/i1@0/i1@0/i1@0/I1@0,i1@6';
    expect(positionOf(play(stateOf(`${besieged} i 2 0-0 - 6`), 's7', 's7', 's7', 's7'))).toBe(
      `${besieged} - 0 0-0 - 10`,
    );
    const middle = play(stateOf(`${besieged} i 1 0-0 - 6`), 's7', 's7', 's7');
    expect(positionOf(middle)).toBe(`${besieged} i 2 0-0 - 10`);
    expect(positionOf(play(middle, 's7', 's7'))).toBe(`${besieged} - 0 0-0 - 11`);
  });

  /** As if `turns` quiet turns with positions of their own had gone before this one. */
  function afterQuiet(turns: number, position: string): State {
    return { ...stateOf(position), quietStarts: Array.from({ length: turns + 1 }, (_, index) => `earlier ${index}`) };
  }

  it('AQ-42 b: 60 turns in a row without a breakthrough or destruction are a draw', () => {
    expect(positionOf(play(afterQuiet(58, `${waiting} i 1 0-0 - 80`), 's7'))).toBe(`${waiting} a 2 0-0 - 81`);
    const drawn = play(afterQuiet(59, `${waiting} i 1 0-0 i57 80`), 's7');
    expect(positionOf(drawn)).toBe(`${waiting} - 0 0-0 - 81`);
    expect(aquaignis.outcome(drawn)).toMatchObject({ kind: 'draw', reason: 'quiet' });
  });

  it.each([
    ['a defender destroyed', 'a2@2,i1@3/-/-/-/-/-/-', 'advance 1'],
    ['an attacker destroyed', 'a1@2,i2@3/-/-/-/-/-/-', 'advance 1'],
    ['an attacker destroyed by a Barrier', 'a1@2,I2@3/-/-/-/-/-/-', 'advance 1'],
    ['a Barrier destroyed', 'a2@2,I1@3/-/-/-/-/-/-', 'advance 1'],
    ['a jump that destroys', 'a2@2/i1@2/-/-/-/-/-', 'jump 1 2'],
    ['a breakthrough', 'a2@6/-/-/-/-/-/-', 'advance 1'],
  ])('AQ-42 b: %s in the 60th turn begins the count anew', (_title, board, move) => {
    const state = play(afterQuiet(59, `${board} a 1 0-0 - 81`), move);
    expect(aquaignis.outcome(state)).toBeNull();
    expect(aquaignis.view(state, 'onlooker', false)).toMatchObject({ quietTurns: 0, occurrences: 1 });
  });

  it('AQ-42 b: in the first action of that turn too', () => {
    const state = play(afterQuiet(59, 'a2@6/a1@0/-/-/-/-/- a 2 0-0 - 81'), 'advance 1', 'advance 2');
    expect(aquaignis.outcome(state)).toBeNull();
  });

  it.each([
    ['a sacrifice', 'a2@5/-/-/-/-/-/-', 'spawn 1'],
    ['a clash that only wounds', 'a2@2,i2@3/-/-/-/-/-/-', 'advance 1'],
    ['a jump that only wounds', 'a2@2/i2@2/-/-/-/-/-', 'jump 1 2'],
    ['a piece that becomes a Barrier', 'a2@5/-/-/-/-/-/-', 'barrier 1'],
  ])('AQ-42 b: %s does not', (_title, board, move) => {
    expect(outcomeAfter(afterQuiet(59, `${board} a 1 0-0 - 81`), move)?.reason).toBe('quiet');
  });

  it('AQ-42 c: when 1,000 turns have been played', () => {
    given(`${waiting} i 2 0-0 - 998`)
      .when(...round, 's7')
      .gives(`${waiting} i 1 0-0 - 1000`);
    const drawn = play(stateOf(`${waiting} i 1 0-0 - 1000`), 's7');
    expect(positionOf(drawn)).toBe(`${waiting} - 0 0-0 - 1001`);
    expect(aquaignis.outcome(drawn)).toMatchObject({ kind: 'draw', reason: 'length' });
  });

  it('AQ-42: of several draws the first of the rule', () => {
    const quietAndLong = afterQuiet(59, `${waiting} i 1 0-0 - 1000`);
    expect(outcomeAfter(quietAndLong, 's7')?.reason).toBe('quiet');
    const [mark = ''] = stateOf(`${waiting} a 2 0-0 - 999`).quietStarts;
    const repeated = {
      ...quietAndLong,
      quietStarts: quietAndLong.quietStarts.with(-1, 'x').with(-2, mark).with(-4, mark),
    };
    expect(outcomeAfter(repeated, 's7')?.reason).toBe('repetition');
  });

  it('AQ-42: a win comes before any draw', () => {
    expect(outcomeAfter(afterQuiet(59, 'a1@6/-/-/-/-/-/- a 1 3-0 - 999'), 'advance 1')?.kind).toBe('win');
  });
});
