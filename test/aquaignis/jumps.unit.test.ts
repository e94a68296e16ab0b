import { describe, expect, it } from 'vitest';
import { eventsOf, given, stateOf } from './given.ts';

describe('side jumps', () => {
  it.each([
    ['up', '-/-/a2@2/i3@2/-/-/- a 2 0-0 - 5', 'jump 3 4', '-/-/a1@2/i2@2/-/-/- a 1 0-0 - 5'],
    ['down', '-/-/a3@2/i2@2/-/-/- i 2 0-0 - 6', 'jump 4 3', '-/-/a2@2/i1@2/-/-/- i 1 0-0 - 6'],
    ['at the last slot', '-/-/a2@6/i1@6/-/-/- a 2 0-0 - 5', 'jump 3 4', '-/-/-/a1@6/-/-/- a 1 0-0 - 5'],
  ])('AQ-16 a: an adjacent flow, same slot, %s', (_title, before, move, after) => {
    given(before).when(move).gives(after);
  });

  it.each([
    ['AQ-16: charge 1 is too little', 'a1@2/i1@2/-/-/-/-/-', 'jump 1 2', 'has charge 1'],
    ['AQ-16: nothing to jump with', 'i1@2/i1@2/-/-/-/-/-', 'jump 1 2', 'no ordinary piece in flow 1'],
    ['AQ-16: nothing to jump at', 'a2@2/a2@3/-/-/-/-/-', 'jump 1 2', 'no ordinary piece in flow 2'],
    ['AQ-16: not into the own flow', 'a2@2,i1@3/-/-/-/-/-/-', 'jump 1 1', 'does not reach'],
    ['AQ-16: not to another slot without a link', 'a2@2/i1@3/-/-/-/-/-', 'jump 1 2', 'does not reach'],
    ['AQ-16: not two flows on', 'a2@2/-/i1@2/-/-/-/-', 'jump 1 3', 'does not reach'],
    ['AQ-16 b: not from 3 to 4', 'a2@3/-/i1@4/-/-/-/-', 'jump 1 3', 'does not reach'],
    ['AQ-16 b: not from 4 to 4', 'a2@4/-/i1@4/-/-/-/-', 'jump 1 3', 'does not reach'],
    ['AQ-16: a Barrier is no target', 'a4@2/I1@2/-/-/-/-/-', 'jump 1 2', 'no ordinary piece in flow 2'],
  ])('%s', (_title, board, move, words) => {
    given(`${board} a 2 0-0 - 5`).when(move).isRefused('AQ-16', words);
  });

  it('AQ-16 b: a Centre Jump reaches any other flow from slot 3 to slot 3', () => {
    for (const flow of [2, 3, 4, 5, 6, 7]) {
      const flows = ['-', '-', '-', '-', '-', '-', '-'];
      const before = flows
        .with(0, 'a3@3')
        .with(flow - 1, 'i1@3')
        .join('/');
      const after = flows.with(flow - 1, 'a2@3').join('/');
      given(`${before} a 2 0-0 - 5`).when(`jump 1 ${flow}`).gives(`${after} a 1 0-0 - 5`);
    }
  });

  it.each([
    ['at the same slot', 'jump 2 4', '-/a2@2/-/i1@2/-/-/-', '-/-/-/a1@2/-/-/-'],
    ['one slot further forward', 'jump 2 4', '-/a2@2/-/i1@3/-/-/-', '-/-/-/a1@3/-/-/-'],
    ['the other way', 'jump 4 2', '-/i1@3/-/a2@2/-/-/-', '-/a1@3/-/-/-/-/-'],
  ])('AQ-16 c: a Resonant Jump between linked flows, %s', (_title, move, before, after) => {
    given(`${before} a 2 0-0 a24 7`).when(move).gives(`${after} a 1 0-0 a24 7`);
  });

  it('AQ-16 c: forward is down for Ignis', () => {
    given('-/i2@4/-/a1@3/-/-/- i 2 0-0 i24 8').when('jump 2 4').gives('-/-/-/i1@3/-/-/- i 1 0-0 i24 8');
    given('-/i2@4/-/a1@5/-/-/- i 2 0-0 i24 8').when('jump 2 4').isRefused('AQ-16', 'does not reach');
  });

  it('AQ-16 c: also over the edge, between linked flows 1 and 6, and 2 and 7', () => {
    given('a2@2/-/-/-/-/i1@3/- a 2 0-0 a16 7').when('jump 1 6').gives('-/-/-/-/-/a1@3/- a 1 0-0 a16 7');
    given('-/i1@3/-/-/-/-/a2@2 a 2 0-0 a27 7').when('jump 7 2').gives('-/a1@3/-/-/-/-/- a 1 0-0 a27 7');
  });

  it.each([
    ['one slot back', '-/a2@2/-/i1@1/-/-/- a 2 0-0 a24 7'],
    ['two slots on', '-/a2@2/-/i1@4/-/-/- a 2 0-0 a24 7'],
    ["by the other side's link", '-/a2@2/-/i1@2/-/-/- a 2 0-0 i24+ 7'],
    ['by a link of other flows', '-/a2@2/-/i1@2/-/-/- a 2 0-0 a46 7'],
  ])('AQ-16 c: no Resonant Jump %s', (_title, before) => {
    given(before).when('jump 2 4').isRefused('AQ-16', 'does not reach');
  });

  it('AQ-16 c: linked flows are not adjacent flows: one slot further is for the link alone', () => {
    given('-/a2@2/i1@3/-/-/-/- a 2 0-0 a24 7').when('jump 2 3').isRefused('AQ-16', 'does not reach');
  });

  it('AQ-17: an enemy Barrier anywhere in the flow keeps out all but a Crown', () => {
    given('a3@2/i1@2,I1@6/-/-/-/-/- a 2 0-0 - 5')
      .when('jump 1 2')
      .isRefused('AQ-17', 'Barrier on slot 6 shields flow 2');
    given('a4@2/i1@2,I1@6/-/-/-/-/- a 2 0-0 - 5').when('jump 1 2').gives('-/a3@2,I1@6/-/-/-/-/- a 1 0-0 - 5');
    given('a3@3/-/-/-/i1@3,I1@6/-/- a 2 0-0 - 5').when('jump 1 5').isRefused('AQ-17', 'flow 5');
    given('a3@3/-/-/-/-/i1@4,I1@6/- a 2 0-0 a16 5').when('jump 1 6').isRefused('AQ-17', 'flow 6');
  });

  it('AQ-17: nobody jumps at a piece that stands on its Barrier', () => {
    given('a4@2/I1@2,i1@2/-/-/-/-/- a 2 0-0 - 5').when('jump 1 2').isRefused('AQ-17', 'stands on its Barrier');
    given('a3@2/I1@2,i1@2/-/-/-/-/- a 2 0-0 - 5').when('jump 1 2').isRefused('AQ-17', 'stands on its Barrier');
  });

  it("AQ-17: one's own Barrier never hinders, nor an enemy one in the jumper's flow", () => {
    given('a2@2/A3@0,i1@2/-/-/-/-/- a 2 0-0 - 5').when('jump 1 2').gives('-/A3@0,a1@2/-/-/-/-/- a 1 0-0 - 5');
    given('a2@2,I4@5/i1@2/-/-/-/-/- a 2 0-0 - 5').when('jump 1 2').gives('I4@5/a1@2/-/-/-/-/- a 1 0-0 - 5');
  });

  it('AQ-17: AQ-16 is looked at first', () => {
    given('a3@2/i1@4,I1@6/-/-/-/-/- a 2 0-0 - 5').when('jump 1 2').isRefused('AQ-16');
  });

  it('AQ-18: both lose 1; the jumper takes the place of a destroyed target', () => {
    given('a2@3/i1@3/-/-/-/-/- a 2 0-0 - 5').when('jump 1 2').gives('-/a1@3/-/-/-/-/- a 1 0-0 - 5');
    given('a2@3/i4@3/-/-/-/-/- a 2 0-0 - 5').when('jump 1 2').gives('a1@3/i3@3/-/-/-/-/- a 1 0-0 - 5');
    expect(eventsOf(stateOf('a2@3/i1@3/-/-/-/-/- a 2 0-0 - 5'), 'jump 1 2')[0]).toEqual({
      type: 'jumped',
      side: 'aqua',
      flow: 1,
      slot: 3,
      into: 2,
      at: 3,
      jumperLeft: 1,
      targetLeft: 0,
      lands: true,
    });
  });

  it('AQ-18: with an own piece in that flow there is no room: the jumper stays home', () => {
    given('a3@3/a1@0,i1@3/-/-/-/-/- a 2 0-0 - 5').when('jump 1 2').gives('a2@3/a1@0/-/-/-/-/- a 1 0-0 - 5');
  });

  it('AQ-18: a Crown that jumps is a Crown no more', () => {
    given('a4@3/i4@3/-/-/-/-/- a 2 0-0 - 5').when('jump 1 2').gives('a3@3/i3@3/-/-/-/-/- a 1 0-0 - 5');
  });
});
