/** The geometry of the board, and how a state is read and copied. */
import type { Cell, Charge, ChargeLeft, Flow, Force, Phase, Piece, Pieces, Side, Slot, State } from './types.ts';

export const BREAKTHROUGHS_TO_WIN = 4;

export const ENTRY: Readonly<Record<Side, Slot>> = { aqua: 0, ignis: 6 };

/** The next slot forward, null off the board. */
const FORWARD: Readonly<Record<Side, Readonly<Record<Slot, Slot | null>>>> = {
  aqua: { 0: 1, 1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: null },
  ignis: { 0: null, 1: 0, 2: 1, 3: 2, 4: 3, 5: 4, 6: 5 },
};

/** The two flows beside each, lower number first; 7 lies beside 1 (AQ-3). */
export const NEIGHBOURS: Readonly<Record<Flow, readonly [Flow, Flow]>> = {
  1: [2, 7],
  2: [1, 3],
  3: [2, 4],
  4: [3, 5],
  5: [4, 6],
  6: [5, 7],
  7: [1, 6],
};

const ONE_LESS: Readonly<Record<Charge, ChargeLeft>> = { 1: 0, 2: 1, 3: 2, 4: 3 };
const ONE_MORE: Readonly<Record<Charge, Charge>> = { 1: 2, 2: 3, 3: 4, 4: 4 };

export const EMPTY_PIECES: Pieces = [null, null, null, null, null, null, null];

export function slotAhead(side: Side, slot: Slot): Slot | null {
  return FORWARD[side][slot];
}

export function oneLess(charge: Charge): ChargeLeft {
  return ONE_LESS[charge];
}

/** A Crown stays a Crown. */
export function oneMore(charge: Charge): Charge {
  return ONE_MORE[charge];
}

export function isAdjacent(a: Flow, b: Flow): boolean {
  const apart = Math.abs(a - b);
  return apart === 1 || apart === 6;
}

export function forceOf(state: State, side: Side): Force {
  return side === 'aqua' ? state.aqua : state.ignis;
}

export function pieceIn(pieces: Pieces, flow: Flow): Cell {
  return pieces[flow - 1] ?? null;
}

export function hasCrown(force: Force): boolean {
  for (const piece of force.pieces) if (piece !== null && piece.charge === 4) return true;
  return false;
}

/** The flow linked with this one for the owner of the force, if any. */
export function linkedWith(force: Force, flow: Flow): Flow | null {
  if (force.link === null) return null;
  const { flows } = force.link;
  return flow === flows[0] ? flows[1] : flow === flows[1] ? flows[0] : null;
}

export function pieceOrNone(charge: ChargeLeft, slot: Slot): Piece | null {
  return charge === 0 ? null : { charge, slot };
}

// States are copied by literals with every field named: spreading costs several times as much.

export function withPhase(state: State, phase: Phase): State {
  return {
    turn: state.turn,
    phase,
    aqua: state.aqua,
    ignis: state.ignis,
    eventful: state.eventful,
    quietStarts: state.quietStarts,
  };
}

export function withForces(state: State, aqua: Force, ignis: Force, eventful: boolean): State {
  return { turn: state.turn, phase: state.phase, aqua, ignis, eventful, quietStarts: state.quietStarts };
}

export function withForce(state: State, side: Side, force: Force): State {
  return side === 'aqua'
    ? withForces(state, force, state.ignis, state.eventful)
    : withForces(state, state.aqua, force, state.eventful);
}

export function placed(pieces: Pieces, flow: Flow, cell: Cell): Pieces {
  return [
    flow === 1 ? cell : pieces[0],
    flow === 2 ? cell : pieces[1],
    flow === 3 ? cell : pieces[2],
    flow === 4 ? cell : pieces[3],
    flow === 5 ? cell : pieces[4],
    flow === 6 ? cell : pieces[5],
    flow === 7 ? cell : pieces[6],
  ];
}

export function withPieces(force: Force, pieces: Pieces): Force {
  return { pieces, barrier: force.barrier, link: force.link, breakthroughs: force.breakthroughs };
}

export function withCell(force: Force, flow: Flow, cell: Cell): Force {
  return withPieces(force, placed(force.pieces, flow, cell));
}
