/** What a move would do, in one line, up to the draw: from the mover's hand and what everybody sees. */
import type { Deck } from './cards.ts';
import type { Move } from './moves.ts';
import { placesWith, pointsOf } from './row.ts';
import type { State } from './types.ts';

export function explain(deck: Deck, { row }: State, move: Move): string {
  if (move.type === 'play') return `The row is then worth ${worth(pointsOf(deck, placesWith(row, move.cards)))}.`;
  const stays = row === null ? 'no row is opened' : `the row stays worth ${worth(pointsOf(deck, row.places))}`;
  return `${move.cards.join(', ')} is discarded; ${stays}.`;
}

function worth(points: number): string {
  return points === 1 ? '1 point' : `${points} points`;
}
