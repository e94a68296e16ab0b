/** Tokens that are good for less than all are made, listed and revoked. */
import { TOKENS_MOST } from '../../functions/api/tokens/create.ts';
import type { Client } from '../support/clients.ts';
import type { Recorder } from './recorder.ts';

interface Made {
  readonly details: { readonly id: string };
}

/** The id of a token that is there. */
export async function handOutTokens(
  { ask }: Recorder,
  { ada, cyd }: Readonly<Record<'ada' | 'cyd', Client>>,
  match: string,
): Promise<string> {
  const bot = { name: 'Bot in the club channel', scopes: ['matches:read', 'matches:play'] };
  const headers = { 'Idempotency-Key': '7d0f7f0a-8c5e-4f7a-9a55-0b1f8f2f6c11' };
  await ask('createToken', 'To read and play', { as: ada, body: bot, headers });
  await ask('createToken', 'The same key, another body', { as: ada, body: { ...bot, name: 'Other' }, headers });
  const guest = { name: 'For one seat', scopes: ['matches:play'], match, seat: 1, expiresAt: '2027-06-01T00:00:00Z' };
  const made = await ask<Made>('createToken', 'For one seat, until summer', { as: ada, body: guest });
  await ask('createToken', 'A seat that there is not', { as: ada, body: { ...guest, seat: 5 } });
  await ask('createToken', 'For no such match', { as: ada, body: { ...guest, match: 'm_zzzzzzzzzzzzzzzz' } });
  await ask('listTokens', 'Three, one of them used just now', { as: ada });
  await ask('revokeToken', 'One that is needed no more', { as: ada, path: { token: made.body.details.id } });
  for (let n = 0; n < TOKENS_MOST; n += 1) await cyd.call('POST', '/v1/me/tokens', bot);
  await ask('createToken', 'One more than one may have', { as: cyd, body: bot });
  return made.body.details.id;
}
