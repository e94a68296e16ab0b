/** A test of a webhook: an entry of its owner's feed like any other, which goes to that webhook alone. */
import { NOT_TOLD_YET } from '../../store/feed-items.ts';
import type { Webhook } from '../../store/webhooks.ts';
import { messageId } from '../../webhooks/message.ts';
import type { ApiDeps } from '../deps.ts';
import { hex } from '../ids.ts';

/** Which delivery it will be. */
export async function sendTest(deps: ApiDeps, { id, player }: Webhook, at: Date) {
  const key = `test:${id}:${hex(deps.random(8))}`;
  const entry = await deps.feeds.append(player, { key, after: NOT_TOLD_YET }, at.toISOString(), [
    { type: 'webhook.test', webhook: id },
  ]);
  if (entry === null) throw new Error(`the feed of ${player} did not take what is of now`);
  return { id: String(entry), webhookId: messageId(id, String(entry)) };
}
