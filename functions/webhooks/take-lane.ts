/** Takes a lane to work on, or finds that there is nothing to do there now. */
import { EARLY_MS, type HeldLane, type LaneState } from '../store/lanes.ts';
import type { LaneMessage, Webhook } from '../store/webhooks.ts';
import { delayUntil } from './lane-delay.ts';
import { dueOf, nextDelivery, worthAnExtraTry } from './next-delivery.ts';
import type { LaneRun } from './worker.ts';
import type { WorkerDeps } from './worker-deps.ts';

/** Null if the message is done with. */
export async function takeLane(
  deps: WorkerDeps,
  webhook: Webhook,
  message: LaneMessage,
  { redelivered }: Pick<LaneRun, 'redelivered'>,
): Promise<HeldLane | null> {
  const { lanes, queue, now } = deps;
  const { lane } = message;
  let early = false;
  for (;;) {
    const held = await lanes.claim(webhook.id, lane, deps.uuid(), early);
    if (held !== null) return held;
    const state = await lanes.read(webhook.id, lane);
    if (state === null || state.pending.length === 0) return null;
    const leasedUntil = state.leasedUntil ?? 0;
    if (leasedUntil > now().getTime()) {
      // Whoever holds the lane looks at it again before letting it go, unless dead, or just past looking at the time.
      if (redelivered || message.due !== undefined) await queue.send(message, delayUntil(leasedUntil, now()));
      return null;
    }
    if (early || !waits(state, now())) continue;
    early = message.due === undefined && (await isAskedFor(deps, webhook, state));
    if (early) continue;
    // A message for an older time has been followed by another, for this one, unless its sender died just before.
    const { due } = state;
    if (message.due === due || redelivered) await queue.send({ ...message, due }, delayUntil(due, now()));
    return null;
  }
}

/** Whether the lane is to be left alone for now. What waits in it may have been asked for again all the same. */
function waits(state: LaneState, now: Date): state is LaneState & { readonly due: number } {
  return state.due !== null && state.due > now.getTime() + EARLY_MS;
}

async function isAskedFor(deps: WorkerDeps, webhook: Webhook, lane: LaneState): Promise<boolean> {
  const next = await nextDelivery(deps, webhook, lane.pending);
  if (next === null) return false;
  if (next.delivery?.state !== 'pending') return true;
  const now = deps.now();
  return (
    dueOf(next.delivery, webhook) <= now.getTime() + EARLY_MS || worthAnExtraTry(lane, next.delivery, webhook, now)
  );
}
