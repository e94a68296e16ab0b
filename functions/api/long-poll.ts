/** Waiting for commits that are not there yet. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { MatchCommit } from '../../domain/match/evolve.ts';
import { isOver } from '../../domain/match/play.ts';
import type { MatchState } from '../../domain/match/types.ts';
import type { ApiDeps } from './deps.ts';

const LOOK_EVERY_MS = 500;

interface Wish {
  readonly after: number;
  readonly limit: number;
  readonly waitMs: number;
  /** Aborted when the client has gone away. */
  readonly gone: AbortSignal;
}

/** Commits after a number; waits until there are some, the time is up, the match is over or nobody is there to tell. */
export async function waitForCommits(
  deps: ApiDeps,
  loaded: MatchState,
  { after, limit, waitMs, gone }: Wish,
): Promise<{ readonly state: MatchState; readonly commits: readonly MatchCommit[] }> {
  const until = deps.now().getTime() + waitMs;
  const stop = AbortSignal.any([gone, deps.closing]);
  let state = loaded;
  while (state.head.seq <= after) {
    const left = until - deps.now().getTime();
    if (left <= 0 || stop.aborted || isOver(state)) return { state, commits: [] };
    await sleep(Math.min(LOOK_EVERY_MS, left), undefined, { signal: stop }).catch(() => undefined);
    state = (await deps.log.load(state.id))?.state ?? state;
  }
  const commits = await deps.log.read(state.id, after, limit);
  // A commit newer than the state that was loaded would be shown by a state that does not know it yet.
  return { state, commits: commits.filter((commit) => commit.seq <= state.head.seq) };
}
