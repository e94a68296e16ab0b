/** Signs deliveries as Standard Webhooks 1.0.0 says, so that its libraries verify them. */
import { createHmac } from 'node:crypto';

const SECRET_PREFIX = 'whsec_';
const SECRET_BYTES = 32;

export interface Signable {
  /** The message's, the same in every try. */
  readonly id: string;
  /** When this try is made: receivers refuse what is minutes old. */
  readonly at: Date;
  readonly body: string;
  /** Newest first. While a secret is replaced, receivers that know either can verify. */
  readonly secrets: readonly string[];
}

export interface SignedHeaders {
  readonly 'webhook-id': string;
  readonly 'webhook-timestamp': string;
  readonly 'webhook-signature': string;
}

export function newSecret(random: (count: number) => Uint8Array): string {
  return SECRET_PREFIX + Buffer.from(random(SECRET_BYTES)).toString('base64');
}

export function signedHeaders({ id, at, body, secrets }: Signable): SignedHeaders {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const content = `${id}.${timestamp}.${body}`;
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${hmac(secret, content)}`).join(' '),
  };
}

function hmac(secret: string, content: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return createHmac('sha256', key).update(content).digest('base64');
}
