/** A match as it stood at an earlier ply. */

import type { MatchCommit } from '../../domain/match/evolve.ts';
import { evolveMatch } from '../../domain/match/evolve.ts';
import type { MatchEvent, MatchState } from '../../domain/match/types.ts';
import type { Records } from './execute.ts';
import { stepsAfter } from './steps.ts';

/** The last state at that ply; null where the match has not come so far. */
export async function stateAtPly(play: Records, now: MatchState, ply: number): Promise<MatchState | null> {
  if (ply > now.ply) return null;
  const past = await play.log.commitPast(now, ply);
  if (past === null) return now;
  const before = await play.log.loadAt(now.id, past.seq - 1);
  if (before === null || before.state.ply === ply) return before?.state ?? null;
  // The ply lies inside a batch: the moves of the commit up to it, under the head of the commit before.
  const until = past.events.findIndex((event) => event.type === 'move.made' && event.ply === ply);
  const part: MatchCommit = { ...past, ply, events: past.events.slice(0, until + 1) };
  return { ...evolveMatch(before.state, part, play.games), head: before.state.head };
}

/**
 * The match as the ply itself left it: before anything that takes no ply, such as somebody giving up. It has begun, and
 * come so far.
 */
export async function stateRightAfter(play: Records, now: MatchState, ply: number): Promise<MatchState> {
  if (ply === 0) return stateAtStart(play, now);
  const reached = await play.log.commitPast(now, ply - 1);
  const before = reached === null ? null : await play.log.loadAt(now.id, reached.seq - 1);
  if (reached === null || before === null) throw new Error('the match has not come so far');
  const last = reached.events.findIndex((event) => isPly(event, ply));
  return evolveMatch(before.state, { ...reached, ply, events: reached.events.slice(0, last + 1) }, play.games);
}

function isPly(event: MatchEvent, ply: number): boolean {
  return (event.type === 'move.made' || event.type === 'moves.taken-back') && event.ply === ply;
}

async function stateAtStart({ log, games }: Records, { id }: MatchState): Promise<MatchState> {
  for (let done = 0; ; ) {
    const steps = await stepsAfter(log, games, id, done);
    const last = steps.at(-1)?.after;
    if (last === undefined) throw new Error('the match has not begun');
    const begins = steps.find(({ after }) => after.startedAt !== null);
    if (begins !== undefined) return begins.after;
    done = last.head.seq;
  }
}
