import { describe, expect, it } from 'vitest';
import { aquaignis } from '../../domain/aquaignis/index.ts';
import { parsePosition } from '../../domain/aquaignis/position.ts';
import { eventsOf, given, positionOf, refusalOf, START, started, stateOf } from './given.ts';

describe('board and pieces', () => {
  it('AQ-1: Aqua enters at slot 0 and goes up, Ignis at 6 and goes down', () => {
    given(START).when('spawn 1', 'spawn 7', 'advance 7', 'advance 1').gives('a1@1/-/-/-/-/-/i1@5 a 1 0-0 - 3');
  });

  it.each([
    'spawn 8',
    'spawn 0',
    'charge 9',
    'advance 10',
    'surge 8',
    'barrier 0',
    'jump 8 1',
    'jump 1 8',
    's9',
    'j18',
  ])('AQ-1: there is no such flow in `%s`, whatever else is wrong', (move) => {
    given(START)
      .when(move)
      .isRefused('AQ-1', /There is no flow \d+/);
  });

  it('AQ-2: a flow has one ordinary piece of a side, and its Barrier beside it', () => {
    given('-/-/a2@2/-/-/-/- a 2 0-0 - 3').when('barrier 3', 'spawn 3').gives('-/-/a1@0,A2@2/-/-/-/- i 2 0-0 - 4');
    expect(parsePosition('-/-/a1@0,a1@2/-/-/-/- a 2 0-0 - 3')).toBeNull();
  });

  it('AQ-3: flows 1 and 7 are adjacent for a jump, both ways', () => {
    given('i1@4/-/-/-/-/-/a3@4 a 2 0-0 - 5').when('jump 7 1').gives('a2@4/-/-/-/-/-/- a 1 0-0 - 5');
    given('a3@4/-/-/-/-/-/i1@4 a 2 0-0 - 5').when('jump 1 7').gives('-/-/-/-/-/-/a2@4 a 1 0-0 - 5');
  });

  it('AQ-3: flows 1 and 7 are adjacent for a pulse', () => {
    given('a3@1/-/-/-/-/-/- a 2 0-0 - 5').when('surge 1').gives('a1@3/a1@0/-/-/-/-/a1@0 a 1 0-0 - 5');
    given('-/-/-/-/-/-/a3@1 a 2 0-0 - 5').when('surge 7').gives('a1@0/-/-/-/-/a1@0/a1@3 a 1 0-0 - 5');
  });

  it('AQ-4: one Crown a side; when it has lost a charge another may be crowned', () => {
    given('a4@2/a3@1/i2@2/-/-/-/- a 2 0-0 - 5')
      .when('charge 2')
      .isRefused('AQ-11', /already have a Crown, in flow 1/);
    given('a3@1/a4@2/i2@2/-/-/-/- a 2 0-0 - 5')
      .when('jump 2 3', 'charge 1')
      .gives('a4@1/a3@2/i1@2/-/-/-/- i 2 0-0 - 6');
  });

  it('AQ-4: each side may have a Crown', () => {
    given('a4@2/-/-/i3@4/-/-/- i 2 0-0 - 6').when('charge 4').gives('a4@2/-/-/i4@4/-/-/- i 1 0-0 - 6');
  });

  it('AQ-5: a Barrier never moves, jumps or surges', () => {
    const alone = given('-/-/A3@3/i2@3/-/-/- a 2 0-0 - 5');
    alone.when('advance 3').isRefused('AQ-13', 'no ordinary piece in flow 3');
    alone.when('surge 3').isRefused('AQ-14', 'no ordinary piece in flow 3');
    alone.when('jump 3 4').isRefused('AQ-16', 'no ordinary piece in flow 3');
  });

  it("AQ-6: one's own pieces pass over, stand on and enter across their own Barrier", () => {
    given('A2@0/-/-/-/-/-/- a 2 0-0 - 5').when('spawn 1', 'charge 1').gives('A2@0,a2@0/-/-/-/-/-/- i 2 0-0 - 6');
    given('a1@2,A2@3/-/-/-/-/-/- a 2 0-0 - 5').when('advance 1').gives('A2@3,a1@3/-/-/-/-/-/- a 1 0-0 - 5');
    given('A2@3,a1@3/-/-/-/-/-/- a 2 0-0 - 5').when('advance 1').gives('A2@3,a1@4/-/-/-/-/-/- a 1 0-0 - 5');
    given('-/-/-/a3@2,A2@3/-/-/- a 2 0-0 - 5').when('surge 4').gives('-/-/a1@0/A2@3,a1@4/a1@0/-/- a 1 0-0 - 5');
    given('I2@6/-/-/-/-/-/- i 2 0-0 - 6').when('spawn 1').gives('I2@6,i1@6/-/-/-/-/-/- i 1 0-0 - 6');
  });
});

describe('turns', () => {
  it("AQ-7: Aqua's first turn has one action, every later turn two", () => {
    given(START).when('spawn 1').gives('a1@0/-/-/-/-/-/- i 2 0-0 - 2');
    given(START).when('spawn 1', 'spawn 2').gives('a1@0/i1@6/-/-/-/-/- i 1 0-0 - 2');
    given(START).when('spawn 1', 'spawn 2', 'spawn 3').gives('a1@0/i1@6/i1@6/-/-/-/- a 2 0-0 - 3');
  });

  it.each([2, 3, 5] as const)('AQ-7: seat %i may not move in the turn of Aqua', (seat) => {
    expect(refusalOf(started(), 'spawn 1', seat)).toEqual({ rule: 'AQ-7', message: "It is Aqua's turn (seat 1)." });
    expect(refusalOf(started(), 'spawn 9', seat)?.rule).toBe('AQ-7');
    expect(aquaignis.legalMoves(started(), seat)).toEqual([]);
  });

  const besieged = 'i1@0/i1@0/i1@0/i1@0/i1@0/i1@0/I1@0';

  it('AQ-8: the rest of a turn passes when its first action leaves none', () => {
    const before = stateOf(`${besieged},a1@3,i3@4 a 2 0-0 - 5`);
    expect(eventsOf(before, 'advance 7').map(({ type }) => type)).toEqual([
      'clashed',
      'action-spent',
      'passed',
      'turn-began',
    ]);
    given(positionOf(before)).when('advance 7').gives(`${besieged},i3@4 i 2 0-0 - 6`);
  });

  it('AQ-8: a whole turn passes, and counts', () => {
    const before = stateOf(`${besieged},i3@4 i 1 0-0 - 6`);
    expect(eventsOf(before, 'charge 7')).toEqual([
      { type: 'charged', side: 'ignis', flow: 7, slot: 4, charge: 4, cause: 'action' },
      { type: 'turn-began', side: 'aqua', turn: 7 },
      { type: 'passed', side: 'aqua', turn: 7 },
      { type: 'turn-began', side: 'ignis', turn: 8 },
    ]);
    given(positionOf(before)).when('charge 7').gives(`${besieged},i4@4 i 2 0-0 - 8`);
  });

  it('AQ-8: a passed turn is the last of a link whose last turn it is', () => {
    given(`${besieged},i3@4 i 1 0-0 a24+ 6`).when('charge 7').gives(`${besieged},i4@4 i 2 0-0 - 8`);
  });

  it('AQ-8: a bad action is legal: a spawn over a fresh piece, an advance to its death', () => {
    given('a1@0,i4@1/-/-/-/-/-/- a 2 0-0 - 5').when('spawn 1').gives('a1@0,i4@1/-/-/-/-/-/- a 1 0-0 - 5');
    given('a1@0,i4@1/-/-/-/-/-/- a 2 0-0 - 5').when('advance 1').gives('i4@1/-/-/-/-/-/- a 1 0-0 - 5');
  });
});

describe('spawn, charge, advance, barrier', () => {
  it.each([
    ['on an empty flow', '-/-/-/-/-/-/- a 2 0-0 - 3', 'spawn 4', '-/-/-/a1@0/-/-/- a 1 0-0 - 3'],
    ['giving up a piece far ahead', '-/-/-/a3@5/-/-/- a 2 0-0 - 3', 'spawn 4', '-/-/-/a1@0/-/-/- a 1 0-0 - 3'],
    ['giving up the Crown', '-/-/-/i4@1/-/-/- i 2 0-0 - 4', 'spawn 4', '-/-/-/i1@6/-/-/- i 1 0-0 - 4'],
    ['beside an enemy further on', 'i1@1,I1@2/-/-/-/-/-/- a 2 0-0 - 3', 's1', 'a1@0,i1@1,I1@2/-/-/-/-/-/- a 1 0-0 - 3'],
  ])('AQ-10: spawn %s', (_title, before, move, after) => {
    given(before).when(move).gives(after);
  });

  it('AQ-10: a sacrifice is told in the event', () => {
    const [spawned] = eventsOf(stateOf('-/-/-/a4@5/-/-/- a 2 0-0 - 3'), 'spawn 4');
    expect(spawned).toMatchObject({ type: 'spawned', sacrificed: { charge: 4, slot: 5 } });
  });

  it('AQ-10: no spawn onto an enemy piece or Barrier, not even with a piece to give up', () => {
    given('i2@0/-/-/-/-/-/- a 2 0-0 - 3').when('spawn 1').isRefused('AQ-10', "Ignis's piece of charge 2 stands on");
    given('I2@0/-/-/-/-/-/- a 2 0-0 - 3').when('spawn 1').isRefused('AQ-10', "Ignis's Barrier stands on");
    given('I2@0,a1@3/-/-/-/-/-/- a 2 0-0 - 3').when('spawn 1').isRefused('AQ-10', 'entry slot 0 of flow 1');
    given('A1@6/-/-/-/-/-/- i 2 0-0 - 4').when('spawn 1').isRefused('AQ-10', 'entry slot 6 of flow 1');
  });

  it.each([
    ['1 to 2', 'a1@4', 'a2@4'],
    ['2 to 3', 'a2@4', 'a3@4'],
    ['3 to the Crown', 'a3@4', 'a4@4'],
    ['3 to the Crown beside an own Barrier of 4', 'A4@0,a3@4', 'A4@0,a4@4'],
  ])('AQ-11: charge from %s', (_title, before, after) => {
    given(`${before}/-/-/-/-/-/- a 2 0-0 - 3`).when('charge 1').gives(`${after}/-/-/-/-/-/- a 1 0-0 - 3`);
  });

  it('AQ-11: no charge of nothing, of a Crown, of a second Crown', () => {
    given('i1@3/-/-/-/-/-/- a 2 0-0 - 3').when('charge 1').isRefused('AQ-11', 'no ordinary piece in flow 1');
    given('a4@3/-/-/-/-/-/- a 2 0-0 - 3').when('charge 1').isRefused('AQ-11', 'is a Crown');
    given('a3@3/-/-/-/a4@0/-/- a 2 0-0 - 3').when('charge 1').isRefused('AQ-11', 'Crown, in flow 5');
    given('A1@3/-/-/-/-/-/- a 2 0-0 - 3').when('charge 1').isRefused('AQ-11', 'no ordinary piece in flow 1');
  });

  it('AQ-12: the Barrier is charged to 4 at most, Crown or no Crown', () => {
    given('A3@3,a4@5/-/-/-/-/-/- a 2 0-0 - 3').when('charge barrier').gives('A4@3,a4@5/-/-/-/-/-/- a 1 0-0 - 3');
    given('A4@3/-/-/-/-/-/- a 2 0-0 - 3').when('charge barrier').isRefused('AQ-12', 'durability 4');
    given('I1@3/-/-/-/-/-/- a 2 0-0 - 3').when('charge barrier').isRefused('AQ-12', 'no Barrier');
  });

  it('AQ-13: an advance is one slot forward', () => {
    given('a1@0/-/-/-/-/-/i4@6 a 2 0-0 - 3').when('advance 1').gives('a1@1/-/-/-/-/-/i4@6 a 1 0-0 - 3');
    given('a1@0/-/-/-/-/-/i4@6 i 2 0-0 - 4').when('advance 7').gives('a1@0/-/-/-/-/-/i4@5 i 1 0-0 - 4');
    given('i1@3/-/-/-/-/-/- a 2 0-0 - 3').when('advance 1').isRefused('AQ-13', 'no ordinary piece in flow 1');
  });

  it('AQ-15: a piece of any charge becomes the Barrier, as durable as it was charged', () => {
    given('a1@3/-/-/-/-/-/- a 2 0-0 - 3').when('barrier 1').gives('A1@3/-/-/-/-/-/- a 1 0-0 - 3');
    given('a1@3/-/i3@6/-/-/-/- i 2 0-0 - 4').when('barrier 3').gives('a1@3/-/I3@6/-/-/-/- i 1 0-0 - 4');
  });

  it('AQ-15: a Crown becomes a Barrier and is a Crown no more', () => {
    given('a4@3/a3@1/-/-/-/-/- a 2 0-0 - 3').when('barrier 1', 'charge 2').gives('A4@3/a4@1/-/-/-/-/- i 2 0-0 - 4');
  });

  it('AQ-15: no second Barrier, and none of nothing', () => {
    given('A1@3/a2@2/-/-/-/-/- a 2 0-0 - 3').when('barrier 2').isRefused('AQ-15', 'already have a Barrier, on slot 3');
    given('A1@3/-/-/-/-/-/- a 2 0-0 - 3').when('barrier 1').isRefused('AQ-15', 'no ordinary piece in flow 1');
    given('I1@6/a2@2/-/-/-/-/- a 2 0-0 - 3').when('barrier 2').gives('I1@6/A2@2/-/-/-/-/- a 1 0-0 - 3');
  });

  it('AQ-15: when the Barrier is gone another may be made', () => {
    given('A1@3,i2@4/a2@2/-/-/-/-/- i 1 0-0 - 4')
      .when('advance 1', 'barrier 2')
      .gives('i2@3/A2@2/-/-/-/-/- a 1 0-0 - 5');
  });
});
