/** Asking a webhook to prove that it answers. */
import type { Webhook } from '../../store/webhooks.ts';
import type { ApiDeps } from '../deps.ts';
import { hex } from '../ids.ts';

/** How far back a ping that still waits is looked for. One that stands further back comes at its own time. */
const LOOKED_AT = 100;

/** The first ping of a webhook, once however often it is called. */
export async function firstPing(deps: ApiDeps, webhook: Webhook): Promise<void> {
  if (webhook.status !== 'unverified') return;
  const { deliveries } = await deps.deliveries.page(webhook.id, null, 1);
  if (deliveries.length === 0) await append(deps, webhook, 'first', webhook.createdAt);
}

/** A ping that waits is sent at once; where there is none, a new one. */
export async function pingAgain(deps: ApiDeps, webhook: Webhook, at: Date): Promise<void> {
  const { deliveries } = await deps.deliveries.page(webhook.id, null, LOOKED_AT);
  const waiting = deliveries.find(({ state, entry }) => state === 'pending' && entry.type === 'webhook.ping');
  if (waiting === undefined) return append(deps, webhook, hex(deps.random(8)), at.toISOString());
  await deps.deliveries.again(webhook.id, waiting.entry);
  await deps.lanes.send({ player: webhook.player, webhook: webhook.id, lane: 'account' }, 0);
}

function append({ feeds }: ApiDeps, { player, id }: Webhook, key: string, at: string): Promise<void> {
  return feeds.append(player, { key: `ping:${id}:${key}` }, at, [{ type: 'webhook.ping', webhook: id }]);
}
