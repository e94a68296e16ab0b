/** Hidden dice on the contract of all games. */
import * as z from 'zod';
import type { Game } from '../../domain/game.ts';
import { catalogueOf } from '../../domain/games.ts';
import type { Viewer } from '../../domain/sealed.ts';
import { SEATS } from '../../domain/seat.ts';
import { decide, draw, ended, evolve, leave, outcome } from './rules.ts';
import { type Event, handOf, isCard, type Move, type Options, type State, type View } from './state.ts';

const card = z.string().regex(/^K[0-9]{2}$/);
const count = z.int().min(0);

export const hiddenDice: Game<Options, State, Move, Event, View> = {
  id: 'hidden-dice',
  name: 'Hidden dice',
  summary: 'Cards from a hidden hand against a die.',
  version: '1',
  rulesText: 'HD-1 Only the mover moves. HD-2 Play what you hold. HD-3 Only of the parity of the die.',
  limits: { turnEnded: 'HD-5', matchEnded: 'HD-6' },
  hidden: true,
  seatRange: { least: 1, most: 5 },
  schemas: {
    options: z.strictObject({
      solo: z.boolean().default(false),
      rounds: z.int().min(1).max(5).default(2),
      minutes: z.int().min(1).nullable().default(null),
      wish: z.string().max(100).optional(),
    }),
    move: z.string().regex(/^(play K[0-9]{2}|take|pass)$/),
    view: z
      .strictObject({
        turn: count,
        mover: z.literal([...SEATS]).nullable(),
        die: count.nullable(),
        scores: z.array(count),
        handSizes: z.array(count),
        pileSize: count,
        hands: z.array(z.array(card).nullable()),
      })
      .meta({ id: 'HiddenDiceView' }),
  },
  personal: ['wish'],
  timeLimit: {
    after: ({ minutes }) => (minutes === null ? null : minutes * 60_000),
    passed: () => [{ type: 'time-up' }],
  },

  seats: ({ solo }) => (solo ? { least: 1, most: 1 } : { least: 2, most: 5 }),
  setup: ({ rounds }, seats) => ({
    rounds,
    round: 1,
    turn: 1,
    mover: seats[0] ?? 1,
    phase: { type: 'dealing' },
    seats,
    left: [],
    hands: seats.map(() => []),
    scores: seats.map(() => 0),
    pile: [],
  }),
  awaitsDraw: ({ phase }) => phase.type === 'dealing' || phase.type === 'drawing',
  draw,
  decide,
  evolve,

  toMove: ({ phase, mover }) => (phase.type === 'playing' ? [mover] : []),
  turn: ({ turn }) => turn,
  legalMoves: (state, seat) => {
    const plays = handOf(state, seat).map((each): Move => ({ type: 'play', card: each }));
    const all: Move[] = [{ type: 'pass' }, ...plays.sort(byText), { type: 'take' }];
    return all.filter((move) => decide(state, seat, move).ok);
  },
  explain: (_state, _seat, move) => (move.type === 'play' ? `You play ${move.card}.` : 'Your turn ends.'),

  leave,
  halt: (state) => ({ ...state, phase: { type: 'halted' } }),
  ended,
  outcome,

  view,
  text: (seen) => `turn ${seen.turn}: scores ${seen.scores.join(', ')}`,
  parseMove: (text) => {
    const [word, name, ...more] = text.trim().split(/\s+/);
    const upper = name?.toUpperCase();
    if (more.length > 0) return null;
    if (word === 'play' && upper !== undefined && isCard(upper)) return { type: 'play', card: upper };
    return (word === 'take' || word === 'pass') && name === undefined ? { type: word } : null;
  },
  formatMove,
  formatPosition: (state, viewer, open) => {
    const { turn, mover, die, scores, handSizes, pileSize, hands } = view(state, viewer, open);
    const known = hands.map((hand) => hand?.join('+') ?? '?').join('|');
    return `${turn} ${mover ?? '-'} ${die ?? '-'} ${scores.join(',')} ${handSizes.join(',')} ${pileSize} ${known}`;
  },
};

export const hiddenDiceOnly = catalogueOf([hiddenDice]);

function view(state: State, viewer: Viewer, open: boolean): View {
  const { turn, mover, phase, scores, pile, seats } = state;
  const playing = phase.type === 'playing';
  return {
    turn,
    mover: playing ? mover : null,
    die: playing ? phase.die : null,
    scores,
    handSizes: seats.map((seat) => handOf(state, seat).length),
    pileSize: pile.length,
    hands: seats.map((seat) => (open || seat === viewer ? handOf(state, seat) : null)),
  };
}

function formatMove(move: Move): string {
  return move.type === 'play' ? `play ${move.card}` : move.type;
}

function byText(a: Move, b: Move): number {
  return formatMove(a) < formatMove(b) ? -1 : 1;
}
