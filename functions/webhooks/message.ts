/** What a delivery says: the entry of the feed, in the form of Standard Webhooks. */
import type { FeedEntry, NoticeType, WebhookId } from '../store/feed-entry.ts';

export interface Payload {
  readonly type: NoticeType;
  /** When it happened. */
  readonly timestamp: string;
  /** The entry's other fields, its id included. */
  readonly data: Readonly<Record<string, unknown>>;
}

/** The header `webhook-id`, the same at every try. */
export function messageId(webhook: WebhookId, entry: string): string {
  return `${webhook}_${entry}`;
}

export function payloadOf(entry: FeedEntry): Payload {
  const { type, at, ...data } = entry;
  return { type, timestamp: at, data };
}
