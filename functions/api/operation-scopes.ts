/** What a token must be good for, operation by operation. */
import { SCOPES, type Scope } from '../store/scopes.ts';
import { operationName } from './operation.ts';

const READ: readonly Scope[] = ['matches:read'];
const PLAY: readonly Scope[] = ['matches:play'];
const TALK: readonly Scope[] = ['talk'];
const WEBHOOKS: readonly Scope[] = ['webhooks'];
const ACCOUNT: readonly Scope[] = ['account'];
/** Whatever token is sent will do. */
const ANY: readonly Scope[] = [];

export const OPERATION_SCOPES: Readonly<Record<string, readonly Scope[]>> = {
  'POST /v1/players': ANY,
  'POST /v1/recover': ANY,
  'GET /v1/players/{player}': ANY,
  'GET /v1/me': ANY,
  'GET /v1/games': ANY,
  'GET /v1/games/{game}': ANY,
  'GET /v1/games/{game}/leaderboard': ANY,

  'GET /v1/matches': READ,
  'GET /v1/me/turns': READ,
  'GET /v1/me/invitations': READ,
  'POST /v1/links/preview': READ,
  'GET /v1/me/events': READ,
  'GET /v1/matches/{match}': READ,
  'GET /v1/matches/{match}/clock': READ,
  'GET /v1/matches/{match}/legal-moves': READ,
  'GET /v1/matches/{match}/plan': READ,
  'GET /v1/matches/{match}/events': READ,
  'GET /v1/matches/{match}/record': READ,
  'GET /v1/matches/{match}/board.txt': READ,

  'POST /v1/matches': PLAY,
  'POST /v1/matches/{match}/join': PLAY,
  'POST /v1/matches/{match}/leave': PLAY,
  'POST /v1/matches/{match}/invitations': PLAY,
  'DELETE /v1/matches/{match}/invitations/{player}': PLAY,
  'POST /v1/matches/{match}/invitations/accept': PLAY,
  'POST /v1/matches/{match}/invitations/decline': PLAY,
  'GET /v1/matches/{match}/links': PLAY,
  'POST /v1/matches/{match}/links': PLAY,
  'DELETE /v1/matches/{match}/links/{link}': PLAY,
  'POST /v1/links/open': PLAY,
  'POST /v1/matches/{match}/forks': PLAY,
  'POST /v1/matches/{match}/moves': PLAY,
  'PUT /v1/matches/{match}/plan': PLAY,
  'DELETE /v1/matches/{match}/plan': PLAY,
  'POST /v1/matches/{match}/resign': PLAY,
  'POST /v1/matches/{match}/offers': PLAY,
  'POST /v1/matches/{match}/offers/{offer}/accept': PLAY,
  'POST /v1/matches/{match}/offers/{offer}/decline': PLAY,
  'POST /v1/matches/{match}/offers/{offer}/withdraw': PLAY,

  'GET /v1/matches/{match}/talk': TALK,
  'POST /v1/matches/{match}/talk': TALK,
  'GET /v1/matches/{match}/notes': TALK,
  'PUT /v1/matches/{match}/notes': TALK,

  'GET /v1/webhooks': WEBHOOKS,
  'POST /v1/webhooks': WEBHOOKS,
  'GET /v1/webhooks/{webhook}': WEBHOOKS,
  'PATCH /v1/webhooks/{webhook}': WEBHOOKS,
  'DELETE /v1/webhooks/{webhook}': WEBHOOKS,
  'POST /v1/webhooks/{webhook}/rotate-secret': WEBHOOKS,
  'POST /v1/webhooks/{webhook}/test': WEBHOOKS,
  'POST /v1/webhooks/{webhook}/replay': WEBHOOKS,
  'GET /v1/webhooks/{webhook}/deliveries': WEBHOOKS,
  'POST /v1/webhooks/{webhook}/deliveries/{delivery}/redeliver': WEBHOOKS,

  'PATCH /v1/me': ACCOUNT,
  'GET /v1/me/vacation': ACCOUNT,
  'PUT /v1/me/vacation': ACCOUNT,
  'DELETE /v1/me/vacation': ACCOUNT,
  'GET /v1/me/blocks': ACCOUNT,
  'PUT /v1/me/blocks/{player}': ACCOUNT,
  'DELETE /v1/me/blocks/{player}': ACCOUNT,
  'GET /v1/me/tokens': ACCOUNT,
  'POST /v1/me/tokens': ACCOUNT,
  'DELETE /v1/me/tokens/{token}': ACCOUNT,
  // A code is exchanged for a token that is good for all.
  'POST /v1/me/recovery-codes': SCOPES,
  'DELETE /v1/me': SCOPES,
  'GET /v1/me/export': SCOPES,
};

/**
 * `path` as the description or as the router writes it.
 *
 * @throws if the operation is not in the table: what nobody thought of is open to no token.
 */
export function scopesOf(method: string, path: string): readonly Scope[] {
  const operation = operationName(method, path);
  const scopes = OPERATION_SCOPES[operation];
  if (scopes === undefined) throw new Error(`nobody has said what a token needs for ${operation}`);
  return scopes;
}
