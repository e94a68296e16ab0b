/** The surge, its pulse and the link it may leave (AQ-14, AQ-30 to AQ-32). */
import { ENTRY, forceOf, NEIGHBOURS, oneMore, pieceIn, slotAhead } from './board.ts';
import { type Course, happen, isPlaying } from './course.ts';
import { obstacleToSpawn } from './legal.ts';
import { step } from './step.ts';
import { type Flow, otherSide, type Piece, type Side } from './types.ts';

export function surge(course: Course, side: Side, flow: Flow, piece: Piece): void {
  if (step(course, side, flow, piece)) {
    const moved = pieceIn(forceOf(course.state, side).pieces, flow);
    // The board is left only by a surge that begins on the last slot.
    if (moved !== null && slotAhead(side, moved.slot) !== null) step(course, side, flow, moved);
  }
  if (!isPlaying(course)) return;
  const surger = pieceIn(forceOf(course.state, side).pieces, flow);
  if (surger !== null) happen(course, { type: 'surge-spent', side, flow, slot: surger.slot });
  pulse(course, side, flow);
}

function pulse(course: Course, side: Side, flow: Flow): void {
  const { pieces } = forceOf(course.state, side);
  const flows = NEIGHBOURS[flow];
  const [low, high] = flows;
  pulseFlow(course, side, low);
  pulseFlow(course, side, high);
  if (pieceIn(pieces, low) === null || pieceIn(pieces, high) === null) return;
  // Turns alternate: the owner's next one is two turns on.
  happen(course, { type: 'linked', side, flows, lastTurn: course.state.turn + 2 });
}

function pulseFlow(course: Course, side: Side, flow: Flow): void {
  const piece = pieceIn(forceOf(course.state, side).pieces, flow);
  if (piece !== null) {
    gain(course, side, flow, piece, 'pulse');
    return;
  }
  const foe = forceOf(course.state, otherSide(side));
  if (obstacleToSpawn(foe, flow, ENTRY[side]) !== null) return;
  happen(course, { type: 'spawned', side, flow, cause: 'pulse', sacrificed: null });
}

/** A gain that is no action of its own: to at most 3. */
export function gain(course: Course, side: Side, flow: Flow, piece: Piece, cause: 'harmony' | 'pulse'): void {
  if (piece.charge >= 3) return;
  happen(course, { type: 'charged', side, flow, slot: piece.slot, charge: oneMore(piece.charge), cause });
}
