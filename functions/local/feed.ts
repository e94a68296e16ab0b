/**
 * The stream on one machine: told of each stored commit, it has the read models brought up to date. One match is
 * worked on by one at a time; what comes in meanwhile is done in one more go.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MatchId } from '../../domain/match/types.ts';
import type { MatchLog } from '../store/match-log.ts';

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

export interface Feed {
  notify(match: MatchId): void;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
  /** What still fails is given up; the next start catches it up. True if nothing was left undone. */
  stop(): Promise<boolean>;
}

export function startFeed(project: (match: MatchId) => Promise<void>, failed: (error: unknown) => void): Feed {
  const running = new Map<MatchId, Promise<void>>();
  const waiting = new Set<MatchId>();
  const stopping = new AbortController();
  let undone = false;

  async function work(match: MatchId): Promise<void> {
    let pause = FIRST_PAUSE_MS;
    while (waiting.delete(match)) {
      try {
        await project(match);
        pause = FIRST_PAUSE_MS;
      } catch (error) {
        failed(error);
        if (stopping.signal.aborted) {
          undone = true;
          return;
        }
        waiting.add(match);
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
    notify(match) {
      waiting.add(match);
      if (running.has(match)) return;
      running.set(
        match,
        work(match).finally(() => running.delete(match)),
      );
    },
    async stop() {
      stopping.abort();
      await idle();
      return !undone;
    },
  };
}

/** The log, with the feed told of every commit right after it has been stored. */
export function feeding(log: MatchLog, feed: Feed): MatchLog {
  return {
    ...log,
    async append(next, commit, sinceSnapshot) {
      const stored = await log.append(next, commit, sinceSnapshot);
      if (stored) feed.notify(next.id);
      return stored;
    },
  };
}
