/** A seat that plays no further part: it has given up, or its time has run out. */
import type { AnyGame } from '../game.ts';
import { SEATS, type Seat } from '../seat.ts';
import { chanceOf, drawAll, drawnSince, fold } from './play.ts';
import type { MatchEvent, MatchState } from './types.ts';

const EVENTS = { resignation: 'seat.resigned', timeout: 'seat.timed-out' } as const;

export function dropOut(
  game: AnyGame,
  match: MatchState,
  seat: Seat,
  reason: keyof typeof EVENTS,
): readonly MatchEvent[] {
  const type = EVENTS[reason];
  const others = SEATS.filter((each) => each !== seat && match.seats[each - 1]?.status === 'playing');
  if (others.length < 2) {
    // In a match of three or more the seat leaves its place in the game also where that ends the match at once.
    const effects = match.seats.length > 2 ? game.leave(match.play, seat) : [];
    const outcome = game.ended(fold(game, match.play, effects), others, reason);
    return [
      { type, seat, effects },
      { type: 'match.finished', outcome },
    ];
  }
  const chance = chanceOf(match, match.seats);
  const left = game.leave(match.play, seat);
  const { play, effects } = drawAll(game, { play: fold(game, match.play, left), effects: left }, chance);
  const outcome = game.outcome(play);
  const dropped: MatchEvent = { type, seat, effects, ...drawnSince(match.drawn, chance) };
  return outcome === null ? [dropped] : [dropped, { type: 'match.finished', outcome }];
}
