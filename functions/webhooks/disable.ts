/** Disabling a webhook, and telling its owner. The telling is owed until it is done, whoever comes to it. */
import type { Untold, Webhook } from '../store/webhooks.ts';
import type { WorkerDeps } from './worker-deps.ts';

type Deps = Pick<WorkerDeps, 'webhooks' | 'feeds'>;

const DAY_MS = 86_400_000;
const FAILING_MS = 5 * DAY_MS;

/** Why the webhook is to be disabled after a try that failed with this status, if it is. */
export function reasonToDisable(webhook: Webhook, status: number | null, at: Date): Untold['reason'] | null {
  if (status === 410) return 'gone';
  const { failingSince } = webhook;
  return failingSince !== null && at.getTime() - Date.parse(failingSince) >= FAILING_MS ? 'failing' : null;
}

export async function disable(deps: Deps, webhook: Webhook, reason: Untold['reason'], at: Date): Promise<void> {
  await deps.webhooks.disable(webhook, { reason, at: at.toISOString() });
  const disabled = await deps.webhooks.get(webhook.player, webhook.id);
  if (disabled !== null) await tellOfDisabling(deps, disabled);
}

/** Tells the owner's feed of a disabling that it does not know of yet. */
export async function tellOfDisabling({ feeds, webhooks }: Deps, webhook: Webhook): Promise<void> {
  const { id, player, untold } = webhook;
  if (untold === undefined) return;
  const { at, reason } = untold;
  await feeds.append(player, { key: `disabled:${id}:${at}` }, at, [{ type: 'webhook.disabled', webhook: id, reason }]);
  await webhooks.told(webhook, untold);
}
