/**
 * Plays what players have planned to answer. Safe to repeat, to run late and twice at once, and to be killed anywhere: it
 * goes by the log, and every change of a plan is made only to what was read. A plan is claimed before its move is made, and
 * the move is one that the log knows again, so it is made once; a claim that somebody has left behind is finished first.
 */

import { gameOf } from '../../domain/match/evolve.ts';
import type { Step } from '../../domain/match/notices.ts';
import { type Course, courseOf } from '../../domain/match/plan/course.ts';
import type { DroppedBecause, PlanNotice } from '../../domain/match/plan/types.ts';
import { seatOf } from '../../domain/match/play.ts';
import type { MatchProblemCode } from '../../domain/match/problems.ts';
import type { MatchId, MatchState } from '../../domain/match/types.ts';
import type { Seat } from '../../domain/seat.ts';
import { moving } from '../play/commands.ts';
import { execute, type Play } from '../play/execute.ts';
import { STEPS_MOST, stepsAfter } from '../play/steps.ts';
import type { Feeds } from '../store/feeds.ts';
import type { PlanContent, Plans, StoredPlan } from '../store/plans.ts';

export interface PlayingPlans extends Play {
  readonly plans: Plans;
  readonly feeds: Pick<Feeds, 'append'>;
}

/** A move takes a few changes. What is left is told again, since each changes the plan or the log. */
const CHANGES_MOST = 50;

/** Nobody else may have made of the plan what is being made. */
type Next = 'look again' | 'done';

export async function playPlans(to: PlayingPlans, match: MatchId): Promise<void> {
  for (const found of await to.plans.ofMatch(match)) {
    let stored: StoredPlan | null = found;
    for (let n = 0; stored !== null && n < CHANGES_MOST; n += 1) {
      if ((await goOn(to, stored)) === 'done') break;
      stored = await to.plans.get(match, found.player);
    }
  }
}

/** One change; whatever has been done before it, it goes on from there. */
async function goOn(to: PlayingPlans, stored: StoredPlan): Promise<Next> {
  const { plan, untold, firing } = stored;
  if (untold !== null) return tell(to, stored, untold);
  if (plan === null) return removed(to, stored);
  const { steps, match } = await since(to, stored.match, plan.after);
  const seat = seatOf(match, stored.player);
  if (seat === undefined) return removed(to, stored);
  const course = courseOf(gameOf(match, to.games), seat, plan, steps, match);
  switch (course.kind) {
    case 'waits':
      // A claim on a position that was taken back: its ply has passed, so nobody can make that move any more.
      return firing === null ? 'done' : changed(to, stored, { plan, firing: null, untold: null });
    case 'answers': {
      const { ply, moves } = course;
      // A claim on another ply is on one that has passed.
      if (firing?.ply !== ply) return changed(to, stored, { plan, untold, firing: { ply, moves } });
      return fire(to, stored, firing, match, seat);
    }
    case 'answered':
      return answered(to, stored, match, seat, course);
    case 'dropped':
      return drop(to, stored, course.match, seat, course.reason);
  }
}

async function since(
  { log, games }: PlayingPlans,
  id: MatchId,
  after: number,
): Promise<{ readonly steps: readonly Step[]; readonly match: MatchState }> {
  const steps: Step[] = [];
  for (let isAll = false; !isAll; ) {
    const more = await stepsAfter(log, games, id, steps.at(-1)?.after.head.seq ?? after);
    steps.push(...more);
    isAll = more.length < STEPS_MOST;
  }
  const match = steps.at(-1)?.after ?? (await log.loadAt(id, after))?.state;
  if (match === undefined) throw new Error('a match cannot vanish');
  return { steps, match };
}

/** What the log as it stands settles: looking again finds what. */
const OVERTAKEN: ReadonlySet<MatchProblemCode> = new Set(['stale_ply', 'not_your_turn', 'match_over']);

async function fire(
  to: PlayingPlans,
  stored: StoredPlan,
  firing: NonNullable<PlanContent['firing']>,
  match: MatchState,
  seat: Seat,
): Promise<Next> {
  const loaded = await to.log.load(stored.match);
  if (loaded === null) throw new Error('a match cannot vanish');
  const command = moving(to, { player: stored.player, ...firing, by: 'plan' });
  const answer = await execute(to, loaded, command, to.now());
  if (answer.ok || OVERTAKEN.has(answer.problem.code)) return 'look again';
  // The end is about to be stored, and tells of itself. Until then the claim stays: who holds it too may have been in time.
  if (answer.problem.code === 'time_up') return 'done';
  return drop(to, stored, match, seat, 'not_legal');
}

/** Where its owner has made the very move by hand, there is nothing to tell. */
function answered(
  to: PlayingPlans,
  stored: StoredPlan,
  match: MatchState,
  seat: Seat,
  { seq, ply, at, moves, byPlan, left }: Extract<Course, { kind: 'answered' }>,
): Promise<Next> {
  const plan = left.length === 0 ? null : { ply, branches: left, after: seq };
  const notice = { type: 'plan.played', match: match.id, game: match.game, seq, ply, seat, moves } as const;
  return changed(to, stored, { plan, firing: null, untold: byPlan ? untoldOf(stored, at, notice) : null });
}

function drop(
  to: PlayingPlans,
  stored: StoredPlan,
  { id, game, head, ply }: MatchState,
  seat: Seat,
  reason: DroppedBecause,
): Promise<Next> {
  const notice = { type: 'plan.dropped', match: id, game, seq: head.seq, ply, seat, reason } as const;
  return changed(to, stored, {
    plan: null,
    firing: null,
    untold: untoldOf(stored, to.now().toISOString(), notice),
  });
}

function untoldOf({ match, version }: StoredPlan, at: string, notice: PlanNotice): PlanContent['untold'] {
  return { key: `plan#${match}#${version.laid}#${version.changes}`, at, notice };
}

async function tell(
  to: PlayingPlans,
  stored: StoredPlan,
  { key, at, notice }: NonNullable<PlanContent['untold']>,
): Promise<Next> {
  await to.feeds.append(stored.player, { key }, at, [notice]);
  if (stored.plan === null) return removed(to, stored);
  return changed(to, stored, { plan: stored.plan, firing: stored.firing, untold: null });
}

async function changed({ plans }: PlayingPlans, stored: StoredPlan, content: PlanContent): Promise<Next> {
  await plans.change(stored, content);
  return 'look again';
}

async function removed({ plans }: PlayingPlans, stored: StoredPlan): Promise<Next> {
  await plans.remove(stored);
  return 'look again';
}
