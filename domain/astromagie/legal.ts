/** Every legal move: each distinct set of cards, at all places where it may go. */
import type { Seat } from '../seat.ts';
import { cardOf, type Deck, type Placement, planetOf, type Token } from './cards.ts';
import type { Move } from './moves.ts';
import { BEGUN, bit, shapesFor, takenIn, WHOLE } from './shape.ts';
import { type CardCode, handOf, type Row, type State } from './types.ts';

/**
 * Sorted by the code units of their texts. No text of a placement begins with that of another, so texts of moves sort
 * as their lists of placements do, and going through placements by rank needs no sorting after.
 */
export function legalMoves(deck: Deck, state: State, seat: Seat): readonly Move[] {
  if (state.phase.type !== 'playing' || state.phase.seat !== seat) return [];
  const hand = handOf(state, seat);
  const cards: CardCode[] = [];
  for (const card of hand) if (!cards.includes(card)) insert(cards, card, (a, b) => a < b);
  const moves: Move[] = [];
  for (const card of cards) moves.push({ type: 'discard', cards: [card] });
  const { row } = state;
  const shapes = shapesFor(takenIn(row));
  extend({ deck, hand, row, shapes, tokens: tokensFor(deck, cards, row, shapes), moves }, [], 0);
  return moves;
}

interface Search {
  readonly deck: Deck;
  readonly hand: readonly CardCode[];
  readonly row: Row | null;
  readonly shapes: Uint8Array;
  /** By rank. */
  readonly tokens: readonly Token[];
  readonly moves: Move[];
}

/** All plays that begin with these placements, the lowest positions first. */
function extend(search: Search, laid: readonly Token[], filled: number): void {
  const last = laid.at(-1)?.at ?? 0;
  for (const token of search.tokens) {
    if (token.at <= last) continue;
    const more = filled | bit(token.at);
    const shape = search.shapes[more] ?? 0;
    if (shape === 0 || !isHeldToo(search.hand, laid, token.card) || !goesWith(search, laid, token)) continue;
    const cards = [...laid, token];
    if ((shape & WHOLE) !== 0) search.moves.push({ type: 'play', cards });
    if ((shape & BEGUN) !== 0) extend(search, cards, more);
  }
}

function tokensFor(deck: Deck, cards: readonly CardCode[], row: Row | null, shapes: Uint8Array): readonly Token[] {
  const tokens: Token[] = [];
  for (const card of cards) {
    for (const token of deck.tokens.get(card) ?? []) {
      const isOfPair = token.at >= 5;
      if (isOfPair ? liesOnTop(deck, row, token) : isUsed(shapes, bit(token.at))) insert(tokens, token, ranksLower);
    }
  }
  return tokens;
}

/** True if a turn may fill the position, alone or with others. */
function isUsed(shapes: Uint8Array, position: number): boolean {
  for (let filled = position; filled < shapes.length; filled += 1) {
    if ((filled & position) !== 0 && shapes[filled] !== 0) return true;
  }
  return false;
}

/** AS-25, for one card of a pair. */
export function liesOnTop(deck: Deck, row: Row | null, { card, at }: Placement): boolean {
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
function goesWith({ deck, row }: Search, laid: readonly Token[], { card, at }: Token): boolean {
  if (at !== 6) return true;
  let fourth = row?.places[3] ?? null;
  for (const each of laid) if (each.at === 4) fourth = each.card;
  return fourth === null || planetOf(deck, card).planet !== planetOf(deck, fourth).planet;
}

/** No kind of card goes to more than two positions, so nothing is laid three times. */
function isHeldToo(hand: readonly CardCode[], laid: readonly Token[], card: CardCode): boolean {
  for (const each of laid) if (each.card === card) return hand.indexOf(card) !== hand.lastIndexOf(card);
  return true;
}

/** Keeps a short list in order: faster than sorting it. */
function insert<Item>(items: Item[], item: Item, isBefore: (a: Item, b: Item) => boolean): void {
  let i = items.length;
  for (; i > 0; i -= 1) {
    const other = items[i - 1];
    if (other === undefined || !isBefore(item, other)) break;
    items[i] = other;
  }
  items[i] = item;
}

function ranksLower(a: Token, b: Token): boolean {
  return a.rank < b.rank;
}
