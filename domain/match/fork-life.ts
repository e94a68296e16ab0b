/** How long a fork is kept: it is for trying things out, and another can be made of it or of its match at any time. */
import type { Fork, MatchState } from './types.ts';

export const FORK_DAYS = 90;

export interface ForkSight extends Fork {
  /** When it is dropped. */
  readonly until: string;
}

/** Null of what is no fork. */
export function seeFork({ fork, createdAt }: Pick<MatchState, 'fork' | 'createdAt'>): ForkSight | null {
  if (fork === null) return null;
  return { ...fork, until: new Date(Date.parse(createdAt) + FORK_DAYS * 86_400_000).toISOString() };
}

/** A fork whose time is over is there no more, whether or not all of it has been dropped yet. */
export function isDropped(match: Pick<MatchState, 'fork' | 'createdAt'>, now: Date): boolean {
  const fork = seeFork(match);
  return fork !== null && Date.parse(fork.until) <= now.getTime();
}
