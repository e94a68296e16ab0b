/** Requests that break something, each with the problem that it is told; `{name}` in a path is a match of the test. */
import type { ProblemCode } from '../../functions/api/problem-codes.ts';

export const MISSING = 'm_0000000000000000';
const TOO_LARGE = JSON.stringify({ ply: 0, moves: ['x'.repeat(70_000)] });

type Who = 'ada' | 'talker' | 'bob' | 'cyd' | 'nobody' | 'bad';

export interface Wrong {
  readonly what: string;
  readonly who?: Who;
  readonly method?: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
  readonly expected: ProblemCode;
  readonly tells?: Record<string, unknown>;
}

const PLAN = { ply: 1, branches: [{ when: ['spawn 1', 'spawn 2'], answer: ['spawn 1'] }] };
const UNREADABLE = { ply: 9, branches: [{ when: ['nonsense'], answer: ['nonsense'] }] };

export const MOVES = '/v1/matches/{active}/moves';
export const legal = { ply: 1, moves: ['spawn 1'] };

/** Each request breaks what its row names, and most break what comes later too. */
export const TABLE: readonly Wrong[] = [
  // 401 comes before all else.
  { what: 'a bad token, no such path', who: 'bad', path: '/v1/nothing', expected: 'unauthenticated' },
  {
    what: 'a bad token, no such match',
    who: 'bad',
    path: '/v1/matches/{none}/moves',
    body: '{',
    expected: 'unauthenticated',
  },
  { what: 'a bad token, wrong method', who: 'bad', method: 'DELETE', path: '/v1/me', expected: 'unauthenticated' },
  { what: 'a bad token on what needs none', who: 'bad', method: 'GET', path: '/v1/games', expected: 'unauthenticated' },
  {
    what: 'no token, no such match',
    who: 'nobody',
    path: '/v1/matches/{none}/moves',
    body: legal,
    expected: 'unauthenticated',
  },
  { what: 'no token, malformed', who: 'nobody', path: MOVES, body: '{', expected: 'unauthenticated' },
  { what: 'no token, too large', who: 'nobody', path: '/v1/matches', body: TOO_LARGE, expected: 'unauthenticated' },
  {
    what: 'another scheme',
    who: 'nobody',
    method: 'GET',
    path: '/v1/me',
    headers: { Authorization: 'Basic YTpi' },
    expected: 'unauthenticated',
  },
  {
    what: 'no scheme',
    who: 'nobody',
    method: 'GET',
    path: '/v1/games',
    headers: { Authorization: 'x' },
    expected: 'unauthenticated',
  },
  {
    what: 'an empty token',
    who: 'nobody',
    method: 'GET',
    path: '/v1/games',
    headers: { Authorization: 'Bearer ' },
    expected: 'unauthenticated',
  },
  {
    what: 'a list of one’s own without a token',
    who: 'nobody',
    method: 'GET',
    path: '/v1/matches?mine=true',
    expected: 'unauthenticated',
  },
  // 403 of the token itself, which tells nothing of what there is.
  {
    what: 'a token for talking, no such match, malformed',
    who: 'talker',
    path: '/v1/matches/{none}/moves',
    body: '{',
    expected: 'insufficient_scope',
  },
  {
    what: 'a token for talking, a match of others, bad query',
    who: 'talker',
    method: 'GET',
    path: '/v1/matches/{private}?what=1',
    expected: 'insufficient_scope',
  },
  {
    what: 'a token for talking, another media type',
    who: 'talker',
    path: '/v1/matches',
    body: '<x/>',
    headers: { 'Content-Type': 'text/xml' },
    expected: 'insufficient_scope',
  },
  // 404.
  { what: 'no such path', path: '/v1/nothing', body: '{', expected: 'not_found' },
  { what: 'no such path, nobody', who: 'nobody', method: 'GET', path: '/v1/nothing', expected: 'not_found' },
  { what: 'nothing at the root', method: 'GET', path: '/', expected: 'not_found' },
  { what: 'no such version', method: 'GET', path: '/v2/games', expected: 'not_found' },
  { what: 'no such game', method: 'GET', path: '/v1/games/chess', expected: 'not_found' },
  { what: 'no such match, malformed', path: '/v1/matches/{none}/moves', body: '{', expected: 'not_found' },
  { what: 'no such match, too large', path: '/v1/matches/{none}/moves', body: TOO_LARGE, expected: 'not_found' },
  {
    what: 'no such match, wrong type',
    path: '/v1/matches/{none}/join',
    body: '<x/>',
    headers: { 'Content-Type': 'text/xml' },
    expected: 'not_found',
  },
  {
    what: 'a private match, invalid',
    who: 'cyd',
    path: '/v1/matches/{private}/moves',
    body: {},
    expected: 'not_found',
  },
  {
    what: 'a private match, bad query',
    who: 'cyd',
    method: 'GET',
    path: '/v1/matches/{private}/events?after=x',
    expected: 'not_found',
  },
  { what: 'what is no match’s id, bad query', method: 'GET', path: '/v1/matches/..%2f?ply=x', expected: 'not_found' },
  {
    what: 'talk of a private match, bad query',
    who: 'cyd',
    method: 'GET',
    path: '/v1/matches/{private}/talk?after=x',
    expected: 'not_found',
  },
  {
    what: 'notes on a private match, too large',
    who: 'cyd',
    method: 'PUT',
    path: '/v1/matches/{private}/notes',
    body: TOO_LARGE,
    expected: 'not_found',
  },
  // 405.
  { what: 'wrong method, malformed', method: 'PUT', path: MOVES, body: '{', expected: 'method_not_allowed' },
  {
    what: 'wrong method, nobody',
    who: 'nobody',
    method: 'DELETE',
    path: '/v1/matches',
    expected: 'method_not_allowed',
  },
  {
    what: 'what would withdraw an invitation, were it of a player',
    method: 'DELETE',
    path: '/v1/matches/{open}/invitations/accept',
    expected: 'method_not_allowed',
  },
  { what: 'an unknown method', method: 'PROPFIND', path: '/v1/games', expected: 'method_not_allowed' },
  { what: 'OPTIONS', method: 'OPTIONS', path: '/v1/games', expected: 'method_not_allowed' },
  // 406, 410.
  {
    what: 'a form that there is not, bad query',
    method: 'GET',
    path: '/v1/me/events?what=1',
    headers: { Accept: 'text/html' },
    expected: 'not_acceptable',
  },
  {
    what: 'a match in a form that there is not',
    method: 'GET',
    path: '/v1/matches/{over}/events',
    headers: { Accept: 'text/event-stream;q=0, image/png' },
    expected: 'not_acceptable',
  },
  { what: 'a cursor from long ago', method: 'GET', path: '/v1/me/events?after=1', expected: 'cursor_expired' },
  // 413, 415, 400.
  {
    what: 'too large, wrong type, malformed',
    path: MOVES,
    body: `{${TOO_LARGE}`,
    headers: { 'Content-Type': 'text/plain' },
    expected: 'too_large',
  },
  { what: 'too large, bad query', path: `${MOVES}?dry-run=x`, body: TOO_LARGE, expected: 'too_large' },
  { what: 'too large, not seated', who: 'cyd', path: MOVES, body: TOO_LARGE, expected: 'too_large' },
  {
    what: 'wrong type, malformed',
    path: MOVES,
    body: '{',
    headers: { 'Content-Type': 'text/plain' },
    expected: 'unsupported_media_type',
  },
  {
    what: 'a form',
    path: MOVES,
    body: 'ply=1',
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    expected: 'unsupported_media_type',
  },
  {
    what: 'a type that begins alike',
    path: MOVES,
    body: legal,
    headers: { 'Content-Type': 'application/jsonp' },
    expected: 'unsupported_media_type',
  },
  {
    what: 'wrong type where no body is needed',
    path: '/v1/matches/{open}/join',
    body: '{}',
    headers: { 'Content-Type': 'text/plain' },
    expected: 'unsupported_media_type',
  },
  {
    what: 'malformed, bad query, not seated',
    who: 'cyd',
    path: `${MOVES}?dry-run=x&y=1`,
    body: '{"ply":',
    expected: 'malformed',
  },
  {
    what: 'malformed, bad key',
    path: '/v1/matches',
    body: '{',
    headers: { 'Idempotency-Key': 'a b' },
    expected: 'malformed',
  },
  { what: 'no body where one is needed', path: MOVES, expected: 'malformed' },
  { what: 'an empty body of the right type', path: MOVES, body: '', expected: 'malformed' },
  { what: 'two values', path: MOVES, body: '{}{}', expected: 'malformed' },
  { what: 'not quite JSON', path: MOVES, body: "{'ply': 1}", expected: 'malformed' },
  { what: 'malformed where no body is needed', path: '/v1/matches/{open}/join', body: '[', expected: 'malformed' },
  // 422 invalid.
  { what: 'invalid, not seated', who: 'cyd', path: MOVES, body: { ply: 1 }, expected: 'invalid' },
  { what: 'invalid, stale', path: MOVES, body: { ply: 0, moves: [] }, expected: 'invalid' },
  { what: 'invalid, over', path: '/v1/matches/{over}/moves', body: { ply: -1, moves: ['x'] }, expected: 'invalid' },
  {
    what: 'more than 24 moves, the first no move',
    path: MOVES,
    body: { ply: 1, moves: Array(25).fill('nonsense') },
    expected: 'invalid',
  },
  { what: 'bad query, not seated', who: 'cyd', path: `${MOVES}?dry-run=1`, body: legal, expected: 'invalid' },
  {
    what: 'a seat there is not, over',
    who: 'cyd',
    path: '/v1/matches/{over}/join',
    body: { seat: 3 },
    expected: 'invalid',
  },
  { what: 'nothing said, not seated', who: 'cyd', path: '/v1/matches/{active}/talk', body: {}, expected: 'invalid' },
  {
    what: 'a line that is not to be walked, a plan without a seat',
    who: 'cyd',
    method: 'PUT',
    path: '/v1/matches/{active}/plan',
    body: { ...PLAN, line: [{ moves: ['spawn 1', 'spawn 2'] }] },
    expected: 'invalid',
  },
  {
    what: 'a plan without branches, not seated',
    who: 'cyd',
    method: 'PUT',
    path: '/v1/matches/{active}/plan',
    body: { ...PLAN, branches: [] },
    expected: 'invalid',
  },
  { what: 'a ply to come', method: 'GET', path: '/v1/matches/{active}?ply=2', expected: 'invalid' },
  // 403.
  {
    what: 'not seated, stale, unreadable',
    who: 'cyd',
    path: MOVES,
    body: { ply: 0, moves: ['nonsense'] },
    expected: 'not_seated',
  },
  { what: 'not seated, over', who: 'cyd', path: '/v1/matches/{over}/moves', body: legal, expected: 'not_seated' },
  {
    what: 'not seated, a seat’s own moves',
    who: 'cyd',
    path: MOVES,
    body: { ply: 0, moves: ['spawn 3'] },
    expected: 'not_seated',
  },
  {
    what: 'not seated, something to say',
    who: 'cyd',
    path: '/v1/matches/{over}/talk',
    body: { text: 'Well played!', to: 'all' },
    expected: 'not_seated',
  },
  {
    what: 'not seated, a plan',
    who: 'cyd',
    method: 'PUT',
    path: '/v1/matches/{over}/plan',
    body: PLAN,
    expected: 'not_seated',
  },
  {
    what: 'not the creator, begun, no such player',
    who: 'bob',
    path: '/v1/matches/{active}/invitations',
    body: { player: 'p_0000000000000000' },
    expected: 'not_creator',
  },
  { what: 'not the creator, over', who: 'bob', path: '/v1/matches/{over}/links', expected: 'not_creator' },
  {
    what: 'no such player, begun',
    path: '/v1/matches/{active}/invitations',
    body: { player: 'p_0000000000000000' },
    expected: 'invalid',
  },
  { what: 'not invited, begun', who: 'cyd', path: '/v1/matches/{active}/invitations/decline', expected: 'not_asked' },
  { what: 'not seated, not begun', who: 'cyd', path: '/v1/matches/{open}/resign', expected: 'not_seated' },
  // 409, after the retry.
  {
    what: 'not begun, stale, unreadable',
    path: '/v1/matches/{open}/moves',
    body: { ply: 9, moves: ['nonsense'] },
    expected: 'match_not_started',
  },
  {
    what: 'over, stale, unreadable',
    path: '/v1/matches/{over}/moves',
    body: { ply: 9, moves: ['nonsense'] },
    expected: 'match_over',
  },
  {
    what: 'stale, not the turn, unreadable',
    path: MOVES,
    body: { ply: 9, moves: ['nonsense'] },
    expected: 'stale_ply',
    tells: { ply: 1 },
  },
  {
    what: 'stale: other moves than before',
    path: MOVES,
    body: { ply: 0, moves: ['spawn 4'] },
    expected: 'stale_ply',
    tells: { ply: 1 },
  },
  { what: 'not the turn, unreadable', path: MOVES, body: { ply: 1, moves: ['nonsense'] }, expected: 'not_your_turn' },
  { what: 'full, over', who: 'cyd', path: '/v1/matches/{over}/join', expected: 'match_over' },
  {
    what: 'full, the seat taken',
    who: 'cyd',
    path: '/v1/matches/{active}/join',
    body: { seat: 1 },
    expected: 'match_full',
  },
  { what: 'the seat taken', who: 'cyd', path: '/v1/matches/{open}/join', body: { seat: 1 }, expected: 'seat_taken' },
  { what: 'seated already', path: '/v1/matches/{open}/join', body: { seat: 2 }, expected: 'already_seated' },
  { what: 'a link into what has begun', path: '/v1/matches/{active}/links', expected: 'match_started' },
  { what: 'begun', path: '/v1/matches/{active}/leave', expected: 'match_started' },
  { what: 'no board yet', method: 'GET', path: '/v1/matches/{open}/board.txt', expected: 'match_not_started' },
  {
    what: 'a plan, not begun, stale, unreadable',
    method: 'PUT',
    path: '/v1/matches/{open}/plan',
    body: UNREADABLE,
    expected: 'match_not_started',
  },
  {
    what: 'a plan, stale, the own turn, unreadable',
    who: 'bob',
    method: 'PUT',
    path: '/v1/matches/{active}/plan',
    body: UNREADABLE,
    expected: 'stale_ply',
    tells: { ply: 1 },
  },
  {
    what: 'a plan in the own turn, unreadable',
    who: 'bob',
    method: 'PUT',
    path: '/v1/matches/{active}/plan',
    body: { ...UNREADABLE, ply: 1 },
    expected: 'own_turn',
  },
  // 422 of moves.
  {
    what: 'unreadable in a plan, after an illegal move',
    method: 'PUT',
    path: '/v1/matches/{active}/plan',
    body: { ply: 1, branches: [PLAN.branches[0], { when: ['surge 1', 'nonsense'], answer: ['spawn 1'] }] },
    expected: 'illegal_move',
    tells: { index: 0, rule: 'AQ-14', pointer: '/branches/1/when/0' },
  },
  {
    what: 'unreadable in an answer',
    method: 'PUT',
    path: '/v1/matches/{active}/plan',
    body: { ply: 1, branches: [{ ...PLAN.branches[0], answer: ['surge 1', 'nonsense'] }] },
    expected: 'unreadable_move',
    tells: { index: 1, pointer: '/branches/0/answer/1' },
  },
  {
    what: 'unreadable after illegal',
    who: 'bob',
    path: MOVES,
    body: { ply: 1, moves: ['surge 1', 'nonsense'] },
    expected: 'unreadable_move',
    tells: { index: 1 },
  },
  {
    what: 'illegal',
    who: 'bob',
    path: MOVES,
    body: { ply: 1, moves: ['spawn 1', 'surge 1'] },
    expected: 'illegal_move',
    tells: { index: 1, rule: 'AQ-14' },
  },
  {
    what: 'beyond the turn',
    who: 'bob',
    path: MOVES,
    body: { ply: 1, moves: ['spawn 1', 'spawn 2', 'spawn 3'] },
    expected: 'illegal_move',
    tells: { index: 2, rule: 'AQ-7' },
  },
];
