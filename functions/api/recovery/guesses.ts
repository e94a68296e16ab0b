/**
 * Slows who tries codes: ten wrong ones a minute and player, counted in memory, so about that in each process. It spares
 * the database; what keeps codes from being guessed is their length.
 */
import { LRUCache } from 'lru-cache';
import type { PlayerId } from '../../../domain/match/types.ts';

export const WRONG_MOST = 10;
const SPAN_MS = 60_000;
const PLAYERS_MOST = 10_000;

export interface Guesses {
  /** For how many seconds the player's codes are not tried; 0 if they are. */
  wait(player: PlayerId, at: Date): number;
  wrong(player: PlayerId, at: Date): void;
}

interface Count {
  readonly since: number;
  readonly wrong: number;
}

export function countGuesses(): Guesses {
  const counts = new LRUCache<PlayerId, Count>({ max: PLAYERS_MOST });

  function countAt(player: PlayerId, at: Date): Count {
    const count = counts.get(player);
    const now = at.getTime();
    return count === undefined || now - count.since >= SPAN_MS ? { since: now, wrong: 0 } : count;
  }

  return {
    wait(player, at) {
      const { since, wrong } = countAt(player, at);
      return wrong < WRONG_MOST ? 0 : Math.max(1, Math.ceil((since + SPAN_MS - at.getTime()) / 1000));
    },
    wrong(player, at) {
      const { since, wrong } = countAt(player, at);
      counts.set(player, { since, wrong: wrong + 1 });
    },
  };
}
