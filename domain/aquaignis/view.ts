/** The state as a client draws it. Nothing is hidden in this game: every viewer sees the same. */
import { pieceIn } from './board.ts';
import { quietTurns, timesRepeated } from './draws.ts';
import { type DrawReason, FLOWS, type Flow, type Force, SIDES, type State, seatOf, sideToMove } from './types.ts';

export interface PieceView {
  readonly charge: number;
  readonly slot: number;
}

export interface BarrierView {
  readonly durability: number;
  readonly slot: number;
}

/** What one side has in one flow. */
export interface StandView {
  readonly piece: PieceView | null;
  readonly barrier: BarrierView | null;
}

export interface FlowView {
  readonly flow: number;
  readonly aqua: StandView;
  readonly ignis: StandView;
}

export interface LinkView {
  readonly seat: 1 | 2;
  readonly flows: readonly number[];
  readonly lastTurn: number;
  readonly lastsBeyondThisTurn: boolean;
}

export interface AquaignisView {
  readonly turn: number;
  readonly toMove: 1 | 2 | null;
  readonly actionsLeft: number;
  readonly breakthroughs: readonly number[];
  readonly flows: readonly FlowView[];
  readonly links: readonly LinkView[];
  readonly quietTurns: number;
  readonly occurrences: number;
  readonly ending: 'breakthroughs' | DrawReason | 'halted' | null;
}

export function viewOf(state: State): AquaignisView {
  const { turn, phase, aqua, ignis } = state;
  const playing = phase.type === 'playing';
  return {
    turn,
    toMove: playing ? seatOf(sideToMove(turn)) : null,
    actionsLeft: playing ? phase.actionsLeft : 0,
    breakthroughs: [aqua.breakthroughs, ignis.breakthroughs],
    flows: FLOWS.map((flow) => ({ flow, aqua: standOf(aqua, flow), ignis: standOf(ignis, flow) })),
    links: linksOf(state),
    quietTurns: quietTurns(state),
    occurrences: timesRepeated(state),
    ending: endingOf(state),
  };
}

function standOf(force: Force, flow: Flow): StandView {
  const piece = pieceIn(force.pieces, flow);
  const barrier = force.barrier?.flow === flow ? force.barrier : null;
  return {
    piece: piece && { charge: piece.charge, slot: piece.slot },
    barrier: barrier && { durability: barrier.durability, slot: barrier.slot },
  };
}

function linksOf(state: State): LinkView[] {
  const links: LinkView[] = [];
  for (const side of SIDES) {
    const { link } = state[side];
    if (link === null) continue;
    const { flows, lastTurn } = link;
    links.push({ seat: seatOf(side), flows, lastTurn, lastsBeyondThisTurn: lastTurn > state.turn });
  }
  return links;
}

function endingOf({ phase }: State): AquaignisView['ending'] {
  switch (phase.type) {
    case 'playing':
      return null;
    case 'won':
      return 'breakthroughs';
    case 'drawn':
      return phase.reason;
    case 'halted':
      return 'halted';
  }
}
