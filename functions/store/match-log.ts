/** What the rest needs of a match's log, whatever keeps it. */
import type { MatchCommit } from '../../domain/match/evolve.ts';
import type { MatchId, MatchState } from '../../domain/match/types.ts';

/** A match as it was loaded. */
export interface LoadedMatch {
  readonly state: MatchState;
  /** The newest commits, oldest first: those that loading read anyway. */
  readonly recent: readonly MatchCommit[];
  /** How many commits back the newest snapshot stands; tells `append` when the next is due. */
  readonly sinceSnapshot: number;
}

export interface MatchLog {
  /** The match as it stands; one strongly consistent Query of bounded length. Null if there is none. */
  load(match: MatchId): Promise<LoadedMatch | null>;
  /** The match as it stood after commit `seq`. */
  loadAt(match: MatchId, seq: number): Promise<LoadedMatch | null>;
  /**
   * Stores a commit if its place in the log is still free: one conditional Put, the only lock on a match. False if
   * another commit has that place. `next` is the match after the commit.
   */
  append(next: MatchState, commit: MatchCommit, sinceSnapshot: number): Promise<boolean>;
  /** Up to `limit` commits after number `after`, oldest first. */
  read(match: MatchId, after: number, limit: number): Promise<readonly MatchCommit[]>;
  /** The first commit of `state`'s log after which the match has more than `ply` plies; reads about log2(seq) items. */
  commitPast(state: MatchState, ply: number): Promise<MatchCommit | null>;
}
