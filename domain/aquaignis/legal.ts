/** Which actions are legal, and what stands in the way of the others. */
import { ENTRY, forceOf, hasCrown, isAdjacent, linkedWith, pieceIn, slotAhead } from './board.ts';
import { ACTIONS, type Action, ADVANCES, BARRIERS, CHARGE_BARRIER, CHARGES, JUMPS, SPAWNS, SURGES } from './moves.ts';
import { FLOWS, type Flow, type Force, otherSide, type Side, type Slot, type State } from './types.ts';

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

const CENTRE: Slot = 3;

/** Null if the action is legal for this side, which is to move. */
export function obstacleTo(state: State, side: Side, action: Action): Obstacle | null {
  const own = forceOf(state, side);
  const foe = forceOf(state, otherSide(side));
  switch (action.type) {
    case 'spawn':
      return obstacleToSpawn(foe, action.flow, ENTRY[side]);
    case 'charge':
      return obstacleToCharge(own, action.flow);
    case 'charge-barrier':
      return obstacleToBarrierCharge(own);
    case 'advance':
      return obstacleToAdvance(own, action.flow);
    case 'surge':
      return obstacleToSurge(own, action.flow);
    case 'barrier':
      return obstacleToBarrier(own, action.flow);
    case 'jump':
      return obstacleToJump(side, own, foe, action.from, action.to);
  }
}

/** AQ-11. */
function obstacleToCharge(own: Force, flow: Flow): Obstacle | null {
  const piece = pieceIn(own.pieces, flow);
  if (piece === null) return 'charge-nothing';
  if (piece.charge === 4) return 'charge-crown';
  return piece.charge === 3 && hasCrown(own) ? 'charge-second-crown' : null;
}

/** AQ-12. */
function obstacleToBarrierCharge(own: Force): Obstacle | null {
  if (own.barrier === null) return 'charge-no-barrier';
  return own.barrier.durability === 4 ? 'charge-full-barrier' : null;
}

/** AQ-13. */
function obstacleToAdvance(own: Force, flow: Flow): Obstacle | null {
  return pieceIn(own.pieces, flow) === null ? 'advance-nothing' : null;
}

/** AQ-14. */
function obstacleToSurge(own: Force, flow: Flow): Obstacle | null {
  const piece = pieceIn(own.pieces, flow);
  if (piece === null) return 'surge-nothing';
  return piece.charge === 3 ? null : 'surge-charge';
}

/** AQ-15. */
function obstacleToBarrier(own: Force, flow: Flow): Obstacle | null {
  if (pieceIn(own.pieces, flow) === null) return 'barrier-nothing';
  return own.barrier === null ? null : 'barrier-second';
}

/** AQ-10; the pulse spawns under the same condition (AQ-30). */
export function obstacleToSpawn(foe: Force, flow: Flow, entry: Slot): Obstacle | null {
  if (pieceIn(foe.pieces, flow)?.slot === entry) return 'spawn-on-piece';
  return foe.barrier !== null && foe.barrier.flow === flow && foe.barrier.slot === entry ? 'spawn-on-barrier' : null;
}

/** AQ-16, then AQ-17. */
function obstacleToJump(side: Side, own: Force, foe: Force, from: Flow, to: Flow): Obstacle | null {
  const jumper = pieceIn(own.pieces, from);
  if (jumper === null) return 'jump-nothing';
  if (jumper.charge === 1) return 'jump-weak';
  const target = pieceIn(foe.pieces, to);
  if (target === null) return 'jump-no-target';
  if (!reaches(side, own, from, to, jumper.slot, target.slot)) return 'jump-out-of-reach';
  if (foe.barrier === null || foe.barrier.flow !== to) return null;
  if (foe.barrier.slot === target.slot) return 'jump-onto-barrier';
  return jumper.charge === 4 ? null : 'jump-into-barrier';
}

/** An adjacent jump, a Centre Jump or a Resonant Jump. In one flow no two pieces are on the same slot. */
function reaches(side: Side, own: Force, from: Flow, to: Flow, at: Slot, target: Slot): boolean {
  if (target === at && (isAdjacent(from, to) || at === CENTRE)) return true;
  return linkedWith(own, from) === to && (target === at || target === slotAhead(side, at));
}

/** Sorted by the code units of their texts. */
export function legalActions(state: State, side: Side): Action[] {
  const own = forceOf(state, side);
  const foe = forceOf(state, otherSide(side));
  const entry = ENTRY[side];
  const legal: Action[] = [];
  for (const action of ADVANCES) if (obstacleToAdvance(own, action.flow) === null) legal.push(action);
  for (const action of BARRIERS) if (obstacleToBarrier(own, action.flow) === null) legal.push(action);
  for (const action of CHARGES) if (obstacleToCharge(own, action.flow) === null) legal.push(action);
  if (obstacleToBarrierCharge(own) === null) legal.push(CHARGE_BARRIER);
  for (const flow of FLOWS) {
    const piece = pieceIn(own.pieces, flow);
    // Half of all actions are jumps, and few pieces can jump.
    if (piece === null || piece.charge === 1) continue;
    for (const jump of JUMPS[flow]) if (obstacleToJump(side, own, foe, flow, jump.to) === null) legal.push(jump);
  }
  for (const action of SPAWNS) if (obstacleToSpawn(foe, action.flow, entry) === null) legal.push(action);
  for (const action of SURGES) if (obstacleToSurge(own, action.flow) === null) legal.push(action);
  return legal;
}

/** Whether anything is legal (AQ-8). Whoever has an ordinary piece can advance it: nearly always that settles it. */
export function canAct(state: State, side: Side): boolean {
  for (const piece of forceOf(state, side).pieces) if (piece !== null) return true;
  return ACTIONS.some((action) => obstacleTo(state, side, action) === null);
}
