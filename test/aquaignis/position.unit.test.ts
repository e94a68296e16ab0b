import { describe, expect, it } from 'vitest';
import { parsePosition } from '../../domain/aquaignis/position.ts';
import { positionOf, START, started, stateOf } from './given.ts';

const EMPTY = '-/-/-/-/-/-/-';

describe('position texts', () => {
  it('the start is one position, and reads back as the state of a new match', () => {
    expect(positionOf(started())).toBe(START);
    expect(stateOf(START)).toEqual(started());
  });

  it.each([
    'A4@0,a3@0,i1@5,I2@6/-/-/-/-/-/- a 2 3-3 - 11',
    'a1@4,I2@5,i3@5/-/-/a4@2/i4@2/-/- i 1 0-0 a13+,i27+ 12',
    'A1@3,a1@3/-/-/-/-/-/- i 2 0-0 a57+,i16 12',
    'a1@0/-/-/-/-/-/- a 1 0-0 a24+,i24+ 13',
    `${EMPTY} - 0 4-3 a24+,i35+ 13`,
    `${EMPTY} - 0 2-4 i24 1000`,
    `${EMPTY} - 0 1-1 - 1001`,
    `${EMPTY} - 0 0-0 - 1`,
  ])('%s reads back as itself', (text) => {
    expect(positionOf(stateOf(text))).toBe(text);
  });

  it.each([
    ['nothing', ''],
    ['a field missing', `${EMPTY} a 2 0-0 -`],
    ['a field too many', `${START} x`],
    ['blanks around', ` ${START}`],
    ['a line break at the end', `${START}\n`],
    ['two blanks', `${EMPTY}  a 1 0-0 - 1`],
    ['six flows', '-/-/-/-/-/- a 2 0-0 - 3'],
    ['eight flows', '-/-/-/-/-/-/-/- a 2 0-0 - 3'],
    ['an empty flow without its dash', '/-/-/-/-/-/- a 2 0-0 - 3'],
    ['charge 0', 'a0@1/-/-/-/-/-/- a 2 0-0 - 3'],
    ['charge 5', 'a5@1/-/-/-/-/-/- a 2 0-0 - 3'],
    ['slot 7', 'a1@7/-/-/-/-/-/- a 2 0-0 - 3'],
    ['an unknown piece', 'b1@1/-/-/-/-/-/- a 2 0-0 - 3'],
    ['pieces out of order', 'i1@3,a1@2/-/-/-/-/-/- a 2 0-0 - 3'],
    ['a piece before the Barrier it stands on', 'a1@2,A1@2/-/-/-/-/-/- a 2 0-0 - 3'],
    ['two ordinary pieces of a side in a flow', 'a1@2,a1@3/-/-/-/-/-/- a 2 0-0 - 3'],
    ['two Crowns of a side', 'a4@2/a4@3/-/-/-/-/- a 2 0-0 - 3'],
    ['two Barriers of a side', 'A1@2/A1@3/-/-/-/-/- a 2 0-0 - 3'],
    ['two sides on one slot', 'a1@2,i1@2/-/-/-/-/-/- a 2 0-0 - 3'],
    ["a piece on the other side's Barrier", 'I1@2,a1@2/-/-/-/-/-/- a 2 0-0 - 3'],
    ['two Barriers on one slot', 'A1@2,I1@2/-/-/-/-/-/- a 2 0-0 - 3'],
    ['the wrong side for the turn', `${EMPTY} i 2 0-0 - 3`],
    ['two actions in the first turn', `${EMPTY} a 2 0-0 - 1`],
    ['no action left', `${EMPTY} a 0 0-0 - 3`],
    ['an action after the end', `${EMPTY} - 1 4-0 - 3`],
    ['three actions', `${EMPTY} a 3 0-0 - 3`],
    ['turn 0', `${EMPTY} - 0 0-0 - 0`],
    ['a turn with a leading zero', `${EMPTY} a 2 0-0 - 03`],
    ['a turn after the last', `${EMPTY} a 2 0-0 - 1001`],
    ['an end after the last turn', `${EMPTY} - 0 0-0 - 1002`],
    ['four breakthroughs and still playing', `${EMPTY} a 2 4-0 - 3`],
    ['five breakthroughs', `${EMPTY} - 0 5-0 - 3`],
    ['two winners', `${EMPTY} - 0 4-4 - 3`],
    ['linked flows that no surge links', `${EMPTY} a 2 0-0 a12 3`],
    ['linked flows descending', `${EMPTY} a 2 0-0 a42 3`],
    ['linked flows 6 and 1 for 1 and 6', `${EMPTY} a 2 0-0 a61 3`],
    ['two links of a side', `${EMPTY} a 2 0-0 a13,a24 3`],
    ["Ignis's link first", `${EMPTY} a 2 0-0 i13+,a24 3`],
    ['three links', `${EMPTY} a 2 0-0 a13,i24+,i35+ 3`],
    ['an unknown owner', `${EMPTY} a 2 0-0 x13 3`],
    ["a link past its time in the other side's turn", `${EMPTY} a 2 0-0 i13 3`],
    ['a link of this turn with both actions left', `${EMPTY} a 2 0-0 a13+ 3`],
    ['a mover who can do nothing', 'i1@0/i1@0/i1@0/i1@0/i1@0/i1@0/i1@0 a 2 0-0 - 7'],
  ])('%s is no position', (_title, text) => {
    expect(parsePosition(text)).toBeNull();
  });
});
