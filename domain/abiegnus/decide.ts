/** What a move brings about up to the next roll, or why it is refused. */
import type { Verdict } from '../game.ts';
import type { Seat } from '../seat.ts';
import { capOn, rayOf, smallOf, stackOn } from './board.ts';
import { type Course, endsHere, happen } from './course.ts';
import { eruptionFrom } from './eruption.ts';
import type { AbiegnusEvent, TurnEnd } from './events.ts';
import { MOST_STEPS, obstacleTo } from './legal.ts';
import type { Move, Step } from './moves.ts';
import { nobodyToMove, notYourTurn, refusalFor } from './refusal.ts';
import { type State, seatOfTurn } from './types.ts';

export function decide(state: State, seat: Seat, move: Move): Verdict<AbiegnusEvent> {
  const { board, mode, turn, phase } = state;
  if (phase.type !== 'moving') return { ok: false, refusal: nobodyToMove(phase) };
  const mover = seatOfTurn(mode, turn);
  if (seat !== mover) return { ok: false, refusal: notYourTurn(mover) };
  const obstacle = obstacleTo(board, phase, move);
  if (obstacle !== null) return { ok: false, refusal: refusalFor(board, phase, move, obstacle) };
  if (move.type === 'step') return { ok: true, events: eventsOfStep(state, mover, move, phase.steps + 1) };
  const course: Course = { state, events: [] };
  endTurn(course, 'end', false);
  return { ok: true, events: course.events };
}

/** A legal step, the turn's `nth`. */
function eventsOfStep(state: State, seat: Seat, { from, to }: Step, nth: number): readonly AbiegnusEvent[] {
  const { board } = state;
  const element = capOn(stackOn(board, from));
  const ray = rayOf(from, to);
  if (element === null || ray === null) return [];
  const step: AbiegnusEvent = { type: 'stepped', element, from, to };
  const captures = capOn(stackOn(board, to)) !== null;
  const landings = captures ? [] : eruptionFrom(board, from, ray);
  // Most steps go on like this, and then nothing needs to be looked at.
  if (!captures && landings.length === 0 && nth < MOST_STEPS) return [step];

  const course: Course = { state, events: [] };
  if (captures) happen(course, { type: 'cap-captured', seat, at: to, pyramid: smallOf(element) });
  happen(course, step);
  if (landings.length > 0) {
    const cleared = landings.length === stackOn(board, from).length - 1;
    happen(course, { type: 'erupted', seat, from, landings, cleared });
    endTurn(
      course,
      'eruption',
      landings.some(({ captured }) => captured),
    );
  } else endTurn(course, captures ? 'capture' : 'steps', captures);
  return course.events;
}

function endTurn(course: Course, by: TurnEnd, captures: boolean): void {
  happen(course, { type: 'turn-ended', by, quiet: captures ? 0 : course.state.quiet + 1 });
  endsHere(course, by === 'eruption');
}
