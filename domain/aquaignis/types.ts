/** The words of Aquaignis as types: the board, the pieces and the state of a game. */
import type { Seat } from '../seat.ts';

export const SIDES = ['aqua', 'ignis'] as const;
export const FLOWS = [1, 2, 3, 4, 5, 6, 7] as const;
export const SLOTS = [0, 1, 2, 3, 4, 5, 6] as const;
export const CHARGES = [1, 2, 3, 4] as const;
export const DRAW_REASONS = ['repetition', 'quiet', 'length'] as const;

export type Side = (typeof SIDES)[number];
export type Flow = (typeof FLOWS)[number];
export type Slot = (typeof SLOTS)[number];
/** The charge of a piece (4 is the Crown) or the durability of a Barrier. */
export type Charge = (typeof CHARGES)[number];
/** What is left of a charge; at 0 the piece or Barrier is destroyed. */
export type ChargeLeft = 0 | Charge;
export type DrawReason = (typeof DRAW_REASONS)[number];

/** An ordinary piece; its flow is its place in `Pieces`. */
export interface Piece {
  readonly charge: Charge;
  readonly slot: Slot;
}

export type Cell = Piece | null;

/** The ordinary pieces of one side, flow 1 first: at most one in each flow (AQ-2). */
export type Pieces = readonly [Cell, Cell, Cell, Cell, Cell, Cell, Cell];

export interface Barrier {
  readonly flow: Flow;
  readonly slot: Slot;
  readonly durability: Charge;
}

/** Two flows, ascending. The link goes at the end of its owner's turn `lastTurn`. */
export interface Link {
  readonly flows: readonly [Flow, Flow];
  readonly lastTurn: number;
}

/** All that one side has. */
export interface Force {
  readonly pieces: Pieces;
  readonly barrier: Barrier | null;
  readonly link: Link | null;
  readonly breakthroughs: number;
}

export type Phase =
  | { readonly type: 'playing'; readonly actionsLeft: 1 | 2 }
  | { readonly type: 'won'; readonly winner: Side }
  | { readonly type: 'drawn'; readonly reason: DrawReason }
  /** Ended from outside the game. */
  | { readonly type: 'halted' };

export interface State {
  /** From 1, each side's turn counted: Aqua has the odd ones. */
  readonly turn: number;
  readonly phase: Phase;
  readonly aqua: Force;
  readonly ignis: Force;
  /** Whether this turn has had a breakthrough or a destruction. */
  readonly eventful: boolean;
  /** The positions at the start of the turns since the last eventful one, each as one short text (AQ-42). */
  readonly quietStarts: readonly string[];
}

/** The options of a match: there are none. */
export type Options = Readonly<Record<string, never>>;

export function sideToMove(turn: number): Side {
  return turn % 2 === 1 ? 'aqua' : 'ignis';
}

export function otherSide(side: Side): Side {
  return side === 'aqua' ? 'ignis' : 'aqua';
}

export function sideOf(seat: Seat): Side | null {
  return seat === 1 ? 'aqua' : seat === 2 ? 'ignis' : null;
}

export function seatOf(side: Side): 1 | 2 {
  return side === 'aqua' ? 1 : 2;
}

export function nameOf(side: Side): string {
  return side === 'aqua' ? 'Aqua' : 'Ignis';
}
