/** Turns what a command decided into the commit that follows a match's head. */
import { commitHash, NO_HASH } from '../log/commit.ts';
import { digestsOnly, saltsOf } from '../log/seal.ts';
import type { MatchCommit } from './evolve.ts';
import type { MatchEvent, MatchId, MatchState } from './types.ts';

/** A commit's time is when its request was received, but never before the commit it follows. */
export function followingCommit(match: MatchState, events: readonly MatchEvent[], receivedAt: Date): MatchCommit {
  const at = new Date(Math.max(Date.parse(match.at), receivedAt.getTime())).toISOString();
  const { seq, hash } = match.head;
  return makeCommit(match.id, match.secrets.saltKey, { seq: seq + 1, at, prev: hash, plyBefore: match.ply }, events);
}

export function firstCommit(
  match: MatchId,
  saltKey: string,
  events: readonly MatchEvent[],
  receivedAt: Date,
): MatchCommit {
  return makeCommit(match, saltKey, { seq: 1, at: receivedAt.toISOString(), prev: NO_HASH, plyBefore: 0 }, events);
}

function makeCommit(
  match: MatchId,
  saltKey: string,
  place: Pick<MatchCommit, 'seq' | 'at' | 'prev' | 'plyBefore'>,
  events: readonly MatchEvent[],
): MatchCommit {
  const { seq, at, prev } = place;
  const hash = commitHash(match, seq, at, prev, digestsOnly(events, saltsOf(saltKey, match, seq)));
  const moves = events.filter((event) => event.type === 'move.made').length;
  return { ...place, hash, ply: place.plyBefore + moves, events };
}
