/** How a game ended. */
import type { Outcome } from '../game.ts';
import { type DrawReason, nameOf, otherSide, type State, seatOf } from './types.ts';

const DRAWS: Readonly<Record<DrawReason, string>> = {
  repetition: 'A draw: the same position came for the third time at the start of a turn.',
  quiet: 'A draw: 60 turns in a row without a breakthrough or a destruction.',
  length: 'A draw: 1,000 turns have been played.',
};

export function outcomeOf(state: State): Outcome | null {
  const { phase, aqua, ignis } = state;
  const scores = [aqua.breakthroughs, ignis.breakthroughs];
  switch (phase.type) {
    case 'won': {
      const { winner } = phase;
      const own = state[winner].breakthroughs;
      const text = `${nameOf(winner)} wins by ${own} breakthroughs to ${state[otherSide(winner)].breakthroughs}.`;
      return { kind: 'win', winners: [seatOf(winner)], reason: 'breakthroughs', scores, detail: { text } };
    }
    case 'drawn':
      return { kind: 'draw', winners: [], reason: phase.reason, scores, detail: { text: DRAWS[phase.reason] } };
    case 'playing':
    case 'halted':
      return null;
  }
}
