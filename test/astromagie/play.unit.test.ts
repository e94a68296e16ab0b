import { describe, expect, it } from 'vitest';
import { astromagie } from '../../domain/astromagie/index.ts';
import { chanceFrom } from '../../domain/chance.ts';
import { firstSeats } from '../../domain/seat.ts';
import { randomFrom } from '../support/random.ts';
import { chanceOf, decide, deck, eventsOf, fold, given, play, positionOf, ruling, started } from './given.ts';

const SOURCE = { seed: '11'.repeat(32), match: 'm_0000000000000000', entropies: ['', ''] };

describe('the deal', () => {
  it.each([2, 3, 4, 5])('AS-10: %i players get six cards each, seat 1 the first six, and seat 1 begins', (seats) => {
    const order = chanceFrom(SOURCE, 0).shuffle(deck.order);
    const chance = chanceFrom(SOURCE, 0);
    const state = started(seats, chance);
    expect(state.hands).toEqual(firstSeats(seats).map((_, i) => order.slice(i * 6, i * 6 + 6)));
    expect(state.pile).toEqual(order.slice(seats * 6));
    expect(astromagie.toMove(state)).toEqual([1]);
    expect(positionOf(state)).toBe(
      `-/-/-/- - - 1 ${72 - 6 * seats} ${state.hands.map(() => 6)} ${state.hands.map(() => 0)} - 1 1`,
    );
    expect(chance.used).toBeGreaterThanOrEqual(71);
  });

  it('AS-10: from 2 to 5 play, and seats follow in order', () => {
    expect(astromagie.seatRange).toEqual({ least: 2, most: 5 });
    let state = started(3, chanceOf(randomFrom(1)));
    for (const seat of [1, 2, 3, 1, 2]) {
      expect(astromagie.toMove(state)).toEqual([seat]);
      state = play(state, `discard ${state.hands[seat - 1]?.[0]}`);
    }
  });

  it('AS-10: who is not to move is refused', () => {
    const state = given({ hands: ['gem', 'air'], pile: 'leo' });
    expect(decide(state, 'discard air', 2)).toMatchObject({ ok: false, refusal: { rule: 'AS-10' } });
  });
});

describe('a turn', () => {
  const six = 'gem air mercury3 trine sun2 leo';

  it('AS-11: plays 1, 2 or 3 cards, then draws up to six', () => {
    const state = given({ hands: [six, 'ari'], pile: 'tau tau can can' });
    const events = eventsOf(state, 'play mercury3@4 air@2 gem@3');
    expect(events).toEqual([
      {
        type: 'played',
        seat: 1,
        cards: [
          { card: 'air', at: 2 },
          { card: 'gem', at: 3 },
          { card: 'mercury3', at: 4 },
        ],
      },
      { type: 'drew', seat: 1, count: 3, cards: { sealedFor: 1, value: ['tau', 'tau', 'can'] } },
      { type: 'turn-began', seat: 2 },
    ]);
    const after = fold(state, events);
    expect(after.hands[0]).toEqual(['trine', 'sun2', 'leo', 'tau', 'tau', 'can']);
    expect(after.pile).toEqual(['can']);
  });

  it('AS-11: or discards one card face up and draws one', () => {
    const after = play(given({ hands: [six, 'ari'], pile: 'tau can', discards: 'fire' }), 'discard trine');
    expect(after.discards).toEqual(['fire', 'trine']);
    expect(after.hands[0]).toEqual(['gem', 'air', 'mercury3', 'sun2', 'leo', 'tau']);
    expect(after.pile).toEqual(['can']);
  });

  it('AS-11: drawing stops when the pile is empty, and who does not add still discards', () => {
    const short = play(given({ hands: [six, 'ari'], pile: 'tau' }), 'play gem@3 mercury3@4');
    expect(short.hands[0]).toEqual(['air', 'trine', 'sun2', 'leo', 'tau']);
    const none = play(given({ hands: ['gem air', 'ari'] }), 'discard air');
    expect(none.hands[0]).toEqual(['gem']);
  });

  it.each([
    ['a card not held', 'discard sag'],
    ['a card not held, in a play', 'play sag@3'],
    ['two copies of a card held once', 'play gem@1 air@2 gem@3'],
    ['no card', 'play'],
    ['four cards', 'play gem@1 air@2 leo@3 mercury3@4'],
    ['no card to discard', 'discard'],
    ['two cards to discard', 'discard gem air'],
    ['the same card twice', 'discard gem gem'],
    ['a card not held, for all the places that are wrong too', 'play sag@2 gem@2'],
    ['too many cards, whatever they are', 'play sag@2 gem@2 gem@2 gem@2'],
  ])('AS-11: refuses %s', (_title, text) => {
    expect(ruling(given({ hands: [six, 'ari'], pile: 'tau' }), text)).toBe('AS-11');
  });

  it('AS-11: a turn is one move, so a batch ends with it', () => {
    expect(astromagie.limits.turnEnded).toBe('AS-11');
    const state = given({ hands: [six, 'ari'], pile: 'tau' });
    expect(astromagie.turn(play(state, 'discard air'))).toBe(astromagie.turn(state) + 1);
  });

  it('AS-12: an empty hand is skipped, which is no move and no turn', () => {
    const after = play(given({ hands: ['gem ari', '', 'leo'], turn: 40 }), 'play gem@3');
    expect(positionOf(after)).toBe('-/-/gem/- - 1 3 0 1,0,1 0,0,0 - 41 1');
  });

  it('AS-12: being skipped counts as not adding', () => {
    const state = given({ row: '-/-/gem/-', by: 1, toMove: 2, hands: ['ari', 'tau', ''] });
    expect(eventsOf(state, 'discard tau').slice(1)).toEqual([
      { type: 'row-scored', seat: 1, points: 1, score: 1 },
      { type: 'turn-began', seat: 1 },
    ]);
  });

  it('AS-13: the mover draws, empty hands are skipped, the row scores, the next turn begins', () => {
    const state = given({ row: '-/-/gem/mercury3', by: 1, toMove: 2, hands: ['ari', 'tau air', ''], pile: 'leo' });
    expect(eventsOf(state, 'discard tau').map(({ type }) => type)).toEqual([
      'discarded',
      'drew',
      'row-scored',
      'turn-began',
    ]);
  });

  it('AS-13: ends are looked for after the row has scored', () => {
    const state = given({ row: '-/-/gem/-', by: 1, toMove: 2, hands: ['air', 'tau'] });
    expect(eventsOf(state, 'discard tau').map(({ type }) => type)).toEqual(['discarded', 'row-scored', 'game-ended']);
  });

  it('AS-14: the row is judged as it stands after the turn, so the order in which cards are named is free', () => {
    const state = given({ hands: [six, 'ari'], pile: 'tau' });
    for (const text of ['play gem@3 air@2 leo@1', 'play leo@1 air@2 gem@3', 'play air@2 leo@1 gem@3']) {
      expect(positionOf(play(state, text)).split(' ')[0]).toBe('leo/air/gem/-');
    }
  });

  it.each([
    // No row, a gap, and a planet alone.
    ['play mercury3@6 air@2', 'AS-21'],
    ['play air@3 mercury3@6', 'AS-20'],
    ['play sag@3 air@3', 'AS-11'],
  ])('AS-14: of several rules that %s breaks, the lowest is named: %s', (text, rule) => {
    expect(ruling(given({ hands: [six, 'ari'] }), text)).toBe(rule);
  });
});
