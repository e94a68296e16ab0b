/** The game Abiegnus, on the contract of all games. */
import type { Game, SeatRange } from '../game.ts';
import { decide } from './decide.ts';
import { draw } from './draw.ts';
import type { AbiegnusEvent } from './events.ts';
import { evolve, halt } from './evolve.ts';
import { explain } from './explain.ts';
import { foresight } from './foresight.ts';
import { legalMoves } from './legal.ts';
import type { Move } from './moves.ts';
import { formatMove, parseMove } from './notation.ts';
import { ended, leaders, outcomeOf } from './outcome.ts';
import { formatPosition, parsePosition } from './position.ts';
import { rulesText } from './rules.ts';
import { schemas } from './schema.ts';
import { setup } from './start.ts';
import { boardText } from './text.ts';
import { type Options, type State, seatToMove } from './types.ts';
import { type AbiegnusView, viewOf } from './view.ts';

const ALONE: SeatRange = { least: 1, most: 1 };
const TWO_SEATS: SeatRange = { least: 2, most: 2 };

export const abiegnus: Game<Options, State, Move, AbiegnusEvent, AbiegnusView> = {
  id: 'abiegnus',
  name: 'Abiegnus',
  summary: 'Caps step down a mountain of pyramids, and what they uncover erupts: for two, alone, or to ask a question.',
  version: '1',
  rulesText,
  limits: { turnEnded: 'AB-10', matchEnded: 'AB-42' },
  hidden: false,
  schemas,
  personal: ['question'],
  seatRange: { least: ALONE.least, most: TWO_SEATS.most },
  offers: { settle: (state) => (state.mode === 'two-player' ? leaders(state.captured) : null) },
  foresight,
  seats: ({ mode }) => (mode === 'two-player' ? TWO_SEATS : ALONE),

  setup,
  awaitsDraw: ({ phase }) => phase.type === 'awaiting-roll',
  draw,
  decide,
  evolve,

  toMove: (state) => {
    const seat = seatToMove(state);
    return seat === null ? [] : [seat];
  },
  turn: ({ turn }) => turn,
  legalMoves: (state, seat) => (seat === seatToMove(state) ? legalMoves(state) : []),
  explain,

  // With two seats a match never goes on without one of them, and a single player's leaving ends it.
  leave: () => [],
  halt,
  ended,
  outcome: outcomeOf,

  view: viewOf,
  text: boardText,
  parseMove,
  formatMove,
  formatPosition,
  parsePosition,
};
