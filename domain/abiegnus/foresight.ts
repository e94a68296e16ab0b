/** What may be rolled, for plans that are laid before it is. */
import type { Foresight } from '../game.ts';
import type { Course } from './course.ts';
import { beginTurn } from './draw.ts';
import { FACES, type State } from './types.ts';

export const foresight: Foresight<State> = {
  rolls: FACES,
  roll: ({ phase }) => (phase.type === 'moving' ? phase.roll : null),

  draws(state) {
    const reached: State[] = [];
    // Passing changes nothing on the board, so after a turn of each seat the same comes again.
    let awaiting: State | null = state;
    for (let passed = 0; awaiting !== null && (passed < 2 || reached.length === 0); passed += 1) {
      const turn: State = awaiting;
      awaiting = null;
      for (const roll of FACES) {
        const course: Course = { state: turn, events: [] };
        beginTurn(course, roll);
        // Whichever roll it was that let nothing move.
        if (course.state.phase.type === 'awaiting-roll') awaiting = course.state;
        else if (course.state.phase.type === 'moving') reached.push(course.state);
      }
    }
    return reached;
  },
};
