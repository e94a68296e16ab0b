/** The game Aquaignis, on the contract of all games. */
import type { Game, SeatRange } from '../game.ts';
import { EMPTY_PIECES, withPhase } from './board.ts';
import { decide } from './decide.ts';
import { positionMark } from './draws.ts';
import type { AquaignisEvent } from './events.ts';
import { evolve } from './evolve.ts';
import { explain } from './explain.ts';
import { legalActions } from './legal.ts';
import type { Move } from './moves.ts';
import { formatMove, parseMove } from './notation.ts';
import { ended, outcomeOf } from './outcome.ts';
import { formatPosition, parsePosition } from './position.ts';
import { rulesText } from './rules.ts';
import { schemas } from './schema.ts';
import { boardText } from './text.ts';
import { type Force, type Options, type State, seatOf, sideOf, sideToMove } from './types.ts';
import { type AquaignisView, viewOf } from './view.ts';

const TWO_SEATS: SeatRange = { least: 2, most: 2 };

export const aquaignis: Game<Options, State, Move, AquaignisEvent, AquaignisView> = {
  id: 'aquaignis',
  name: 'Aquaignis',
  summary: 'Two players send pieces through seven flows against each other; four breakthroughs win.',
  version: '1',
  rulesText,
  limits: { turnEnded: 'AQ-7', matchEnded: 'AQ-41' },
  hidden: false,
  schemas,
  seatRange: TWO_SEATS,
  offers: { draw: true, takeback: true },
  foresight: { rolls: [], roll: () => null, draws: () => [] },
  seats: () => TWO_SEATS,

  setup: () => {
    const force: Force = { pieces: EMPTY_PIECES, barrier: null, link: null, breakthroughs: 0 };
    return {
      turn: 1,
      phase: { type: 'playing', actionsLeft: 1 },
      aqua: force,
      ignis: force,
      eventful: false,
      quietStarts: [positionMark(1, force, force)],
    };
  },
  awaitsDraw: () => false,
  draw: () => [],
  decide,
  evolve,

  toMove: (state) => (state.phase.type === 'playing' ? [seatOf(sideToMove(state.turn))] : []),
  turn: (state) => state.turn,
  legalMoves: (state, seat) => {
    const side = sideToMove(state.turn);
    return state.phase.type === 'playing' && sideOf(seat) === side ? legalActions(state, side) : [];
  },
  explain,

  // With two seats a match never goes on without one of them.
  leave: () => [],
  halt: (state) => withPhase(state, { type: 'halted' }),
  ended,
  outcome: outcomeOf,

  view: viewOf,
  text: boardText,
  parseMove,
  formatMove,
  formatPosition,
  parsePosition,
};
