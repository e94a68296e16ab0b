/** How each event changes the state. It judges nothing: what happened is all in the event. */
import {
  ENTRY,
  forceOf,
  pieceOrNone,
  placed,
  withCell,
  withForce,
  withForces,
  withPhase,
  withPieces,
} from './board.ts';
import { positionMark } from './draws.ts';
import type { AquaignisEvent, Clashed, Jumped, TurnBegan } from './events.ts';
import { type Force, type Link, otherSide, type Phase, type Piece, type Side, type State } from './types.ts';

const TWO_ACTIONS: Phase = { type: 'playing', actionsLeft: 2 };
const ONE_ACTION: Phase = { type: 'playing', actionsLeft: 1 };

export function evolve(state: State, event: AquaignisEvent): State {
  switch (event.type) {
    case 'spawned': {
      const piece: Piece = { charge: 1, slot: ENTRY[event.side] };
      return withForce(state, event.side, withCell(forceOf(state, event.side), event.flow, piece));
    }
    case 'charged':
    case 'stepped': {
      const piece = { charge: event.charge, slot: event.slot };
      return withForce(state, event.side, withCell(forceOf(state, event.side), event.flow, piece));
    }
    case 'surge-spent': {
      const piece: Piece = { charge: 1, slot: event.slot };
      return withForce(state, event.side, withCell(forceOf(state, event.side), event.flow, piece));
    }
    case 'barrier-charged':
    case 'barrier-raised': {
      const { pieces, link, breakthroughs } = forceOf(state, event.side);
      const barrier = { flow: event.flow, slot: event.slot, durability: event.durability };
      const left = event.type === 'barrier-raised' ? placed(pieces, event.flow, null) : pieces;
      return withForce(state, event.side, { pieces: left, barrier, link, breakthroughs });
    }
    case 'clashed':
      return afterClash(state, event);
    case 'broke-through': {
      const { pieces, barrier, link } = forceOf(state, event.side);
      const left = placed(pieces, event.flow, null);
      const own = { pieces: left, barrier, link, breakthroughs: event.breakthroughs };
      return bothForces(state, event.side, true, forceOf(state, otherSide(event.side)), own);
    }
    case 'linked': {
      const link = { flows: event.flows, lastTurn: event.lastTurn };
      return withForce(state, event.side, withLink(forceOf(state, event.side), link));
    }
    case 'jumped':
      return afterJump(state, event);
    case 'action-spent':
      return withPhase(state, ONE_ACTION);
    case 'passed':
      return state;
    case 'turn-began':
      return atTurnStart(state, event);
    case 'won':
      return withPhase(state, { type: 'won', winner: event.side });
    case 'drawn':
      return withPhase(state, { type: 'drawn', reason: event.reason });
  }
}

/** The state with `own` as the force of `side`, and `foe` as the other's. */
function bothForces(state: State, side: Side, eventful: boolean, foe: Force, own: Force): State {
  return side === 'aqua' ? withForces(state, own, foe, eventful) : withForces(state, foe, own, eventful);
}

function withLink(force: Force, link: Link | null): Force {
  return { pieces: force.pieces, barrier: force.barrier, link, breakthroughs: force.breakthroughs };
}

function afterClash(state: State, event: Clashed): State {
  const own = withCell(forceOf(state, event.side), event.flow, pieceOrNone(event.attackerLeft, event.slot));
  const foe = forceOf(state, otherSide(event.side));
  const eventful = state.eventful || event.attackerLeft === 0 || event.defenderLeft === 0;
  if (event.against === 'piece') {
    const left = withCell(foe, event.flow, pieceOrNone(event.defenderLeft, event.at));
    return bothForces(state, event.side, eventful, left, own);
  }
  const { pieces, link, breakthroughs } = foe;
  const barrier =
    event.defenderLeft === 0 ? null : { flow: event.flow, slot: event.at, durability: event.defenderLeft };
  return bothForces(state, event.side, eventful, { pieces, barrier, link, breakthroughs }, own);
}

function afterJump(state: State, event: Jumped): State {
  const own = forceOf(state, event.side);
  const pieces = event.lands
    ? placed(placed(own.pieces, event.flow, null), event.into, { charge: event.jumperLeft, slot: event.at })
    : placed(own.pieces, event.flow, { charge: event.jumperLeft, slot: event.slot });
  const target = pieceOrNone(event.targetLeft, event.at);
  const foe = withCell(forceOf(state, otherSide(event.side)), event.into, target);
  return bothForces(state, event.side, state.eventful || target === null, foe, withPieces(own, pieces));
}

/** Links whose time is over go, and the position joins the history (AQ-42 a). */
function atTurnStart(state: State, event: TurnBegan): State {
  const aqua = withoutOldLink(state.aqua, event.turn);
  const ignis = withoutOldLink(state.ignis, event.turn);
  const mark = positionMark(event.turn, aqua, ignis);
  const quietStarts = state.eventful ? [mark] : [...state.quietStarts, mark];
  return { turn: event.turn, phase: TWO_ACTIONS, aqua, ignis, eventful: false, quietStarts };
}

function withoutOldLink(force: Force, turn: number): Force {
  return force.link !== null && force.link.lastTurn < turn ? withLink(force, null) : force;
}
