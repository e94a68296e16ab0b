/**
 * A fork: a match of one player's own, taken from another match at some ply to try out what might have been. Whoever made
 * it sits at every seat, no time is counted, and its chance is another: it tells nothing of what the match will draw.
 */
import type { AnyGame } from '../game.ts';
import { firstSeats } from '../seat.ts';
import { creation } from './create.ts';
import { isOver } from './play.ts';
import { type MatchProblem, refuse } from './problems.ts';
import type { Fork, MatchEvent, MatchId, MatchSecrets, MatchState, PlayerId } from './types.ts';

export interface CreateFork {
  readonly match: MatchId;
  readonly fork: Fork;
  readonly player: PlayerId;
  /** Without what is personal in them: it is nobody else's to read. */
  readonly options: unknown;
  readonly seats: number;
  /** The game's state that it begins with. */
  readonly restored: unknown;
  readonly secrets: MatchSecrets;
}

/** Why a match as it stands now cannot be forked after a ply; null where it can, if there is still something to play. */
export function whyNoFork(game: AnyGame, match: MatchState, ply: number): MatchProblem | null {
  if (match.startedAt === null) return refuse('match_not_started', 'The match has not begun.').problem;
  if (game.hidden && !isOver(match)) {
    return refuse('match_not_over', 'It would tell what is hidden: when the match is over it can be forked.').problem;
  }
  if (ply > match.ply) {
    return refuse('invalid', `The match stands at ply ${match.ply}.`, { pointer: '/ply' }).problem;
  }
  return null;
}

export function createFork(game: AnyGame, command: CreateFork): readonly MatchEvent[] {
  const { options, player, seats, secrets, fork, restored } = command;
  const settings = { options, visibility: 'private', invited: [], rated: false, secrets, creator: player } as const;
  const joined = firstSeats(seats).map((seat): MatchEvent => ({ type: 'seat.joined', seat, player, entropy: '' }));
  return [
    creation(game, settings, seats, { clock: { kind: 'none' }, vacation: false, fork }),
    ...joined,
    { type: 'match.forked', restored },
  ];
}

/** Whether a fork is what this wish made before. `ply` null: whichever was the newest then. */
export function isSameFork(made: MatchState, player: PlayerId, of: MatchId, ply: number | null): boolean {
  const { fork, creator } = made;
  return creator === player && fork !== null && fork.match === of && (ply === null || fork.ply === ply);
}
