/** Laying plans, and taking them away, beside the stream that plays them. */
import { gameOf } from '../../domain/match/evolve.ts';
import { judgePlan } from '../../domain/match/plan/judge.ts';
import { walkLine } from '../../domain/match/plan/line.ts';
import type { LineStep, Plan } from '../../domain/match/plan/types.ts';
import { seatOf } from '../../domain/match/play.ts';
import type { MatchState } from '../../domain/match/types.ts';
import { ContentionError, tooLate } from '../play/execute.ts';
import type { StoredPlan } from '../store/plans.ts';
import type { Player } from '../store/players.ts';
import type { ApiDeps } from './deps.ts';
import { newPlanId } from './ids.ts';
import { ApiProblem, refused } from './problems.ts';

/** Each lost race means that the plan was changed or answered something, so this bound is met only under absurd contention. */
const TRIES_MOST = 100;

/** @throws ApiProblem */
export async function plannedBy(deps: ApiDeps, match: MatchState, player: Player): Promise<StoredPlan | null> {
  if (seatOf(match, player.id) === undefined) {
    throw new ApiProblem('not_seated', { detail: 'Those who have a seat lay plans.' });
  }
  return deps.plans.get(match.id, player.id);
}

/** The plan as it is kept. @throws ApiProblem */
export async function layPlan(
  deps: ApiDeps,
  loaded: MatchState,
  player: Player,
  wish: Plan,
  receivedAt: Date,
): Promise<Plan> {
  let match = loaded;
  for (let attempt = 0; attempt < TRIES_MOST; attempt += 1) {
    const { plan } = judged(deps, match, player, wish, receivedAt);
    // Read after the match: who has answered something since is seen to have, and a claim that comes later finds it changed.
    const before = await deps.plans.get(match.id, player.id);
    if (before?.firing != null) throw firing();
    const isBehind = before?.plan != null && before.plan.after > match.head.seq;
    if (!isBehind) {
      if (before?.plan != null && same(before.plan, plan)) return plan;
      const content = { plan: { ...plan, after: match.head.seq }, firing: null, untold: before?.untold ?? null };
      const stored =
        before === null
          ? await deps.plans.add(match.id, player.id, newPlanId(deps.random), content)
          : await deps.plans.change(before, content);
      if (stored) return plan;
    }
    match = await loadAgain(deps, match);
  }
  throw new ContentionError('too many changes of one plan at once');
}

/** What the plan would play if this came, and then that. @throws ApiProblem */
export function rehearsePlan(
  deps: ApiDeps,
  match: MatchState,
  player: Player,
  wish: Plan,
  line: readonly LineStep[] | undefined,
  receivedAt: Date,
) {
  const { plan, bench } = judged(deps, match, player, wish, receivedAt);
  if (line === undefined) return { plan };
  const walked = walkLine(bench, plan, line);
  if (!walked.ok) throw refused(walked.problem);
  return { plan, line: walked.line };
}

/** True also where there is none. @throws ApiProblem */
export async function cancelPlan(deps: ApiDeps, match: MatchState, player: Player): Promise<void> {
  for (let attempt = 0; attempt < TRIES_MOST; attempt += 1) {
    const before = await plannedBy(deps, match, player);
    if (before?.plan == null) return;
    if (before.firing !== null) throw firing();
    const { untold } = before;
    const gone =
      untold === null
        ? await deps.plans.remove(before)
        : await deps.plans.change(before, { plan: null, firing: null, untold });
    if (gone) return;
  }
  throw new ContentionError('too many changes of one plan at once');
}

function judged(deps: ApiDeps, match: MatchState, player: Player, wish: Plan, receivedAt: Date) {
  const game = gameOf(match, deps.games);
  const verdict = judgePlan(game, match, player.id, wish);
  if (!verdict.ok) throw refused(verdict.problem);
  const late = tooLate(deps, game, match, receivedAt);
  if (late !== null) throw refused(late.problem);
  return verdict;
}

function same(one: Plan, two: Plan): boolean {
  const text = ({ ply, branches }: Plan) => JSON.stringify([ply, branches]);
  return text(one) === text(two);
}

async function loadAgain(deps: ApiDeps, { id }: MatchState): Promise<MatchState> {
  const again = await deps.log.load(id);
  if (again === null) throw new Error('a match cannot vanish');
  return again.state;
}

function firing(): ApiProblem {
  return new ApiProblem('plan_firing', { detail: 'What it answers is being played; in a moment that is done.' });
}
