import { describe, expect, it } from 'vitest';
import { abiegnus } from '../../domain/abiegnus/index.ts';
import {
  at,
  dieOf,
  eventsOf,
  fold,
  given,
  legalIn,
  play,
  positionOf,
  refusalOf,
  settled,
  setUp,
  stateOf,
} from './given.ts';

/** An air cap and a water cap, alone and apart. */
const APART = { a1: 'A1', e4: 'W1' };

describe('rolls', () => {
  it('AB-10: a turn begins with a roll of a die of six: S A W E F and wild', () => {
    const rolled = [0, 1, 2, 3, 4, 5].map((number) => {
      const [event] = abiegnus.draw(setUp(), { uniform: () => number, shuffle: (deck) => [...deck], used: 0 });
      return event?.type === 'rolled' ? event.roll : null;
    });
    expect(rolled).toEqual(['S', 'A', 'W', 'E', 'F', '*']);
  });

  it('AB-10: before its roll nobody is to move, and the rules say so', () => {
    expect(abiegnus.toMove(setUp())).toEqual([]);
    expect(legalIn(setUp(), 1)).toEqual([]);
    expect(refusalOf(setUp(), 'a1-b1', 1)).toEqual({ rule: 'AB-10', message: 'The die is to be rolled first.' });
  });

  it('AB-10: each turn is rolled for once, passed ones too, and after the end no more', () => {
    // Nobody has a cap of spirit at first.
    const die = dieOf('SSSA');
    const started = settled(setUp(), die);
    expect(die.used).toBe(4);
    expect(positionOf(started)).toMatch(/ 2 A - 0 -\|- 4 3$/);
    const last = given({ ...APART, c1: 'A1' }, '1 A - 0 -|- 5 39').state;
    const over = fold(last, eventsOf(play(last, ['a1-a2']), 'end'));
    expect(abiegnus.awaitsDraw(over)).toBe(false);
    expect(abiegnus.draw(over, dieOf(''))).toEqual([]);
  });

  it('AB-10: only the seat whose turn it is may move', () => {
    const { state } = given(APART, '2 A - 0 -|- 4 0');
    expect(abiegnus.toMove(state)).toEqual([2]);
    expect(legalIn(state, 1)).toEqual([]);
    for (const seat of [1, 3] as const) {
      expect(refusalOf(state, 'a1-a2', seat)).toEqual({ rule: 'AB-10', message: 'It is the turn of seat 2.' });
    }
  });
});

describe('steps', () => {
  it('AB-11: to any of the eight neighbours on the board', () => {
    expect(legalIn(given({ c2: 'A1', a1: 'F1' }, '1 A - 0 -|- 1 0').state)).toEqual(
      ['b1', 'b2', 'b3', 'c1', 'c3', 'd1', 'd2', 'd3'].map((to) => `c2-${to}`),
    );
    expect(legalIn(given({ a1: 'A1' }, '1 A - 0 -|- 1 0').state)).toEqual(['a1-a2', 'a1-b1', 'a1-b2']);
    expect(legalIn(given({ e4: 'A1' }, '1 A - 0 -|- 1 0').state)).toEqual(['e4-d3', 'e4-d4', 'e4-e3']);
  });

  it('AB-11: onto anything but a cap of another element', () => {
    const { when } = given({ a1: 'A1', a2: 'F2', b1: 'F1', b2: 'W1F3', e4: 'A1' }, '1 A - 0 -|- 1 0');
    when('a1-a2').gives({ a2: 'F2A1', b1: 'F1', b2: 'W1F3', e4: 'A1' }, '1 A A 1 -|- 1 0');
    when('a1-b2').gives({ a2: 'F2', b1: 'F1', b2: 'W1F3A1', e4: 'A1' }, '1 A A 1 -|- 1 0');
    when('a1-b1').isRefused('AB-11', 'On b1 stands a cap of fire');
  });

  it.each(['a1-a1', 'a1-a3', 'a1-c1', 'a1-c3', 'a1-b3', 'a1-e4', 'a1-a4'])('AB-11: not a neighbour, `%s`', (move) => {
    given(APART, '1 A - 0 -|- 1 0').when(move).isRefused('AB-11', 'is not next to a1');
  });

  it('AB-11: the end of one file is not next to the start of another', () => {
    given({ a4: 'A1' }, '1 A - 0 -|- 1 0').when('a4-b1').isRefused('AB-11', 'b1 is not next to a4');
  });

  it('AB-12: only caps of the rolled element step', () => {
    const { state, when } = given(APART, '1 W - 0 -|- 1 0');
    expect(legalIn(state)).toEqual(['e4-d3', 'e4-d4', 'e4-e3']);
    when('a1-a2').isRefused('AB-12', 'The cap on a1 is of air; the die shows water.');
    when('e4-e3', 'a1-a2').isRefused('AB-12', 'the die shows water');
  });

  it('AB-12: on wild the first step chooses the element for the turn', () => {
    const { state, when } = given({ ...APART, e1: 'W1' }, '1 * - 0 -|- 1 0');
    expect(legalIn(state)).toEqual(['a1-a2', 'a1-b1', 'a1-b2', 'e1-d1', 'e1-d2', 'e1-e2', 'e4-d3', 'e4-d4', 'e4-e3']);
    when('e4-e3').gives({ a1: 'A1', e1: 'W1', e3: 'W1' }, '1 * W 1 -|- 1 0');
    when('e4-e3', 'e1-e2').gives({ a1: 'A1', e2: 'W1', e3: 'W1' }, '1 * W 2 -|- 1 0');
    when('e4-e3', 'a1-a2').isRefused('AB-12', 'the first step of this turn chose water');
  });
});

describe('passed turns', () => {
  /** The cap of air is hemmed in by the others. */
  const HEMMED = { a1: 'A1', a2: 'F1', b1: 'F1', b2: 'F1' };

  it('AB-13: no cap of the rolled element, or none that can step: passed, and counted', () => {
    const { when } = given(HEMMED, '1 F - 0 -|- 7 3');
    when('b2-b3', 'b3-b2', 'end').rolling('WAAF').gives(HEMMED, '1 F - 0 -|- 11 7');
  });

  it('AB-13: a passed turn is an event, and no move', () => {
    const state = play(given(HEMMED, '1 F - 0 -|- 7 3').state, ['b2-b3', 'b3-b2', 'end']);
    expect(abiegnus.draw(state, dieOf('WF'))).toEqual([
      { type: 'rolled', seat: 2, turn: 8, roll: 'W' },
      { type: 'passed', seat: 2, turn: 8, quiet: 5 },
      { type: 'rolled', seat: 1, turn: 9, roll: 'F' },
    ]);
  });

  it('AB-13: if there is a legal step, one must be made, however bad', () => {
    const { state, when } = given({ a1: 'A1A1', a2: 'F1', b1: 'F1', b2: 'A1' }, '1 A - 0 -|- 7 3');
    expect(legalIn(state)).not.toContain('end');
    expect(legalIn(state)).toContain('a1-b2');
    when('end').isRefused('AB-14');
  });

  it('AB-13: on a wild roll any cap that can step will do', () => {
    expect(legalIn(given(HEMMED, '1 * - 0 -|- 7 3').state)).not.toHaveLength(0);
  });
});

describe('the length of a turn', () => {
  it('AB-14: a step that causes nothing leaves the turn running, for any cap of the element', () => {
    const { when } = given({ a1: 'A1', c1: 'A1', e4: 'W1' }, '1 A - 0 -|- 1 0');
    when('a1-a2', 'c1-c2', 'a2-a3', 'c2-c1').gives({ a3: 'A1', c1: 'A1', e4: 'W1' }, '1 A A 4 -|- 1 0');
  });

  it('AB-14: `end` after at least one step, not before', () => {
    const { state, when } = given(APART, '1 A - 0 -|- 1 0');
    expect(legalIn(state)).not.toContain('end');
    when('end').isRefused('AB-14', 'before its first step');
    expect(legalIn(play(state, ['a1-a2'])).at(-1)).toBe('end');
    when('a1-a2', 'end').rolling('W').gives({ a2: 'A1', e4: 'W1' }, '2 W - 0 -|- 2 1');
  });

  it('AB-15: after a 20th step that causes nothing the turn ends by itself', () => {
    const { state, when } = given(APART, '1 A - 0 -|- 1 0');
    const steps = Array.from({ length: 20 }, (_, i) => (i % 2 === 0 ? 'a1-a2' : 'a2-a1'));
    when(...steps.slice(1).map((step) => (step === 'a1-a2' ? 'a2-a1' : 'a1-a2'))).gives(
      { a2: 'A1', e4: 'W1' },
      '1 A A 19 -|- 1 0',
    );
    when(...steps)
      .rolling('W')
      .gives(APART, '2 W - 0 -|- 2 1');
    const events = eventsOf(play(state, steps.slice(0, 19)), 'a2-a1');
    expect(events.at(-1)).toEqual({ type: 'turn-ended', by: 'steps', quiet: 1 });
  });

  it('AB-15: a 20th step that captures or erupts ends the turn as ever', () => {
    const last = given({ a1: 'A1', b1: 'A1', d1: 'E2', d4: 'A2A1', b4: 'F1' }, '1 A A 19 -|- 3 2');
    expect(eventsOf(last.state, 'a1-b1').at(-1)).toMatchObject({ by: 'capture', quiet: 0 });
    expect(eventsOf(last.state, 'd4-d3').at(-1)).toMatchObject({ by: 'eruption', quiet: 3 });
  });
});

describe('capture by a cap', () => {
  it('AB-20: a cap takes the place of one of its own element, and the turn ends', () => {
    const { when } = given({ a1: 'A1', b1: 'E2A1', e4: 'W1' }, '1 A - 0 -|- 3 2');
    when('a1-b1').rolling('W').gives({ b1: 'E2A1', e4: 'W1' }, '2 W - 0 A1|- 4 0');
  });

  it('AB-20: no eruption follows, even where one would have', () => {
    const { state, when } = given({ a1: 'F2F3A1', b1: 'A1', c1: 'F3', e4: 'W1' }, '1 A - 0 -|- 3 2');
    when('a1-b1').rolling('W').gives({ a1: 'F2F3', b1: 'A1', c1: 'F3', e4: 'W1' }, '2 W - 0 A1|- 4 0');
    expect(eventsOf(state, 'a1-b1')).toEqual([
      { type: 'cap-captured', seat: 1, at: 'b1', pyramid: 'A1' },
      { type: 'stepped', element: 'A', from: 'a1', to: 'b1' },
      { type: 'turn-ended', by: 'capture', quiet: 0 },
    ]);
  });

  it('AB-20: the captor gets it, whoever the seat is', () => {
    const { when } = given({ a1: 'A1', b1: 'A1', e4: 'W1' }, '2 A - 0 F1|A3 4 2');
    when('a1-b1').rolling('W').gives({ b1: 'A1', e4: 'W1' }, '1 W - 0 F1|A1A3 5 0');
  });
});

it('AB-11: what is refused first: `end` too early, no cap, wrong element, then where it goes', () => {
  const state = stateOf(at({ a1: 'A1', b1: 'F1', c3: 'S3' }, '1 A - 0 -|- 1 0'));
  const rules = ['end', 'c3-c3', 'e1-a4', 'b1-e4', 'b1-a1', 'a1-e4', 'a1-b1'].map(
    (move) => refusalOf(state, move)?.rule,
  );
  expect(rules).toEqual(['AB-14', 'AB-3', 'AB-3', 'AB-12', 'AB-12', 'AB-11', 'AB-11']);
});
