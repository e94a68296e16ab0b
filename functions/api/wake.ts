/** Waiting for something to happen to a match or in a player's feed. */
import type { MatchId, PlayerId } from '../../domain/match/types.ts';

export type Topic = MatchId | PlayerId;

export interface Wake {
  /**
   * Resolves when something may have happened, and at the latest after so many milliseconds or when the signal is
   * aborted. Whoever wakes looks for himself.
   */
  wait(topic: Topic, ms: number, signal: AbortSignal): Promise<void>;
}
