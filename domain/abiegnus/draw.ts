/** The roll that begins a turn, and the turns that are passed because of it (AB-10, AB-13). */
import type { Chance } from '../chance.ts';
import { type Course, endsHere, happen } from './course.ts';
import type { AbiegnusEvent } from './events.ts';
import { canMove } from './legal.ts';
import { FACES, type State, seatOfTurn } from './types.ts';

export function draw(state: State, chance: Chance): readonly AbiegnusEvent[] {
  const course: Course = { state, events: [] };
  while (course.state.phase.type === 'awaiting-roll') {
    const turn = course.state.turn + 1;
    const seat = seatOfTurn(state.mode, turn);
    const roll = FACES[chance.uniform(FACES.length)] ?? '*';
    happen(course, { type: 'rolled', seat, turn, roll });
    if (canMove(course.state)) break;
    happen(course, { type: 'passed', seat, turn, quiet: course.state.quiet + 1 });
    if (endsHere(course, false)) break;
  }
  return course.events;
}
