import { describe, expect, it } from 'vitest';
import { eventsOf, given, stateOf } from './given.ts';

/** All in flow 1; Aqua attacks in turn 5. */
type Row = readonly [title: string, before: string, after: string];

const advances: readonly Row[] = [
  ['AQ-20: higher charge destroys and enters, unhurt', 'a2@2,i1@3', 'a2@3'],
  ['AQ-20: a Crown beats a 3', 'a4@2,i3@3', 'a4@3'],
  ['AQ-20: on the last slot too', 'a2@5,i1@6', 'a2@6'],
  ['AQ-21: lower charge is destroyed, the defender unhurt', 'a1@2,i2@3', 'i2@3'],
  ['AQ-21: a 3 at a Crown', 'a3@2,i4@3', 'i4@3'],
  ['AQ-22: equal charges both lose 1, the attacker stays', 'a2@2,i2@3', 'a1@2,i1@3'],
  ['AQ-22: 1 at 1, both are destroyed', 'a1@2,i1@3', '-'],
  ['AQ-22: Crown at Crown leaves two of 3', 'a4@2,i4@3', 'a3@2,i3@3'],
  ['AQ-23: above the durability the Barrier is destroyed', 'a3@2,I2@3', 'a3@3'],
  ['AQ-23: equal, both lose 1 and the Barrier holds', 'a3@2,I3@3', 'a2@2,I2@3'],
  ['AQ-23: below, both lose 1 all the same', 'a2@2,I4@3', 'a1@2,I3@3'],
  ['AQ-23: an attacker of 1 dies at a greater Barrier', 'a1@2,I3@3', 'I2@3'],
  ['AQ-23: 1 at 1, both vanish', 'a1@2,I1@3', '-'],
  ['AQ-23: 1 at 1, a piece on the Barrier is not met', 'a1@2,I1@3,i1@3', 'i1@3'],
  ['AQ-23: a piece on a Barrier that holds is not met', 'a2@2,I2@3,i1@3', 'a1@2,I1@3,i1@3'],
  ['AQ-23: after the Barrier the piece on it is met, and beaten', 'a3@2,I1@3,i2@3', 'a3@3'],
  ['AQ-23: after the Barrier an equal piece stops the attacker', 'a3@2,I1@3,i3@3', 'a2@2,i2@3'],
  ['AQ-23: after the Barrier a higher piece destroys the attacker', 'a2@2,I1@3,i3@3', 'i3@3'],
  ['AQ-23: after a Barrier of 3 Crowns meet', 'a4@2,I3@3,i4@3', 'a3@2,i3@3'],
  ['AQ-23: a Barrier further on is not met', 'a2@2,I1@4', 'a2@3,I1@4'],
];

const surges: readonly Row[] = [
  ['AQ-14: two steps, then charge 1', 'a3@1', 'a1@3'],
  ['AQ-14: two defenders cannot be, but a Barrier and a piece', 'a3@1,I2@2,i2@3', 'a1@3'],
  ['AQ-14: through a Barrier and the piece on it in one step', 'a3@1,I2@2,i2@2', 'a1@3'],
  ['AQ-14: a piece at the first step, a Barrier at the second', 'a3@1,i2@2,I1@3', 'a1@3'],
  ['AQ-14: stopped at the first step it stays put', 'a3@1,i3@2', 'a1@1,i2@2'],
  ['AQ-14: stopped at the second it stays between', 'a3@1,i3@3', 'a1@2,i2@3'],
  ['AQ-14: held by a Barrier of 3 at the second step', 'a3@1,I3@3', 'a1@2,I2@3'],
  ['AQ-14: held by a Barrier of 4', 'a3@1,I4@2', 'a1@1,I3@2'],
  ['AQ-14: past a Barrier, stopped by the piece on it', 'a3@1,I1@2,i3@2', 'a1@1,i2@2'],
  ['AQ-14: destroyed by a Crown at the first step', 'a3@1,i4@2', 'i4@2'],
  ['AQ-14: destroyed by a Crown at the second step', 'a3@1,i4@3', 'i4@3'],
  ['AQ-14: from the slot before the last it ends on the last', 'a3@5', 'a1@6'],
  ['AQ-14: it takes the last slot from a defender, and ends there', 'a3@5,i2@6', 'a1@6'],
  ['AQ-14: from slot 4 it ends on the last slot', 'a3@4', 'a1@6'],
  ['AQ-22: an equal clash leaves a surger with 1', 'a3@2,i3@3', 'a1@2,i2@3'],
];

describe('clashes', () => {
  it.each(advances)('%s', (_title, before, after) => {
    given(`${before}/-/-/-/-/-/- a 2 0-0 - 5`).when('advance 1').gives(`${after}/-/-/-/-/-/- a 1 0-0 - 5`);
  });

  it('AQ-20: for Ignis downwards', () => {
    given('a1@3,i2@4/-/-/-/-/-/- i 2 0-0 - 6').when('advance 1').gives('i2@3/-/-/-/-/-/- i 1 0-0 - 6');
  });

  it('AQ-23: Barrier and piece met in one step are two events', () => {
    expect(eventsOf(stateOf('a3@2,I1@3,i2@3/-/-/-/-/-/- a 2 0-0 - 5'), 'advance 1').slice(0, 3)).toEqual([
      { type: 'clashed', side: 'aqua', flow: 1, slot: 2, at: 3, against: 'barrier', attackerLeft: 3, defenderLeft: 0 },
      { type: 'clashed', side: 'aqua', flow: 1, slot: 2, at: 3, against: 'piece', attackerLeft: 3, defenderLeft: 0 },
      { type: 'stepped', side: 'aqua', flow: 1, slot: 3, charge: 3 },
    ]);
  });
});

describe('surges', () => {
  it.each(surges)('%s', (_title, before, after) => {
    given(`${before}/-/-/-/-/-/- a 2 0-0 - 5`).when('surge 1').gives(`${after}/a1@0/-/-/-/-/a1@0 a 1 0-0 - 5`);
  });

  it('AQ-14: for Ignis downwards; from slot 1 it ends on 0', () => {
    given('-/-/i3@4/-/-/-/- i 2 0-0 - 6').when('surge 3').gives('-/i1@6/i1@2/i1@6/-/-/- i 1 0-0 - 6');
    given('-/-/i3@1/-/-/-/- i 2 0-0 - 6').when('surge 3').gives('-/i1@6/i1@0/i1@6/-/-/- i 1 0-0 - 6');
  });

  it.each(['a1@1', 'a2@1', 'a4@1'])('AQ-14: no surge of %s', (piece) => {
    given(`${piece}/-/-/-/-/-/- a 2 0-0 - 5`).when('surge 1').isRefused('AQ-14', `charge ${piece[1]}`);
  });
});
