/** A delivery as an item, kept 30 days from when it was made, or last asked for again. */
import type { AttributeValue } from '@aws-sdk/client-dynamodb';
import type { FeedEntry, WebhookId } from './feed-entry.ts';
import { pack, unpack } from './packing.ts';
import { keys } from './table.ts';
import type { Delivery, DeliveryState, Try } from './webhooks.ts';

const KEPT_MS = 30 * 86_400_000;

/** Of a delivery that has not been tried. */
export function newItem(webhook: WebhookId, entry: FeedEntry, at: Date): Record<string, AttributeValue> {
  return {
    ...keys.delivery(webhook, Number(entry.id)),
    state: { S: 'pending' },
    failures: { N: '0' },
    entry: { B: pack(entry) },
    expires: expires(at),
  };
}

export function fromItem(item: Record<string, AttributeValue>): Delivery {
  return {
    webhook: item.pk?.S?.slice('webhook#'.length) as WebhookId,
    entry: unpack(item.entry?.B ?? new Uint8Array()) as FeedEntry,
    state: item.state?.S as DeliveryState,
    failures: Number(item.failures?.N),
    tries: item.tries?.B === undefined ? [] : (unpack(item.tries.B) as Try[]),
    nextTryAt: item.nextTryAt?.S ?? null,
    askedToWait: item.askedToWait?.BOOL === true,
  };
}

export function expires(at: Date): AttributeValue {
  return { N: String(Math.ceil((at.getTime() + KEPT_MS) / 1000)) };
}
