/**
 * The secrets of webhooks. Under an Idempotency-Key they are derived from the player's own secret and the request, so
 * that the same request gives the same secret again, and no record of requests is needed.
 */
import { createHmac } from 'node:crypto';
import type { Player } from '../../store/players.ts';
import type { Webhook } from '../../store/webhooks.ts';
import { newSecret } from '../../webhooks/sign.ts';
import type { RandomBytes } from '../ids.ts';

/** How long the old secret signs too. */
const ROTATION_MS = 24 * 3_600_000;

/** `request` is all that makes the request this one and no other. */
export function secretFor(player: Player, request: readonly unknown[]): string {
  const key = Buffer.from(player.secret, 'hex');
  const digest = createHmac('sha256', key)
    .update(JSON.stringify(['webhook-secret', ...request]))
    .digest();
  return newSecret(() => digest);
}

export type Secrets = Webhook['secrets'];

/**
 * The secrets after a rotation; the same if this very rotation was the last one. Under a key the new secret derives
 * from the old one too: the key used again later does not bring back a secret that was given up.
 */
export function rotated(
  player: Player,
  webhook: Webhook,
  key: string | undefined,
  random: RandomBytes,
  now: Date,
): Secrets {
  const [newest, older] = webhook.secrets;
  if (newest === undefined) throw new Error(`the webhook ${webhook.id} has no secret`);
  const after = (old: string) => (key === undefined ? newSecret(random) : secretFor(player, [webhook.id, key, old]));
  if (older !== undefined && key !== undefined && newest.secret === after(older.secret)) return webhook.secrets;
  const expires = new Date(now.getTime() + ROTATION_MS).toISOString();
  return [
    { secret: after(newest.secret), expires: null },
    { secret: newest.secret, expires },
  ];
}
