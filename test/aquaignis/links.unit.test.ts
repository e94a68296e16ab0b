import { describe, expect, it } from 'vitest';
import { eventsOf, given, stateOf } from './given.ts';

describe('the pulse', () => {
  it.each([
    ['own pieces gain 1', '-/a1@4/a3@0/a2@5/-/-/-', '-/a2@4/a1@2/a3@5/-/-/- a 1 0-0 a24+ 5'],
    ['to 3 at most; a Crown is unchanged', '-/a3@4/a3@0/a4@5/-/-/-', '-/a3@4/a1@2/a4@5/-/-/- a 1 0-0 a24+ 5'],
    [
      'an enemy elsewhere does not keep it out',
      '-/i1@3/a3@0/I1@1/-/-/-',
      '-/a1@0,i1@3/a1@2/a1@0,I1@1/-/-/- a 1 0-0 - 5',
    ],
    ['an enemy piece on the entry does', '-/i1@0/a3@0/-/-/-/-', '-/i1@0/a1@2/a1@0/-/-/- a 1 0-0 - 5'],
    ['an enemy Barrier on the entry does', '-/-/a3@0/I2@0/-/-/-', '-/a1@0/a1@2/I2@0/-/-/- a 1 0-0 - 5'],
    ['own Barriers are not pulsed', '-/A2@0/a3@0/-/-/-/-', '-/A2@0,a1@0/a1@2/a1@0/-/-/- a 1 0-0 - 5'],
    ['it comes where the surger is held', '-/-/a3@0,I4@1/-/-/-/-', '-/a1@0/a1@0,I3@1/a1@0/-/-/- a 1 0-0 - 5'],
    ['it comes where the surger is destroyed', '-/-/a3@0,i4@1/-/-/-/-', '-/a1@0/i4@1/a1@0/-/-/- a 1 0-0 - 5'],
    ['it comes where the surger breaks through', '-/-/a3@6/-/-/-/-', '-/a1@0/-/a1@0/-/-/- a 1 1-0 - 5'],
  ])('AQ-30: %s', (_title, before, after) => {
    given(`${before} a 2 0-0 - 5`).when('surge 3').gives(after);
  });

  it('AQ-30: it does not come when the surge has won', () => {
    given('-/-/a3@6/-/-/-/- a 2 3-0 - 5').when('surge 3').gives('-/-/-/-/-/-/- - 0 4-0 - 5');
  });

  it('AQ-30: the lower flow first', () => {
    const flows = eventsOf(stateOf('a3@1/-/-/-/-/-/- a 2 0-0 - 5'), 'surge 1').flatMap((event) =>
      event.type === 'spawned' ? [event.flow] : [],
    );
    expect(flows).toEqual([2, 7]);
  });
});

describe('links', () => {
  it('AQ-31: both neighbours held own pieces before the pulse', () => {
    given('-/a1@4/a3@0/a1@5/-/-/- a 2 0-0 - 5').when('surge 3').gives('-/a2@4/a1@2/a2@5/-/-/- a 1 0-0 a24+ 5');
    given('a3@0/a1@4/-/-/-/-/a1@5 a 2 0-0 - 5').when('surge 1').gives('a1@2/a2@4/-/-/-/-/a2@5 a 1 0-0 a27+ 5');
    given('a1@4/-/-/-/-/a1@5/a3@0 a 2 0-0 - 5').when('surge 7').gives('a2@4/-/-/-/-/a2@5/a1@2 a 1 0-0 a16+ 5');
  });

  it('AQ-31: pieces that gain nothing count', () => {
    given('-/a3@4/a3@0/a4@5/-/-/- a 2 0-0 - 5').when('surge 3').gives('-/a3@4/a1@2/a4@5/-/-/- a 1 0-0 a24+ 5');
  });

  it('AQ-31: a fresh spawn or a Barrier does not count', () => {
    given('-/a1@4/a3@0/-/-/-/- a 2 0-0 - 5').when('surge 3').gives('-/a2@4/a1@2/a1@0/-/-/- a 1 0-0 - 5');
    given('-/a1@4/a3@0/A1@3/-/-/- a 2 0-0 - 5').when('surge 3').gives('-/a2@4/a1@2/a1@0,A1@3/-/-/- a 1 0-0 - 5');
  });

  it('AQ-31: also where the surger died', () => {
    given('-/a1@4/a3@0,i4@1/a1@5/-/-/- a 2 0-0 - 5').when('surge 3').gives('-/a2@4/i4@1/a2@5/-/-/- a 1 0-0 a24+ 5');
  });

  it("AQ-32: a link lasts to the end of its owner's next turn", () => {
    const linked = given('-/a1@4/a3@0/a1@5/-/-/i1@6 a 1 0-0 - 5');
    const board = '-/a2@4/a1@2/a2@5/-/-/i1@6';
    linked.when('surge 3').gives(`${board} i 2 0-0 a24+ 6`);
    linked.when('surge 3', 's7').gives(`${board} i 1 0-0 a24+ 6`);
    linked.when('surge 3', 's7', 's7').gives(`${board} a 2 0-0 a24 7`);
    linked.when('surge 3', 's7', 's7', 's5').gives('-/a2@4/a1@2/a2@5/a1@0/-/i1@6 a 1 0-0 a24 7');
    linked.when('surge 3', 's7', 's7', 's5', 's5').gives('-/a2@4/a1@2/a2@5/a1@0/-/i1@6 i 2 0-0 - 8');
  });

  it('AQ-32: a new link replaces the old one, and lasts anew', () => {
    given('-/a1@4/-/a1@5/a3@0/a1@1/i1@6 a 1 0-0 a24 7')
      .when('surge 5')
      .gives('-/a1@4/-/a2@5/a1@2/a2@1/i1@6 i 2 0-0 a46+ 8');
    given('-/a1@4/a3@0/a1@5/-/-/i1@6 a 1 0-0 a24 7')
      .when('surge 3', 's7', 's7')
      .gives('-/a2@4/a1@2/a2@5/-/-/i1@6 a 2 0-0 a24 9');
  });

  it('AQ-32: a surge that links nothing leaves the old link alone', () => {
    given('-/a1@4/-/a1@5/-/a3@0/i1@6 a 2 0-0 a24 7')
      .when('surge 6')
      .gives('-/a1@4/-/a1@5/a1@0/a1@2/a1@0,i1@6 a 1 0-0 a24 7');
  });

  it('AQ-32: a link is of flows: it outlives its pieces, and serves new ones', () => {
    given('-/a1@1,i1@2/-/a1@5/-/-/- a 2 0-0 a24 7')
      .when('spawn 2', 's7')
      .gives('-/a1@0,i1@2/-/a1@5/-/-/a1@0 i 2 0-0 - 8');
    given('-/-/-/a1@4/-/-/- a 2 0-0 a24 7').when('spawn 2', 'advance 4').gives('-/a1@1/-/a1@5/-/-/- i 2 0-0 - 8');
  });

  it('AQ-32: each side has its own', () => {
    given('-/a1@4/i3@5/a1@5/-/-/- i 1 0-0 a24+ 6')
      .when('surge 3')
      .gives('-/a1@4,i1@6/i1@3/a1@5,i1@6/-/-/- a 2 0-0 a24 7');
    given('i1@6/-/-/a1@3/i1@6/i3@5/i1@6 i 2 0-0 a24+,i13 6')
      .when('surge 6')
      .gives('i1@6/-/-/a1@3/i2@6/i1@3/i2@6 i 1 0-0 a24+,i57+ 6');
  });
});

describe('parallel advance', () => {
  it.each([
    ['the twin moves too', '-/a1@1/-/a2@4/-/-/-', 'advance 2', '-/a1@2/-/a2@5/-/-/- a 1 0-0 a24 7'],
    ['from either flow', '-/a1@1/-/a2@4/-/-/-', 'advance 4', '-/a1@2/-/a2@5/-/-/- a 1 0-0 a24 7'],
    ['also to its death', '-/a1@1/-/a2@4,i3@5/-/-/-', 'advance 2', '-/a1@2/-/i3@5/-/-/- a 1 0-0 a24 7'],
    ['with clashes', '-/a1@1/-/a2@4,I1@5,i1@5/-/-/-', 'advance 2', '-/a1@2/-/a2@5/-/-/- a 1 0-0 a24 7'],
    ['where the first died', '-/a1@1,i2@2/-/a2@4/-/-/-', 'advance 2', '-/i2@2/-/a2@5/-/-/- a 1 0-0 a24 7'],
    ['where the first was held', '-/a1@1,I2@2/-/a2@4/-/-/-', 'advance 2', '-/I1@2/-/a2@5/-/-/- a 1 0-0 a24 7'],
    ['where the first broke through', '-/a1@6/-/a2@4/-/-/-', 'advance 2', '-/-/-/a2@5/-/-/- a 1 1-0 a24 7'],
    ['both break through', '-/a1@6/-/a2@6/-/-/-', 'advance 2', '-/-/-/-/-/-/- a 1 2-0 a24 7'],
    ['nobody there, or a Barrier only', '-/a1@1/-/A2@4/-/-/-', 'advance 2', '-/a1@2/-/A2@4/-/-/- a 1 0-0 a24 7'],
    ['not from another flow', '-/a1@1/a1@1/a2@4/-/-/-', 'advance 3', '-/a1@1/a1@2/a2@4/-/-/- a 1 0-0 a24 7'],
  ])('AQ-33: %s', (_title, before, move, after) => {
    given(`${before} a 2 0-0 a24 7`).when(move).gives(after);
  });

  it('AQ-33: in the turn of the surge already', () => {
    given('-/a1@4/a3@0/a1@5/-/-/- a 2 0-0 - 5')
      .when('surge 3', 'advance 4')
      .gives('-/a2@5/a1@2/a2@6/-/-/- i 2 0-0 a24+ 6');
  });

  it('AQ-33: not when the first piece has won; the twin may win', () => {
    given('-/a1@6/-/a2@6/-/-/- a 2 3-0 a24 7').when('advance 2').gives('-/-/-/a2@6/-/-/- - 0 4-0 a24 7');
    given('-/a1@1/-/a2@6/-/-/- a 2 3-0 a24 7').when('advance 2').gives('-/a1@2/-/-/-/-/- - 0 4-0 a24 7');
  });

  it('AQ-33: a surge in a linked flow does not trigger it', () => {
    given('-/a3@1/-/a1@4/-/-/- a 2 0-0 a24 7').when('surge 2').gives('a1@0/a1@3/a1@0/a1@4/-/-/- a 1 0-0 a24 7');
  });

  it("AQ-33: not for the other side's link", () => {
    given('-/a1@1/-/a1@4/-/-/- a 2 0-0 i24+ 7').when('advance 2').gives('-/a1@2/-/a1@4/-/-/- a 1 0-0 i24+ 7');
  });
});

describe('harmonic charge', () => {
  it.each([
    ['the twin gains 1', '-/a1@1/-/a2@4/-/-/-', 'charge 2', '-/a2@1/-/a3@4/-/-/-'],
    ['from either flow', '-/a1@1/-/a2@4/-/-/-', 'charge 4', '-/a2@1/-/a3@4/-/-/-'],
    ['to 3 at most', '-/a1@1/-/a3@4/-/-/-', 'charge 2', '-/a2@1/-/a3@4/-/-/-'],
    ['a Crown is unchanged', '-/a1@1/-/a4@4/-/-/-', 'charge 2', '-/a2@1/-/a4@4/-/-/-'],
    ['a crowning gives it too', '-/a3@1/-/a1@4/-/-/-', 'charge 2', '-/a4@1/-/a2@4/-/-/-'],
    ['nobody there, or a Barrier only', '-/a1@1/-/A1@4/-/-/-', 'charge 2', '-/a2@1/-/A1@4/-/-/-'],
    ['not from charging the Barrier', '-/a1@1/-/A1@4,a1@4/-/-/-', 'charge barrier', '-/a1@1/-/A2@4,a1@4/-/-/-'],
  ])('AQ-34: %s', (_title, before, move, after) => {
    given(`${before} a 2 0-0 a24 7`).when(move).gives(`${after} a 1 0-0 a24 7`);
  });

  it('AQ-34: it makes no illegal charge legal', () => {
    const before = given('-/a4@1/-/a1@4/a3@0/-/- a 2 0-0 a24 7');
    before.when('charge 2').isRefused('AQ-11', 'is a Crown');
    given('-/a3@1/-/a1@4/a4@0/-/- a 2 0-0 a24 7').when('charge 2').isRefused('AQ-11', 'Crown, in flow 5');
    given('-/-/-/a1@4/-/-/- a 2 0-0 a24 7').when('charge 2').isRefused('AQ-11', 'no ordinary piece');
  });
});
