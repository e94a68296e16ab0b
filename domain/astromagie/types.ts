/** The words of Astromagie as types: the cards, the row and the state of a game. */
import type { Seat } from '../seat.ts';

/** In the order in which hands are sorted. */
export const KINDS = ['zodiac', 'element', 'planet', 'aspect'] as const;
export type Kind = (typeof KINDS)[number];

/** The code of a card, such as `gem` or `mercury3`. Copies of a card have one code: they are the same card. */
export type CardCode = string;

interface Zodiac {
  readonly kind: 'zodiac';
  readonly code: CardCode;
  /** The sign's full name, which moves may use too. */
  readonly name: string;
  /** The small symbols on the card: its element and its ruling planet. */
  readonly element: string;
  readonly ruler: string;
}

interface ElementCard {
  readonly kind: 'element';
  readonly code: CardCode;
  readonly element: string;
}

export interface PlanetCard {
  readonly kind: 'planet';
  readonly code: CardCode;
  readonly planet: string;
  readonly number: number;
}

interface AspectCard {
  readonly kind: 'aspect';
  readonly code: CardCode;
  readonly value: number;
}

export type Card = Zodiac | ElementCard | PlanetCard | AspectCard;

export const POSITIONS = [1, 2, 3, 4, 5, 6] as const;
/** A place in the row: 1 zodiac, 2 element, 3 zodiac, 4 planet, 5 aspect, 6 planet. */
export type Position = (typeof POSITIONS)[number];

/** An aspect at 5 and a planet at 6, laid in one turn. */
export interface Pair {
  readonly aspect: CardCode;
  readonly planet: CardCode;
}

/** Positions 1 to 4; a row always has a zodiac at 3. */
export type Places = readonly [CardCode | null, CardCode | null, CardCode, CardCode | null];

/** The cards of a row; the last pair is the top one. */
export interface RowCards {
  readonly places: Places;
  readonly pairs: readonly Pair[];
}

export interface Row extends RowCards {
  /** The seat that last added to it. */
  readonly addedBy: Seat;
}

interface ScoredRow extends RowCards {
  readonly seat: Seat;
  readonly points: number;
}

/** Options as they are after parsing; null is none. */
export interface Options {
  readonly targetScore: number | null;
  /** An ISO 8601 duration. */
  readonly timeLimit: string | null;
  readonly deals: number | null;
}

/** In the order in which they are told (AS-45). */
export const END_REASONS = ['target', 'time', 'exhausted'] as const;
export type EndReason = (typeof END_REASONS)[number];

export type Phase =
  /** Chance owes the cards of a new deal, which `first` begins. */
  | { readonly type: 'dealing'; readonly first: Seat }
  /** `seat` has moved. It is owed its draw, and the match all that follows from the move. */
  | { readonly type: 'drawing'; readonly seat: Seat }
  | { readonly type: 'playing'; readonly seat: Seat }
  | { readonly type: 'over'; readonly reason: EndReason }
  /** Ended from outside the game. */
  | { readonly type: 'halted' };

/** What ends the match but the running out of its deals' cards. */
interface Limits {
  readonly targetScore: number | null;
  readonly deals: number | null;
  /** Whether the time limit has passed. */
  readonly timePassed: boolean;
}

interface Deal {
  /** From 1; 0 before the first. */
  readonly number: number;
  /** The seat that began it. */
  readonly first: Seat;
}

/** The seats that play no further part, and what they held in this deal. */
interface Gone {
  readonly seats: readonly Seat[];
  readonly cards: readonly CardCode[];
}

export interface Tally {
  /** By seat. */
  readonly scores: readonly number[];
  /** The rows scored in this deal, in order. */
  readonly rows: readonly ScoredRow[];
}

/** In groups of what changes together: a state is copied with every event. */
export interface State {
  readonly limits: Limits;
  readonly deal: Deal;
  readonly gone: Gone;
  readonly phase: Phase;
  /** 1 and the moves made. */
  readonly turn: number;
  /** By seat, each in the order drawn. */
  readonly hands: readonly (readonly CardCode[])[];
  /** The next card to be drawn first. */
  readonly pile: readonly CardCode[];
  readonly row: Row | null;
  /** This deal's, in order. */
  readonly discards: readonly CardCode[];
  readonly tally: Tally;
}

export const HAND = 6;
export const MOST_A_TURN = 3;

export function handOf(state: State, seat: Seat): readonly CardCode[] {
  return state.hands[seat - 1] ?? [];
}
