/** What an owner changes of a webhook. The same change again does what the first could not finish. */
import type { NoticeType } from '../../store/feed-entry.ts';
import type { Webhook, WebhookChange } from '../../store/webhooks.ts';
import type { ApiDeps } from '../deps.ts';
import { noSuchWebhook } from './context.ts';
import { pingAgain } from './ping.ts';

export interface Wish {
  readonly url: string | undefined;
  readonly events: readonly NoticeType[] | null | undefined;
  readonly enabled: boolean | undefined;
}

export async function changeWebhook(deps: ApiDeps, webhook: Webhook, wish: Wish, at: Date): Promise<Webhook> {
  const { url = webhook.url, enabled = webhook.status !== 'disabled' } = wish;
  const named = wish.url !== undefined || wish.enabled !== undefined;
  const verify = enabled && named && (webhook.status !== 'enabled' || url !== webhook.url);
  // What happened while it was disabled is not sent.
  if (verify && webhook.status === 'disabled') {
    await deps.webhooks.advance(webhook.player, webhook.id, (await deps.feeds.head(webhook.player)) ?? 0);
  }
  const change: WebhookChange = {
    ...(wish.url === undefined ? {} : { url }),
    ...(wish.events === undefined ? {} : { events: wish.events }),
    ...(verify ? { status: 'unverified', disabledFor: null, failingSince: null } : {}),
    ...(enabled || webhook.status === 'disabled' ? {} : { status: 'disabled', disabledFor: 'owner' }),
  };
  if (wish.enabled === true && webhook.status === 'enabled' && !verify && webhook.failingSince !== null) {
    return tryNow(deps, webhook, change);
  }
  if (Object.keys(change).length === 0) return webhook;
  const changed = await deps.webhooks.change(webhook.player, webhook.id, change);
  if (changed === null) throw noSuchWebhook();
  if (verify) await pingAgain(deps, changed, at, url !== webhook.url);
  return changed;
}

/** The owner says that the receiver is back: what waits is tried at once. */
async function tryNow(deps: ApiDeps, { player, id }: Webhook, change: WebhookChange): Promise<Webhook> {
  const changed = await deps.webhooks.change(player, id, { ...change, status: 'enabled' });
  if (changed === null) throw noSuchWebhook();
  for (const lane of await deps.deliveries.lanes(id)) await deps.lanes.send({ player, webhook: id, lane }, 0);
  return changed;
}
