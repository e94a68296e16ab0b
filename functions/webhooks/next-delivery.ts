/** Which delivery of a lane comes next, and when. */
import type { LaneState } from '../store/lane-item.ts';
import type { Delivery, Lane, Webhook } from '../store/webhooks.ts';
import type { WorkerDeps } from './worker-deps.ts';

export interface Next {
  readonly number: number;
  /** Null if it is no longer kept. */
  readonly delivery: Delivery | null;
}

/** Whether anything in the lane may be sent to the webhook as it is. Pings are in the lane of the account. */
export function mayReceive({ status }: Webhook, lane: Lane): boolean {
  return status === 'enabled' || (status === 'unverified' && lane === 'account');
}

/** Null if nothing of what waits may be sent to the webhook now. `pending` is ascending. */
export async function nextDelivery(
  { deliveries }: Pick<WorkerDeps, 'deliveries'>,
  webhook: Webhook,
  pending: readonly number[],
): Promise<Next | null> {
  if (webhook.status === 'disabled') return null;
  if (webhook.status === 'enabled') {
    const [number] = pending;
    return number === undefined ? null : { number, delivery: await deliveries.get(webhook.id, number) };
  }
  // The newest ping is the one that its owner waits for.
  for (const number of pending.toReversed()) {
    const delivery = await deliveries.get(webhook.id, number);
    if (delivery?.entry.type === 'webhook.ping') return { number, delivery };
  }
  return null;
}

/** When it may be tried, in milliseconds since 1970. */
export function dueOf({ nextTryAt, tries }: Delivery, { enabledAt }: Webhook): number {
  if (nextTryAt === null) return 0;
  const lastTry = tries.at(-1)?.at ?? '';
  return enabledAt !== undefined && enabledAt > lastTry ? 0 : Date.parse(nextTryAt);
}

/** A receiver that was tried a moment ago is left in peace. */
const TRIED_LATELY_MS = 60_000;

/**
 * When to try ahead of time, in milliseconds since 1970, to see whether the receiver is back: where something new waits
 * behind the delivery, or the webhook has answered something else since. Null: there is no reason to. Such a try does
 * not count. Without it a receiver that was down for a while would hear of nothing new in the match for hours after it
 * is up again.
 */
export function extraTryAt(lane: LaneState, delivery: Delivery, webhook: Webhook): number | null {
  const lastTry = delivery.tries.at(-1)?.at;
  if (lastTry === undefined || delivery.askedToWait) return null;
  const isReason = lane.changes !== lane.seen || (webhook.answeredAt ?? '') > lastTry;
  return isReason ? Date.parse(lastTry) + TRIED_LATELY_MS : null;
}
