/** Every legal move: each distinct set of cards, at all places where it may go. */
import type { Seat } from '../seat.ts';
import { cardOf, type Deck, planetOf, type Token } from './cards.ts';
import type { Move } from './moves.ts';
import { placesOf } from './row.ts';
import { BEGUN, bit, shapesFor, takenIn, WHOLE } from './shape.ts';
import { type CardCode, handOf, type Row, type State } from './types.ts';

/**
 * Sorted by the code units of their texts. No text of a placement begins with that of another, so texts of moves sort
 * as their lists of placements do, and going through placements by rank needs no sorting after.
 */
export function legalMoves(deck: Deck, state: State, seat: Seat): readonly Move[] {
  if (state.phase.type !== 'playing' || state.phase.seat !== seat) return [];
  const hand = handOf(state, seat);
  const distinct = [...new Set(hand)].sort(byCodeUnits);
  const moves: Move[] = distinct.map((card) => ({ type: 'discard', cards: [card] }));
  const { row } = state;
  const shapes = shapesFor(takenIn(row));
  const tokens = tokensFor(deck, distinct, row);
  extend([], 0, 0);
  return moves;

  function extend(laid: readonly Token[], filled: number, last: number): void {
    for (const token of tokens) {
      if (token.at <= last) continue;
      const more = filled | bit(token.at);
      const shape = shapes[more] ?? 0;
      if (shape === 0 || !isHeldToo(hand, laid, token.card) || !goesWith(deck, row, laid, token)) continue;
      const cards = [...laid, token];
      if ((shape & WHOLE) !== 0) moves.push({ type: 'play', cards });
      if ((shape & BEGUN) !== 0) extend(cards, more, token.at);
    }
  }
}

/** By rank; of pairs only what may lie on the top pair. */
function tokensFor(deck: Deck, cards: readonly CardCode[], row: Row | null): readonly Token[] {
  const tokens: Token[] = [];
  for (const card of cards) {
    for (const token of deck.tokens.get(card) ?? []) {
      if ((token.at === 5 || token.at === 6) && !liesOnTop(deck, row, token)) continue;
      tokens.push(token);
    }
  }
  return tokens.sort((a, b) => a.rank - b.rank);
}

/** AS-25, for one card of a pair. */
export function liesOnTop(deck: Deck, row: Row | null, { card, at }: { readonly card: CardCode; at: number }): boolean {
  const top = row?.pairs.at(-1);
  if (top === undefined) return true;
  if (at === 6) return planetOf(deck, card).number === planetOf(deck, top.planet).number;
  return aspectValue(deck, card) >= aspectValue(deck, top.aspect);
}

export function aspectValue(deck: Deck, code: CardCode): number {
  const card = cardOf(deck, code);
  return card.kind === 'aspect' ? card.value : 0;
}

/** AS-24: the planet of a pair is not the one at 4. */
function goesWith(deck: Deck, row: Row | null, laid: readonly Token[], { card, at }: Token): boolean {
  if (at !== 6) return true;
  const fourth = laid.find((each) => each.at === 4)?.card ?? placesOf(row)[3];
  return fourth === null || planetOf(deck, card).planet !== planetOf(deck, fourth).planet;
}

function isHeldToo(hand: readonly CardCode[], laid: readonly Token[], card: CardCode): boolean {
  let needed = 1;
  for (const each of laid) if (each.card === card) needed += 1;
  if (needed === 1) return true;
  let held = 0;
  for (const each of hand) if (each === card) held += 1;
  return held >= needed;
}

function byCodeUnits(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
