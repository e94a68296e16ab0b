/** Every problem this API tells, with its status: stable codes that clients may switch on. */
import type { MatchProblemCode } from '../../domain/match/problems.ts';

export const PROBLEMS = {
  unauthenticated: { status: 401, title: 'A valid bearer token is needed' },
  not_found: { status: 404, title: 'There is nothing here, or nothing that you may read' },
  method_not_allowed: { status: 405, title: 'This path does not know that method' },
  not_acceptable: { status: 406, title: 'There is no form of this that you accept' },
  cursor_expired: { status: 410, title: 'What came after this cursor is not kept any more' },
  too_large: { status: 413, title: 'The request body is too large' },
  unsupported_media_type: { status: 415, title: 'The request body must be JSON' },
  malformed: { status: 400, title: 'The request cannot be read' },
  invalid: { status: 422, title: 'The request is not valid' },
  idempotency_key_reused: { status: 422, title: 'This Idempotency-Key was used for another request' },
  insufficient_scope: { status: 403, title: 'The token is not good for this' },
  wrong_code: { status: 403, title: 'That is no unused recovery code of that player' },
  not_seated: { status: 403, title: 'You have no seat in this match' },
  not_your_seat: { status: 403, title: 'Only the seat to move may see this' },
  kept_apart: { status: 403, title: 'You and another player are kept apart' },
  not_asked: { status: 403, title: 'That answer is not yours to give' },
  not_creator: { status: 403, title: 'Only who made the match may do that' },
  match_not_started: { status: 409, title: 'The match has not begun' },
  match_started: { status: 409, title: 'The match has begun' },
  match_not_over: { status: 409, title: 'The match is not over yet' },
  match_over: { status: 409, title: 'The match is over' },
  time_up: { status: 409, title: 'Time has run out' },
  stale_ply: { status: 409, title: 'The match stands at another ply' },
  not_your_turn: { status: 409, title: 'It is not your turn' },
  match_full: { status: 409, title: 'Every seat is taken' },
  seat_taken: { status: 409, title: 'That seat is taken' },
  already_seated: { status: 409, title: 'You have a seat in this match' },
  offer_unavailable: { status: 409, title: 'That cannot be offered here, or not now' },
  offer_live: { status: 409, title: 'An offer of that kind is waiting for answers' },
  offer_over: { status: 409, title: 'The offer is over' },
  is_fork: { status: 409, title: 'There is nothing in a fork but moves' },
  plans_unavailable: { status: 409, title: 'There are no plans in this match' },
  own_turn: { status: 409, title: 'It is your turn' },
  plan_firing: { status: 409, title: 'The plan is making a move' },
  player_seated: { status: 409, title: 'That player has a seat in this match' },
  too_many_invitations: { status: 409, title: 'The match has as many invitations as it may' },
  too_many_links: { status: 409, title: 'The match has as many links as it may' },
  link_over: { status: 410, title: 'The link has been used or revoked' },
  too_many_webhooks: { status: 409, title: 'You have as many webhooks as one may' },
  too_many_tokens: { status: 409, title: 'You have as many tokens as one may' },
  too_many_blocks: { status: 409, title: 'You have blocked as many players as one may' },
  vacation_too_long: { status: 409, title: 'That is more vacation than you have left' },
  webhook_disabled: { status: 409, title: 'The webhook is disabled' },
  unreadable_move: { status: 422, title: 'That is no move of this game' },
  illegal_move: { status: 422, title: 'The rules do not allow that move' },
  vacation_too_often: { status: 429, title: 'You have been on vacation too often within a day' },
  rate_limited: { status: 429, title: 'Too many requests of this kind' },
  internal: { status: 500, title: 'Something broke on our side' },
  unavailable: { status: 503, title: 'Try again in a moment' },
} as const satisfies Record<MatchProblemCode, Entry> & Record<string, Entry>;

interface Entry {
  readonly status: 400 | 401 | 403 | 404 | 405 | 406 | 409 | 410 | 413 | 415 | 422 | 429 | 500 | 503;
  readonly title: string;
}

export type ProblemCode = keyof typeof PROBLEMS;
export type ProblemStatus = Entry['status'];

function isCode(text: string): text is ProblemCode {
  return text in PROBLEMS;
}

export const CODES: readonly ProblemCode[] = Object.keys(PROBLEMS).filter(isCode);
