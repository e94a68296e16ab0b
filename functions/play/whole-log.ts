/** Every commit of a match, up to a head that has been read. */
import type { MatchCommit } from '../../domain/match/evolve.ts';
import type { MatchState } from '../../domain/match/types.ts';
import type { MatchLog } from '../store/match-log.ts';

const PAGE = 500;

export async function readWholeLog(log: MatchLog, upTo: MatchState): Promise<readonly MatchCommit[]> {
  const commits: MatchCommit[] = [];
  while (commits.length < upTo.head.seq) {
    const page = await log.read(upTo.id, commits.length, Math.min(PAGE, upTo.head.seq - commits.length));
    if (page.length === 0) throw new Error('a log cannot get shorter');
    commits.push(...page);
  }
  return commits;
}
