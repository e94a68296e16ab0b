/** Where a plan stands by the log: what is to be done about it now. It goes by the log alone, so everybody finds the same. */
import type { AnyGame } from '../../game.ts';
import type { Seat } from '../../seat.ts';
import type { Step } from '../notices.ts';
import { isOver, toMove } from '../play.ts';
import type { MatchEvent, MatchState } from '../types.ts';
import { branchFor, waitsFor } from './branch.ts';
import type { Branch, DroppedBecause, Plan } from './types.ts';

export type Course =
  | { readonly kind: 'waits' }
  /** The answer is to be played at this ply. */
  | { readonly kind: 'answers'; readonly ply: number; readonly moves: readonly string[] }
  /** The answer has been played, by the plan or by its owner: what is left of the plan, from commit `seq` on. */
  | {
      readonly kind: 'answered';
      readonly seq: number;
      readonly ply: number;
      readonly at: string;
      readonly moves: readonly string[];
      readonly byPlan: boolean;
      readonly left: readonly Branch[];
    }
  | { readonly kind: 'dropped'; readonly reason: DroppedBecause; readonly match: MatchState };

/**
 * `steps` are all that the match has had since the plan was laid, or since it answered last; `match` is as it stands after
 * them.
 */
export function courseOf(game: AnyGame, seat: Seat, plan: Plan, steps: readonly Step[], match: MatchState): Course {
  /** What the opponent has made by each ply, and is not taken back. */
  const made = new Map<number, readonly string[]>([[plan.ply, []]]);
  let now: readonly string[] = [];
  for (const step of steps) {
    const own = ownMoves(step.commit.events, seat);
    if (own.length > 0) return ownTurn(game, seat, plan, now, step, match);
    for (const event of step.commit.events) {
      if (event.type === 'move.made') now = [...now, event.move];
      else if (event.type === 'moves.taken-back') {
        const then = made.get(event.toPly);
        if (then === undefined) return { kind: 'dropped', reason: 'taken_back', match };
        now = then;
      } else continue;
      made.set(event.ply, now);
    }
  }

  const drop = (reason: DroppedBecause): Course => ({ kind: 'dropped', reason, match });
  if (isOver(match)) return drop('match_over');
  if (toMove(game, match).includes(seat)) {
    const branch = branchFor(plan.branches, now, rollOf(game, match));
    if (branch === null) return drop('left_tree');
    return { kind: 'answers', ply: match.ply, moves: branch.answer };
  }
  return waitsFor(plan.branches, now) ? { kind: 'waits' } : drop('left_tree');
}

/** The planner has moved: as the plan would have, or otherwise. `made`: what the opponent had until then. */
function ownTurn(
  game: AnyGame,
  seat: Seat,
  plan: Plan,
  made: readonly string[],
  { before, commit }: Step,
  match: MatchState,
): Course {
  const branch = before === null ? null : branchFor(plan.branches, made, rollOf(game, before));
  const moves = ownMoves(commit.events, seat);
  const same = moves.length === branch?.answer.length && moves.every(({ move }, i) => branch.answer[i] === move);
  if (branch === null || !same) return { kind: 'dropped', reason: 'left_tree', match };
  const { seq, ply, at } = commit;
  const byPlan = moves.every(({ by }) => by === 'plan');
  return { kind: 'answered', seq, ply, at, moves: branch.answer, byPlan, left: branch.next ?? [] };
}

type MoveMade = Extract<MatchEvent, { readonly type: 'move.made' }>;

function ownMoves(events: readonly MatchEvent[], seat: Seat): readonly MoveMade[] {
  return events.flatMap((event) => (event.type === 'move.made' && event.seat === seat ? [event] : []));
}

function rollOf({ foresight }: AnyGame, { play }: MatchState): string | null {
  return foresight?.roll(play) ?? null;
}
