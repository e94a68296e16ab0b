/** The course of one command while it is being decided: what has happened, and the state it led to. */
import type { AstromagieEvent } from './events.ts';
import { evolve } from './evolve.ts';
import type { State } from './types.ts';

export interface Course {
  state: State;
  readonly events: AstromagieEvent[];
}

export function happen(course: Course, event: AstromagieEvent): void {
  course.events.push(event);
  course.state = evolve(course.state, event);
}
