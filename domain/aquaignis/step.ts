/** One step forward, with what it runs into (AQ-13, AQ-20 to AQ-23, AQ-40). */
import { BREAKTHROUGHS_TO_WIN, forceOf, oneLess, pieceIn, slotAhead } from './board.ts';
import { type Course, happen } from './course.ts';
import { type Charge, type ChargeLeft, type Flow, otherSide, type Piece, type Side, type Slot } from './types.ts';

interface Clash {
  readonly attackerLeft: ChargeLeft;
  readonly defenderLeft: ChargeLeft;
}

function clashWithPiece(attacker: Charge, defender: Charge): Clash {
  if (attacker > defender) return { attackerLeft: attacker, defenderLeft: 0 };
  if (attacker < defender) return { attackerLeft: 0, defenderLeft: defender };
  return { attackerLeft: oneLess(attacker), defenderLeft: oneLess(defender) };
}

function clashWithBarrier(attacker: Charge, durability: Charge): Clash {
  if (attacker > durability) return { attackerLeft: attacker, defenderLeft: 0 };
  return { attackerLeft: oneLess(attacker), defenderLeft: oneLess(durability) };
}

/** Moves the piece one slot forward if it can get there; false if it was stopped, destroyed or left the board. */
export function step(course: Course, side: Side, flow: Flow, piece: Piece): boolean {
  const ahead = slotAhead(side, piece.slot);
  if (ahead === null) {
    breakThrough(course, side, flow);
    return false;
  }
  const { charge } = piece;
  const foe = forceOf(course.state, otherSide(side));
  const barrier = foe.barrier;
  if (barrier !== null && barrier.flow === flow && barrier.slot === ahead) {
    const clash = clashWithBarrier(charge, barrier.durability);
    if (!wins(course, side, flow, piece.slot, ahead, 'barrier', clash)) return false;
  }
  const guard = pieceIn(foe.pieces, flow);
  if (guard !== null && guard.slot === ahead) {
    const clash = clashWithPiece(charge, guard.charge);
    if (!wins(course, side, flow, piece.slot, ahead, 'piece', clash)) return false;
  }
  happen(course, { type: 'stepped', side, flow, slot: ahead, charge });
  return true;
}

/** Whether the attacker of this clash may go on. */
function wins(
  course: Course,
  side: Side,
  flow: Flow,
  slot: Slot,
  at: Slot,
  against: 'piece' | 'barrier',
  { attackerLeft, defenderLeft }: Clash,
): boolean {
  happen(course, { type: 'clashed', side, flow, slot, at, against, attackerLeft, defenderLeft });
  return defenderLeft === 0 && attackerLeft > 0;
}

function breakThrough(course: Course, side: Side, flow: Flow): void {
  const breakthroughs = forceOf(course.state, side).breakthroughs + 1;
  happen(course, { type: 'broke-through', side, flow, breakthroughs });
  if (breakthroughs >= BREAKTHROUGHS_TO_WIN) happen(course, { type: 'won', side });
}
