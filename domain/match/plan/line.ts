/** Walks a line through a plan: what it would answer if this came, and then that. */
import type { MatchProblem } from '../problems.ts';
import { branchFor } from './branch.ts';
import { follow } from './judge.ts';
import { afterDraws, answer, type Bench, type Possible } from './possible.ts';
import type { DroppedBecause, LineStep, Plan } from './types.ts';

export interface WalkedStep {
  /** JSON Pointer to the branch that is met. */
  readonly branch: string;
  readonly answer: readonly string[];
  /** The ply and the position after the answer, before anything is drawn. */
  readonly ply: number;
  readonly position: string;
  readonly stoppedBeforeDraw: boolean;
}

export interface WalkedLine {
  readonly steps: readonly WalkedStep[];
  /** The first step that the plan has no answer to: `ended` if the plan would have ended before. Null: it has one to each. */
  readonly left: {
    readonly step: number;
    readonly reason: Extract<DroppedBecause, 'left_tree' | 'not_legal'> | 'ended';
  } | null;
}

export type Walked =
  | { readonly ok: true; readonly line: WalkedLine }
  /** Such a line cannot come. */
  | { readonly ok: false; readonly problem: MatchProblem };

/** `plan` as it was judged; pointers to what is wrong with the line begin with `/line`. */
export function walkLine(bench: Bench, plan: Plan, line: readonly LineStep[]): Walked {
  const { game, foresight, seat } = bench;
  const steps: WalkedStep[] = [];
  let possible: Possible = [bench.match.play];
  let { ply, branches } = plan;
  let pointer = '/branches';
  for (const [step, { moves, roll }] of line.entries()) {
    const leaves = (reason: 'left_tree' | 'not_legal' | 'ended'): Walked => {
      return { ok: true, line: { steps, left: { step, reason } } };
    };
    if (branches.length === 0) return leaves('ended');
    const came = follow(bench, possible, moves, `/line/${step}/moves`);
    if (!came.ok) return came;
    const own = came.value.possible.filter((play) => roll === undefined || foresight.roll(play) === roll);
    if (own.length === 0) {
      const detail = 'It would not be your turn with that roll.';
      return { ok: false, problem: { code: 'invalid', detail, pointer: `/line/${step}/roll` } };
    }
    const branch = branchFor(branches, came.value.when, roll ?? null);
    if (branch === null) return leaves('left_tree');
    const answered = answer(bench, own, branch.answer);
    if (!answered.ok) return leaves('not_legal');
    const [play] = answered.plays;
    ply += moves.length + branch.answer.length;
    pointer = `${pointer}/${branches.indexOf(branch)}`;
    const position = game.formatPosition(play, seat, false);
    steps.push({ branch: pointer, answer: branch.answer, ply, position, stoppedBeforeDraw: game.awaitsDraw(play) });
    possible = afterDraws(bench, answered.plays);
    branches = branch.next ?? [];
    pointer = `${pointer}/next`;
  }
  return { ok: true, line: { steps, left: null } };
}
