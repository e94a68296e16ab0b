/** Brings a match's log up to its players' leave, outside of any command. */
import { followingCommit } from '../../domain/match/commit.ts';
import { evolveMatch } from '../../domain/match/evolve.ts';
import type { MatchId } from '../../domain/match/types.ts';
import { ContentionError, type Play } from './execute.ts';
import { lackingLeave } from './timeouts.ts';

const TRIES_MOST = 100;

/**
 * Appends what the log lacks, as the path of timeouts would. Safe to repeat and to race: whoever loses its place in the
 * log reads the match and the accounts again.
 * @throws ContentionError if the match would not stand still long enough.
 */
export async function bringLeave(play: Play, match: MatchId): Promise<void> {
  for (let attempt = 0; attempt < TRIES_MOST; attempt += 1) {
    const loaded = await play.log.load(match);
    if (loaded === null) return;
    const lacking = await lackingLeave(play, loaded);
    if (lacking.length === 0) return;
    const commit = followingCommit(loaded.state, lacking, play.now());
    const next = evolveMatch(loaded.state, commit, play.games);
    if (await play.log.append(next, commit, loaded.sinceSnapshot)) return;
  }
  throw new ContentionError('too many commands on one match at once');
}
