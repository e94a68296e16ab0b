/**
 * A match's read models made again from its log alone. All is written as of the newest commit, so that it takes the
 * place of whatever is there but what the stream, at work on the same table, knows better.
 */
import { gameOf } from '../../domain/match/evolve.ts';
import type { Invitation, MatchId, MatchState, PlayerId } from '../../domain/match/types.ts';
import { ratedResult } from '../../domain/rating/result.ts';
import { listing } from '../play/listing.ts';
import { stepsAfter } from '../play/steps.ts';
import { isPast } from '../store/feed-items.ts';
import type { OpenTurn } from '../store/turns.ts';
import { type Projection, projectFork } from './project.ts';
import { changesDue, dueAt, writeDue } from './project-due.ts';
import { putInvitations, waitedBefore } from './project-invitations.ts';
import { putPlayers, seatedBefore } from './project-lists.ts';
import { writeResults } from './project-results.ts';
import { turnChanges, writeTurns } from './project-turns.ts';

/** The match as it stood then. @throws if its log cannot be read */
export async function rebuildMatch(to: Projection, match: MatchId, now: Date): Promise<MatchState> {
  const turns = new Map<PlayerId, OpenTurn | null>();
  const had = new Set<PlayerId>();
  const waited: Invitation[] = [];
  let hadDue = false;
  let last: MatchState | undefined;
  for (;;) {
    const steps = await stepsAfter(to.log, to.games, match, last?.head.seq ?? 0);
    const reached = steps.at(-1)?.after;
    if (reached === undefined) break;
    last = reached;
    const game = gameOf(last, to.games);
    for (const [player, turn] of turnChanges(game, steps)) turns.set(player, turn);
    hadDue ||= changesDue(game, steps);
    for (const player of seatedBefore(steps)) had.add(player);
    waited.push(...waitedBefore(steps));
  }
  if (last === undefined) throw new Error('there is no log');
  if (last.fork !== null) {
    await projectFork(to, last);
    await to.traces.put(last.creator, 'fork', match);
    return last;
  }

  // Work on an old match is held up nowhere: no mark need keep it from being put back.
  const marksGone = !isPast(last.at, now);
  if (!marksGone) for (const [player, turn] of turns) if (turn === null) turns.delete(player);
  const game = gameOf(last, to.games);
  const listed = listing(game, last);
  if (listed.visibility === 'public') {
    await to.lists.put('public', listed);
    if (listed.status === 'open') await to.lists.put('lobby', listed);
    else if (marksGone) await to.lists.remove('lobby', listed);
  }
  await putPlayers(to.lists, listed, marksGone ? had : []);
  await putInvitations(to.invitations, last, listed, marksGone ? waited : []);
  await writeTurns(to.turns, last, turns);
  await writeResults(to.results, last);
  if (hadDue && (marksGone || dueAt(game, last) !== null)) await writeDue(to.dues, game, last);
  // Rated with all others of its game, in their order.
  const result = ratedResult(last);
  if (result !== null) await to.ratings.enter(result);
  return last;
}
