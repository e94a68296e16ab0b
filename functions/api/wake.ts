/** Waiting for something to happen to a match or in a player's feed. */
import type { Topic } from '../store/topic.ts';

export interface Wake {
  /** Begins to watch; look after that, so that nothing falls between the look and the wait. */
  watch(topic: Topic): Watch;
}

export interface Watch {
  /**
   * Resolves when something may have happened since the watch began or its last wait ended, and at the latest after so
   * many milliseconds or when the signal is aborted. Whoever wakes looks for himself.
   */
  wait(ms: number, signal: AbortSignal): Promise<void>;
  /** Call it when there is nothing more to wait for. */
  end(): void;
}
