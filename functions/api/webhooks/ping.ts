/** Asking a webhook to prove that it answers. */
import { NOT_TOLD_YET } from '../../store/feed-items.ts';
import type { Webhook } from '../../store/webhooks.ts';
import { delayUntil } from '../../webhooks/lane-delay.ts';
import type { ApiDeps } from '../deps.ts';
import { hex } from '../ids.ts';

/** How far back a ping that still waits is looked for. One that stands further back comes at its own time. */
const LOOKED_AT = 100;
const PAUSE_MS = 2_000;

/**
 * The first ping of a webhook, once however often it is called: it comes after all that was in the feed when the webhook
 * was made, and what is past its cursor has been delivered.
 */
export async function firstPing(deps: ApiDeps, webhook: Webhook): Promise<void> {
  if (webhook.status !== 'unverified') return;
  const { deliveries } = await deps.deliveries.page(webhook.id, null, 1);
  if (deliveries.length === 0) await append(deps, webhook, 'first', webhook.createdAt, webhook.cursor);
}

/** A ping that waits is sent at once, or a moment after its last try there; where there is none, a new one. */
export async function pingAgain(deps: ApiDeps, webhook: Webhook, at: Date, isElsewhere: boolean): Promise<void> {
  const { deliveries } = await deps.deliveries.page(webhook.id, null, LOOKED_AT);
  const waiting = deliveries.find(({ state, entry }) => state === 'pending' && entry.type === 'webhook.ping');
  if (waiting === undefined) return append(deps, webhook, hex(deps.random(8)), at.toISOString(), NOT_TOLD_YET);
  const lastTry = Date.parse(waiting.tries.at(-1)?.at ?? '1970-01-01T00:00:00.000Z');
  // Nobody is to be pinged over and over, whoever asks for it.
  const again = new Date(isElsewhere ? 0 : lastTry + PAUSE_MS);
  await deps.deliveries.again(webhook.id, waiting.entry);
  const message = { player: webhook.player, webhook: webhook.id, lane: 'account' } as const;
  await deps.lanes.send(message, delayUntil(again.getTime(), at));
}

async function append(
  { feeds }: ApiDeps,
  { player, id }: Webhook,
  key: string,
  at: string,
  after: number,
): Promise<void> {
  await feeds.append(player, { key: `ping:${id}:${key}`, after }, at, [{ type: 'webhook.ping', webhook: id }]);
}
