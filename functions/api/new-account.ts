/**
 * Making an account. Nobody is known yet from whose secret it could follow, so under an Idempotency-Key the player's id and
 * the token's text follow from the key alone. That makes the key as good as the token as long as it is answered again.
 */
import { createHmac } from 'node:crypto';
import type { PlayerId } from '../../domain/match/types.ts';
import type { Player } from '../store/players.ts';
import { digestOfToken, FIRST_TOKEN, type Token } from '../store/tokens.ts';
import type { ApiDeps } from './deps.ts';
import { hex, newPlayerId, newTokenId, playerIdFor, tokenIdFor } from './ids.ts';
import { ApiProblem } from './problems.ts';
import { fullToken } from './tokens/account.ts';
import { newToken, tokenOf } from './tokens/form.ts';

/** So long the same request has the same answer; a key that is found later opens nothing. */
export const ANSWERED_AGAIN_HOURS = 24;

export interface NewAccount {
  readonly id: PlayerId;
  readonly name: string;
  /** The token's text. */
  readonly text: string;
}

/** @throws ApiProblem `idempotency_key_reused` */
export async function createAccount(
  deps: ApiDeps,
  name: string,
  key: string | undefined,
  at: Date,
): Promise<NewAccount> {
  const id = key === undefined ? newPlayerId(deps.random) : playerIdFor(key);
  const text = key === undefined ? newToken(deps.random) : textUnder(key, name);
  const secret = hex(deps.random(16));
  const wish: Player = { id, name, secret, language: null, createdAt: at.toISOString() };
  // The profile first: a crash after it leaves an account that nobody can use, not a token without one.
  const player = (await deps.players.create(wish)) ? wish : await deps.players.fresh(id);
  if (player === null) throw reused('It made an account that has been closed.');
  if (player !== wish && key === undefined) throw new Error('there is a player of that id');
  if (at.getTime() >= Date.parse(player.createdAt) + ANSWERED_AGAIN_HOURS * 3_600_000) {
    throw reused(`It made an account more than ${ANSWERED_AGAIN_HOURS} hours ago.`);
  }
  const tokenId = key === undefined ? newTokenId(deps.random) : tokenIdFor(player.secret, `account|${key}`);
  const token = fullToken(id, tokenId, FIRST_TOKEN, at);
  if (!(await deps.tokens.add(token, text))) await checkSame(deps, token, text);
  await deps.tokens.activate(token, text);
  return { id, name, text };
}

async function checkSame(deps: ApiDeps, { player, id }: Token, text: string): Promise<void> {
  const kept = await deps.tokens.get(player, id);
  if (kept === null || kept.revoked) throw reused('It made an account whose first token has been revoked.');
  if (kept.digest !== digestOfToken(text)) throw reused('It made an account of another name.');
}

function textUnder(key: string, name: string): string {
  return tokenOf(
    createHmac('sha256', key)
      .update(JSON.stringify(['account', name]))
      .digest(),
  );
}

function reused(detail: string): ApiProblem {
  return new ApiProblem('idempotency_key_reused', { detail });
}
