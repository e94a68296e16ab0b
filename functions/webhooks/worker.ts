/**
 * Delivers what waits in one lane, in order. Messages of the queue only say where to look: any of them may come twice,
 * late or in any order. Whoever works on a lane may die at any step; what it was at is then done again by whoever gets
 * its message after it, so a receiver may get a delivery more than once, but never misses one.
 */
import { EARLY_MS, type HeldLane } from '../store/lanes.ts';
import type { Delivery, LaneMessage, Webhook, WebhookStatus } from '../store/webhooks.ts';
import { attempt, succeeded } from './attempt.ts';
import { tellOfDisabling } from './disable.ts';
import { delayUntil } from './lane-delay.ts';
import { dueOf, extraTryAt, mayReceive, type Next, nextDelivery } from './next-delivery.ts';
import { SEND_TIMEOUT_MS } from './send.ts';
import { settleAttempt, settleFound } from './settle.ts';
import { stillTrue } from './still-true.ts';
import { type TakenLane, takeLane } from './take-lane.ts';
import type { WorkerDeps } from './worker-deps.ts';

/** What else is known of a message. */
export interface LaneRun {
  /** True when no more tries are to be begun; each takes up to `SEND_TIMEOUT_MS`, and a little around it. */
  over(): boolean;
  /** It has been given out before, and whoever had it failed or died. */
  readonly redelivered: boolean;
}

/** A lane that is held for less than this is claimed anew before a try. */
const LEASE_LEFT_MS = SEND_TIMEOUT_MS + 5_000;

/** @throws whatever goes wrong: then the message is to be given out again. */
export async function workLane(deps: WorkerDeps, message: LaneMessage, run: LaneRun): Promise<void> {
  let letGoAs: WebhookStatus | null = null;
  for (;;) {
    const webhook = await deps.webhooks.get(message.player, message.webhook);
    if (webhook === null) return;
    await tellOfDisabling(deps, webhook);
    if (webhook.status === letGoAs || !mayReceive(webhook, message.lane)) return;
    const taken = await takeLane(deps, webhook, message, run);
    if (taken === null) return;
    letGoAs = await workHeld(deps, webhook, taken, message, run);
    if (letGoAs === null) return;
    // Messages that came before the lane was let go found it held: if they told of another status, it is for us to see.
  }
}

/** The status for which the lane was let go with something in it; null if there is no more to do here. */
async function workHeld(
  deps: WorkerDeps,
  first: Webhook,
  taken: TakenLane,
  message: LaneMessage,
  run: LaneRun,
): Promise<WebhookStatus | null> {
  const { player, webhook: id, lane } = message;
  let webhook: Webhook | null = first;
  let held: HeldLane | null = taken.held;
  let { early } = taken;
  try {
    while (webhook !== null && !run.over()) {
      const next: Next | null = await nextDelivery(deps, webhook, held.pending);
      if (next === null) {
        held = await deps.lanes.letGo(held);
        if (held === null) return webhook.status;
      } else {
        held = await workOn(deps, webhook, held, next, { ...run, early });
        if (held === null) return null;
        early = false;
      }
      webhook = await deps.webhooks.get(player, id);
    }
  } catch (error) {
    // The lease ends by itself if this fails too.
    await deps.lanes.release(held ?? taken.held).catch(() => undefined);
    throw error;
  }
  await deps.lanes.release(held);
  if (webhook !== null) await deps.queue.send({ player, webhook: id, lane }, 0);
  return null;
}

/** The lane as it is then; null if it has been let go, or lost to another. */
async function workOn(
  deps: WorkerDeps,
  webhook: Webhook,
  held: HeldLane,
  { number, delivery }: Next,
  run: LaneRun & Pick<TakenLane, 'early'>,
): Promise<HeldLane | null> {
  if (delivery?.state !== 'pending') return settleFound(deps, webhook, held, number, delivery);
  const due = dueOf(delivery, webhook);
  const extra = due > deps.now().getTime() + EARLY_MS;
  if (extra && !run.early) return postpone(deps, webhook, held, due, delivery, run);
  if (!(await stillTrue(deps, webhook.player, delivery.entry))) {
    // Asked for again, it stays what it was if it arrived before.
    const state = delivery.tries.some(succeeded) ? 'delivered' : 'dropped';
    const { failures } = delivery;
    const dropped = await deps.deliveries.settle(delivery, { state, failures, nextTryAt: null });
    return dropped ? deps.lanes.takeOut(held, number) : held;
  }
  const ready = held.leasedUntil < deps.now().getTime() + LEASE_LEFT_MS ? await deps.lanes.renew(held) : held;
  if (ready === null) return null;
  return settleAttempt(deps, webhook, ready, delivery, await attempt(deps, webhook, delivery), extra);
}

/**
 * Lets the lane go until `due`. The message follows: one that was sent before might come while the lane is held. Where
 * the lane was to come back then anyway there has been one, unless its sender died just before.
 */
async function postpone(
  { lanes, queue, now }: WorkerDeps,
  webhook: Webhook,
  held: HeldLane,
  due: number,
  delivery: Delivery,
  { redelivered }: Pick<LaneRun, 'redelivered'>,
): Promise<HeldLane | null> {
  const changed = await lanes.letGo(held, due);
  if (changed !== null) return changed;
  const message = { player: webhook.player, webhook: webhook.id, lane: held.lane };
  if (held.due !== due || redelivered) await queue.send({ ...message, due }, delayUntil(due, now()));
  // Messages that told of what came meanwhile found the lane held.
  const early = extraTryAt(held, delivery, webhook);
  if (early !== null && early < due) await queue.send(message, delayUntil(early, now()));
  return null;
}
