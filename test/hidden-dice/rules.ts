/** What happens in hidden dice. */
import type { Chance } from '../../domain/chance.ts';
import type { Outcome, RuleId, Verdict } from '../../domain/game.ts';
import { sealed } from '../../domain/sealed.ts';
import type { Seat } from '../../domain/seat.ts';
import { DECK, type Event, HAND, handOf, type Move, PLAYS_A_TURN, type State, worth } from './state.ts';

export function decide(state: State, seat: Seat, move: Move): Verdict<Event> {
  const { phase } = state;
  if (phase.type !== 'playing' || seat !== state.mover) return refuse('HD-1', 'It is not your turn.');
  switch (move.type) {
    case 'pass':
      return { ok: true, events: [endTurn(state, null)] };
    case 'take':
      if (state.pile.length === 0) return refuse('HD-4', 'The pile is empty.');
      return { ok: true, events: [endTurn(state, seat)] };
    case 'play': {
      const { card } = move;
      if (!handOf(state, seat).includes(card)) return refuse('HD-2', 'You do not hold that card.');
      if (worth(card) % 2 !== phase.die % 2) return refuse('HD-3', 'The card is not of the parity of the die.');
      const played: Event = { type: 'played', seat, card };
      const last = phase.plays + 1 === PLAYS_A_TURN;
      return { ok: true, events: last ? [played, endTurn(state, null)] : [played] };
    }
  }
}

export function draw(state: State, chance: Chance): readonly Event[] {
  const roll = (): Event => ({ type: 'rolled', die: chance.uniform(6) + 1 });
  if (state.phase.type === 'dealing') {
    const cards = chance.shuffle(DECK);
    const hands = state.seats.map((seat, i) => sealed(seat, cards.slice(i * HAND, (i + 1) * HAND)));
    const pile = sealed('nobody', cards.slice(hands.length * HAND));
    return [{ type: 'dealt', hands, pile }, roll()];
  }
  if (state.phase.type !== 'drawing') return [];
  const { taker, next } = state.phase;
  const [card] = state.pile;
  const took: Event[] =
    taker === null || card === undefined ? [] : [{ type: 'took', seat: taker, card: sealed(taker, card) }];
  return next === null ? took : [...took, roll()];
}

export function leave(state: State, seat: Seat): readonly Event[] {
  const left: Event = { type: 'seat-left', seat };
  return seat === state.mover ? [left, endTurn(evolve(state, left), null)] : [left];
}

export function evolve(state: State, event: Event): State {
  switch (event.type) {
    case 'dealt': {
      const hands = event.hands.map((hand) => hand.value);
      return { ...state, hands, pile: event.pile.value, phase: { type: 'drawing', taker: null, next: state.mover } };
    }
    case 'rolled':
      return { ...state, phase: { type: 'playing', die: event.die, plays: 0 } };
    case 'played': {
      const { card, seat } = event;
      const plays = state.phase.type === 'playing' ? { ...state.phase, plays: state.phase.plays + 1 } : state.phase;
      const scores = state.scores.map((score, i) => (i === seat - 1 ? score + worth(card) : score));
      return {
        ...withHand(
          state,
          seat,
          handOf(state, seat).filter((each) => each !== card),
        ),
        scores,
        phase: plays,
      };
    }
    case 'turn-ended': {
      const { taker, next, round } = event;
      if (next === null) return { ...state, phase: taker === null ? OVER : { type: 'drawing', taker, next } };
      return { ...state, round, turn: state.turn + 1, mover: next, phase: { type: 'drawing', taker, next } };
    }
    case 'took': {
      const { seat, card } = event;
      const drawn = { ...withHand(state, seat, [...handOf(state, seat), card.value]), pile: state.pile.slice(1) };
      const next = state.phase.type === 'drawing' ? state.phase.next : null;
      return { ...drawn, phase: next === null ? OVER : { type: 'drawing', taker: null, next } };
    }
    case 'seat-left':
      return { ...withHand(state, event.seat, []), left: [...state.left, event.seat] };
    case 'time-up':
      return { ...state, phase: { type: 'over', reason: 'time' } };
  }
}

export function outcome({ phase, seats, left, scores }: State): Outcome | null {
  if (phase.type !== 'over') return null;
  const { reason } = phase;
  const detail = { text: `The scores are ${scores.join(', ')}.` };
  const inPlay = seats.filter((seat) => !left.includes(seat));
  if (seats.length === 1) return { kind: 'ended', winners: [], reason, scores, detail };
  const best = Math.max(...inPlay.map((seat) => scores[seat - 1] ?? 0));
  const winners = inPlay.filter((seat) => scores[seat - 1] === best);
  return { kind: winners.length === inPlay.length ? 'draw' : 'win', winners, reason, scores, detail };
}

export function ended({ seats, scores }: State, winners: readonly Seat[], reason: string): Outcome {
  const detail = { text: `The scores stand at ${scores.join(', ')}.` };
  return { kind: seats.length === 1 ? 'ended' : 'win', winners, reason, scores, detail };
}

const OVER = { type: 'over', reason: 'rounds' } as const;

function endTurn({ seats, left, mover, round, rounds }: State, taker: Seat | null): Event {
  const inPlay = seats.filter((seat) => !left.includes(seat));
  const later = inPlay.find((seat) => seat > mover);
  const next = later ?? (round < rounds ? inPlay[0] : undefined) ?? null;
  return { type: 'turn-ended', taker, next, round: later === undefined ? round + 1 : round };
}

function withHand(state: State, seat: Seat, hand: State['hands'][number]): State {
  return { ...state, hands: state.hands.map((each, i) => (i === seat - 1 ? hand : each)) };
}

function refuse(rule: RuleId, message: string) {
  return { ok: false, refusal: { rule, message } } as const;
}
