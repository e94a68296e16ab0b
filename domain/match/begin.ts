/** The start of a match: the game is set up, and chance adds what it owes (a deal, a first roll). */
import { type ChanceSource, chanceFrom } from '../chance.ts';
import type { AnyGame } from '../game.ts';
import type { Seat } from '../seat.ts';
import { playOptions } from './personal.ts';
import { drawAll, drawnSince } from './play.ts';
import type { MatchEvent } from './types.ts';

export function begin(
  game: AnyGame,
  options: unknown,
  seats: readonly Seat[],
  source: ChanceSource,
): readonly MatchEvent[] {
  const chance = chanceFrom(source, 0);
  const { play, effects } = drawAll(game, { play: game.setup(playOptions(game, options), seats), effects: [] }, chance);
  const started: MatchEvent = { type: 'match.started', effects, ...drawnSince(0, chance) };
  const outcome = game.outcome(play);
  return outcome === null ? [started] : [started, { type: 'match.finished', outcome }];
}
