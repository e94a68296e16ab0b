/** What a move would do, in one line, up to the draw: from the mover's hand and what everybody sees. */
import type { Seat } from '../seat.ts';
import type { Deck } from './cards.ts';
import type { Move } from './moves.ts';
import { judge } from './refusal.ts';
import { placesOf, placesWith, pointsOf } from './row.ts';
import type { State } from './types.ts';

export function explain(deck: Deck, state: State, seat: Seat, move: Move): string {
  const judged = judge(deck, state, seat, move);
  if (!judged.ok) return judged.refusal.message;
  const { row } = state;
  if ('discard' in judged) {
    const stays = row === null ? 'no row is opened' : `the row stays worth ${worth(pointsOf(deck, placesOf(row)))}`;
    return `${judged.discard} is discarded; ${stays}.`;
  }
  return `The row is then worth ${worth(pointsOf(deck, placesWith(row, judged.play)))}.`;
}

function worth(points: number): string {
  return points === 1 ? '1 point' : `${points} points`;
}
