/** What a move brings about, or why it is refused. */
import type { Verdict } from '../game.ts';
import type { Seat } from '../seat.ts';
import { forceOf, linkedWith, oneLess, oneMore, pieceIn } from './board.ts';
import { type Course, happen, isPlaying } from './course.ts';
import { drawAtTurnStart } from './draws.ts';
import type { AquaignisEvent } from './events.ts';
import { canAct, obstacleTo } from './legal.ts';
import { type Action, isAction, type Move } from './moves.ts';
import { matchOver, noSuchFlow, notYourTurn, refusalFor } from './refusal.ts';
import { step } from './step.ts';
import { gain, surge } from './surge.ts';
import { type Flow, otherSide, type Side, type State, sideOf, sideToMove } from './types.ts';

export function decide(state: State, seat: Seat, move: Move): Verdict<AquaignisEvent> {
  if (state.phase.type !== 'playing') return { ok: false, refusal: matchOver() };
  const side = sideToMove(state.turn);
  if (sideOf(seat) !== side) return { ok: false, refusal: notYourTurn(side) };
  if (!isAction(move)) return { ok: false, refusal: noSuchFlow(move) };
  const obstacle = obstacleTo(state, side, move);
  if (obstacle !== null) return { ok: false, refusal: refusalFor(state, side, move, obstacle) };
  const course: Course = { state, events: [] };
  act(course, side, move);
  goOn(course);
  return { ok: true, events: course.events };
}

/** A legal action. It concerns one's own Barrier or one's own piece in a flow; `obstacleTo` has seen to it. */
function act(course: Course, side: Side, action: Action): void {
  const own = forceOf(course.state, side);
  if (action.type === 'charge-barrier') {
    if (own.barrier === null) return;
    const { flow, slot, durability } = own.barrier;
    happen(course, { type: 'barrier-charged', side, flow, slot, durability: oneMore(durability) });
    return;
  }
  const flow = action.type === 'jump' ? action.from : action.flow;
  const piece = pieceIn(own.pieces, flow);
  if (action.type === 'spawn') {
    happen(course, { type: 'spawned', side, flow, cause: 'action', sacrificed: piece });
    return;
  }
  if (piece === null) return;
  const { slot, charge } = piece;
  switch (action.type) {
    case 'charge':
      happen(course, { type: 'charged', side, flow, slot, charge: oneMore(charge), cause: 'action' });
      harmonise(course, side, flow);
      return;
    case 'advance':
      step(course, side, flow, piece);
      advanceInParallel(course, side, flow);
      return;
    case 'surge':
      surge(course, side, flow, piece);
      return;
    case 'barrier':
      happen(course, { type: 'barrier-raised', side, flow, slot, durability: charge });
      return;
    case 'jump':
      jump(course, side, flow, action.to);
      return;
  }
}

/** AQ-33. */
function advanceInParallel(course: Course, side: Side, flow: Flow): void {
  if (!isPlaying(course)) return;
  const own = forceOf(course.state, side);
  const other = linkedWith(own, flow);
  const twin = other === null ? null : pieceIn(own.pieces, other);
  if (other !== null && twin !== null) step(course, side, other, twin);
}

/** AQ-34. */
function harmonise(course: Course, side: Side, flow: Flow): void {
  const own = forceOf(course.state, side);
  const other = linkedWith(own, flow);
  const twin = other === null ? null : pieceIn(own.pieces, other);
  if (other !== null && twin !== null) gain(course, side, other, twin, 'harmony');
}

/** AQ-18. A jumper has charge 2 or more, so it never dies of its jump. */
function jump(course: Course, side: Side, flow: Flow, into: Flow): void {
  const own = forceOf(course.state, side);
  const jumper = pieceIn(own.pieces, flow);
  const target = pieceIn(forceOf(course.state, otherSide(side)).pieces, into);
  if (jumper === null || target === null) return;
  const jumperLeft = oneLess(jumper.charge);
  if (jumperLeft === 0) return;
  const targetLeft = oneLess(target.charge);
  const lands = targetLeft === 0 && pieceIn(own.pieces, into) === null;
  const { slot } = jumper;
  happen(course, { type: 'jumped', side, flow, slot, into, at: target.slot, jumperLeft, targetLeft, lands });
}

/** After an action: the turn's second action, or the next turn; draws and passes as they come (AQ-8, AQ-42). */
function goOn(course: Course): void {
  if (course.state.phase.type !== 'playing') return;
  let side = sideToMove(course.state.turn);
  if (course.state.phase.actionsLeft === 2) {
    happen(course, { type: 'action-spent', side });
    if (canAct(course.state, side)) return;
    happen(course, { type: 'passed', side, turn: course.state.turn });
  }
  for (;;) {
    side = otherSide(side);
    happen(course, { type: 'turn-began', side, turn: course.state.turn + 1 });
    const reason = drawAtTurnStart(course.state);
    if (reason !== null) happen(course, { type: 'drawn', reason });
    if (reason !== null || canAct(course.state, side)) return;
    happen(course, { type: 'passed', side, turn: course.state.turn });
  }
}
