/** A match log in memory: what a move costs over HTTP when the database costs nothing. For the bench alone. */
import type { Catalogue } from '../../domain/games.ts';
import { evolveMatch, type MatchCommit, startMatch } from '../../domain/match/evolve.ts';
import type { MatchId, MatchState } from '../../domain/match/types.ts';
import { SNAPSHOT_EVERY } from '../../functions/store/dynamo-log.ts';
import type { LoadedMatch, MatchLog } from '../../functions/store/match-log.ts';

interface Kept {
  readonly saltKey: string;
  readonly commits: MatchCommit[];
  readonly snapshots: Map<number, MatchState>;
}

export function memoryLog(games: Catalogue): MatchLog {
  const matches = new Map<MatchId, Kept>();

  /** Folds the commits after the newest snapshot, as a load from the table does. */
  function loadUpTo(match: MatchId, seq: number): LoadedMatch | null {
    const kept = matches.get(match);
    const first = kept?.commits[0];
    if (kept === undefined || first === undefined) return null;
    const last = Math.min(seq, kept.commits.length);
    let base = last - (last % SNAPSHOT_EVERY);
    let state = kept.snapshots.get(base);
    const recent: MatchCommit[] = [];
    if (state === undefined) {
      state = startMatch(match, kept.saltKey, first, games);
      recent.push(first);
      base = 1;
    }
    for (const commit of kept.commits.slice(base, last)) {
      state = evolveMatch(state, commit, games);
      recent.push(commit);
    }
    return { state, recent, sinceSnapshot: last % SNAPSHOT_EVERY };
  }

  return {
    load: async (match) => loadUpTo(match, Number.POSITIVE_INFINITY),
    loadAt: async (match, seq) => loadUpTo(match, seq),
    async append(next, commit) {
      const kept: Kept = matches.get(next.id) ?? { saltKey: next.secrets.saltKey, commits: [], snapshots: new Map() };
      if (commit.seq !== kept.commits.length + 1) return false;
      kept.commits.push(commit);
      if (commit.seq % SNAPSHOT_EVERY === 0) kept.snapshots.set(commit.seq, next);
      matches.set(next.id, kept);
      return true;
    },
    read: async (match, after, limit) => matches.get(match)?.commits.slice(after, after + limit) ?? [],
    commitPast: async (state, ply) => matches.get(state.id)?.commits.find((commit) => commit.ply > ply) ?? null,
  };
}
