/** The game Astromagie, on the contract of all games. */
import { durationOf } from '../duration.ts';
import type { Game, SeatRange } from '../game.ts';
import type { Deck } from './cards.ts';
import { awaitsDraw, decide, draw, leave, passTime } from './decide.ts';
import { DECK } from './deck/rows.ts';
import { readDeck } from './deck/schema.ts';
import type { AstromagieEvent } from './events.ts';
import { evolve, withPhase } from './evolve.ts';
import { explain } from './explain.ts';
import { legalMoves } from './legal.ts';
import type { Move } from './moves.ts';
import { formatMove, parseMove } from './notation.ts';
import { ended, leaders, outcomeOf } from './outcome.ts';
import { formatPosition } from './position.ts';
import { rulesText } from './rules.ts';
import { schemas } from './schema.ts';
import { boardText } from './text.ts';
import type { Options, State } from './types.ts';
import { type AstromagieView, viewOf } from './view.ts';

const SEAT_RANGE: SeatRange = { least: 2, most: 5 };

type Astromagie = Game<Options, State, Move, AstromagieEvent, AstromagieView>;

/** The game as it is played with the deck of `deck/rows.ts`. */
export const astromagie: Astromagie = astromagieWith(readDeck(DECK));

export function astromagieWith(deck: Deck): Astromagie {
  return {
    id: 'astromagie',
    name: 'Astromagie',
    summary: 'Two to five players lay a row of zodiac signs, elements and planets; who adds last scores it.',
    version: '1',
    rulesText,
    limits: { turnEnded: 'AS-11', matchEnded: 'AS-43' },
    hidden: true,
    schemas,
    seatRange: SEAT_RANGE,
    timeLimit: { after: ({ timeLimit }) => (timeLimit === null ? null : durationOf(timeLimit)), passed: passTime },
    offers: { settle: leaders },
    seats: () => SEAT_RANGE,

    setup: ({ targetScore, deals }, seats) => ({
      limits: { targetScore, deals, timePassed: false },
      deal: { number: 0, first: 1 },
      gone: { seats: [], cards: [] },
      phase: { type: 'dealing', first: 1 },
      turn: 1,
      hands: seats.map(() => []),
      pile: [],
      row: null,
      discards: [],
      tally: { scores: seats.map(() => 0), rows: [] },
    }),
    awaitsDraw,
    draw: (state, chance) => draw(deck, state, chance),
    decide: (state, seat, move) => decide(deck, state, seat, move),
    evolve,

    toMove: ({ phase }) => (phase.type === 'playing' ? [phase.seat] : []),
    turn: (state) => state.turn,
    legalMoves: (state, seat) => legalMoves(deck, state, seat),
    explain: (state, _seat, move) => explain(deck, state, move),

    leave: (state, seat) => leave(deck, state, seat),
    halt: (state) => withPhase(state, { type: 'halted' }),
    ended,
    outcome: outcomeOf,

    view: (state, viewer, open) => viewOf(deck, state, viewer, open),
    text: boardText,
    parseMove: (text) => parseMove(deck, text),
    formatMove,
    formatPosition: (state, viewer, open) => formatPosition(deck, state, viewer, open),
  };
}
