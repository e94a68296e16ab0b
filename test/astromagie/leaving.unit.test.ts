import { describe, expect, it } from 'vitest';
import { astromagie } from '../../domain/astromagie/index.ts';
import { randomFrom } from '../support/random.ts';
import { chanceOf, deck, fold, given, left, moverOf, play, positionOf, withDraws } from './given.ts';

describe('a seat that leaves a match of three or more', () => {
  it('AS-46: its hand is set aside unseen, and shows as 0 cards; its score stays shown', () => {
    const state = left(given({ hands: ['ari', 'tau leo', 'air'], scores: [1, 7, 2], pile: 'mars1' }), 2);
    expect(positionOf(state)).toBe('-/-/-/- - - 1 1 1,0,1 1,7,2 - 1 1');
    expect(astromagie.formatPosition(state, 2, false)).toBe(`${positionOf(state)} -`);
    expect(astromagie.formatPosition(state, 'onlooker', true)).toBe(`${positionOf(state)} ari|-|air`);
    expect(state.gone).toEqual({ seats: [2], cards: ['tau', 'leo'] });
    expect(astromagie.view(state, 1, true).hands).toEqual([['ari'], [], ['air']]);
  });

  it('AS-46: it is skipped as an empty hand is', () => {
    const state = left(given({ hands: ['ari gem', 'tau leo', 'fire'] }), 2);
    expect(moverOf(play(state, 'play ari@3'))).toBe(3);
    expect(positionOf(play(state, 'play ari@3', 'discard fire'))).toBe('-/-/-/- - - 1 0 1,0,0 1,0,0 fire 3 1');
  });

  it('AS-46: was it to move, the turn goes on to the next, and counts no move', () => {
    const state = left(given({ row: '-/-/gem/-', by: 1, toMove: 2, hands: ['ari', 'tau', 'air'], turn: 4 }), 2);
    expect(positionOf(state)).toBe('-/-/gem/- - 1 3 0 1,0,1 0,0,0 - 4 1');
  });

  it('AS-46: was it the last who could still add, the row scores', () => {
    const state = left(given({ row: '-/-/gem/-', by: 1, toMove: 3, hands: ['ari', 'tau', 'air'], turn: 4 }), 3);
    expect(positionOf(state)).toBe('-/-/-/- - - 1 0 1,1,0 1,0,0 - 4 1');
  });

  it('AS-46: was it the last to have added, it still scores the row if nobody adds', () => {
    const state = left(given({ row: '-/-/gem/-', by: 1, toMove: 2, hands: ['ari', 'tau leo', 'air fire'] }), 1);
    const after = play(state, 'discard tau', 'discard air');
    expect(positionOf(after)).toBe('-/-/-/- - - 2 0 0,1,1 1,0,0 tau,air 3 1');
  });

  it('AS-46: and somebody else does if somebody adds', () => {
    const state = left(given({ row: '-/-/gem/-', by: 1, toMove: 2, hands: ['ari', 'air tau', 'earth fire'] }), 1);
    const after = play(state, 'play air@2', 'discard earth');
    expect(positionOf(after)).toBe('-/-/-/- - - 2 0 0,1,1 0,2,0 earth 3 1');
  });

  it('AS-46: it draws no more, and is dealt nothing in later deals', () => {
    const chance = chanceOf(randomFrom(5));
    const state = left(given({ hands: ['ari', 'tau', 'air'], deals: 2, first: 3 }), 2);
    const verdict = astromagie.decide(state, 1, { type: 'discard', cards: ['ari'] });
    const events = withDraws(state, verdict.ok ? verdict.events : [], chance);
    const after = fold(state, events);
    expect(positionOf(after)).toBe('-/-/-/- - - 1 60 6,0,6 0,0,0 - 2 2');
    const order = chanceOf(randomFrom(5)).shuffle(deck.order);
    expect(after.hands).toEqual([order.slice(0, 6), [], order.slice(6, 12)]);
    expect(after.pile).toEqual(order.slice(12));
    expect(after.gone).toEqual({ seats: [2], cards: [] });
  });

  it('AS-46: a deal that it would begin is begun by the next seat that plays', () => {
    const chance = chanceOf(randomFrom(5));
    const state = left(given({ hands: ['ari', 'tau', 'air', ''], deals: 2, first: 1 }), 2);
    const verdict = astromagie.decide(state, 1, { type: 'discard', cards: ['ari'] });
    expect(moverOf(fold(state, withDraws(state, verdict.ok ? verdict.events : [], chance)))).toBe(3);
  });

  it('AS-46: its hand does not count for the end of a deal', () => {
    const state = left(given({ hands: ['air', 'tau', 'fire'], scores: [1, 5, 0] }), 2);
    expect(astromagie.outcome(state)).toMatchObject({ winners: [1], reason: 'exhausted' });
  });

  it('AS-46: the end of a deal may come by its leaving, and then the next deal begins', () => {
    const state = left(given({ hands: ['air', 'tau', 'fire'], deals: 2 }), 2, chanceOf(randomFrom(1)));
    expect(positionOf(state)).toBe('-/-/-/- - - 3 60 6,0,6 0,0,0 - 1 2');
  });

  it('AS-46: it cannot win, however high its score', () => {
    const state = left(given({ hands: ['ari', 'air', 'fire'], scores: [3, 9, 3] }), 2);
    expect(astromagie.outcome(play(state, 'discard ari'))).toMatchObject({ winners: [1, 3], scores: [3, 9, 3] });
    expect(astromagie.outcome(play(state, 'discard ari'))?.detail.text).toContain('seats 1 and 3 share the win with 3');
  });

  it('AS-46: a row that it scores after leaving may reach the target, and the others win', () => {
    const row = { row: '-/-/gem/-', by: 1, toMove: 2, hands: ['ari', 'tau', ''], scores: [9, 1, 2] } as const;
    const end = play(left(given({ ...row, targetScore: 10 }), 1), 'discard tau');
    expect(astromagie.outcome(end)).toMatchObject({ winners: [3], reason: 'target', scores: [10, 1, 2] });
  });

  it('AS-46: who is left, and by what, is the match’s to say when one seat is left', () => {
    const state = given({ hands: ['ari', 'tau'], scores: [3, 1] });
    expect(astromagie.ended(state, [2], 'resignation')).toEqual({
      kind: 'win',
      winners: [2],
      reason: 'resignation',
      scores: [3, 1],
      detail: { text: 'Seat 2 wins. The scores by seat are 3, 1.' },
    });
    expect(astromagie.ended(state, [], 'aborted')).toMatchObject({ kind: 'draw', winners: [] });
    const halted = astromagie.halt(state);
    expect([astromagie.toMove(halted), astromagie.outcome(halted), astromagie.awaitsDraw(halted)]).toEqual([
      [],
      null,
      false,
    ]);
    expect(positionOf(halted)).toBe('-/-/-/- - - - 0 1,1 3,1 - 1 1');
  });
});
