/**
 * From a player's feed to deliveries. Safe to repeat and to run twice at once: it goes by the feed and each webhook's
 * cursor, and a cursor moves on only when all before it has been put into its lane and told to the queue.
 */
import type { PlayerId } from '../../domain/match/types.ts';
import { CursorError, type FeedPage, type Feeds } from '../store/feeds.ts';
import { concerns, type Deliveries, type LaneQueue, type Webhook, type Webhooks } from '../store/webhooks.ts';

export interface DeliverDeps {
  readonly feeds: Pick<Feeds, 'read'>;
  readonly webhooks: Pick<Webhooks, 'of' | 'advance'>;
  readonly deliveries: Pick<Deliveries, 'add'>;
  readonly queue: LaneQueue;
}

const PAGE = 50;

/** Makes deliveries of what is new in the player's feed. */
export async function deliverNew(deps: DeliverDeps, player: PlayerId): Promise<void> {
  const webhooks = (await deps.webhooks.of(player)).filter(({ status }) => status !== 'disabled');
  const read = readingOnce(deps.feeds, player);
  const results = await Promise.allSettled(webhooks.map((webhook) => deliverTo(deps, webhook, read)));
  const failed = results.find((result) => result.status === 'rejected');
  if (failed !== undefined) throw failed.reason;
}

async function deliverTo(
  { webhooks, deliveries, queue }: DeliverDeps,
  webhook: Webhook,
  read: (after: number) => Promise<FeedPage>,
): Promise<void> {
  const { id, player } = webhook;
  let { cursor } = webhook;
  for (;;) {
    const { entries, more } = await read(cursor);
    const lanes = await deliveries.add(id, ...entries.filter((entry) => concerns(webhook, entry)));
    await Promise.all(lanes.map((lane) => queue.send({ player, webhook: id, lane }, 0)));
    const last = entries.at(-1);
    if (last === undefined) return;
    cursor = Number(last.id);
    await webhooks.advance(player, id, cursor);
    if (!more) return;
  }
}

/** Most of a player's webhooks stand at the same place, and share what is read from there. */
function readingOnce(feeds: Pick<Feeds, 'read'>, player: PlayerId): (after: number) => Promise<FeedPage> {
  const pages = new Map<number, Promise<FeedPage>>();
  return (after) => {
    const page = pages.get(after) ?? readKept(feeds, player, after);
    pages.set(after, page);
    return page;
  };
}

/** Where entries after the cursor have been dropped since, from the oldest kept. */
async function readKept(feeds: Pick<Feeds, 'read'>, player: PlayerId, after: number): Promise<FeedPage> {
  try {
    return await feeds.read(player, after, PAGE);
  } catch (error) {
    if (error instanceof CursorError && error.kind === 'expired') return feeds.read(player, 0, PAGE);
    throw error;
  }
}
