/**
 * Making recovery codes. Under an Idempotency-Key they follow from it, from the token that the request came with, and from how
 * many sets there were before: the key used again later does not bring back codes that were given up.
 */
import { createHmac } from 'node:crypto';
import { digestOfCode, type RecoveryCodes } from '../../store/recovery.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiProblem } from '../problems.ts';
import type { Caller } from '../tokens/create.ts';
import { requireLasting } from '../tokens/lasting.ts';
import { CODE_BYTES, formatCode, readCode } from './code.ts';

export const CODES = 10;

const TRIES_MOST = 20;

export async function makeCodes(
  deps: ApiDeps,
  { player, token, bearer }: Caller,
  key: string | undefined,
): Promise<readonly string[]> {
  // A code makes a token that is good for all, for ever.
  requireLasting(token);
  const under = (text: string) =>
    createHmac('sha256', bearer)
      .update(JSON.stringify(['recovery-codes', player.secret, key, text]))
      .digest();
  const request = key === undefined ? null : under('request').toString('hex');

  const codesOf = (generation: number) =>
    Array.from({ length: CODES }, (_, n) =>
      formatCode(key === undefined ? deps.random(CODE_BYTES) : under(`${generation} ${n}`)),
    );

  for (let tries = 0; tries < TRIES_MOST; tries += 1) {
    const seen = await deps.recovery.codes(player.id);
    if (seen !== null && request !== null && seen.request === request) return codesOf(seen.generation);
    const generation = (seen?.generation ?? 0) + 1;
    const codes = codesOf(generation);
    const kept: RecoveryCodes = {
      generation,
      request,
      digests: codes.map((code) => digestOfCode(player.id, readCode(code) ?? '')),
    };
    if (await deps.recovery.replace(player.id, kept)) return codes;
  }
  throw new ApiProblem('unavailable');
}
