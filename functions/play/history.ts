/** A match as it stood at an earlier ply. */

import type { MatchCommit } from '../../domain/match/evolve.ts';
import { evolveMatch } from '../../domain/match/evolve.ts';
import type { MatchState } from '../../domain/match/types.ts';
import type { Records } from './execute.ts';

/** The last state at that ply; null where the match has not come so far. */
export async function stateAtPly(play: Records, now: MatchState, ply: number): Promise<MatchState | null> {
  if (ply > now.ply) return null;
  const past = await play.log.commitPast(now, ply);
  if (past === null) return now;
  const before = await play.log.loadAt(now.id, past.seq - 1);
  if (before === null || before.state.ply === ply) return before?.state ?? null;
  // The ply lies inside a batch: the moves of the commit up to it, under the head of the commit before.
  const until = past.events.findIndex((event) => event.type === 'move.made' && event.ply === ply);
  const part: MatchCommit = { ...past, ply, events: past.events.slice(0, until + 1) };
  return { ...evolveMatch(before.state, part, play.games), head: before.state.head };
}
