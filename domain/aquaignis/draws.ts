/** Draws (AQ-42), and the history of positions they are found by. */
import type { Barrier, Cell, DrawReason, Force, Link, State } from './types.ts';

export const REPETITIONS = 3;
export const QUIET_TURNS = 60;
export const MOST_TURNS = 1000;

/** Stands for the start of a turn that is not known. */
export const UNKNOWN_START = '';

/**
 * What AQ-42 a compares, as 21 characters: whose turn, then for each side its seven flows, its Barrier and its link.
 * The score is left out, since every history begins anew with a breakthrough; so is the life of links, since at the
 * start of a turn the mover's link ends with it and the other's a turn later.
 */
export function positionMark(turn: number, aqua: Force, ignis: Force): string {
  const [a1, a2, a3, a4, a5, a6, a7] = aqua.pieces;
  const [i1, i2, i3, i4, i5, i6, i7] = ignis.pieces;
  return String.fromCharCode(
    FIRST_CODE + (turn % 2),
    cellCode(a1),
    cellCode(a2),
    cellCode(a3),
    cellCode(a4),
    cellCode(a5),
    cellCode(a6),
    cellCode(a7),
    FIRST_CODE + (aqua.barrier?.flow ?? 0),
    barrierCode(aqua.barrier),
    linkCode(aqua.link),
    cellCode(i1),
    cellCode(i2),
    cellCode(i3),
    cellCode(i4),
    cellCode(i5),
    cellCode(i6),
    cellCode(i7),
    FIRST_CODE + (ignis.barrier?.flow ?? 0),
    barrierCode(ignis.barrier),
    linkCode(ignis.link),
  );
}

/** The character `0`. None of the codes built on it needs an escape in JSON. */
const FIRST_CODE = 48;

function cellCode(cell: Cell): number {
  return cell === null ? FIRST_CODE : FIRST_CODE + cell.charge * 7 + cell.slot - 6;
}

function barrierCode(barrier: Barrier | null): number {
  return barrier === null ? FIRST_CODE : FIRST_CODE + barrier.durability * 7 + barrier.slot - 6;
}

/** The seven pairs of flows that can be linked all have different sums. */
function linkCode(link: Link | null): number {
  return link === null ? FIRST_CODE : FIRST_CODE + link.flows[0] + link.flows[1];
}

/** How many turns in a row have gone without a breakthrough or destruction, before this one. */
export function quietTurns(state: State): number {
  return state.quietStarts.length - 1;
}

/** How often the position at the start of this turn has come, since the last eventful turn. */
export function timesRepeated(state: State): number {
  const starts = state.quietStarts;
  const present = starts.at(-1);
  let times = 0;
  // Turns alternate, so every other start is the other side's.
  for (let index = starts.length - 1; index >= 0; index -= 2) if (starts[index] === present) times += 1;
  return times;
}

/** The draw to be declared at the start of this turn, if any; of several the first of the rule. */
export function drawAtTurnStart(state: State): DrawReason | null {
  if (timesRepeated(state) >= REPETITIONS) return 'repetition';
  if (quietTurns(state) >= QUIET_TURNS) return 'quiet';
  return state.turn > MOST_TURNS ? 'length' : null;
}
