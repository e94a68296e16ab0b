/** What follows when a seat has moved, or left: skips, a row that scores, ends, the next turn (AS-13). */
import { SEATS, type Seat } from '../seat.ts';
import { type Deck, isZodiac } from './cards.ts';
import { type Course, happen } from './course.ts';
import { pointsOf } from './row.ts';
import { handOf, type State } from './types.ts';

/** `after` has moved, or was to move and has left. */
export function settle(deck: Deck, course: Course, after: Seat): void {
  const { row } = course.state;
  if (row === null) {
    beginTurn(deck, course, nextHolder(course.state, after));
    return;
  }
  const next = firstAfter(course.state, after, (seat) => seat === row.addedBy || holdsCards(course.state, seat));
  if (next !== undefined && next !== row.addedBy) {
    happen(course, { type: 'turn-began', seat: next });
    return;
  }
  const seat = row.addedBy;
  const points = pointsOf(deck, row.places);
  const score = (course.state.tally.scores[seat - 1] ?? 0) + points;
  happen(course, { type: 'row-scored', seat, points, score });
  const { targetScore, timePassed } = course.state.limits;
  if (targetScore !== null && score >= targetScore) happen(course, { type: 'game-ended', reason: 'target' });
  else if (timePassed) happen(course, { type: 'game-ended', reason: 'time' });
  else beginTurn(deck, course, holdsCards(course.state, seat) ? seat : nextHolder(course.state, seat));
}

/** The deal's end, where it has come: nobody can make a score any more (AS-42, AS-44). */
export function endExhausted(deck: Deck, course: Course): boolean {
  const { state } = course;
  const scoreIsPossible =
    state.row !== null ||
    state.pile.length > 0 ||
    state.hands.some((hand) => hand.some((card) => isZodiac(deck, card)));
  if (scoreIsPossible) return false;
  const { number, first } = state.deal;
  const { deals } = state.limits;
  if (deals !== null && number >= deals) happen(course, { type: 'game-ended', reason: 'exhausted' });
  else happen(course, { type: 'deal-ended', deal: number, next: nextInPlay(state, first) });
  return true;
}

/** With no row on the table. */
function beginTurn(deck: Deck, course: Course, next: Seat | undefined): void {
  if (endExhausted(deck, course) || next === undefined) return;
  happen(course, { type: 'turn-began', seat: next });
}

/** The first of the other seats in turn, this one last. */
function firstAfter({ hands }: State, seat: Seat, isWanted: (seat: Seat) => boolean): Seat | undefined {
  const count = hands.length;
  for (let step = 0; step < count; step += 1) {
    const each = SEATS[(seat + step) % count];
    if (each !== undefined && isWanted(each)) return each;
  }
  return undefined;
}

function holdsCards(state: State, seat: Seat): boolean {
  return handOf(state, seat).length > 0;
}

function nextHolder(state: State, seat: Seat): Seat | undefined {
  return firstAfter(state, seat, (each) => holdsCards(state, each));
}

function nextInPlay(state: State, seat: Seat): Seat {
  return firstAfter(state, seat, (each) => !state.gone.seats.includes(each)) ?? seat;
}
