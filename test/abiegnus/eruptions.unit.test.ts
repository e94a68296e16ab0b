import { describe, expect, it } from 'vitest';
import { abiegnus } from '../../domain/abiegnus/index.ts';
import { eventsOf, given, play, type Stacks } from './given.ts';

/** The cap of air on a1 steps to b1, so that what erupts lands on c1, d1, e1; a water cap waits. */
type Row = readonly [title: string, before: Stacks, after: Stacks, captured: string];

/** Larges besides, so that no game ends by AB-42 a. */
const AWAY: Stacks = { a4: 'W1', e4: 'F3' };

const rows: readonly Row[] = [
  ['AB-30: the top lands on T+d', { a1: 'E2A1' }, { b1: 'A1', c1: 'E2' }, '-'],
  ['AB-30: the next one on T+2d', { a1: 'S3E2A1' }, { b1: 'A1', c1: 'E2', d1: 'S3' }, '-'],
  ['AB-30: until S is empty', { a1: 'F1S3E2A1' }, { b1: 'A1', c1: 'E2', d1: 'S3', e1: 'F1' }, '-'],
  [
    'AB-30: the rest stays where the board ends',
    { a1: 'W2F1S3E2A1' },
    { a1: 'W2', b1: 'A1', c1: 'E2', d1: 'S3', e1: 'F1' },
    '-',
  ],
  [
    'AB-30: the rest stays where a cap is in the way',
    { a1: 'S3E2A1', d1: 'F2F1' },
    { a1: 'S3', b1: 'A1', c1: 'E2', d1: 'F2F1' },
    '-',
  ],
  [
    'AB-30: a cap of the own element is in the way too',
    { a1: 'S3E2A1', d1: 'A1' },
    { a1: 'S3', b1: 'A1', c1: 'E2', d1: 'A1' },
    '-',
  ],
  ['AB-30: nothing flies past a cap', { a1: 'S1S3E2A1', d1: 'F1' }, { a1: 'S1S3', b1: 'A1', c1: 'E2', d1: 'F1' }, '-'],
  ['AB-32: a large on a large is taken, that one stays', { a1: 'S3A1', c1: 'F2E3' }, { b1: 'A1', c1: 'F2E3' }, 'S3'],
  ['AB-32: a medium on a medium', { a1: 'W2A1', c1: 'W2' }, { b1: 'A1', c1: 'W2' }, 'W2'],
  ['AB-32: a large on a medium lies on it', { a1: 'S3A1', c1: 'W2' }, { b1: 'A1', c1: 'W2S3' }, '-'],
  ['AB-32: a medium on a large lies on it', { a1: 'W2A1', c1: 'S3' }, { b1: 'A1', c1: 'S3W2' }, '-'],
  ['AB-32: only the top counts', { a1: 'S3A1', c1: 'E3W2' }, { b1: 'A1', c1: 'E3W2S3' }, '-'],
  [
    'AB-32: several in one eruption',
    { a1: 'E3F3S2A1', c1: 'W2', d1: 'S3', e1: 'A3' },
    { b1: 'A1', c1: 'W2', d1: 'S3', e1: 'A3' },
    'S2E3F3',
  ],
  ['AB-33: a small is not captured', { a1: 'F1A1', c1: 'F3' }, { b1: 'A1', c1: 'F3F1' }, '-'],
  ['AB-33: nor by an empty square', { a1: 'F1A1' }, { b1: 'A1', c1: 'F1' }, '-'],
];

describe('eruptions', () => {
  it.each(rows)('%s', (_title, before, after, captured) => {
    const quiet = captured === '-' ? 6 : 0;
    given({ ...AWAY, ...before }, '1 A - 0 -|- 3 5')
      .when('a1-b1')
      .rolling('W')
      .gives({ ...AWAY, ...after }, `2 W - 0 ${captured}|- 4 ${quiet}`);
  });

  it.each([
    ['a4-a3', { a2: 'E2', a1: 'S3' }, 'a3'],
    ['a4-b3', { c2: 'E2', d1: 'S3' }, 'b3'],
    ['a4-b4', { c4: 'E2', d4: 'S3' }, 'b4'],
  ] as const)('AB-30: in the line of the step, `%s`', (move, landed, cap) => {
    given({ a4: 'S3E2A1', e2: 'W1', e4: 'F3' }, '1 A - 0 -|- 3 5')
      .when(move)
      .rolling('W')
      .gives({ ...landed, [cap]: 'A1', e2: 'W1', e4: 'F3' }, '2 W - 0 -|- 4 6');
  });

  it('AB-31: no eruption where the first would be off the board', () => {
    given({ b2: 'S3A1' }, '1 A - 0 -|- 3 5').when('b2-a2').gives({ a2: 'A1', b2: 'S3' }, '1 A A 1 -|- 3 5');
    given({ b2: 'S3A1' }, '1 A - 0 -|- 3 5').when('b2-a3').gives({ a3: 'A1', b2: 'S3' }, '1 A A 1 -|- 3 5');
  });

  it('AB-31: nor where a cap is on the first landing square', () => {
    given({ a1: 'S3A1', c1: 'E1' }, '1 A - 0 -|- 3 5')
      .when('a1-b1')
      .gives({ a1: 'S3', b1: 'A1', c1: 'E1' }, '1 A A 1 -|- 3 5');
  });

  it('AB-31: nor from under a cap that stands on nothing', () => {
    given({ a1: 'A1' }, '1 A - 0 -|- 3 5').when('a1-b1').gives({ b1: 'A1' }, '1 A A 1 -|- 3 5');
  });

  it('AB-34: what uncovers a small on S makes it a cap', () => {
    const { state } = given({ ...AWAY, a1: 'A1E2A1', d1: 'F1' }, '1 A - 0 -|- 3 5');
    const after = play(state, ['a1-b1'], 'A');
    expect(abiegnus.view(after, 1, false).squares[0]).toMatchObject({ stack: ['A1'], cap: 'A' });
  });

  it('AB-34: it is one event, and ends the turn with or without captures', () => {
    const { state } = given({ ...AWAY, a1: 'F1S3E2A1', c1: 'A2', e1: 'F3' }, '1 A - 0 -|- 3 5');
    expect(eventsOf(state, 'a1-b1')).toEqual([
      { type: 'stepped', element: 'A', from: 'a1', to: 'b1' },
      {
        type: 'erupted',
        seat: 1,
        from: 'a1',
        landings: [
          { pyramid: 'E2', to: 'c1', captured: true },
          { pyramid: 'S3', to: 'd1', captured: false },
          { pyramid: 'F1', to: 'e1', captured: false },
        ],
        cleared: true,
      },
      { type: 'turn-ended', by: 'eruption', quiet: 0 },
    ]);
  });

  it('AB-34: captures after the one that decides the match count as well', () => {
    given({ ...AWAY, a1: 'F3S3A1', c1: 'A3', d1: 'W3' }, '1 A - 0 S3S3|S3 3 5')
      .when('a1-b1')
      .gives({ ...AWAY, b1: 'A1', c1: 'A3', d1: 'W3' }, '- - - 0 S3S3S3F3|S3 3 0');
  });
});
