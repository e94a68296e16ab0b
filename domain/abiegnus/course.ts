/** The course of one command while it is being decided: what has happened, and the state it led to. */
import { endAfterTurn } from './endings.ts';
import type { AbiegnusEvent } from './events.ts';
import { evolve } from './evolve.ts';
import type { State } from './types.ts';

export interface Course {
  state: State;
  readonly events: AbiegnusEvent[];
}

export function happen(course: Course, event: AbiegnusEvent): void {
  course.events.push(event);
  course.state = evolve(course.state, event);
}

/** After a turn: whether the game is over with it. */
export function endsHere(course: Course, erupted: boolean): boolean {
  const reason = endAfterTurn(course.state, erupted);
  if (reason === null) return false;
  happen(course, { type: 'ended', reason });
  return true;
}
