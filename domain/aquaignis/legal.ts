/** Which actions are legal, and what stands in the way of the others. */
import { ENTRY, forceOf, hasCrown, isAdjacent, linkedWith, pieceIn, slotAhead } from './board.ts';
import { ACTIONS, type Action } from './moves.ts';
import { type Flow, otherSide, type Side, type State } from './types.ts';

/** Why an action is not legal. `refusal.ts` has the rule and a sentence for each. */
export type Obstacle =
  | 'spawn-on-piece'
  | 'spawn-on-barrier'
  | 'charge-nothing'
  | 'charge-crown'
  | 'charge-second-crown'
  | 'charge-no-barrier'
  | 'charge-full-barrier'
  | 'advance-nothing'
  | 'surge-nothing'
  | 'surge-charge'
  | 'barrier-nothing'
  | 'barrier-second'
  | 'jump-nothing'
  | 'jump-weak'
  | 'jump-no-target'
  | 'jump-out-of-reach'
  | 'jump-into-barrier'
  | 'jump-onto-barrier';

/** Null if the action is legal for this side, which is to move. */
export function obstacleTo(state: State, side: Side, action: Action): Obstacle | null {
  const own = forceOf(state, side);
  switch (action.type) {
    case 'spawn': {
      const foe = forceOf(state, otherSide(side));
      const entry = ENTRY[side];
      if (pieceIn(foe.pieces, action.flow)?.slot === entry) return 'spawn-on-piece';
      const barrier = foe.barrier;
      return barrier !== null && barrier.flow === action.flow && barrier.slot === entry ? 'spawn-on-barrier' : null;
    }
    case 'charge': {
      const piece = pieceIn(own.pieces, action.flow);
      if (piece === null) return 'charge-nothing';
      if (piece.charge === 4) return 'charge-crown';
      return piece.charge === 3 && hasCrown(own) ? 'charge-second-crown' : null;
    }
    case 'charge-barrier':
      if (own.barrier === null) return 'charge-no-barrier';
      return own.barrier.durability === 4 ? 'charge-full-barrier' : null;
    case 'advance':
      return pieceIn(own.pieces, action.flow) === null ? 'advance-nothing' : null;
    case 'surge': {
      const piece = pieceIn(own.pieces, action.flow);
      if (piece === null) return 'surge-nothing';
      return piece.charge === 3 ? null : 'surge-charge';
    }
    case 'barrier':
      if (pieceIn(own.pieces, action.flow) === null) return 'barrier-nothing';
      return own.barrier === null ? null : 'barrier-second';
    case 'jump':
      return obstacleToJump(state, side, action.from, action.to);
  }
}

/** AQ-16, then AQ-17. */
function obstacleToJump(state: State, side: Side, from: Flow, to: Flow): Obstacle | null {
  const own = forceOf(state, side);
  const jumper = pieceIn(own.pieces, from);
  if (jumper === null) return 'jump-nothing';
  if (jumper.charge === 1) return 'jump-weak';
  const foe = forceOf(state, otherSide(side));
  const target = pieceIn(foe.pieces, to);
  if (target === null) return 'jump-no-target';
  const level = target.slot === jumper.slot;
  const reached =
    (level && isAdjacent(from, to)) ||
    (level && jumper.slot === 3 && from !== to) ||
    (linkedWith(own, from) === to && (level || target.slot === slotAhead(side, jumper.slot)));
  if (!reached) return 'jump-out-of-reach';
  if (foe.barrier === null || foe.barrier.flow !== to) return null;
  if (foe.barrier.slot === target.slot) return 'jump-onto-barrier';
  return jumper.charge === 4 ? null : 'jump-into-barrier';
}

/** Sorted by the code units of their texts. */
export function legalActions(state: State, side: Side): Action[] {
  return ACTIONS.filter((action) => obstacleTo(state, side, action) === null);
}

/** Whether anything is legal (AQ-8). */
export function canAct(state: State, side: Side): boolean {
  return ACTIONS.some((action) => obstacleTo(state, side, action) === null);
}
