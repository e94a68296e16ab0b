/** What can happen in a game of Astromagie. Every outcome is in the event: replay looks nothing up. */
import type { Sealed } from '../sealed.ts';
import type { Seat } from '../seat.ts';
import type { Placement } from './cards.ts';
import type { CardCode, EndReason } from './types.ts';

/** A new deal: six cards for each seat that plays, the rest is the pile. */
export interface Dealt {
  readonly type: 'dealt';
  readonly deal: number;
  /** The seat that begins it. */
  readonly first: Seat;
  readonly hands: readonly { readonly seat: Seat; readonly cards: Sealed<readonly CardCode[]> }[];
  readonly pile: Sealed<readonly CardCode[]>;
}

/** Cards laid to the row in one turn, by their positions. */
interface Played {
  readonly type: 'played';
  readonly seat: Seat;
  readonly cards: readonly Placement[];
}

interface Discarded {
  readonly type: 'discarded';
  readonly seat: Seat;
  readonly card: CardCode;
}

/** The first cards of the pile have come into a hand; how many everybody sees. */
interface Drew {
  readonly type: 'drew';
  readonly seat: Seat;
  readonly count: number;
  readonly cards: Sealed<readonly CardCode[]>;
}

/** Everybody else has declined: the row is put away. `score` is the seat's from now on. */
export interface RowScored {
  readonly type: 'row-scored';
  readonly seat: Seat;
  readonly points: number;
  readonly score: number;
}

interface TurnBegan {
  readonly type: 'turn-began';
  readonly seat: Seat;
}

/** A deal is over, and another follows, which `next` begins. */
interface DealEnded {
  readonly type: 'deal-ended';
  readonly deal: number;
  readonly next: Seat;
}

interface GameEnded {
  readonly type: 'game-ended';
  readonly reason: EndReason;
}

interface TimePassed {
  readonly type: 'time-passed';
}

/** The seat plays no further part; its hand is set aside unseen. */
interface SeatLeft {
  readonly type: 'seat-left';
  readonly seat: Seat;
}

export type AstromagieEvent =
  | Dealt
  | Played
  | Discarded
  | Drew
  | RowScored
  | TurnBegan
  | DealEnded
  | GameEnded
  | TimePassed
  | SeatLeft;
