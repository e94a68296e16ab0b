/** Legal moves, told to those who may know them. */
import type { AnyGame } from '../game.ts';
import type { ShownEvent } from '../log/seal.ts';
import type { Viewer } from '../sealed.ts';
import type { Seat } from '../seat.ts';
import { toMove } from './play.ts';
import { seeImagined } from './sight.ts';
import type { MatchState } from './types.ts';

export interface LegalMove {
  readonly seat: Seat;
  readonly text: string;
  readonly explanation: string;
  readonly effects: ShownEvent[];
}

/** By seat, then by text. Null where the viewer may not know: in a game of hidden hands only a seat to move may. */
export function legalMovesFor(game: AnyGame, match: MatchState, viewer: Viewer): readonly LegalMove[] | null {
  const seats = toMove(game, match);
  if (seats.length === 0) return [];
  const own = seats.filter((seat) => seat === viewer);
  if (game.hidden && own.length === 0) return null;
  return (game.hidden ? own : seats).flatMap((seat) =>
    game.legalMoves(match.play, seat).map((move) => {
      const verdict = game.decide(match.play, seat, move);
      const events = verdict.ok ? verdict.events : [];
      return {
        seat,
        text: game.formatMove(move),
        explanation: game.explain(match.play, seat, move),
        effects: seeImagined(events, viewer),
      };
    }),
  );
}
