/** A race with open dice, for tests: to be the first at 12. A roll of 6 passes the turn, as the log records. */
import * as z from 'zod';
import type { Game } from '../../domain/game.ts';
import type { Seat } from '../../domain/seat.ts';

interface State {
  readonly turn: number;
  readonly die: number | null;
  readonly places: readonly [number, number];
  readonly halted: boolean;
}

type Event =
  | { readonly type: 'rolled'; readonly die: number }
  | { readonly type: 'passed' }
  | { readonly type: 'ran'; readonly by: number };

type Move = 'run' | 'wait';

const GOAL = 12;
const TWO = { least: 2, most: 2 };

function mover(state: State): Seat {
  return state.turn % 2 === 1 ? 1 : 2;
}

function winner({ places }: State): Seat | null {
  return places[0] >= GOAL ? 1 : places[1] >= GOAL ? 2 : null;
}

export const race: Game<Record<string, never>, State, Move, Event, State> = {
  id: 'race',
  name: 'Race',
  summary: 'Who is first at 12?',
  version: '1',
  rulesText: 'RA-1',
  limits: { turnEnded: 'RA-2', matchEnded: 'RA-3' },
  hidden: false,
  seatRange: TWO,
  schemas: { options: z.strictObject({}), move: z.string(), view: z.looseObject({}).meta({ id: 'RaceView' }) },

  seats: () => TWO,
  setup: () => ({ turn: 1, die: null, places: [0, 0], halted: false }),
  awaitsDraw: (state) => state.die === null && winner(state) === null && !state.halted,
  draw: (_state, chance) => {
    const die = chance.uniform(6) + 1;
    return die === 6 ? [{ type: 'rolled', die }, { type: 'passed' }] : [{ type: 'rolled', die }];
  },
  decide: (state, _seat, move) => ({ ok: true, events: [{ type: 'ran', by: move === 'run' ? (state.die ?? 0) : 0 }] }),
  evolve: (state, event) => {
    if (event.type === 'rolled') return { ...state, die: event.die };
    const [first, second] = state.places;
    const by = event.type === 'ran' ? event.by : 0;
    const places: State['places'] = mover(state) === 1 ? [first + by, second] : [first, second + by];
    return { ...state, turn: state.turn + 1, die: null, places };
  },

  toMove: (state) => (state.die === null || state.halted ? [] : [mover(state)]),
  turn: (state) => state.turn,
  legalMoves: () => ['run', 'wait'],
  explain: (_state, _seat, move) => move,
  leave: () => [],
  ended: (state, winners, reason) => {
    return { kind: 'win', winners, reason, scores: state.places, detail: { text: 'The race was given up.' } };
  },
  halt: (state) => ({ ...state, die: null, halted: true }),
  outcome: (state) => {
    const first = winner(state);
    const detail = { text: `Seat ${first} is there first.` };
    return first === null ? null : { kind: 'win', winners: [first], reason: 'there', scores: state.places, detail };
  },
  view: (state) => state,
  text: ({ places }) => places.join(':'),
  parseMove: (text) => (text === 'run' || text === 'wait' ? text : null),
  formatMove: (move) => move,
  formatPosition: ({ places, turn, die }) => `${places.join(':')} ${turn} ${die ?? '-'}`,
};
