/** All tokens are lost, and a code makes a new one. */
import { WRONG_MOST } from '../../functions/api/recovery/guesses.ts';
import { type Client, nobody, type Send } from '../support/clients.ts';
import type { Recorder } from './recorder.ts';

/** `other` is a server for which no time passes. */
export async function recoverAccounts({ ask }: Recorder, as: Client, other: Send): Promise<void> {
  const made = await ask<{ codes: string[] }>('makeRecoveryCodes', 'Ten of them', { as, body: {} });
  const body = { player: as.id, code: made.body.codes[0] };
  const headers = { 'Idempotency-Key': 'e0b3f6a4-2f0e-4c0b-8f5a-6c1d9a7e5b42' };
  await ask('recoverAccount', 'With one of them', { body, headers });
  await ask('recoverAccount', 'With the same once more', { body });
  await ask('recoverAccount', 'Of nobody', { body: { player: 'Ada', code: body.code } });
  for (let n = 0; n < WRONG_MOST; n += 1) await nobody(other).call('POST', '/v1/recover', body);
  await ask('recoverAccount', 'After too many wrong codes', { body, to: other });
}
