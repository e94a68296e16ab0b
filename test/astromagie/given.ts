/** States to test from, written as positions are; and random matches. */
import { cardOf } from '../../domain/astromagie/cards.ts';
import { DECK } from '../../domain/astromagie/deck/rows.ts';
import { readDeck } from '../../domain/astromagie/deck/schema.ts';
import type { AstromagieEvent } from '../../domain/astromagie/events.ts';
import { astromagie } from '../../domain/astromagie/index.ts';
import type { CardCode, Options, Pair, Row, State } from '../../domain/astromagie/types.ts';
import type { Chance } from '../../domain/chance.ts';
import type { Verdict } from '../../domain/game.ts';
import { firstSeats, type Seat } from '../../domain/seat.ts';
import type { Random } from '../support/random.ts';

export const deck = readDeck(DECK);

/** What a test cares about; the rest is the least there can be. Cards are codes with blanks between. */
export interface Given {
  /** Positions 1 to 4, such as `-/air/gem/-`; none: no row. */
  readonly row?: string;
  /** First to top, such as `trine+mars1 square+sun2`. */
  readonly pairs?: string;
  readonly by?: Seat;
  readonly toMove?: Seat;
  readonly hands: readonly string[];
  readonly pile?: string;
  readonly discards?: string;
  readonly scores?: readonly number[];
  readonly targetScore?: number;
  readonly deals?: number | null;
  readonly deal?: number;
  readonly first?: Seat;
  readonly timePassed?: boolean;
  readonly gone?: readonly Seat[];
  readonly turn?: number;
}

export function given(wanted: Given): State {
  const { hands, toMove = 1, turn = 1, deals = 1, targetScore = null, timePassed = false, gone = [] } = wanted;
  return {
    limits: { targetScore, deals, timePassed },
    deal: { number: wanted.deal ?? 1, first: wanted.first ?? 1 },
    gone: { seats: gone, cards: [] },
    phase: { type: 'playing', seat: toMove },
    turn,
    hands: hands.map(cards),
    pile: cards(wanted.pile ?? ''),
    row: wanted.row === undefined ? null : rowOf(wanted.row, wanted.pairs ?? '', wanted.by ?? 1),
    discards: cards(wanted.discards ?? ''),
    tally: { scores: wanted.scores ?? hands.map(() => 0), rows: [] },
  };
}

function cards(text: string): CardCode[] {
  const codes = text.split(' ').filter((code) => code !== '');
  for (const code of codes) cardOf(deck, code);
  return codes;
}

function rowOf(places: string, pairs: string, addedBy: Seat): Row {
  const [one = null, two = null, three = null, four = null] = places
    .split('/')
    .map((each) => (each === '-' ? null : each));
  if (three === null) throw new Error('no row');
  const laid: Pair[] = pairs
    .split(' ')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const [aspect = '', planet = ''] = pair.split('+');
      return { aspect, planet };
    });
  return { places: [one, two, three, four], pairs: laid, addedBy };
}

export const OPTIONS: Options = { targetScore: null, timeLimit: null, deals: 1 };

/** Shuffles by a test's own numbers. */
export function chanceOf(random: Random): Chance {
  let used = 0;
  return {
    uniform(k) {
      used += 1;
      return random.below(k);
    },
    shuffle<Card>(all: readonly Card[]): Card[] {
      const left = [...all];
      const order: Card[] = [];
      while (left.length > 0) order.push(...left.splice(this.uniform(left.length), 1));
      return order;
    },
    get used() {
      return used;
    },
  };
}

/** Nothing may be drawn from it. */
const noChance: Chance = {
  uniform: () => {
    throw new Error('no chance is wanted here');
  },
  shuffle: () => {
    throw new Error('no deal is wanted here');
  },
  used: 0,
};

export function fold(state: State, events: readonly AstromagieEvent[]): State {
  return events.reduce(astromagie.evolve, state);
}

export function decide(state: State, text: string, seat?: Seat): Verdict<AstromagieEvent> {
  const move = astromagie.parseMove(text);
  if (move === null) throw new Error(`no move: ${text}`);
  return astromagie.decide(state, seat ?? moverOf(state), move);
}

export function moverOf(state: State): Seat {
  const [seat] = astromagie.toMove(state);
  if (seat === undefined) throw new Error('nobody is to move');
  return seat;
}

/** All that a move brings about. */
export function eventsOf(state: State, text: string, chance: Chance = noChance): readonly AstromagieEvent[] {
  const verdict = decide(state, text);
  if (!verdict.ok) throw new Error(`${text}: ${verdict.refusal.rule} ${verdict.refusal.message}`);
  return withDraws(state, verdict.events, chance);
}

export function withDraws(
  state: State,
  events: readonly AstromagieEvent[],
  chance: Chance = noChance,
): readonly AstromagieEvent[] {
  const next = fold(state, events);
  if (!astromagie.awaitsDraw(next)) return events;
  return withDraws(state, [...events, ...astromagie.draw(next, chance)], chance);
}

export function play(state: State, ...texts: readonly string[]): State {
  return texts.reduce((each, text) => fold(each, eventsOf(each, text)), state);
}

export function left(state: State, seat: Seat, chance: Chance = noChance): State {
  return fold(state, withDraws(state, astromagie.leave(state, seat), chance));
}

/** `AS-22`, or `ok`. */
export function ruling(state: State, text: string): string {
  const verdict = decide(state, text);
  return verdict.ok ? 'ok' : verdict.refusal.rule;
}

export function positionOf(state: State): string {
  return astromagie.formatPosition(state, 'onlooker', astromagie.outcome(state) !== null);
}

export function legalTexts(state: State): string[] {
  return astromagie.legalMoves(state, moverOf(state)).map(astromagie.formatMove);
}

export function started(seats: number, chance: Chance, options: Options = OPTIONS): State {
  const dealing = astromagie.setup(options, firstSeats(seats));
  return fold(dealing, withDraws(dealing, [], chance));
}
