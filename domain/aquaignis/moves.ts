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

function isFlow(flow: number): flow is Flow {
  return Number.isInteger(flow) && flow >= 1 && flow <= 7;
}

/** The move as an action, or the first number in it that is no flow. */
export function asAction(move: Move): Action | number {
  switch (move.type) {
    case 'charge-barrier':
      return CHARGE_BARRIER;
    case 'jump':
      if (!isFlow(move.from)) return move.from;
      if (!isFlow(move.to)) return move.to;
      return { type: 'jump', from: move.from, to: move.to };
    default:
      return isFlow(move.flow) ? { type: move.type, flow: move.flow } : move.flow;
  }
}

const CHARGE_BARRIER: Action = { type: 'charge-barrier' };

/** Every action, sorted by the code units of its text (a jump within one flow is never legal, and not here). */
export const ACTIONS: readonly Action[] = [
  ...FLOWS.map((flow): Action => ({ type: 'advance', flow })),
  ...FLOWS.map((flow): Action => ({ type: 'barrier', flow })),
  ...FLOWS.map((flow): Action => ({ type: 'charge', flow })),
  CHARGE_BARRIER,
  ...FLOWS.flatMap((from) => FLOWS.filter((to) => to !== from).map((to): Action => ({ type: 'jump', from, to }))),
  ...FLOWS.map((flow): Action => ({ type: 'spawn', flow })),
  ...FLOWS.map((flow): Action => ({ type: 'surge', flow })),
];
