/**
 * The stream on one machine, where the database has none: told of each stored commit and each entry of a feed, it has
 * done what follows from them. One match or feed is worked on by one at a time; what comes in meanwhile is done in one
 * more go.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Topic } from '../store/topic.ts';
import type { Follower } from './background.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

export function followHere(handle: (topic: Topic) => Promise<void>): Follower {
  const running = new Map<Topic, Promise<void>>();
  const waiting = new Set<Topic>();
  const stopping = new AbortController();
  let undone = false;

  async function work(topic: Topic): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (waiting.delete(topic)) {
      try {
        await handle(topic);
        pause = FIRST_PAUSE_MS;
      } catch {
        // What failed has been told where it was done.
        if (stopping.signal.aborted) {
          undone = true;
          return;
        }
        waiting.add(topic);
        await sleep(pause, undefined, { signal: stopping.signal }).catch(() => undefined);
        pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
      }
    }
  }

  async function idle(): Promise<void> {
    while (running.size > 0) await Promise.all(running.values());
  }

  function notify(topic: Topic): void {
    waiting.add(topic);
    if (running.has(topic)) return;
    running.set(
      topic,
      work(topic).finally(() => running.delete(topic)),
    );
  }

  return {
    idle,
    notify,
    catchUp: notify,
    async stop() {
      stopping.abort();
      await idle();
      return !undone;
    },
  };
}
