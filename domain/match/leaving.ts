/** Ends that come from outside the game: resignation, and a game's own time limit. */
import type { AnyGame } from '../game.ts';
import { dropOut } from './drop-out.ts';
import { playOptions } from './personal.ts';
import { chanceOf, drawAll, drawnSince, fold, isOver, seatOf } from './play.ts';
import { type Decision, DROPPED_OUT, MOVES_ALONE, refuse } from './problems.ts';
import type { MatchEvent, MatchState, PlayerId } from './types.ts';

export function resign(game: AnyGame, match: MatchState, player: PlayerId): Decision<MatchEvent> {
  const seat = seatOf(match, player);
  if (seat === undefined) return refuse('not_seated', 'You have no seat in this match.');
  if (match.fork !== null) return refuse('is_fork', MOVES_ALONE);
  if (match.status === 'open') {
    return refuse('match_not_started', 'The match has not begun. To free your seat, leave it.');
  }
  if (isOver(match)) return refuse('match_over', 'The match is over.');
  if (match.seats[seat - 1]?.status !== 'playing') return refuse('match_over', DROPPED_OUT);

  return { ok: true, events: dropOut(game, match, seat, 'resignation') };
}

/** The game's time limit has passed; only the system says so. */
export function passTimeLimit(game: AnyGame, match: MatchState): Decision<MatchEvent> {
  if (match.status === 'open') return refuse('match_not_started', 'The match has not begun.');
  if (isOver(match)) return refuse('match_over', 'The match is over.');
  if (game.timeLimit === undefined || game.timeLimit.after(playOptions(game, match.options)) === null) {
    return refuse('invalid', 'This match has no time limit.');
  }
  if (match.timePassed) return refuse('invalid', 'The time limit has passed already.');
  const chance = chanceOf(match, match.seats);
  const passed = game.timeLimit.passed(match.play);
  const { play, effects } = drawAll(game, { play: fold(game, match.play, passed), effects: passed }, chance);
  return {
    ok: true,
    events: withOutcome(game, play, { type: 'time.passed', effects, ...drawnSince(match.drawn, chance) }),
  };
}

function withOutcome(game: AnyGame, play: unknown, event: MatchEvent): readonly MatchEvent[] {
  const outcome = game.outcome(play);
  return outcome === null ? [event] : [event, { type: 'match.finished', outcome }];
}
