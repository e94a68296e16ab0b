/** What can happen in a game of Aquaignis. Every outcome is in the event: replay looks nothing up. */
import type { Charge, ChargeLeft, DrawReason, Flow, Piece, Side, Slot } from './types.ts';

/** Why a piece appears or gains: the action itself, the other end of a link (AQ-34), or a pulse (AQ-30). */
export type Cause = 'action' | 'harmony' | 'pulse';

/** A piece of charge 1 comes onto its side's entry slot; `sacrificed` is the own piece it replaces. */
export interface Spawned {
  readonly type: 'spawned';
  readonly side: Side;
  readonly flow: Flow;
  readonly cause: 'action' | 'pulse';
  readonly sacrificed: Piece | null;
}

/** A piece now has `charge`. */
export interface Charged {
  readonly type: 'charged';
  readonly side: Side;
  readonly flow: Flow;
  readonly slot: Slot;
  readonly charge: Charge;
  readonly cause: Cause;
}

export interface BarrierCharged {
  readonly type: 'barrier-charged';
  readonly side: Side;
  readonly flow: Flow;
  readonly slot: Slot;
  readonly durability: Charge;
}

/** The piece that stood here has become its side's Barrier. */
export interface BarrierRaised {
  readonly type: 'barrier-raised';
  readonly side: Side;
  readonly flow: Flow;
  readonly slot: Slot;
  readonly durability: Charge;
}

/** A piece now stands on `slot`. */
export interface Stepped {
  readonly type: 'stepped';
  readonly side: Side;
  readonly flow: Flow;
  readonly slot: Slot;
  readonly charge: Charge;
}

/** The piece of `side` on `slot` ran into an enemy on `at`; what each has left, 0 being destroyed. */
export interface Clashed {
  readonly type: 'clashed';
  readonly side: Side;
  readonly flow: Flow;
  readonly slot: Slot;
  readonly at: Slot;
  readonly against: 'piece' | 'barrier';
  readonly attackerLeft: ChargeLeft;
  readonly defenderLeft: ChargeLeft;
}

/** A piece has left the board at the far end; its side now has so many breakthroughs. */
export interface BrokeThrough {
  readonly type: 'broke-through';
  readonly side: Side;
  readonly flow: Flow;
  readonly breakthroughs: number;
}

/** A surger that survived falls to charge 1. */
export interface SurgeSpent {
  readonly type: 'surge-spent';
  readonly side: Side;
  readonly flow: Flow;
  readonly slot: Slot;
}

export interface Linked {
  readonly type: 'linked';
  readonly side: Side;
  readonly flows: readonly [Flow, Flow];
  readonly lastTurn: number;
}

/** A skirmish with the enemy piece on slot `at` of flow `into`; the jumper takes its place where `lands` is true. */
export interface Jumped {
  readonly type: 'jumped';
  readonly side: Side;
  readonly flow: Flow;
  readonly slot: Slot;
  readonly into: Flow;
  readonly at: Slot;
  readonly jumperLeft: Charge;
  readonly targetLeft: ChargeLeft;
  readonly lands: boolean;
}

/** The turn goes on with one action left. */
export interface ActionSpent {
  readonly type: 'action-spent';
  readonly side: Side;
}

/** The turn, or its second action, passes: nothing is legal (AQ-8). */
export interface Passed {
  readonly type: 'passed';
  readonly side: Side;
  readonly turn: number;
}

export interface TurnBegan {
  readonly type: 'turn-began';
  readonly side: Side;
  readonly turn: number;
}

export interface Won {
  readonly type: 'won';
  readonly side: Side;
}

export interface Drawn {
  readonly type: 'drawn';
  readonly reason: DrawReason;
}

export type AquaignisEvent =
  | Spawned
  | Charged
  | BarrierCharged
  | BarrierRaised
  | Stepped
  | Clashed
  | BrokeThrough
  | SurgeSpent
  | Linked
  | Jumped
  | ActionSpent
  | Passed
  | TurnBegan
  | Won
  | Drawn;
