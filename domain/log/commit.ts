/**
 * A commit: the events that one command caused, stored as one, and tied to the commit before it by its hash.
 *
 * `hash = sha256(JCS({v: 1, match, seq, at, prev, events}))`, sealed values entering as their digests, so that a
 * viewer who sees only digests can prove the same chain as one who sees all.
 */
import { canonicalJson, sha256 } from './canonical.ts';

/** The `prev` of a match's first commit. */
export const NO_HASH = '0'.repeat(64);

/** Where a match's log stands: the last commit's number (from 1) and hash (lower-case hex). */
export interface Head {
  readonly seq: number;
  readonly hash: string;
}

export interface Commit<Event> {
  readonly seq: number;
  /** RFC 3339, UTC, milliseconds. */
  readonly at: string;
  readonly prev: string;
  readonly hash: string;
  /** How many moves the match has had before and after this commit. */
  readonly plyBefore: number;
  readonly ply: number;
  readonly events: readonly Event[];
}

/** The hash of a commit; `events` have their seals as `{digest}` already. */
export function commitHash(match: string, seq: number, at: string, prev: string, events: unknown): string {
  return sha256(canonicalJson({ v: 1, match, seq, at, prev, events }));
}
