/** The state as a client draws it: a seat sees its own hand, after the match everybody sees all of them (AS-50). */
import type { Viewer } from '../sealed.ts';
import type { Seat } from '../seat.ts';
import { firstSeats } from '../seat.ts';
import { type Deck, sorted } from './cards.ts';
import { pointsOf } from './row.ts';
import type { CardCode, EndReason, Pair, RowCards, State } from './types.ts';

interface RowCardsView {
  /** Positions 1 to 4. */
  readonly places: readonly (CardCode | null)[];
  /** The last is the top one. */
  readonly pairs: readonly Pair[];
}

export interface RowView extends RowCardsView {
  readonly addedBy: Seat;
  /** What it is worth as it lies. */
  readonly points: number;
}

interface ScoredRowView extends RowCardsView {
  readonly seat: Seat;
  readonly points: number;
}

export interface AstromagieView {
  readonly deal: number;
  readonly deals: number | null;
  readonly turn: number;
  readonly toMove: Seat | null;
  readonly targetScore: number | null;
  readonly timePassed: boolean;
  readonly scores: readonly number[];
  readonly row: RowView | null;
  readonly pileSize: number;
  readonly discards: readonly CardCode[];
  readonly scoredRows: readonly ScoredRowView[];
  readonly handSizes: readonly number[];
  /** By seat; null where the viewer may not know. */
  readonly hands: readonly (readonly CardCode[] | null)[];
  /** The seats that play no further part. */
  readonly left: readonly Seat[];
  readonly ending: EndReason | 'halted' | null;
}

export function viewOf(deck: Deck, state: State, viewer: Viewer, open: boolean): AstromagieView {
  const { phase, row, hands } = state;
  return {
    deal: state.deal.number,
    deals: state.limits.deals,
    turn: state.turn,
    toMove: phase.type === 'playing' ? phase.seat : null,
    targetScore: state.limits.targetScore,
    timePassed: state.limits.timePassed,
    scores: state.tally.scores,
    row: row && { ...cardsOf(row), addedBy: row.addedBy, points: pointsOf(deck, row.places) },
    pileSize: state.pile.length,
    discards: state.discards,
    scoredRows: state.tally.rows.map((each) => ({ ...cardsOf(each), seat: each.seat, points: each.points })),
    handSizes: hands.map((hand) => hand.length),
    hands: firstSeats(hands.length).map((seat, i) => (open || seat === viewer ? sorted(deck, hands[i] ?? []) : null)),
    left: state.gone.seats,
    ending: phase.type === 'over' ? phase.reason : phase.type === 'halted' ? 'halted' : null,
  };
}

function cardsOf({ places, pairs }: RowCards): RowCardsView {
  return { places, pairs };
}
