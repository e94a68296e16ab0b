/**
 * A new token for a recovery code. The token's id follows from the code, and of one id there is one token ever: that makes
 * a code good once. Under an Idempotency-Key the text follows from both, so that a lost answer can be had again.
 */
import { createHmac } from 'node:crypto';
import type { PlayerId } from '../../../domain/match/types.ts';
import type { Player } from '../../store/players.ts';
import { digestOfCode } from '../../store/recovery.ts';
import { digestOfToken } from '../../store/tokens.ts';
import type { ApiDeps } from '../deps.ts';
import { tokenIdFor } from '../ids.ts';
import { ApiProblem } from '../problems.ts';
import { fullToken } from '../tokens/account.ts';
import { newToken, tokenOf } from '../tokens/form.ts';
import { readCode } from './code.ts';
import type { Guesses } from './guesses.ts';

export interface Recovered {
  readonly player: Player;
  readonly text: string;
}

export async function recover(
  deps: ApiDeps,
  guesses: Guesses,
  wish: { readonly player: PlayerId; readonly code: string },
  key: string | undefined,
  at: Date,
): Promise<Recovered> {
  const wait = guesses.wait(wish.player, at);
  if (wait > 0) {
    const detail = 'Too many wrong codes for this player.';
    throw new ApiProblem('rate_limited', { detail }, { 'Retry-After': String(wait) });
  }
  const recovered = await use(deps, wish, key, at);
  if (recovered !== null) return recovered;
  guesses.wrong(wish.player, at);
  // One answer for all that can be wrong: it tells neither whether there is the player nor whether there was the code.
  throw new ApiProblem('wrong_code', { detail: 'There is no such player, or it is none of the unused codes.' });
}

async function use(
  deps: ApiDeps,
  { player: id, code }: { readonly player: PlayerId; readonly code: string },
  key: string | undefined,
  at: Date,
): Promise<Recovered | null> {
  const read = readCode(code);
  if (read === null) return null;
  const digest = digestOfCode(id, read);
  const codes = await deps.recovery.codes(id);
  const player = codes?.digests.includes(digest) ? await deps.players.fresh(id) : null;
  if (player === null) return null;
  const text = key === undefined ? newToken(deps.random) : textUnder(player, read, key);
  const token = fullToken(id, tokenIdFor(player.secret, `recovered|${digest}`), 'Made with a recovery code', at);
  if (!(await deps.tokens.add(token, text))) {
    const kept = await deps.tokens.get(id, token.id);
    if (kept === null || kept.revoked || kept.digest !== digestOfToken(text)) return null;
  }
  await deps.tokens.activate(token, text);
  return { player, text };
}

function textUnder(player: Player, code: string, key: string): string {
  return tokenOf(
    createHmac('sha256', code)
      .update(JSON.stringify(['recovered', player.secret, key]))
      .digest(),
  );
}
