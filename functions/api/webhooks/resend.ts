/** Sending again what a webhook was to get: one delivery, or what happened since a time. */
import type { FeedEntry } from '../../store/feed-entry.ts';
import { CursorError, type FeedPage } from '../../store/feeds.ts';
import { concerns, laneOf, type Webhook } from '../../store/webhooks.ts';
import type { ApiDeps } from '../deps.ts';
import { ApiProblem, invalid } from '../problems.ts';

/** Entries read at once, so no more deliveries are put back either. */
const PAGE = 500;
/** A request ends after so many pages in which nothing concerned the webhook. */
const PAGES_MOST = 8;
/** How much is written at once. */
const AT_ONCE = 20;

/** Puts deliveries back into their lanes, and only then wakes the worker, so that it finds each lane in order. */
export async function resend(deps: ApiDeps, { id, player }: Webhook, entries: readonly FeedEntry[]): Promise<void> {
  await inParts(entries, (entry) => deps.deliveries.again(id, entry));
  const lanes = [...new Set(entries.map(laneOf))];
  await inParts(lanes, (lane) => deps.lanes.send({ player, webhook: id, lane }, 0));
}

async function inParts<Item>(items: readonly Item[], act: (item: Item) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    await Promise.all(items.slice(from, from + AT_ONCE).map(act));
  }
}

export interface Replayed {
  readonly queued: number;
  readonly next: string | null;
}

/** Resends, of what happened since that time, what comes next after a number of the feed. */
export async function replay(deps: ApiDeps, webhook: Webhook, since: Date, after: number): Promise<Replayed> {
  const wanted = (entry: FeedEntry) =>
    Date.parse(entry.at) >= since.getTime() &&
    entry.type !== 'webhook.ping' &&
    entry.type !== 'webhook.test' &&
    concerns(webhook, entry);
  let next: string | null = null;
  for (let pages = 0; pages < PAGES_MOST; pages += 1) {
    const page = await read(deps, webhook, next === null ? after : Number(next));
    next = page.more ? (page.entries.at(-1)?.id ?? null) : null;
    const entries = page.entries.filter(wanted);
    await resend(deps, webhook, entries);
    if (entries.length > 0 || next === null) return { queued: entries.length, next };
  }
  return { queued: 0, next };
}

async function read({ feeds }: ApiDeps, { player }: Webhook, after: number): Promise<FeedPage> {
  try {
    return await feeds.read(player, after, PAGE);
  } catch (error) {
    if (!(error instanceof CursorError)) throw error;
    if (error.kind === 'ahead') throw invalid('body', '/after', 'Your feed has no such entry yet.');
    // What has been dropped since is older than any replay goes back.
    return feeds.read(player, 0, PAGE);
  }
}

/** Into a disabled webhook nothing is put: it would come whenever the webhook is enabled again. */
export function checkEnabled({ status }: Webhook): void {
  if (status === 'disabled') throw new ApiProblem('webhook_disabled', { detail: 'Enable it first.' });
}
