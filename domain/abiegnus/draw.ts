/** The roll that begins a turn, and the turns that are passed because of it (AB-10, AB-13). */
import type { Chance } from '../chance.ts';
import { type Course, endsHere, happen } from './course.ts';
import type { AbiegnusEvent } from './events.ts';
import { canMove } from './legal.ts';
import { FACES, type Face, type State, seatOfTurn } from './types.ts';

export function draw(state: State, chance: Chance): readonly AbiegnusEvent[] {
  const course: Course = { state, events: [] };
  while (course.state.phase.type === 'awaiting-roll') beginTurn(course, FACES[chance.uniform(FACES.length)] ?? '*');
  return course.events;
}

/** One turn begins with a roll; where it lets nothing move the turn is passed. */
export function beginTurn(course: Course, roll: Face): void {
  const turn = course.state.turn + 1;
  const seat = seatOfTurn(course.state.mode, turn);
  happen(course, { type: 'rolled', seat, turn, roll });
  if (canMove(course.state)) return;
  happen(course, { type: 'passed', seat, turn, quiet: course.state.quiet + 1 });
  endsHere(course, false);
}
