/** What an event makes of a state. It never judges and never draws. */
import type { Seat } from '../seat.ts';
import type { AstromagieEvent, Dealt } from './events.ts';
import { rowWith } from './row.ts';
import { type CardCode, handOf, type ScoredRow, type State } from './types.ts';

type Hands = State['hands'];

export function evolve(state: State, event: AstromagieEvent): State {
  switch (event.type) {
    case 'dealt':
      return newDeal(state, event);
    case 'played': {
      const { seat, cards } = event;
      const hand = [...handOf(state, seat)];
      for (const { card } of cards) hand.splice(hand.indexOf(card), 1);
      const row = rowWith(state.row, cards, seat);
      return {
        ...state,
        phase: { type: 'drawing', seat },
        turn: state.turn + 1,
        hands: withHand(state, seat, hand),
        row,
      };
    }
    case 'discarded': {
      const { seat, card } = event;
      const hand = [...handOf(state, seat)];
      hand.splice(hand.indexOf(card), 1);
      const discards = [...state.discards, card];
      const hands = withHand(state, seat, hand);
      return { ...state, phase: { type: 'drawing', seat }, turn: state.turn + 1, hands, discards };
    }
    case 'drew': {
      const { seat, count, cards } = event;
      const hands = withHand(state, seat, [...handOf(state, seat), ...cards.value]);
      return { ...state, hands, pile: state.pile.slice(count) };
    }
    case 'row-scored': {
      const { seat, points, score } = event;
      const scores = state.scores.map((each, i) => (i === seat - 1 ? score : each));
      return { ...state, row: null, scored: scoredWith(state, seat, points), scores };
    }
    case 'turn-began':
      return { ...state, phase: { type: 'playing', seat: event.seat } };
    case 'deal-ended':
      return { ...state, phase: { type: 'dealing', first: event.next } };
    case 'game-ended':
      return { ...state, phase: { type: 'over', reason: event.reason } };
    case 'time-passed':
      return { ...state, timePassed: true };
    case 'seat-left': {
      const { seat } = event;
      const aside = [...state.aside, ...handOf(state, seat)];
      return { ...state, hands: withHand(state, seat, []), left: [...state.left, seat], aside };
    }
  }
}

function newDeal(state: State, { deal, first, hands, pile }: Dealt): State {
  return {
    ...state,
    phase: { type: 'playing', seat: first },
    deal,
    first,
    hands: state.hands.map((_, i) => hands.find(({ seat }) => seat === i + 1)?.cards.value ?? []),
    aside: [],
    pile: pile.value,
    row: null,
    discards: [],
    scored: [],
  };
}

function withHand({ hands }: State, seat: Seat, hand: readonly CardCode[]): Hands {
  const copy = [...hands];
  copy[seat - 1] = hand;
  return copy;
}

function scoredWith({ row, scored }: State, seat: Seat, points: number): readonly ScoredRow[] {
  return row === null ? scored : [...scored, { seat, points, places: row.places, pairs: row.pairs }];
}
