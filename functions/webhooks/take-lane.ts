/** Takes a lane to work on, or finds that there is nothing to do there now. */
import type { LaneState } from '../store/lane-item.ts';
import { EARLY_MS, type HeldLane } from '../store/lanes.ts';
import type { LaneMessage, Webhook } from '../store/webhooks.ts';
import { delayUntil } from './lane-delay.ts';
import { dueOf, extraTryAt, nextDelivery } from './next-delivery.ts';
import type { LaneRun } from './worker.ts';
import type { WorkerDeps } from './worker-deps.ts';

/** A lane that is held; `early`: ahead of its time, for one try. */
export interface TakenLane {
  readonly held: HeldLane;
  readonly early: boolean;
}

/** Null if the message is done with. */
export async function takeLane(
  deps: WorkerDeps,
  webhook: Webhook,
  message: LaneMessage,
  { redelivered }: Pick<LaneRun, 'redelivered'>,
): Promise<TakenLane | null> {
  const { lanes, queue, now } = deps;
  const { lane } = message;
  let early = false;
  for (;;) {
    const held = await lanes.claim(webhook.id, lane, deps.uuid(), early);
    if (held !== null) return { held, early };
    const state = await lanes.read(webhook.id, lane);
    if (state === null || state.pending.length === 0) return null;
    const leasedUntil = state.leasedUntil ?? 0;
    if (leasedUntil > now().getTime()) {
      // Whoever holds the lane looks at it again before letting it go, unless dead, or just past looking at the time.
      if (redelivered || message.due !== undefined) await queue.send(message, delayUntil(leasedUntil, now()));
      return null;
    }
    if (early || !waits(state, now())) continue;
    const { due } = state;
    if (message.due === undefined) {
      const at = await earlyAt(deps, webhook, state);
      early = at !== null && at <= now().getTime();
      if (early) continue;
      if (at !== null && at < due) await queue.send(message, delayUntil(at, now()));
    }
    // A message for an older time has been followed by another, for this one, unless its sender died just before.
    if (message.due === due || redelivered) await queue.send({ ...message, due }, delayUntil(due, now()));
    return null;
  }
}

/** Whether the lane is to be left alone for now. What waits in it may have been asked for again all the same. */
function waits(state: LaneState, now: Date): state is LaneState & { readonly due: number } {
  return state.due !== null && state.due > now.getTime() + EARLY_MS;
}

/** When to take a lane before it is due, in milliseconds since 1970; null: not before. */
async function earlyAt(deps: WorkerDeps, webhook: Webhook, lane: LaneState): Promise<number | null> {
  const next = await nextDelivery(deps, webhook, lane.pending);
  if (next === null) return null;
  if (next.delivery?.state !== 'pending') return 0;
  if (dueOf(next.delivery, webhook) <= deps.now().getTime() + EARLY_MS) return 0;
  return extraTryAt(lane, next.delivery, webhook);
}
