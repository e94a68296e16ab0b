/** Why a command on a match is refused: values, which the edge turns into problem documents. */
import type { RuleId } from '../game.ts';

const MATCH_PROBLEM_CODES = [
  'invalid',
  'not_seated',
  'match_not_started',
  'match_started',
  'match_over',
  'match_not_over',
  'time_up',
  'stale_ply',
  'not_your_turn',
  'match_full',
  'seat_taken',
  'already_seated',
  'unreadable_move',
  'illegal_move',
  'not_asked',
  'offer_unavailable',
  'offer_live',
  'offer_over',
  'is_fork',
  'plans_unavailable',
  'own_turn',
  'kept_apart',
  'not_creator',
  'player_seated',
  'too_many_invitations',
  'too_many_links',
  'link_over',
] as const;
export type MatchProblemCode = (typeof MATCH_PROBLEM_CODES)[number];

export interface MatchProblem {
  readonly code: MatchProblemCode;
  /** A sentence that a player understands. */
  readonly detail: string;
  /** The match's present ply, for `stale_ply`. */
  readonly ply?: number;
  /** Which move of a batch, from 0. */
  readonly index?: number;
  readonly rule?: RuleId;
  /** Seconds after which to ask again, for `time_up`. */
  readonly retryAfter?: number;
  /** JSON Pointer to the field of the request, for `invalid`, and to the move of a plan. */
  readonly pointer?: string;
}

export type Decision<Event> =
  | { readonly ok: true; readonly events: readonly Event[] }
  | { readonly ok: false; readonly problem: MatchProblem };

/** Of a match that goes on without the seat. */
export const DROPPED_OUT = 'You play no further part in this match.';

/** Of a fork, in which there is nothing to do but to move. */
export const MOVES_ALONE = 'This is a fork, for you alone: there is nothing in it but moves.';

export function refuse(code: MatchProblemCode, detail: string, more: Partial<MatchProblem> = {}) {
  return { ok: false, problem: { ...more, code, detail } } as const;
}
