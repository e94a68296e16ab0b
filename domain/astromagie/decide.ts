/** What a move brings about up to the draw, what chance adds to it, and what comes from outside the game. */
import type { Chance } from '../chance.ts';
import type { Verdict } from '../game.ts';
import { sealed } from '../sealed.ts';
import type { Seat } from '../seat.ts';
import { firstSeats } from '../seat.ts';
import type { Deck } from './cards.ts';
import { type Course, happen } from './course.ts';
import type { AstromagieEvent } from './events.ts';
import type { Move } from './moves.ts';
import { judge, refuse } from './refusal.ts';
import { endExhausted, settle } from './settle.ts';
import { HAND, handOf, type State } from './types.ts';

export function decide(deck: Deck, state: State, seat: Seat, move: Move): Verdict<AstromagieEvent> {
  const { phase } = state;
  if (phase.type !== 'playing') return refuse('AS-43', 'Nobody is to move.');
  if (phase.seat !== seat) return refuse('AS-10', `It is the turn of seat ${phase.seat}.`);
  const judged = judge(deck, state, seat, move);
  if (!judged.ok) return judged;
  return 'play' in judged
    ? { ok: true, events: [{ type: 'played', seat, cards: judged.play }] }
    : { ok: true, events: [{ type: 'discarded', seat, card: judged.discard }] };
}

/** True after every move, also when the pile is empty: what follows may tell what hands hold, and no dry run may (AS-42). */
export function awaitsDraw({ phase }: State): boolean {
  return phase.type === 'drawing' || phase.type === 'dealing';
}

export function draw(deck: Deck, state: State, chance: Chance): readonly AstromagieEvent[] {
  const course: Course = { state, events: [] };
  if (state.phase.type === 'drawing') {
    const { seat } = state.phase;
    refill(course, seat);
    settle(deck, course, seat);
  }
  if (course.state.phase.type === 'dealing') deal(deck, course, course.state.phase.first, chance);
  return course.events;
}

/** After a discard as after a play: up to six, as far as the pile goes (AS-11). */
function refill(course: Course, seat: Seat): void {
  const { pile } = course.state;
  const cards = pile.slice(0, Math.max(HAND - handOf(course.state, seat).length, 0));
  if (cards.length === 0) return;
  happen(course, { type: 'drew', seat, count: cards.length, cards: sealed(seat, cards) });
}

/** AS-10: from the shuffled order six cards each, by seat; the rest is the pile. */
function deal(deck: Deck, course: Course, first: Seat, chance: Chance): void {
  const { state } = course;
  const cards = chance.shuffle(deck.order);
  const playing = firstSeats(state.hands.length).filter((seat) => !state.gone.seats.includes(seat));
  const hands = playing.map((seat, i) => ({ seat, cards: sealed(seat, cards.slice(i * HAND, (i + 1) * HAND)) }));
  const pile = sealed('nobody', cards.slice(playing.length * HAND));
  happen(course, { type: 'dealt', deal: state.deal.number + 1, first, hands, pile });
}

/** AS-46. */
export function leave(deck: Deck, state: State, seat: Seat): readonly AstromagieEvent[] {
  const course: Course = { state, events: [] };
  happen(course, { type: 'seat-left', seat });
  if (state.phase.type === 'playing' && state.phase.seat === seat) settle(deck, course, seat);
  else endExhausted(deck, course);
  return course.events;
}

/** AS-41. */
export function passTime({ row }: State): readonly AstromagieEvent[] {
  const passed: AstromagieEvent = { type: 'time-passed' };
  return row === null ? [passed, { type: 'game-ended', reason: 'time' }] : [passed];
}
