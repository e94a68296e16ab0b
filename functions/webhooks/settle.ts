/** What follows from a try. Whatever is owed besides is done before the delivery is written down as settled. */
import type { HeldLane } from '../store/lanes.ts';
import { type Delivery, type Lane, laneOf, type Webhook } from '../store/webhooks.ts';
import { type Attempt, succeeded } from './attempt.ts';
import { disable, reasonToDisable } from './disable.ts';
import { askedFor, nextTryAfter } from './retries.ts';
import type { WorkerDeps } from './worker-deps.ts';

/** `extra`: it was ahead of the schedule. The lane as it is then; null if it has been let go, or lost. */
export async function settleAttempt(
  deps: WorkerDeps,
  webhook: Webhook,
  held: HeldLane,
  delivery: Delivery,
  attempt: Attempt,
  extra: boolean,
): Promise<HeldLane | null> {
  const settled = succeeded(attempt.tried)
    ? await settleSuccess(deps, webhook, delivery, attempt)
    : await settleFailure(deps, webhook, delivery, attempt, extra);
  return settled ? deps.lanes.takeOut(held, Number(delivery.entry.id)) : held;
}

/** True if the delivery is done with. */
async function settleSuccess(
  deps: WorkerDeps,
  webhook: Webhook,
  delivery: Delivery,
  { tried }: Attempt,
): Promise<boolean> {
  const isBack = webhook.failingSince !== null;
  if (isBack) await deps.webhooks.succeeded(webhook);
  const { failures } = delivery;
  if (!(await deps.deliveries.settle(delivery, { state: 'delivered', failures, nextTryAt: null, tried }))) return false;
  if (delivery.entry.type === 'webhook.ping') await deps.webhooks.verified(webhook);
  // What waits elsewhere need not wait any longer.
  if (isBack || delivery.entry.type === 'webhook.ping') await wakeLanes(deps, webhook, laneOf(delivery.entry));
  return true;
}

async function settleFailure(
  deps: WorkerDeps,
  webhook: Webhook,
  delivery: Delivery,
  { tried, retryAfter }: Attempt,
  extra: boolean,
): Promise<boolean> {
  const failing = await deps.webhooks.failed(webhook, tried.at);
  const now = deps.now();
  const failures = delivery.failures + 1;
  const reason = failing === null ? null : reasonToDisable(failing, tried.status, now);
  if (failing !== null && reason !== null) {
    // Enabled again, it is tried at once.
    await deps.deliveries.settle(delivery, { state: 'pending', failures, nextTryAt: null, tried });
    await disable(deps, failing, reason, now);
    return false;
  }
  const asked = askedFor(retryAfter, now);
  const askedToWait = asked > 0;
  if (extra) {
    // It does not count, and the schedule stays as it was, unless that is sooner than the receiver asks for.
    const nextTryAt = laterOf(delivery.nextTryAt, new Date(now.getTime() + asked).toISOString());
    await deps.deliveries.settle(delivery, { ...delivery, nextTryAt, askedToWait, tried });
    return false;
  }
  const wait = nextTryAfter(failures, deps.random(), retryAfter, now);
  if (wait === null) {
    const settled = await deps.deliveries.settle(delivery, { state: 'failed', failures, nextTryAt: null, tried });
    // Nobody ever answered there: what happens need not be kept for it any longer.
    if (failing !== null && delivery.entry.type === 'webhook.ping') await disable(deps, failing, 'failing', now);
    return settled;
  }
  const nextTryAt = new Date(now.getTime() + wait).toISOString();
  await deps.deliveries.settle(delivery, { state: 'pending', failures, nextTryAt, askedToWait, tried });
  return false;
}

/**
 * A delivery that was found settled while its number was still in the lane: whoever settled it did not come to do what
 * follows. Null as above.
 */
export async function settleFound(
  deps: WorkerDeps,
  webhook: Webhook,
  held: HeldLane,
  number: number,
  delivery: Delivery | null,
): Promise<HeldLane | null> {
  if (delivery?.state === 'delivered' && delivery.entry.type === 'webhook.ping') {
    // It may have been answered at another URL than the present one; so it proves nothing, and is sent again.
    if (webhook.status === 'unverified') {
      await deps.deliveries.again(webhook.id, delivery.entry);
      return held;
    }
    await wakeLanes(deps, webhook, held.lane);
  }
  return deps.lanes.takeOut(held, number);
}

/** What waited until the webhook was enabled, or answered again; all but the lane that is being worked on. */
async function wakeLanes(
  { webhooks, deliveries, queue }: WorkerDeps,
  { player, id }: Webhook,
  but: Lane,
): Promise<void> {
  if ((await webhooks.get(player, id))?.status !== 'enabled') return;
  for (const lane of await deliveries.lanes(id)) if (lane !== but) await queue.send({ player, webhook: id, lane }, 0);
}

/** Times of this one form sort as texts. */
function laterOf(a: string | null, b: string): string {
  return a !== null && a > b ? a : b;
}
