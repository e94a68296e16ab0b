/** What an event makes of a state. It never judges and never draws. */
import type { Seat } from '../seat.ts';
import type { AstromagieEvent, Dealt, RowScored } from './events.ts';
import { rowWith } from './row.ts';
import { type CardCode, handOf, type Phase, type State, type Tally } from './types.ts';

export function evolve(state: State, event: AstromagieEvent): State {
  switch (event.type) {
    case 'dealt':
      return newDeal(state, event);
    case 'played': {
      const { seat, cards } = event;
      let hand = handOf(state, seat);
      for (const { card } of cards) hand = without(hand, card);
      const row = rowWith(state.row, cards, seat);
      return afterMove(state, seat, hand, row, state.discards);
    }
    case 'discarded': {
      const { seat, card } = event;
      const discards = state.discards.concat(card);
      return afterMove(state, seat, without(handOf(state, seat), card), state.row, discards);
    }
    case 'drew': {
      const { seat, count, cards } = event;
      const hand = handOf(state, seat).concat(cards.value);
      const { limits, deal, gone, phase, turn, row, discards, tally } = state;
      const hands = withHand(state, seat, hand);
      return { limits, deal, gone, phase, turn, hands, pile: state.pile.slice(count), row, discards, tally };
    }
    case 'row-scored': {
      const { limits, deal, gone, phase, turn, hands, pile, discards } = state;
      return { limits, deal, gone, phase, turn, hands, pile, row: null, discards, tally: tallyWith(state, event) };
    }
    case 'turn-began':
      return withPhase(state, { type: 'playing', seat: event.seat });
    case 'deal-ended':
      return withPhase(state, { type: 'dealing', first: event.next });
    case 'game-ended':
      return withPhase(state, { type: 'over', reason: event.reason });
    case 'time-passed':
      return { ...state, limits: { ...state.limits, timePassed: true } };
    case 'seat-left': {
      const { seat } = event;
      const gone = { seats: [...state.gone.seats, seat], cards: [...state.gone.cards, ...handOf(state, seat)] };
      return { ...state, hands: withHand(state, seat, []), gone };
    }
  }
}

// States are copied by literals with every field named: spreading costs several times as much.

export function withPhase(state: State, phase: Phase): State {
  const { limits, deal, gone, turn, hands, pile, row, discards, tally } = state;
  return { limits, deal, gone, phase, turn, hands, pile, row, discards, tally };
}

function afterMove(
  state: State,
  seat: Seat,
  hand: readonly CardCode[],
  row: State['row'],
  discards: State['discards'],
): State {
  const { limits, deal, gone, pile, tally } = state;
  const hands = withHand(state, seat, hand);
  return {
    limits,
    deal,
    gone,
    phase: { type: 'drawing', seat },
    turn: state.turn + 1,
    hands,
    pile,
    row,
    discards,
    tally,
  };
}

function newDeal(state: State, { deal, first, hands, pile }: Dealt): State {
  return {
    limits: state.limits,
    deal: { number: deal, first },
    gone: { seats: state.gone.seats, cards: [] },
    phase: { type: 'playing', seat: first },
    turn: state.turn,
    hands: state.hands.map((_, i) => hands.find(({ seat }) => seat === i + 1)?.cards.value ?? []),
    pile: pile.value,
    row: null,
    discards: [],
    tally: { scores: state.tally.scores, rows: [] },
  };
}

function withHand({ hands }: State, seat: Seat, hand: readonly CardCode[]): State['hands'] {
  const copy = hands.slice();
  copy[seat - 1] = hand;
  return copy;
}

/** One copy of the card fewer. */
function without(hand: readonly CardCode[], card: CardCode): readonly CardCode[] {
  const rest: CardCode[] = [];
  let found = false;
  for (const each of hand) {
    if (each === card && !found) found = true;
    else rest.push(each);
  }
  return rest;
}

function tallyWith({ row, tally }: State, { seat, points, score }: RowScored): Tally {
  const scores = tally.scores.slice();
  scores[seat - 1] = score;
  if (row === null) return { scores, rows: tally.rows };
  return { scores, rows: tally.rows.concat({ seat, points, places: row.places, pairs: row.pairs }) };
}
