/** A match log in memory: what a move costs over HTTP when the database costs nothing. For the bench alone. */
import type { MatchCommit } from '../../domain/match/evolve.ts';
import type { MatchId, MatchState } from '../../domain/match/types.ts';
import { SNAPSHOT_EVERY } from '../../functions/store/dynamo-log.ts';
import type { MatchLog } from '../../functions/store/match-log.ts';

interface Kept {
  readonly state: MatchState;
  /** The newest commits. Older ones are let go, as a function lets go of them: to keep a log is the database's work. */
  readonly recent: readonly MatchCommit[];
}

export function memoryLog(): MatchLog {
  const matches = new Map<MatchId, Kept>();
  const older = () => Promise.reject(new Error('the log of the bench keeps nothing old'));

  return {
    async load(match) {
      const kept = matches.get(match);
      return kept === undefined ? null : { ...kept, sinceSnapshot: 0 };
    },
    async append(next, commit) {
      const kept = matches.get(next.id);
      if (commit.seq !== (kept?.state.head.seq ?? 0) + 1) return false;
      matches.set(next.id, { state: next, recent: [...(kept?.recent ?? []).slice(1 - SNAPSHOT_EVERY), commit] });
      return true;
    },
    loadAt: older,
    read: older,
    commitPast: older,
  };
}
