import { describe, expect, it } from 'vitest';
import { astromagie } from '../../domain/astromagie/index.ts';
import type { State } from '../../domain/astromagie/types.ts';
import { randomFrom } from '../support/random.ts';
import { chanceOf, decide, eventsOf, fold, given, moverOf, play, positionOf, started, withDraws } from './given.ts';

const timeUp = (state: State) => fold(state, withDraws(state, astromagie.timeLimit?.passed(state) ?? []));
const result = (state: State) => {
  const { winners, reason } = astromagie.outcome(state) ?? {};
  return { winners, reason };
};

describe('the target score', () => {
  const row = { row: '-/-/gem/mercury3', by: 1, toMove: 2, hands: ['ari', 'tau leo'], pile: 'air' } as const;

  it('AS-40: reached at a scoring, it ends the match at once', () => {
    const end = play(given({ ...row, targetScore: 20, scores: [14, 0] }), 'discard tau');
    expect(result(end)).toEqual({ winners: [1], reason: 'target' });
    expect(positionOf(end)).toBe('-/-/-/- - - - 0 1,2 20,0 tau 2 1 ari|leo,air');
  });

  it('AS-40: passed, it is reached; a point short, it is not', () => {
    expect(result(play(given({ ...row, targetScore: 15, scores: [14, 0] }), 'discard tau')).reason).toBe('target');
    const short = play(given({ ...row, targetScore: 21, scores: [14, 0] }), 'discard tau');
    expect(astromagie.outcome(short)).toBeNull();
  });
});

describe('the time limit', () => {
  it('AS-41: with no row on the table the match ends there', () => {
    const end = timeUp(given({ hands: ['ari', 'tau'], scores: [1, 2], pile: 'air', turn: 9 }));
    expect(result(end)).toEqual({ winners: [2], reason: 'time' });
    expect(positionOf(end)).toBe('-/-/-/- - - - 1 1,1 1,2 - 9! 1 ari|tau');
  });

  it('AS-41: else as soon as the row has been scored, additions to it being allowed till then', () => {
    const state = given({ row: '-/-/gem/-', by: 1, toMove: 2, hands: ['ari', 'tau air', 'leo'], turn: 5 });
    const passed = timeUp(state);
    expect(positionOf(passed)).toBe('-/-/gem/- - 1 2 0 1,2,1 0,0,0 - 5! 1');
    const added = play(passed, 'play air@2', 'discard leo');
    expect(astromagie.outcome(added)).toBeNull();
    const end = play(added, 'discard ari');
    expect(result(end)).toEqual({ winners: [2], reason: 'time' });
    expect(positionOf(end)).toBe('-/-/-/- - - - 0 0,1,0 0,2,0 leo,ari 8! 1 -|tau|-');
  });

  it('AS-41: its passing is of no seat and no turn', () => {
    const state = given({ row: '-/-/gem/-', by: 1, toMove: 2, hands: ['ari', 'tau'], turn: 5 });
    expect(astromagie.timeLimit?.passed(state)).toEqual([{ type: 'time-passed' }]);
    expect([timeUp(state).turn, moverOf(timeUp(state))]).toEqual([5, 2]);
  });

  it.each([
    ['PT10M', 600_000],
    ['P90D', 7_776_000_000],
    [null, null],
  ])('AS-41: %s are %s milliseconds from the start', (timeLimit, ms) => {
    expect(astromagie.timeLimit?.after({ targetScore: null, timeLimit, deals: 1 })).toBe(ms);
  });

  it('AS-47: before a seat leaves, it ends a match that leaving would have let go on; after, it ends what is left', () => {
    const state = given({ hands: ['ari', 'tau', 'leo'], scores: [5, 2, 1] });
    expect(result(timeUp(state))).toEqual({ winners: [1], reason: 'time' });
    const left = fold(state, withDraws(state, astromagie.leave(state, 1)));
    expect(result(timeUp(left))).toEqual({ winners: [2], reason: 'time' });
  });
});

describe('the end of a deal', () => {
  it('AS-42: the pile is empty, no row is on the table, and nobody holds a zodiac', () => {
    const end = play(given({ hands: ['ari air', 'fire'], scores: [3, 4] }), 'discard ari');
    expect(result(end)).toEqual({ winners: [2], reason: 'exhausted' });
    expect(positionOf(end)).toBe('-/-/-/- - - - 0 1,1 3,4 ari 2 1 air|fire');
  });

  it.each([
    ['a card in the pile', given({ hands: ['ari air air sun2 sun2 fire', 'fire'], pile: 'fire mars1' }), 'discard ari'],
    ['a row on the table', given({ hands: ['ari air', 'fire'] }), 'play ari@3'],
    ['a zodiac in the mover’s hand', given({ hands: ['ari air', 'fire'] }), 'discard air'],
    ['a zodiac in another’s hand', given({ hands: ['ari air', 'fire tau'] }), 'discard ari'],
  ])('AS-42: not with %s', (_title, state, text) => {
    expect(astromagie.outcome(play(state, text))).toBeNull();
  });

  it('AS-42: no move and no refusal tells of it before its commit: it comes with the draw', () => {
    const ends = given({ hands: ['ari air', 'fire'] });
    const goesOn = given({ hands: ['ari air', 'tau'] });
    expect(decide(ends, 'discard ari')).toEqual(decide(goesOn, 'discard ari'));
    for (const state of [ends, goesOn]) {
      const verdict = decide(state, 'discard ari');
      expect(verdict.ok && astromagie.awaitsDraw(fold(state, verdict.events))).toBe(true);
    }
  });

  it('AS-42: a row on the table when all hands are empty has been scored by then', () => {
    const end = play(given({ hands: ['ari', ''] }), 'play ari@3');
    expect(result(end)).toEqual({ winners: [1], reason: 'exhausted' });
    expect(astromagie.outcome(end)?.scores).toEqual([1, 0]);
  });

  it('AS-43: the highest score wins', () => {
    const end = play(given({ hands: ['ari', 'air', 'fire'], scores: [7, 9, 8] }), 'discard ari');
    expect(astromagie.outcome(end)).toEqual({
      kind: 'win',
      winners: [2],
      reason: 'exhausted',
      scores: [7, 9, 8],
      detail: { text: 'Nobody can make a score any more: seat 2 wins with 9. The scores by seat are 7, 9, 8.' },
    });
  });

  it('AS-43: players equal at the top share the win', () => {
    const end = play(given({ hands: ['ari', 'air', 'fire'], scores: [9, 3, 9] }), 'discard ari');
    expect(astromagie.outcome(end)).toMatchObject({
      kind: 'win',
      winners: [1, 3],
      detail: {
        text: 'Nobody can make a score any more: seats 1 and 3 share the win with 9. The scores by seat are 9, 3, 9.',
      },
    });
  });

  it('AS-43: after the end nobody is to move', () => {
    const end = play(given({ hands: ['ari', 'air'] }), 'discard ari');
    expect(astromagie.toMove(end)).toEqual([]);
    expect(astromagie.legalMoves(end, 1)).toEqual([]);
    expect(decide(end, 'discard air', 2)).toMatchObject({ ok: false, refusal: { rule: 'AS-43' } });
    expect(astromagie.limits.matchEnded).toBe('AS-43');
  });
});

describe('several deals', () => {
  const chance = () => chanceOf(randomFrom(3));
  const last = { hands: ['ari air', 'fire', 'earth'], scores: [3, 4, 0], turn: 30, discards: 'tau', deals: 3 } as const;

  it('AS-44: a new deal shuffles all cards; scores and turns go on; the seat after the one that began begins', () => {
    const state = given({ ...last, deal: 1, first: 1 });
    const events = eventsOf(state, 'discard ari', chance());
    expect(events.map(({ type }) => type)).toEqual(['discarded', 'deal-ended', 'dealt']);
    const after = fold(state, events);
    expect(positionOf(after)).toBe('-/-/-/- - - 2 54 6,6,6 3,4,0 - 31 2');
    expect([...after.hands.flat(), ...after.pile].sort()).toEqual(
      [...started(3, chance()).hands.flat(), ...started(3, chance()).pile].sort(),
    );
  });

  it('AS-44: after the last seat the first begins', () => {
    const state = given({ ...last, deal: 2, first: 3 });
    expect(positionOf(fold(state, eventsOf(state, 'discard ari', chance())))).toMatch(/^-\/-\/-\/- - - 1 54 .* 31 3$/);
  });

  it('AS-44: when the last deal ends, the match ends', () => {
    expect(result(play(given({ ...last, deal: 3 }), 'discard ari'))).toEqual({ winners: [2], reason: 'exhausted' });
  });

  it('AS-44: with no number of deals there is always another', () => {
    const state = given({ ...last, deals: null, deal: 20 });
    expect(positionOf(fold(state, eventsOf(state, 'discard ari', chance())))).toMatch(/ 21$/);
  });

  it.each([
    ['target', { targetScore: 5, timePassed: true }],
    ['time', { timePassed: true }],
    ['time', { targetScore: 6, timePassed: true }],
    ['exhausted', {}],
  ])('AS-45: of ends that come together %s is told, with %o', (reason, ends) => {
    const state = given({ row: '-/-/gem/-', by: 1, toMove: 2, hands: ['', 'air'], scores: [4, 0], ...ends });
    expect(result(play(state, 'discard air'))).toEqual({ winners: [1], reason });
  });
});
