/**
 * Hidden dice: a small game with dice, hidden hands and a pile, which tests alone know.
 *
 * Everybody gets three cards. Each turn begins with a roll; the mover plays cards of the die's parity, each worth its
 * number, and may end the turn with `pass`, or with `take`, which adds the pile's first card to the hand. After some
 * rounds the highest score wins.
 */
import type { Sealed } from '../../domain/sealed.ts';
import type { Seat } from '../../domain/seat.ts';

/** `K01` to `K20`: no hash, id or field has such a text in it, so that tests can search for cards. */
export type Card = `K${string}`;

export const DECK: readonly Card[] = Array.from({ length: 20 }, (_, i): Card => `K${String(i + 1).padStart(2, '0')}`);
export const HAND = 3;
export const PLAYS_A_TURN = 2;

export interface Options {
  readonly solo: boolean;
  readonly rounds: number;
  readonly minutes: number | null;
}

type Phase =
  | { readonly type: 'dealing' }
  /** Chance owes the taker a card, and the next seat a roll; `next` null: the game ends then. */
  | { readonly type: 'drawing'; readonly taker: Seat | null; readonly next: Seat | null }
  | { readonly type: 'playing'; readonly die: number; readonly plays: number }
  | { readonly type: 'over'; readonly reason: 'rounds' | 'time' }
  | { readonly type: 'halted' };

export interface State {
  readonly rounds: number;
  readonly round: number;
  readonly turn: number;
  readonly mover: Seat;
  readonly phase: Phase;
  readonly seats: readonly Seat[];
  readonly left: readonly Seat[];
  /** By seat. */
  readonly hands: readonly (readonly Card[])[];
  readonly scores: readonly number[];
  readonly pile: readonly Card[];
}

export type Move =
  | { readonly type: 'play'; readonly card: Card }
  | { readonly type: 'take' }
  | { readonly type: 'pass' };

export type Event =
  | {
      readonly type: 'dealt';
      readonly hands: readonly Sealed<readonly Card[]>[];
      readonly pile: Sealed<readonly Card[]>;
    }
  | { readonly type: 'rolled'; readonly die: number }
  | { readonly type: 'played'; readonly seat: Seat; readonly card: Card }
  | { readonly type: 'turn-ended'; readonly taker: Seat | null; readonly next: Seat | null; readonly round: number }
  | { readonly type: 'took'; readonly seat: Seat; readonly card: Sealed<Card> }
  | { readonly type: 'seat-left'; readonly seat: Seat }
  | { readonly type: 'time-up' };

export interface View {
  readonly turn: number;
  readonly mover: Seat | null;
  readonly die: number | null;
  readonly scores: readonly number[];
  readonly handSizes: readonly number[];
  readonly pileSize: number;
  /** By seat; null where the viewer may not know. */
  readonly hands: readonly (readonly Card[] | null)[];
}

export function worth(card: Card): number {
  return Number(card.slice(1));
}

export function isCard(text: string): text is Card {
  return DECK.some((card) => card === text);
}

export function handOf(state: State, seat: Seat): readonly Card[] {
  return state.hands[seat - 1] ?? [];
}
