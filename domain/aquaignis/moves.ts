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

function inEveryFlow(type: 'spawn' | 'charge' | 'advance' | 'surge' | 'barrier'): Action[] {
  return FLOWS.map((flow) => ({ type, flow }));
}

/** The actions whose texts come before those of jumps, sorted by the code units of their texts. */
export const ACTIONS_BEFORE_JUMPS: readonly Action[] = [
  ...inEveryFlow('advance'),
  ...inEveryFlow('barrier'),
  ...inEveryFlow('charge'),
  { type: 'charge-barrier' },
];

function jumpsFrom(from: Flow): Action[] {
  return FLOWS.filter((to) => to !== from).map((to) => ({ type: 'jump', from, to }));
}

/** The jumps from each flow; a jump within one flow is never legal, and not here. */
export const JUMPS: Readonly<Record<Flow, readonly Action[]>> = {
  1: jumpsFrom(1),
  2: jumpsFrom(2),
  3: jumpsFrom(3),
  4: jumpsFrom(4),
  5: jumpsFrom(5),
  6: jumpsFrom(6),
  7: jumpsFrom(7),
};

export const ACTIONS_AFTER_JUMPS: readonly Action[] = [...inEveryFlow('spawn'), ...inEveryFlow('surge')];

/** Every action, sorted by the code units of its text. */
export const ACTIONS: readonly Action[] = [
  ...ACTIONS_BEFORE_JUMPS,
  ...FLOWS.flatMap((flow) => JUMPS[flow]),
  ...ACTIONS_AFTER_JUMPS,
];
