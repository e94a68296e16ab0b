/**
 * The queue of lanes in this process. It keeps nothing that is not in the table too: what waits is found there at the
 * next start (`lanes-waiting.ts`).
 */
import { EventEmitter, once, setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PlayerId } from '../../domain/match/types.ts';
import type { WebhookId } from '../store/feed-entry.ts';
import type { LaneMessage, LaneQueue } from '../store/webhooks.ts';
import type { LaneRun } from '../webhooks/worker.ts';

/** How many lanes are worked on at once, of one webhook and of one player: receivers that hang hold up few others. */
const AT_ONCE = 64;
const AT_ONCE_A_WEBHOOK = 4;
const AT_ONCE_A_PLAYER = 8;
/** After this time a lane makes room for others that wait. */
const SLICE_MS = 20_000;
const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 60_000;
const STOP_WITHIN_MS = 3_000;
/** What has been broken off has this time to let go of its lane. */
const LET_GO_WITHIN_MS = 1_000;

export interface LocalRun extends LaneRun {
  /** Aborted when work is to be broken off: it then throws, and is begun anew at the next start. */
  readonly signal: AbortSignal;
}

export interface LocalLaneQueueSettings {
  work(message: LaneMessage, run: LocalRun): Promise<void>;
  /** Told of every failure of `work`, which is then tried again. */
  report(error: unknown, message: LaneMessage): void;
  /** How long after `stop` what is under way may go on before it is broken off, in milliseconds. Default 3,000. */
  readonly stopWithinMs?: number;
}

export interface LocalLaneQueue extends LaneQueue {
  /** As `send`, for a message that somebody may have worked on before. */
  resend(message: LaneMessage, delaySeconds: number): void;
  /** Resolves when nothing is under way, and nothing waits but for its time. */
  idle(): Promise<void>;
  /** Begins nothing more. True if all that was to be done by now has been done. */
  stop(): Promise<boolean>;
}

interface Job {
  readonly message: LaneMessage;
  readonly failures: number;
  readonly redelivered: boolean;
}

export function localLaneQueue(settings: LocalLaneQueueSettings): LocalLaneQueue {
  /** In the order in which they came; of equal messages one, since a message only says where to look. */
  const ready = new Map<string, Job>();
  const running = new Map<string, Promise<void>>();
  const perWebhook = counter<WebhookId>();
  const perPlayer = counter<PlayerId>();
  const delayed = new Set<NodeJS.Timeout>();
  /** Of what failed. */
  const retries = new Set<NodeJS.Timeout>();
  const events = new EventEmitter().setMaxListeners(0);
  const breakingOff = new AbortController();
  setMaxListeners(0, breakingOff.signal);
  let stopping = false;
  let undone = false;

  function later(job: Job, ms: number, among: Set<NodeJS.Timeout>): void {
    const timer = setTimeout(() => {
      among.delete(timer);
      enter(job);
    }, ms);
    among.add(timer);
  }

  function enter(job: Job): void {
    const { webhook, lane, due } = job.message;
    const key = `${webhook} ${lane} ${due ?? ''}`;
    const redelivered = job.redelivered || ready.get(key)?.redelivered === true;
    ready.set(key, { ...job, redelivered });
    beginReady();
  }

  function beginReady(): void {
    for (const [key, job] of ready) {
      if (stopping || running.size >= AT_ONCE) return;
      const { webhook, lane, player } = job.message;
      const isBusy = perWebhook.of(webhook) >= AT_ONCE_A_WEBHOOK || perPlayer.of(player) >= AT_ONCE_A_PLAYER;
      if (isBusy || running.has(`${webhook} ${lane}`)) continue;
      ready.delete(key);
      perWebhook.add(webhook, 1);
      perPlayer.add(player, 1);
      running.set(
        `${webhook} ${lane}`,
        run(job).finally(() => ended(job.message)),
      );
    }
  }

  function ended({ webhook, lane, player }: LaneMessage): void {
    running.delete(`${webhook} ${lane}`);
    perWebhook.add(webhook, -1);
    perPlayer.add(player, -1);
    beginReady();
    if (!busy()) events.emit('idle');
  }

  async function run({ message, failures, redelivered }: Job): Promise<void> {
    const until = performance.now() + SLICE_MS;
    const over = () => stopping || performance.now() > until;
    try {
      await settings.work(message, { over, redelivered, signal: breakingOff.signal });
    } catch (error) {
      if (!breakingOff.signal.aborted) settings.report(error, message);
      const pause = Math.min(FIRST_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
      if (stopping) undone = true;
      else later({ message, failures: failures + 1, redelivered: true }, pause, retries);
    }
  }

  function busy(): boolean {
    return running.size > 0 || (!stopping && (ready.size > 0 || retries.size > 0));
  }

  async function idle(): Promise<void> {
    while (busy()) await once(events, 'idle');
  }

  async function idleWithin(ms: number): Promise<void> {
    const waiting = new AbortController();
    await Promise.race([idle(), sleep(ms, undefined, waiting).catch(() => undefined)]);
    waiting.abort();
  }

  function send(job: Job, delaySeconds: number): void {
    if (delaySeconds > 0) {
      if (!stopping) later(job, delaySeconds * 1000, delayed);
    } else if (stopping) undone = true;
    else enter(job);
  }

  return {
    idle,
    async send(message, delaySeconds) {
      send({ message, failures: 0, redelivered: false }, delaySeconds);
    },
    resend(message, delaySeconds) {
      send({ message, failures: 0, redelivered: true }, delaySeconds);
    },
    async stop() {
      stopping = true;
      for (const timer of [...delayed, ...retries]) clearTimeout(timer);
      await idleWithin(settings.stopWithinMs ?? STOP_WITHIN_MS);
      breakingOff.abort();
      await idleWithin(LET_GO_WITHIN_MS);
      return !undone && running.size === 0 && ready.size === 0 && retries.size === 0;
    },
  };
}

/** How many there are of each. */
function counter<Key>(): { of(key: Key): number; add(key: Key, change: 1 | -1): void } {
  const counts = new Map<Key, number>();
  const of = (key: Key) => counts.get(key) ?? 0;
  return {
    of,
    add(key, change) {
      const count = of(key) + change;
      if (count > 0) counts.set(key, count);
      else counts.delete(key);
    },
  };
}
