/** Games in which one side is played by plans are, move for move and roll for roll, the same games played by hand. */
import { expect, test } from 'vitest';
import type { AnyGame } from '../../../domain/game.ts';
import type { Step } from '../../../domain/match/notices.ts';
import { courseOf } from '../../../domain/match/plan/course.ts';
import type { Branch, Plan } from '../../../domain/match/plan/types.ts';
import { toMove } from '../../../domain/match/play.ts';
import type { MatchState } from '../../../domain/match/types.ts';
import type { Seat } from '../../../domain/seat.ts';
import { randomFrom } from '../../support/random.ts';
import { begun, gameOf, laid, moved, playerAt } from './plan-kit.ts';

const random = randomFrom();
console.log(`seed ${random.seed}`);

/** What one side plays at a stretch, and what the turn of whoever is next then stands under. */
interface Stretch {
  readonly seat: Seat;
  readonly moves: readonly string[];
  readonly roll: string | null;
}

/** A whole game, or its first turns, at random. */
function byHand(game: AnyGame, match: MatchState, most: number): { stretches: readonly Stretch[]; end: MatchState } {
  const stretches: Stretch[] = [];
  let now = match;
  for (let n = 0; n < most && now.status === 'active'; n += 1) {
    const [seat = 1] = toMove(game, now);
    const moves: string[] = [];
    while (toMove(game, now)[0] === seat && now.status === 'active') {
      const turn = game.turn(now.play);
      const move = game.formatMove(random.pick(game.legalMoves(now.play, seat)));
      now = moved(game, now, [move]).after;
      moves.push(move);
      // A stretch of the planner's is one turn: after it something else may be rolled.
      if (game.turn(now.play) !== turn && seat === PLANNER) break;
    }
    stretches.push({ seat, moves, roll: game.foresight?.roll(now.play) ?? null });
  }
  return { stretches, end: now };
}

const PLANNER: Seat = 2;

/** Something else that may come, with an answer that is as good as any. */
function decoys(game: AnyGame, match: MatchState, real: Branch): readonly Branch[] {
  const found: Branch[] = [];
  for (let tries = 0; tries < 2; tries += 1) {
    const { stretches } = byHand(game, match, 2);
    const [came, answered] = stretches;
    if (came?.seat === PLANNER || answered?.seat !== PLANNER) continue;
    const branch = { when: came?.moves ?? [], answer: answered.moves };
    const taken = [real, ...found].some(({ when }) => String(when) === String(branch.when));
    if (!taken) found.push(branch);
  }
  return found;
}

/** The stretches from `from` on as a tree without forks, so deep at most. */
function planFrom(stretches: readonly Stretch[], from: number, depth: number, rolls: boolean): Branch | null {
  const isOwn = stretches[from]?.seat === PLANNER;
  const came = isOwn ? null : stretches[from];
  const answered = stretches[isOwn ? from : from + 1];
  if (answered?.seat !== PLANNER) return null;
  const next = depth > 1 ? planFrom(stretches, isOwn ? from + 1 : from + 2, depth - 1, rolls) : null;
  const roll = stretches[isOwn ? from - 1 : from]?.roll;
  return {
    when: came?.moves ?? [],
    ...(rolls && roll != null ? { roll } : {}),
    answer: answered.moves,
    ...(next === null ? {} : { next: [next] }),
  };
}

function byPlans(game: AnyGame, match: MatchState, stretches: readonly Stretch[]) {
  let now = match;
  let played = 0;
  let plan: Plan | null = null;
  let steps: Step[] = [];
  const take = (step: Step) => {
    steps.push(step);
    now = step.after;
  };
  for (const [n, { seat, moves }] of stretches.entries()) {
    if (seat === PLANNER) {
      const course = plan === null ? null : courseOf(game, PLANNER, plan, steps, now);
      if (course?.kind === 'answers') {
        expect([course.ply, course.moves]).toEqual([now.ply, moves]);
        take(moved(game, now, course.moves, 'plan'));
        played += 1;
      } else {
        expect(course?.kind ?? 'no plan').toBe('no plan');
        take(moved(game, now, moves));
      }
      if (plan !== null) {
        const after = courseOf(game, PLANNER, plan, steps, now);
        if (after.kind !== 'answered') throw new Error(after.kind);
        expect(after.byPlan).toBe(true);
        plan = after.left.length === 0 ? null : { ply: after.ply, branches: after.left };
        steps = [];
      }
      continue;
    }
    if (plan === null) {
      const real = planFrom(stretches, n, 1 + random.below(5), random.below(2) === 0);
      if (real !== null) {
        const branches = [...decoys(game, now, real), real];
        plan = laid(game, now, playerAt(PLANNER), { ply: now.ply, branches });
        steps = [];
      }
    }
    // In one request for each turn at most, and sometimes in several.
    for (let from = 0; from < moves.length; ) {
      const turn = game.turn(now.play);
      const most = random.below(3) === 0 ? 1 : moves.length;
      let to = from;
      let ahead = now;
      while (to < moves.length && to - from < most && game.turn(ahead.play) === turn) {
        ahead = moved(game, ahead, [moves[to] ?? '']).after;
        to += 1;
      }
      take(moved(game, now, moves.slice(from, to)));
      from = to;
      if (plan !== null && from < moves.length) expect(courseOf(game, PLANNER, plan, steps, now).kind).toBe('waits');
    }
  }
  return { end: now, played };
}

test.each([
  ['aquaignis', 25, 60],
  ['abiegnus', 25, 40],
] as const)('%s: %d games', (id, count, most) => {
  const game = gameOf(id);
  let played = 0;
  for (let n = 0; n < count; n += 1) {
    const match = begun(game, `${random.seed} ${n}`);
    const { stretches, end } = byHand(game, match, most);
    const again = byPlans(game, match, stretches);
    expect(again.end.play, `game ${n}`).toEqual(end.play);
    expect([again.end.ply, again.end.drawn, again.end.outcome]).toEqual([end.ply, end.drawn, end.outcome]);
    played += again.played;
  }
  // Nearly every turn of the planner's.
  expect(played).toBeGreaterThan(count * 8);
});
