import { describe, expect, it } from 'vitest';
import { endAfterTurn } from '../../domain/abiegnus/endings.ts';
import { abiegnus } from '../../domain/abiegnus/index.ts';
import { WAYS } from '../../domain/abiegnus/moves.ts';
import { scoresOf } from '../../domain/abiegnus/outcome.ts';
import { at, dieOf, eventsOf, fold, given, legalIn, play, type Stacks, setUp, stateOf } from './given.ts';

/** A cap of air on a1 whose step to b1 throws the large of spirit onto another large. */
const LAST_SPIRIT: Stacks = { a1: 'S3A1', c1: 'A3', e1: 'F3', a4: 'W1' };

describe('two players', () => {
  it('AB-40: seat 1 begins, and turns alternate, passed ones too', () => {
    expect(abiegnus.toMove(play(setUp(), [], 'A'))).toEqual([1]);
    expect(abiegnus.toMove(play(setUp(), [], 'SA'))).toEqual([2]);
    expect(abiegnus.toMove(play(setUp(), [], 'SSA'))).toEqual([1]);
  });

  it('AB-40: it ends as soon as all four larges of spirit have been captured, by whomever', () => {
    for (const captured of ['S3S3S3|-', 'S3|S3S3', '-|S3S3S3']) {
      given(LAST_SPIRIT, `1 A - 0 ${captured} 3 5`).when('a1-b1').ends({ reason: 'spirits-captured' });
    }
    const three = play(given(LAST_SPIRIT, '1 A - 0 S3|S3 3 5').state, ['a1-b1']);
    expect(abiegnus.outcome(three)).toBeNull();
  });

  it.each([
    ['nothing', [], [], 0, 0],
    ['one alone counts double', ['A3'], [], 2, 0],
    ['size does not matter', ['A3', 'A2', 'A1'], [], 6, 0],
    ['both have air', ['A3', 'A2'], ['A1'], 2, 1],
    ['element by element', ['A3', 'F2', 'F1'], ['A1', 'A2', 'W3'], 5, 4],
  ] as const)('AB-41: %s', (_title, first, second, one, two) => {
    expect(scoresOf([first, second])).toEqual([one, two]);
  });

  it('AB-41: the higher score wins, equal is a draw', () => {
    const captured = (first: string, second: string) =>
      given(LAST_SPIRIT, `1 A - 0 ${first}|${second} 3 5`).when('a1-b1');
    captured('S3S3S3', 'A3').ends({ kind: 'win', winners: [1], scores: [8, 2] });
    captured('S3', 'S3S3W2W3').ends({ kind: 'win', winners: [2], scores: [2, 6] });
    captured('S3', 'S3S3').ends({ kind: 'draw', winners: [], scores: [2, 2] });
  });

  it('AB-41: the sentence tells who wins and the score', () => {
    const over = play(given(LAST_SPIRIT, '1 A - 0 S3S3S3|A3 3 5').state, ['a1-b1']);
    expect(abiegnus.outcome(over)?.detail.text).toBe(
      'All four spirit larges have been captured. Seat 1 wins; the score is 8 to 2.',
    );
  });

  it('AB-42 a: exactly one large left, and of spirit', () => {
    given({ a1: 'A3A1', c1: 'S3', a4: 'W1' }, '1 A - 0 A2|- 3 5')
      .when('a1-b1')
      .ends({
        kind: 'win',
        winners: [1],
        reason: 'last-large',
        scores: [4, 0],
      });
    const other = given({ a1: 'S3A1', c1: 'A3', a4: 'W1' }, '1 A - 0 A2|- 3 5').state;
    expect(abiegnus.outcome(play(other, ['a1-b1']))).toBeNull();
    const two = given({ a1: 'A3A1', c1: 'S3', a3: 'S3', a4: 'W1' }, '1 A - 0 A2|- 3 5').state;
    expect(abiegnus.outcome(play(two, ['a1-b1']))).toBeNull();
  });

  it('AB-42 a: not before the turn is over', () => {
    const { state } = given({ a1: 'A1', c1: 'S3', a4: 'W1' }, '1 A - 0 -|- 3 5');
    expect(abiegnus.outcome(play(state, ['a1-a2']))).toBeNull();
    expect(abiegnus.outcome(play(state, ['a1-a2', 'end']))).toMatchObject({ reason: 'last-large', kind: 'draw' });
  });

  it('AB-42 b: 40 turns in a row without a capture, scored as it stands', () => {
    const { when } = given({ a1: 'A1', a4: 'W1' }, '1 A - 0 A2|- 41 39');
    when('a1-a2', 'end').gives({ a2: 'A1', a4: 'W1' }, '- - - 0 A2|- 41 40');
    when('a1-a2', 'end').ends({ kind: 'win', winners: [1], reason: 'drought', scores: [2, 0] });
  });

  it('AB-42 b: a passed turn can be the 40th', () => {
    const { state, when } = given({ a1: 'A1', a4: 'W1' }, '1 A - 0 -|- 41 37');
    when('a1-a2', 'end').rolling('SF').gives({ a2: 'A1', a4: 'W1' }, '- - - 0 -|- 43 40');
    const ended = play(state, ['a1-a2', 'end']);
    expect(abiegnus.draw(ended, dieOf('SF')).map(({ type }) => type)).toEqual([
      'rolled',
      'passed',
      'rolled',
      'passed',
      'ended',
    ]);
  });

  it('AB-42 b: a capture begins the count anew', () => {
    given({ a1: 'A1', b1: 'A1', a4: 'W1' }, '1 A - 0 -|- 41 39')
      .when('a1-b1')
      .rolling('A')
      .gives({ b1: 'A1', a4: 'W1' }, '2 A - 0 A1|- 42 0');
  });

  it("AB-42: of several ends the mode's own comes first, then a, then b", () => {
    const state = (stacks: Stacks, rest: string) => stateOf(at(stacks, rest));
    const rest = (captured: string) => `- - - 0 ${captured} 50 40`;
    expect(endAfterTurn(state({ c1: 'S3' }, rest('S3S3|S3S3')), false)).toBe('spirits-captured');
    expect(endAfterTurn(state({ c1: 'S3' }, rest('S3S3|S3')), false)).toBe('last-large');
    expect(endAfterTurn(state({ c1: 'A3' }, rest('S3S3|S3')), false)).toBe('drought');
    // One player: a is not looked for.
    expect(endAfterTurn(state({ c1: 'S3' }, rest('S3')), false)).toBe('drought');
    expect(endAfterTurn(state({ c1: 'S3' }, rest('A3')), false)).toBe('large-captured');
    expect(endAfterTurn(state({ c1: 'P1' }, rest('A3')), true)).toBe('ptah-exposed');
    expect(endAfterTurn(state({ c1: 'P1' }, rest('A3')), false)).toBe('drought');
  });

  it('AB-42: after the end nobody is to move', () => {
    const over = play(given({ a1: 'A1', a4: 'W1' }, '1 A - 0 -|- 41 39').state, ['a1-a2', 'end']);
    expect(abiegnus.toMove(over)).toEqual([]);
    expect(legalIn(over, 1)).toEqual([]);
    expect(abiegnus.decide(over, 1, { type: 'end' })).toMatchObject({ ok: false, refusal: { rule: 'AB-42' } });
  });
});

describe('solitaire', () => {
  const MEDIUMS = 'A2A2A2A2W2W2W2W2E2E2E2E2F2F2F2F2F2';

  it('AB-43: lost by a large that is not of spirit', () => {
    given({ a1: 'A3A1', c1: 'S3', a4: 'W1' }, '1 A - 0 A2W2 3 5')
      .when('a1-b1')
      .ends({
        kind: 'lost',
        winners: [],
        reason: 'large-captured',
        detail: { mediums: 2, text: 'A large that is not of spirit has been captured. Lost, with 2 mediums captured.' },
      });
  });

  it('AB-43: lost by the fourth large of spirit, not by the third', () => {
    given(LAST_SPIRIT, '1 A - 0 S3S3S3 3 5')
      .when('a1-b1')
      .ends({ kind: 'lost', reason: 'spirits-captured', detail: { mediums: 0 } });
    expect(abiegnus.outcome(play(given(LAST_SPIRIT, '1 A - 0 S3S3 3 5').state, ['a1-b1']))).toBeNull();
  });

  it('AB-43: smalls are taken for nothing', () => {
    const { state } = given({ a1: 'A1', b1: 'A1', a4: 'W1' }, '1 A - 0 - 3 5');
    expect(abiegnus.outcome(play(state, ['a1-b1']))).toBeNull();
  });

  it('AB-43: within an eruption the first capture that decides gives the verdict, all its mediums are told', () => {
    // 18 mediums, then in one eruption a medium and a large, one way and the other.
    const eighteen = `${MEDIUMS}F2`;
    given({ a1: 'F3E2A1', c1: 'W2', d1: 'A3', a4: 'W1' }, `1 A - 0 ${eighteen} 3 5`)
      .when('a1-b1')
      .ends({
        kind: 'won',
        winners: [1],
        reason: 'mediums-captured',
        detail: { mediums: 19 },
      });
    given({ a1: 'E2F3A1', c1: 'A3', d1: 'W2', a4: 'W1' }, `1 A - 0 ${eighteen} 3 5`)
      .when('a1-b1')
      .ends({
        kind: 'lost',
        reason: 'large-captured',
        detail: { mediums: 19 },
      });
    given({ a1: 'F3S3A1', c1: 'A3', d1: 'W3', a4: 'W1' }, '1 A - 0 S3S3S3 3 5')
      .when('a1-b1')
      .ends({ reason: 'spirits-captured' });
    given({ a1: 'S3F3A1', c1: 'A3', d1: 'W3', a4: 'W1' }, '1 A - 0 S3S3S3 3 5')
      .when('a1-b1')
      .ends({ reason: 'large-captured' });
  });

  it('AB-44: won at the 19th medium, not before', () => {
    const board: Stacks = { a1: 'E2A1', c1: 'W2', a4: 'W1' };
    given(board, `1 A - 0 ${MEDIUMS}F2 3 5`).when('a1-b1').ends({ kind: 'won', reason: 'mediums-captured' });
    expect(abiegnus.outcome(play(given(board, `1 A - 0 ${MEDIUMS} 3 5`).state, ['a1-b1']))).toBeNull();
  });

  it('AB-44: twenty cannot be captured: a last medium finds no other to land on, wherever it lies and flies', () => {
    // A medium is captured only where another one lies, and that one stays (AB-32). So whatever is captured, one is
    // left; here the last one is thrown from every square in every direction, over an empty board and over larges.
    let thrown = 0;
    for (const ways of WAYS) {
      for (const { step } of ways) {
        for (const filling of ['-', 'S3'] as const) {
          const others = WAYS.flatMap((each) => each.slice(0, 1).map((way) => way.step.from)).filter(
            (square) => square !== step.from,
          );
          const stacks: Stacks = {
            ...(filling === '-' ? {} : Object.fromEntries(others.map((square) => [square, filling]))),
            [step.from]: 'F2A1',
          };
          const events = eventsOf(stateOf(at(stacks, '1 A - 0 - 3 5')), `${step.from}-${step.to}`);
          const erupted = events.find((event) => event.type === 'erupted');
          if (erupted === undefined) continue;
          thrown += 1;
          expect(erupted.landings).toMatchObject([{ pyramid: 'F2', captured: false }]);
        }
      }
    }
    expect(thrown).toBeGreaterThan(50);
  });

  it('AB-45: 40 turns without a capture end it, neither won nor lost', () => {
    given({ a1: 'A1', a4: 'W1' }, '1 A - 0 A2 41 39')
      .when('a1-a2', 'end')
      .ends({
        kind: 'ended',
        winners: [],
        reason: 'drought',
        detail: {
          mediums: 1,
          text: 'There have been 40 turns in a row without a capture. Neither won nor lost, with 1 medium captured.',
        },
      });
  });

  it('AB-45: every turn is seat 1’s', () => {
    expect(abiegnus.toMove(play(setUp('solitaire'), [], 'SA'))).toEqual([1]);
    expect(fold(setUp('solitaire'), abiegnus.draw(setUp('solitaire'), dieOf('SSA')))).toMatchObject({ turn: 3 });
  });
});

describe('ends from outside', () => {
  it('two players: whoever is left wins, at the score as it stands', () => {
    const { state } = given(LAST_SPIRIT, '1 A - 0 S3S3S3|A3 3 5');
    expect(abiegnus.ended(state, [2], 'resignation')).toEqual({
      kind: 'win',
      winners: [2],
      reason: 'resignation',
      scores: [6, 2],
      detail: { text: 'It was ended before its time. Seat 2 wins; the score is 6 to 2.' },
    });
    expect(abiegnus.ended(state, [], 'agreement')).toMatchObject({ kind: 'draw', winners: [] });
  });

  it('alone: ended, or unanswered', () => {
    const alone = given(LAST_SPIRIT, '1 A - 0 S3A2 3 5').state;
    expect(abiegnus.ended(alone, [], 'resignation')).toMatchObject({
      kind: 'ended',
      winners: [],
      detail: { mediums: 1 },
    });
    const asked = given({ ...LAST_SPIRIT, b2: 'P1E2' }, '1 A - 0 S3A2 3 5').state;
    expect(abiegnus.ended(asked, [], 'resignation')).toMatchObject({
      kind: 'unanswered',
      winners: [],
      reason: 'resignation',
      detail: { verdict: 'unanswered', reading: { spirits: 1, verdict: 'unanswered' } },
    });
  });

  it('nobody is to move or to roll then', () => {
    for (const state of [setUp(), play(setUp(), [], 'A')]) {
      const halted = abiegnus.halt(state);
      expect(abiegnus.awaitsDraw(halted)).toBe(false);
      expect(abiegnus.toMove(halted)).toEqual([]);
      expect(abiegnus.outcome(halted)).toBeNull();
    }
  });
});
