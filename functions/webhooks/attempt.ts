/** One try of a delivery: signed with the secrets that hold now, sent, and written down as the owner may read it. */
import type { Delivery, Try, Webhook } from '../store/webhooks.ts';
import { messageId, payloadOf } from './message.ts';
import { signedHeaders } from './sign.ts';
import type { WorkerDeps } from './worker-deps.ts';

export interface Attempt {
  readonly tried: Try;
  /** As the receiver wrote it. */
  readonly retryAfter: string | null;
}

export async function attempt(
  { send, now }: Pick<WorkerDeps, 'send' | 'now'>,
  webhook: Webhook,
  { entry }: Delivery,
): Promise<Attempt> {
  const at = now();
  const body = JSON.stringify(payloadOf(entry));
  const secrets = webhook.secrets
    .filter(({ expires }) => expires === null || Date.parse(expires) > at.getTime())
    .map(({ secret }) => secret);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Plypost',
    ...signedHeaders({ id: messageId(webhook.id, entry.id), at, body, secrets }),
  };
  const result = await send(new URL(webhook.url), headers, body);
  const tried = { at: at.toISOString(), ms: result.ms };
  return result.kind === 'answered'
    ? { tried: { ...tried, status: result.status, error: null }, retryAfter: result.retryAfter }
    : { tried: { ...tried, status: null, error: result.detail }, retryAfter: null };
}

export function succeeded({ status }: Try): boolean {
  return status !== null && status >= 200 && status < 300;
}
