/** A deck made ready for play: its cards found by their codes. */
import type { Card, CardCode, Kind, PlanetCard, Position } from './types.ts';

/** A row of the deck's data, once it has been checked. */
export type DeckRow = Card & { readonly copies: number };

/** A card at a position of the row. */
export interface Placement {
  readonly card: CardCode;
  readonly at: Position;
}

/** A placement as legal moves are put together from. */
export interface Token extends Placement {
  /** By the code units of its text, over the whole deck. */
  readonly rank: number;
}

export interface Deck {
  /** Every copy of every card, in the order of the table. */
  readonly order: readonly CardCode[];
  readonly cards: ReadonlyMap<CardCode, Card>;
  /** A code, or the full name of a sign, in lower case, to the code. */
  readonly names: ReadonlyMap<string, CardCode>;
  /** By card, the places where its kind goes. */
  readonly tokens: ReadonlyMap<CardCode, readonly Token[]>;
  /** The same by their texts. */
  readonly words: ReadonlyMap<string, Placement>;
}

/** Where each kind of card goes (AS-20). */
export const POSITIONS_OF: Readonly<Record<Kind, readonly Position[]>> = {
  zodiac: [1, 3],
  element: [2],
  planet: [4, 6],
  aspect: [5],
};

export function deckOf(rows: readonly DeckRow[]): Deck {
  const cards = new Map<CardCode, Card>();
  const names = new Map<string, CardCode>();
  for (const row of rows) {
    const { copies: _, ...card } = row;
    if (cards.has(card.code)) continue;
    cards.set(card.code, card);
    names.set(card.code, card.code);
    if (card.kind === 'zodiac') names.set(card.name.toLowerCase(), card.code);
  }
  const order = rows.flatMap(({ code, copies }) => Array.from({ length: copies }, () => code));
  const tokens = tokensOf([...cards.values()]);
  const words = new Map([...tokens.values()].flat().map(({ card, at }) => [textOf({ card, at }), { card, at }]));
  return { order, cards, names, tokens, words };
}

function tokensOf(cards: readonly Card[]): ReadonlyMap<CardCode, readonly Token[]> {
  const placements = cards.flatMap(({ code, kind }) => POSITIONS_OF[kind].map((at) => ({ card: code, at })));
  const ranked = placements.sort((a, b) => (textOf(a) < textOf(b) ? -1 : 1)).map((each, rank) => ({ ...each, rank }));
  return new Map(cards.map(({ code }) => [code, ranked.filter(({ card }) => card === code)]));
}

export function textOf({ card, at }: { readonly card: CardCode; readonly at: number }): string {
  return `${card}@${at}`;
}

/** @throws RangeError for a code that the deck does not have: a state of another deck. */
export function cardOf(deck: Deck, code: CardCode): Card {
  const card = deck.cards.get(code);
  if (card === undefined) throw new RangeError(`the deck has no ${code}`);
  return card;
}

/** @throws RangeError where no planet can be. */
export function planetOf(deck: Deck, code: CardCode): PlanetCard {
  const card = cardOf(deck, code);
  if (card.kind !== 'planet') throw new RangeError(`${code} is no planet`);
  return card;
}

export function isZodiac(deck: Deck, code: CardCode): boolean {
  return deck.cards.get(code)?.kind === 'zodiac';
}

/** Zodiac, element, planet, aspect; within a kind in the order of the table. */
export function sorted(deck: Deck, cards: readonly CardCode[]): CardCode[] {
  return [...cards].sort((a, b) => placeOf(deck, a) - placeOf(deck, b));
}

const KIND_ORDER: Readonly<Record<Kind, number>> = { zodiac: 0, element: 1, planet: 2, aspect: 3 };

function placeOf(deck: Deck, code: CardCode): number {
  return KIND_ORDER[cardOf(deck, code).kind] * deck.order.length + deck.order.indexOf(code);
}
