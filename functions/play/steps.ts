/** A match's log from some commit on, each commit with the match before and after it. */
import type { Catalogue } from '../../domain/games.ts';
import { evolveMatch } from '../../domain/match/evolve.ts';
import type { Step } from '../../domain/match/notices.ts';
import type { MatchId } from '../../domain/match/types.ts';
import type { MatchLog } from '../store/match-log.ts';

export const STEPS_MOST = 100;

/** Up to `most` steps after commit `after`; none where the log has no more. */
export async function stepsAfter(
  log: MatchLog,
  games: Catalogue,
  match: MatchId,
  after: number,
  most = STEPS_MOST,
): Promise<Step[]> {
  const commits = await log.read(match, after, most);
  const [next] = commits;
  if (next === undefined) return [];
  // What the first commit makes is loaded too: its salts follow from a key that is kept beside it.
  const known = await log.loadAt(match, Math.max(after, 1));
  if (known === null) throw new Error('a log cannot lose its beginning');
  const steps: Step[] = after === 0 ? [{ before: null, commit: next, after: known.state }] : [];
  let before = known.state;
  for (const commit of commits.slice(steps.length)) {
    const state = evolveMatch(before, commit, games);
    steps.push({ before, commit, after: state });
    before = state;
  }
  return steps;
}
