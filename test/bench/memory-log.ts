/** A match log in memory: what a move costs over HTTP when the database costs nothing. For the bench, and for tests of what is answered. */
import type { MatchCommit } from '../../domain/match/evolve.ts';
import type { MatchId, MatchState } from '../../domain/match/types.ts';
import { SNAPSHOT_EVERY } from '../../functions/store/dynamo-log.ts';
import type { LoadedMatch, MatchLog } from '../../functions/store/match-log.ts';

interface Kept {
  readonly commits: MatchCommit[];
  /** After each commit: to read and fold them is the store's work. */
  readonly states: MatchState[];
}

export function memoryLog(): MatchLog {
  const matches = new Map<MatchId, Kept>();

  function loadUpTo(match: MatchId, seq: number): LoadedMatch | null {
    const kept = matches.get(match);
    const last = Math.min(seq, kept?.commits.length ?? 0);
    const state = kept?.states[last - 1];
    if (kept === undefined || state === undefined) return null;
    return { state, recent: kept.commits.slice(Math.max(0, last - SNAPSHOT_EVERY), last), sinceSnapshot: 0 };
  }

  return {
    load: async (match) => loadUpTo(match, Number.POSITIVE_INFINITY),
    loadAt: async (match, seq) => loadUpTo(match, seq),
    async append(next, commit) {
      const kept: Kept = matches.get(next.id) ?? { commits: [], states: [] };
      if (commit.seq !== kept.commits.length + 1) return false;
      kept.commits.push(commit);
      kept.states.push(next);
      matches.set(next.id, kept);
      return true;
    },
    read: async (match, after, limit) => matches.get(match)?.commits.slice(after, after + limit) ?? [],
    commitPast: async (state, ply) => matches.get(state.id)?.commits.find((commit) => commit.ply > ply) ?? null,
  };
}
