/** What a player may ask for, and all the moves there are. */
import { FLOWS, type Flow } from './types.ts';

/** A move whose flows are of type `F`. */
export type MoveOn<F extends number> =
  | { readonly type: 'spawn' | 'charge' | 'advance' | 'surge' | 'barrier'; readonly flow: F }
  | { readonly type: 'charge-barrier' }
  | { readonly type: 'jump'; readonly from: F; readonly to: F };

/** As it was sent: its flows may be any numbers. */
export type Move = MoveOn<number>;

/** A move all of whose flows are on the board (AQ-1). */
export type Action = MoveOn<Flow>;

export function isFlow(flow: number): flow is Flow {
  return Number.isInteger(flow) && flow >= 1 && flow <= 7;
}

/** The flows that a move names. */
export function flowsOf(move: Move): readonly number[] {
  switch (move.type) {
    case 'charge-barrier':
      return [];
    case 'jump':
      return [move.from, move.to];
    default:
      return [move.flow];
  }
}

export function isAction(move: Move): move is Action {
  switch (move.type) {
    case 'charge-barrier':
      return true;
    case 'jump':
      return isFlow(move.from) && isFlow(move.to);
    default:
      return isFlow(move.flow);
  }
}

/** An action that names one flow. */
type InFlow = Extract<Action, { readonly flow: Flow }>;
type Jump = Extract<Action, { readonly type: 'jump' }>;

function inEveryFlow(type: InFlow['type']): InFlow[] {
  return FLOWS.map((flow) => ({ type, flow }));
}

function jumpsFrom(from: Flow): Jump[] {
  return FLOWS.filter((to) => to !== from).map((to) => ({ type: 'jump', from, to }));
}

export const ADVANCES: readonly InFlow[] = inEveryFlow('advance');
export const BARRIERS: readonly InFlow[] = inEveryFlow('barrier');
export const CHARGES: readonly InFlow[] = inEveryFlow('charge');
export const CHARGE_BARRIER: Action = { type: 'charge-barrier' };
/** By the flow they start from; a jump within one flow is never legal, and not here. */
export const JUMPS: Readonly<Record<Flow, readonly Jump[]>> = {
  1: jumpsFrom(1),
  2: jumpsFrom(2),
  3: jumpsFrom(3),
  4: jumpsFrom(4),
  5: jumpsFrom(5),
  6: jumpsFrom(6),
  7: jumpsFrom(7),
};
export const SPAWNS: readonly InFlow[] = inEveryFlow('spawn');
export const SURGES: readonly InFlow[] = inEveryFlow('surge');

/** Every action, sorted by the code units of its text. */
export const ACTIONS: readonly Action[] = [
  ...ADVANCES,
  ...BARRIERS,
  ...CHARGES,
  CHARGE_BARRIER,
  ...FLOWS.flatMap((flow) => JUMPS[flow]),
  ...SPAWNS,
  ...SURGES,
];
