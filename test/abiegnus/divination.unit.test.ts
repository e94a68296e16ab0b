import { describe, expect, it } from 'vitest';
import { abiegnus } from '../../domain/abiegnus/index.ts';
import { readingOf } from '../../domain/abiegnus/reading.ts';
import { MEANINGS, PTAH_SQUARES, SUBJECTS, TABLET } from '../../domain/abiegnus/tables.ts';
import { given, play, type Stacks, setUp, stacksOf } from './given.ts';

const AWAY: Stacks = { a4: 'W1' };
const ptahGame = (stacks: Stacks, rest: string) => given({ ...AWAY, ...stacks }, rest);

describe('the Ptah', () => {
  it.each(PTAH_SQUARES.map(({ square }) => square))(
    'AB-46: takes the place of the small at the bottom of %s',
    (square) => {
      const before = stacksOf(setUp('solitaire'));
      const after = stacksOf(setUp('divination', square));
      expect(after).toEqual({ ...before, [square]: `P1${before[square]?.slice(2)}` });
    },
  );

  it('AB-46: stands on files b to e, each square for a pair of elements', () => {
    expect(PTAH_SQUARES).toHaveLength(16);
    for (const { square, x, y } of PTAH_SQUARES) {
      expect(stacksOf(setUp())[square]).toBe(`${x}1${y}2${x}3`);
    }
  });

  it('AB-46: is no cap: it is not moved, it is in nobody’s way, and it can be covered', () => {
    const bare = ptahGame({ b1: 'P1', a1: 'A1', e1: 'S2A1' }, '1 A - 0 - 3 5');
    bare.when('b1-b2').isRefused('AB-3', 'no cap on b1');
    bare.when('a1-b1').gives({ ...AWAY, b1: 'P1A1', e1: 'S2A1' }, '1 A A 1 - 3 5');
    ptahGame({ c1: 'P1', a1: 'E2A1' }, '1 A - 0 - 3 5')
      .when('a1-b1')
      .rolling('W')
      .gives({ ...AWAY, b1: 'A1', c1: 'P1E2' }, '1 W - 0 - 4 6');
  });

  it('AB-46: is of no size for a capture', () => {
    ptahGame({ a1: 'P1A1', c1: 'A3' }, '1 A - 0 - 3 5')
      .when('a1-b1')
      .gives({ ...AWAY, b1: 'A1', c1: 'A3P1' }, '- - - 0 - 3 6');
  });

  it('AB-47: exposed when an eruption throws it', () => {
    ptahGame({ a1: 'P1E2A1', c1: 'W2' }, '1 A - 0 - 3 5')
      .when('a1-b1')
      .ends({ kind: 'answered', reason: 'ptah-exposed' });
  });

  it('AB-47: exposed when an eruption leaves it on top', () => {
    ptahGame({ a1: 'P1E2A1', d1: 'W1' }, '1 A - 0 - 3 5')
      .when('a1-b1')
      .ends({ kind: 'answered', reason: 'ptah-exposed' });
  });

  it('AB-47: exposed too where an eruption elsewhere finds it on top', () => {
    const { state } = ptahGame({ b1: 'P1A1', c3: 'E2A1' }, '1 A - 0 - 3 5');
    const uncovered = play(state, ['b1-a1']);
    expect(abiegnus.outcome(uncovered)).toBeNull();
    expect(abiegnus.outcome(play(uncovered, ['c3-d3']))).toMatchObject({ reason: 'ptah-exposed' });
  });

  it('AB-47: not exposed by a step that causes no eruption, nor by a capture', () => {
    const { state } = ptahGame({ b1: 'P1A1', a1: 'A1' }, '1 A - 0 - 3 5');
    expect(abiegnus.outcome(play(state, ['b1-a2', 'end']))).toBeNull();
    expect(abiegnus.outcome(play(state, ['b1-a1']))).toBeNull();
  });

  it('AB-47: not while anything covers it', () => {
    const { state } = ptahGame({ a1: 'P1E2S3A1', d1: 'F1' }, '1 A - 0 - 3 5');
    expect(abiegnus.outcome(play(state, ['a1-b1']))).toBeNull();
  });
});

describe('the answer', () => {
  const exposing: Stacks = { a1: 'P1S3A1', c1: 'A3' };

  it.each([
    ['-', 'favourable', 1],
    ['S3', 'favourable', 2],
    ['S1S3', 'unfavourable', 3],
    ['S1S1S3S3', 'unfavourable', 5],
  ])('AB-48: with %s and one more of spirit taken by the last eruption: %s', (captured, verdict, spirits) => {
    ptahGame(exposing, `1 A - 0 ${captured} 3 5`)
      .when('a1-b1')
      .ends({
        kind: 'answered',
        winners: [],
        detail: { verdict, reading: { spirits, verdict } },
      });
  });

  it('AB-48: the count is told', () => {
    const over = play(ptahGame(exposing, '1 A - 0 S3 3 5').state, ['a1-b1']);
    expect(abiegnus.outcome(over)?.detail.text).toBe(
      'The Ptah lies open. The answer is favourable (2 spirit pyramids captured: the fewer the better).',
    );
  });

  it('AB-48: after 40 turns without a capture it is unanswered', () => {
    ptahGame({ a1: 'A1', c3: 'P1F3' }, '1 A - 0 S3 41 39')
      .when('a1-a2', 'end')
      .ends({
        kind: 'unanswered',
        winners: [],
        reason: 'drought',
        detail: { verdict: 'unanswered', text: /No answer \(1 spirit pyramid captured/ },
      });
  });
});

describe('the reading', () => {
  const far: Stacks = { e4: 'P1E3F2' };
  const rowAfter = (stacks: Stacks, moves: readonly string[], rolls: string) =>
    readingOf(play(ptahGame({ ...far, ...stacks }, '1 A - 0 - 3 5').state, moves, rolls))?.row;

  it('AB-49 a: an entry for each turn with captures, in the order taken', () => {
    expect(rowAfter({ a1: 'S3E2A1', c1: 'F2', d1: 'A3', c3: 'A1', c4: 'A1' }, ['a1-b1', 'c3-c4'], 'AA')).toEqual([
      { pyramids: ['E2', 'S3'], subject: null },
      { pyramids: ['A1'], subject: null },
    ]);
  });

  it('AB-49 a: a gap for each passed turn, nothing for a turn without capture', () => {
    expect(rowAfter({ a1: 'A1', b1: 'A1' }, ['a1-a2', 'end', 'a2-b1'], 'FASW')).toEqual([
      null,
      { pyramids: ['A1'], subject: null },
      null,
    ]);
  });

  it('AB-49 b: the letter of each square that an eruption leaves with no pyramid, with its meaning', () => {
    const { state } = ptahGame({ ...far, a1: 'E2A1', a2: 'F2E2A1', d2: 'W1', c3: 'A1' }, '1 A - 0 - 3 5');
    const cleared = play(state, ['a1-b1'], 'A');
    expect(readingOf(cleared)?.letters).toEqual([
      {
        square: 'a1',
        letter: 'E',
        figure: 'Conjunctio',
        meaning: 'union',
        omen: 'good',
        text: 'Conjunctio, union, good',
      },
    ]);
    // Something is left on a2, and what only steps off an empty square clears nothing.
    expect(readingOf(play(cleared, ['a2-b2', 'c3-c4'], 'AA'.slice(1)))?.letters).toHaveLength(1);
    expect(readingOf(play(cleared, ['c3-c4']))?.letters).toHaveLength(1);
  });

  it('AB-49 b: the Ptah counts as a pyramid on its square', () => {
    const left = play(ptahGame({ a1: 'P1E2A1', d1: 'W1' }, '1 A - 0 - 3 5').state, ['a1-b1']);
    expect(readingOf(left)?.letters).toEqual([]);
    const thrown = play(ptahGame({ a1: 'P1E2A1' }, '1 A - 0 - 3 5').state, ['a1-b1']);
    expect(readingOf(thrown)?.letters).toMatchObject([{ letter: 'E' }]);
  });

  it.each([
    ['a large and a medium', 'E3F2', 'physical force, authority, energy'],
    ['in whatever order', 'F2E3', 'physical force, authority, energy'],
    ['the same element', 'A3A2', 'philosophy, communication, news'],
    ['a large of spirit', 'S3F2', null],
    ['two larges', 'E3F3', null],
    ['a large alone', 'E3', null],
    ['two mediums', 'E2F2', null],
    ['a large and two mediums', 'E3F2A2', null],
  ])('AB-49 c: %s', (_title, taken, subject) => {
    const pyramids = taken.match(/../g) ?? [];
    const flying = pyramids.toReversed().join('');
    const landing = Object.fromEntries(pyramids.map((each, i) => [['c1', 'd1', 'e1'][i], `W${each[1]}`]));
    expect(rowAfter({ a1: `${flying}A1`, ...landing }, ['a1-b1'], 'W')).toEqual([{ pyramids, subject }]);
  });

  it('AB-49: other modes have none', () => {
    expect(readingOf(setUp('solitaire'))).toBeNull();
    expect(abiegnus.view(setUp(), 1, false).reading).toBeNull();
  });

  it('AB-49: letters have a figure, a meaning and an omen, all of them in their text', () => {
    expect(new Set(Object.values(TABLET))).toEqual(new Set(Object.keys(MEANINGS)));
    for (const { figure, meaning, omen, text } of Object.values(MEANINGS)) {
      for (const part of [figure, meaning, omen]) expect(text).toContain(part);
    }
    expect(MEANINGS.O.text).toBe('Puella, pleasant but ultimately not very good');
  });

  it('AB-49: the table of subjects is that of the rules, file by file', () => {
    expect(PTAH_SQUARES.map(({ x, y }) => SUBJECTS[x][y])).toEqual([
      'philosophy, communication, news',
      'social solidarity and group transformation',
      'leadership, business, publishing',
      'new ideas, sudden disputes, passions',
      'intuition, mental health',
      'suffering, sacrifice',
      'temporary appetites, ignorance, illusion',
      'individual transformation, initiation',
      'physical health, agriculture, labor',
      'borrowing, loss, medicine',
      'real estate and property, machinery',
      'physical force, authority, energy',
      'true religion, wisdom, comprehension',
      'visions and dreams, procreation, creativity',
      'motivation, global transformation',
      'beginnings, inspiration, victory',
    ]);
  });
});
