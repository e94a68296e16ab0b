/** How a game ended: the highest score wins, and players equal at the top share the win (AS-43). */
import type { Outcome } from '../game.ts';
import type { Seat } from '../seat.ts';
import { firstSeats } from '../seat.ts';
import type { EndReason, State } from './types.ts';

const WHY: Readonly<Record<EndReason, string>> = {
  target: 'The target score was reached',
  time: 'The time limit has passed',
  exhausted: 'Nobody can make a score any more',
};

export function outcomeOf(state: State): Outcome | null {
  if (state.phase.type !== 'over') return null;
  const { reason } = state.phase;
  const winners = leaders(state);
  const best = state.tally.scores[(winners[0] ?? 1) - 1] ?? 0;
  return outcome(state, winners, reason, `${WHY[reason]}: ${won(winners)} with ${best}.`);
}

/** Who of those that still play has the highest score; all of them where they are equal. */
export function leaders({ hands, gone, tally: { scores } }: State): readonly Seat[] {
  const playing = firstSeats(hands.length).filter((seat) => !gone.seats.includes(seat));
  const best = Math.max(...playing.map((seat) => scores[seat - 1] ?? 0));
  return playing.filter((seat) => scores[seat - 1] === best);
}

/** Ended from outside: a win of whoever is left, at the scores as they stand. */
export function ended(state: State, winners: readonly Seat[], reason: string): Outcome {
  return outcome(state, winners, reason, `${winners.length === 0 ? 'Nobody wins' : upperFirst(won(winners))}.`);
}

function outcome({ tally: { scores } }: State, winners: readonly Seat[], reason: string, sentence: string): Outcome {
  const text = `${sentence} The scores by seat are ${scores.join(', ')}.`;
  return { kind: winners.length === 0 ? 'draw' : 'win', winners, reason, scores, detail: { text } };
}

function won(winners: readonly Seat[]): string {
  return winners.length === 1 ? `seat ${winners[0]} wins` : `seats ${winners.join(' and ')} share the win`;
}

function upperFirst(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
