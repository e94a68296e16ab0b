/** How a game ended. */
import type { Outcome } from '../game.ts';
import type { Seat } from '../seat.ts';
import { type DrawReason, nameOf, otherSide, type State, seatOf, sideOf } from './types.ts';

const DRAWS: Readonly<Record<DrawReason, string>> = {
  repetition: 'A draw: the same position came for the third time at the start of a turn.',
  quiet: 'A draw: 60 turns in a row without a breakthrough or a destruction.',
  length: 'A draw: 1,000 turns have been played.',
};

/** Ended from outside: a win of whoever is left, at the score as it stands. */
export function ended(state: State, winners: readonly Seat[], reason: string): Outcome {
  const scores = [state.aqua.breakthroughs, state.ignis.breakthroughs];
  const score = `The score stands at ${scores.join(' to ')}.`;
  const [winner] = winners;
  const side = winner === undefined ? null : sideOf(winner);
  if (side === null) return { kind: 'draw', winners: [], reason, scores, detail: { text: `A draw. ${score}` } };
  return { kind: 'win', winners, reason, scores, detail: { text: `${nameOf(side)} wins. ${score}` } };
}

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
