/** Takes entries out of lists, invitations, open turns, deadlines and results that should not be there. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { gameOf } from '../../domain/match/evolve.ts';
import { waitingInvitations } from '../../domain/match/invitations.ts';
import { seatOf } from '../../domain/match/play.ts';
import { publicResults } from '../../domain/match/result.ts';
import type { MatchState } from '../../domain/match/types.ts';
import { dropEntry, keyOf } from '../store/mend.ts';
import type { ModelEntry } from '../store/table-scan.ts';
import type { Projection } from './project.ts';
import { dueAt } from './project-due.ts';
import { waiting } from './project-turns.ts';
import { rebuildMatch } from './rebuild-match.ts';

/** True if the entry has been taken out. @throws if its match's log cannot be read */
export async function rebuildEntry(
  to: Projection,
  { client, table }: { readonly client: DynamoDBClient; readonly table: string },
  entry: ModelEntry,
  now: Date,
): Promise<boolean> {
  const match = (await to.log.load(entry.match))?.state;
  if (match !== undefined && entry.seq > match.head.seq) {
    // A log is never behind what is derived from it: this is damage, and would give way to nothing for long.
    await dropEntry(client, table, keyOf(entry), entry.seq);
    await rebuildMatch(to, entry.match, now);
    return true;
  }
  if (entry.gone || (match !== undefined && isRightful(to, entry, match))) return false;
  const head = match?.head ?? { seq: entry.seq, hash: '' };
  if (entry.kind === 'turn') await to.turns.remove(entry.player, entry.match, head.seq);
  else if (entry.kind === 'invitation') {
    await to.invitations.remove(entry.player, entry.at, entry.match, head.seq);
  } else if (entry.kind === 'result') await to.results.remove(entry.player, entry.match, head.seq);
  else if (entry.kind === 'clock') await to.dues.put(entry.match, head.seq, null);
  else await to.lists.remove(entry.list, { id: entry.match, createdAt: entry.createdAt, head });
  return true;
}

/** Whether the log of its match says that there is such an entry. */
function isRightful(to: Projection, entry: ModelEntry, match: MatchState): boolean {
  if (match.fork !== null) return entry.kind === 'listed' && entry.list === `forks#${match.creator}`;
  if (entry.kind === 'turn') return waiting(gameOf(match, to.games), match).has(entry.player);
  if (entry.kind === 'result') return publicResults(match).has(entry.player);
  if (entry.kind === 'invitation') {
    return waitingInvitations(match).some(({ player, at }) => player === entry.player && at === entry.at);
  }
  if (entry.kind === 'clock') return dueAt(gameOf(match, to.games), match) !== null;
  if (entry.createdAt !== match.createdAt) return false;
  if (entry.list === 'public') return match.visibility === 'public';
  if (entry.list === 'lobby') return match.visibility === 'public' && match.status === 'open';
  return entry.list.startsWith('player#') && seatOf(match, entry.list.slice('player#'.length)) !== undefined;
}
