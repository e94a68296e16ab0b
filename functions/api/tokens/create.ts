/**
 * Making a token. Of requests under one Idempotency-Key the first makes it; the others make its text again, from the key
 * and from the token that they were sent with: nothing that is kept is enough for that.
 */
import { createHmac } from 'node:crypto';
import { seatOf } from '../../../domain/match/play.ts';
import { mayRead } from '../../../domain/match/sight.ts';
import type { MatchState } from '../../../domain/match/types.ts';
import type { Player } from '../../store/players.ts';
import { inOrder, MATCH_SCOPES, type Scope } from '../../store/scopes.ts';
import { digestOfToken, type Token } from '../../store/tokens.ts';
import { insufficientScope } from '../authorize.ts';
import type { ApiDeps } from '../deps.ts';
import { newTokenId, tokenIdFor } from '../ids.ts';
import { ApiProblem, invalid } from '../problems.ts';
import { newToken, tokenOf } from './form.ts';

export const TOKENS_MOST = 50;

export type TokenWish = Pick<Token, 'name' | 'scopes' | 'match' | 'seat' | 'expiresAt'>;

/** The player, with the token that the request came with. */
export interface Caller {
  readonly player: Player;
  readonly token: Token;
  readonly bearer: string;
}

export interface MadeToken {
  readonly token: Token;
  readonly text: string;
}

export async function createToken(
  deps: ApiDeps,
  caller: Caller,
  wish: TokenWish,
  key: string | undefined,
  at: Date,
): Promise<MadeToken> {
  const { player } = caller;
  const scopes = inOrder(wish.scopes);
  const id = key === undefined ? newTokenId(deps.random) : tokenIdFor(player.secret, key);
  const text = key === undefined ? newToken(deps.random) : textUnder(caller, key, { ...wish, scopes });
  const earlier = await again(deps, player, id, text);
  if (earlier !== null) return earlier;

  checkWithin(caller.token, { ...wish, scopes });
  await checkMatch(deps, player, { ...wish, scopes });
  if (wish.expiresAt !== null && Date.parse(wish.expiresAt) <= at.getTime()) {
    throw invalid('body', '/expiresAt', 'It is past.');
  }
  if ((await deps.tokens.of(player.id, at)).length >= TOKENS_MOST) throw tooMany();
  const token: Token = {
    ...wish,
    id,
    player: player.id,
    scopes,
    createdAt: at.toISOString(),
    lastUsed: null,
  };
  if (!(await deps.tokens.add(token, text))) {
    const racer = await again(deps, player, id, text);
    if (racer === null) throw new ApiProblem('unavailable');
    return racer;
  }
  await keepToLimit(deps, token, at);
  await deps.tokens.activate(token, text);
  return { token, text };
}

/** What the first request made, and does what it could not finish; null if there was none. */
async function again(deps: ApiDeps, player: Player, id: Token['id'], text: string): Promise<MadeToken | null> {
  const kept = await deps.tokens.get(player.id, id);
  if (kept === null) return null;
  if (kept.revoked) throw reused(`It made ${id}, which has been revoked.`);
  if (kept.digest !== digestOfToken(text)) throw reused(`It made ${id}, of another request or with another token.`);
  await deps.tokens.activate(kept.token, text);
  return { token: kept.token, text };
}

function textUnder({ player, bearer }: Caller, key: string, { name, scopes, match, seat, expiresAt }: TokenWish) {
  const request = JSON.stringify(['token', player.secret, key, name, scopes, match, seat, expiresAt]);
  return tokenOf(createHmac('sha256', bearer).update(request).digest());
}

/** A token makes none that is good for more, or for longer, than itself. */
function checkWithin(own: Token, wish: TokenWish): void {
  const more = wish.scopes.filter((scope) => !own.scopes.includes(scope));
  if (more.length > 0) throw insufficientScope(more, 'A token can give no scope that it has not.');
  const ends = own.expiresAt;
  if (ends === null || (wish.expiresAt !== null && Date.parse(wish.expiresAt) <= Date.parse(ends))) return;
  throw insufficientScope([], `A token can make none that outlives it: this one expires at ${ends}.`);
}

async function checkMatch(deps: ApiDeps, player: Player, { scopes, match, seat }: TokenWish): Promise<void> {
  if (match === null) {
    if (seat !== null) throw invalid('body', '/seat', 'A seat of which match?');
    return;
  }
  const others = scopes.filter((scope: Scope) => !MATCH_SCOPES.includes(scope));
  if (others.length > 0) throw invalid('body', '/scopes', `For one match there is no ${others.join(', ')}.`);
  const loaded = await deps.log.load(match);
  if (loaded === null || !mayRead(loaded.state, player.id)) {
    throw new ApiProblem('not_found', { detail: 'There is no such match, or it is not yours to read.' });
  }
  if (seat !== null) checkSeat(loaded.state, player, seat);
}

function checkSeat(match: MatchState, player: Player, seat: number): void {
  const own = seatOf(match, player.id);
  if (seat > match.seats.length) throw invalid('body', '/seat', `The match has ${match.seats.length} seats.`);
  if (own !== undefined && own !== seat) throw invalid('body', '/seat', `Yours is seat ${own}.`);
}

/** Of those made at once, each of which saw room, whoever finds too many gives way: the last to be put sees them all. */
async function keepToLimit(deps: ApiDeps, { player, id }: Token, at: Date): Promise<void> {
  if ((await deps.tokens.of(player, at)).length <= TOKENS_MOST) return;
  await deps.tokens.withdraw(player, id);
  throw tooMany();
}

function tooMany(): ApiProblem {
  return new ApiProblem('too_many_tokens', { detail: `At most ${TOKENS_MOST}; revoke one.` });
}

function reused(detail: string): ApiProblem {
  return new ApiProblem('idempotency_key_reused', { detail });
}
