/** Turns what a command decided into the commit that follows a match's head. */
import { commitHash, NO_HASH } from '../log/commit.ts';
import { digestsOnly, saltsOf } from '../log/seal.ts';
import type { MatchCommit } from './evolve.ts';
import type { MatchEvent, MatchId, MatchState } from './types.ts';

/** A commit's time is when its request was received, but never before the commit it follows. */
export function followingCommit(match: MatchState, events: readonly MatchEvent[], receivedAt: Date): MatchCommit {
  const { id, head, ply, secrets } = match;
  return makeCommit(
    id,
    secrets.saltKey,
    head.seq + 1,
    laterOf(receivedAt.toISOString(), match.at),
    head.hash,
    ply,
    events,
  );
}

export function firstCommit(
  match: MatchId,
  saltKey: string,
  events: readonly MatchEvent[],
  receivedAt: Date,
): MatchCommit {
  return makeCommit(match, saltKey, 1, receivedAt.toISOString(), NO_HASH, 0, events);
}

function makeCommit(
  match: MatchId,
  saltKey: string,
  seq: number,
  at: string,
  prev: string,
  plyBefore: number,
  events: readonly MatchEvent[],
): MatchCommit {
  const hash = commitHash(match, seq, at, prev, digestsOnly(events, saltsOf(saltKey, match, seq)));
  let ply = plyBefore;
  for (const event of events) if (event.type === 'move.made' || event.type === 'moves.taken-back') ply += 1;
  return { seq, at, prev, hash, plyBefore, ply, events };
}

/** Times of this one form sort as texts. */
export function laterOf(a: string, b: string): string {
  if (a > b) return a;
  return b;
}
