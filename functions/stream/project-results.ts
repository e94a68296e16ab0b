/** What came of a match for its players. It is settled with the match's end; what comes after that changes nothing. */
import type { Step } from '../../domain/match/notices.ts';
import { publicResults } from '../../domain/match/result.ts';
import type { MatchState } from '../../domain/match/types.ts';
import type { Results } from '../store/results.ts';

export async function projectResults(results: Results, steps: readonly Step[]): Promise<void> {
  const last = steps.at(-1);
  const ends = steps.some(({ before, after }) => before?.status !== 'finished' && after.status === 'finished');
  if (last !== undefined && ends) await writeResults(results, last.after);
}

export async function writeResults(results: Results, match: MatchState): Promise<void> {
  const { id, game, head } = match;
  const all = [...publicResults(match)];
  await Promise.all(all.map(([player, result]) => results.put(player, { match: id, game, result }, head.seq)));
}
