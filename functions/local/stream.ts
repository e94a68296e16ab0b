/**
 * The stream on one machine, where the database has none: told of each stored commit and each entry of a feed, it has
 * done what follows from them. One match or feed is worked on by one at a time; what comes in meanwhile is done in one
 * more go.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Feeds } from '../store/feeds.ts';
import type { MatchLog } from '../store/match-log.ts';
import type { Topic } from '../store/topic.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

export interface LocalStream {
  notify(topic: Topic): void;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
  /** What still fails is given up; the next start catches it up. True if nothing was left undone. */
  stop(): Promise<boolean>;
}

export function startStream(handle: (topic: Topic) => Promise<void>, failed: (error: unknown) => void): LocalStream {
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
      } catch (error) {
        failed(error);
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

  return {
    idle,
    notify(topic) {
      waiting.add(topic);
      if (running.has(topic)) return;
      running.set(
        topic,
        work(topic).finally(() => running.delete(topic)),
      );
    },
    async stop() {
      stopping.abort();
      await idle();
      return !undone;
    },
  };
}

/** The log, with whoever is to know told of every commit right after it has been stored. */
export function tellingLog(log: MatchLog, tell: (topic: Topic) => void): MatchLog {
  return {
    ...log,
    async append(next, commit, sinceSnapshot) {
      const stored = await log.append(next, commit, sinceSnapshot);
      if (stored) tell(next.id);
      return stored;
    },
  };
}

/** Feeds, with whoever is to know told of every entry. */
export function tellingFeeds(feeds: Feeds, tell: (topic: Topic) => void): Feeds {
  return {
    ...feeds,
    async append(player, source, at, notices) {
      await feeds.append(player, source, at, notices);
      tell(player);
    },
  };
}
