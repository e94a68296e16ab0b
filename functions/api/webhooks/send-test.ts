/** A test of a webhook: an entry of its owner's feed like any other, which goes to that webhook alone. */
import type { FeedEntry } from '../../store/feed-entry.ts';
import type { Webhook } from '../../store/webhooks.ts';
import { messageId } from '../../webhooks/message.ts';
import type { ApiDeps } from '../deps.ts';
import { hex } from '../ids.ts';

const PAGE = 100;

/** Which delivery it will be. */
export async function sendTest(deps: ApiDeps, { id, player }: Webhook, at: Date) {
  const before = (await deps.feeds.head(player)) ?? 0;
  const key = `test:${id}:${hex(deps.random(8))}`;
  await deps.feeds.append(player, { key }, at.toISOString(), [{ type: 'webhook.test', webhook: id }]);
  const entry = await find(deps, player, before, id);
  return { id: entry.id, webhookId: messageId(id, entry.id) };
}

/** The first after that number: of two tests at once both may be told of the same one. */
async function find(
  { feeds }: ApiDeps,
  player: Webhook['player'],
  before: number,
  webhook: Webhook['id'],
): Promise<FeedEntry> {
  for (let after = before, more = true; more; ) {
    const page = await feeds.read(player, after, PAGE);
    const found = page.entries.find((entry) => entry.type === 'webhook.test' && entry.webhook === webhook);
    if (found !== undefined) return found;
    more = page.more;
    after = Number(page.entries.at(-1)?.id ?? after);
  }
  throw new Error(`the feed of ${player} does not have what was added to it`);
}
