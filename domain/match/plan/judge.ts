/** Whether a plan can be laid: every branch is followed by the rules, as far as that can be told before chance is drawn. */
import type { AnyGame } from '../../game.ts';
import { isOver, seatOf, toMove } from '../play.ts';
import { type MatchProblem, MOVES_ALONE, refuse } from '../problems.ts';
import type { MatchState, PlayerId } from '../types.ts';
import { afterDraws, answer, type Bench, isOwnTurn, opponentMoves, type Possible, type WhyNot } from './possible.ts';
import type { Branch, Plan } from './types.ts';

type Refused = { readonly ok: false; readonly problem: MatchProblem };
/** `plan` has its moves as canonical texts. */
export type JudgedPlan = { readonly ok: true; readonly plan: Plan; readonly bench: Bench } | Refused;
type Judged<Value> = { readonly ok: true; readonly value: Value } | Refused;

/** `plan` has been found not to be too large. */
export function judgePlan(game: AnyGame, match: MatchState, player: PlayerId, plan: Plan): JudgedPlan {
  const ready = benchFor(game, match, player, plan.ply);
  if (!ready.ok) return ready;
  const bench = ready.value;
  const branches = judgeBranches(bench, [match.play], plan.branches, '/branches');
  if (!branches.ok) return branches;
  return { ok: true, bench, plan: { ply: plan.ply, branches: branches.value } };
}

function benchFor(game: AnyGame, match: MatchState, player: PlayerId, ply: number): Judged<Bench> {
  const seat = seatOf(match, player);
  if (seat === undefined) return refuse('not_seated', 'You have no seat in this match.');
  if (match.fork !== null) return refuse('is_fork', MOVES_ALONE);
  const { foresight } = game;
  if (foresight === undefined) return refuse('plans_unavailable', `There are no plans in ${game.name}.`);
  if (match.seats.length !== 2) return refuse('plans_unavailable', 'Who plays alone has nobody to answer.');
  if (match.status === 'open') return refuse('match_not_started', 'The match starts when every seat is taken.');
  if (isOver(match)) return refuse('match_over', 'The match is over.');
  if (ply !== match.ply) {
    const detail = `The match stands at ply ${match.ply}; this plan was meant for ply ${ply}.`;
    return refuse('stale_ply', detail, { ply: match.ply });
  }
  if (toMove(game, match).includes(seat)) {
    return refuse('own_turn', 'It is your turn: a plan answers what the opponent plays.');
  }
  return { ok: true, value: { game, foresight, match, seat } };
}

function judgeBranches(
  bench: Bench,
  possible: Possible,
  branches: readonly Branch[],
  pointer: string,
): Judged<readonly Branch[]> {
  const judged: Branch[] = [];
  const known = new Map<string, number>();
  for (const [i, branch] of branches.entries()) {
    const here = `${pointer}/${i}`;
    const next = judgeBranch(bench, possible, branch, here);
    if (!next.ok) return next;
    const { when, roll = null } = next.value;
    const same = known.get(JSON.stringify([when, roll]));
    if (same !== undefined) return wrong(here, `It answers the same as ${pointer}/${same}.`);
    known.set(JSON.stringify([when, roll]), i);
    judged.push(next.value);
  }
  return { ok: true, value: judged };
}

function judgeBranch(bench: Bench, before: Possible, branch: Branch, pointer: string): Judged<Branch> {
  const { game, foresight } = bench;
  const { roll, next } = branch;
  const came = follow(bench, before, branch.when, `${pointer}/when`);
  if (!came.ok) return came;
  const { when } = came.value;
  let { possible } = came.value;
  if (roll !== undefined) {
    if (!foresight.rolls.includes(roll)) {
      const rolls = foresight.rolls.length === 0 ? 'Nothing is rolled' : `It is one of ${foresight.rolls.join(', ')}`;
      return wrong(`${pointer}/roll`, `${rolls} in ${game.name}.`);
    }
    possible = possible.filter((play) => foresight.roll(play) === roll);
    if (possible.length === 0) return wrong(`${pointer}/roll`, 'With that roll it would not be your turn.');
  }
  const answered = answer(bench, possible, branch.answer);
  if (!answered.ok) return refusedAt(answered.problem, `${pointer}/answer`);
  const texts = canonical(game, branch.answer);
  const own = { when, ...(roll === undefined ? {} : { roll }), answer: texts };
  if (next === undefined || next.length === 0) return { ok: true, value: own };

  const goesOn = answered.plays.filter((play) => !isOwnTurn(bench, play));
  if (goesOn.length === 0)
    return wrong(`${pointer}/next`, 'Your turn would not be over: nobody has anything to say to it.');
  const after = afterDraws(bench, goesOn).filter((play) => game.outcome(play) === null);
  if (after.length === 0) return wrong(`${pointer}/next`, 'The match would be over.');
  const further = judgeBranches(bench, after, next, `${pointer}/next`);
  return further.ok ? { ok: true, value: { ...own, next: further.value } } : further;
}

/** What the opponent plays, until it is the planner's turn: the texts, and every state that this may lead to. */
export function follow(
  bench: Bench,
  before: Possible,
  moves: readonly string[],
  pointer: string,
): Judged<{ readonly when: readonly string[]; readonly possible: Possible }> {
  const { game } = bench;
  let possible = before;
  for (const [index, text] of moves.entries()) {
    const move = game.parseMove(text);
    if (move === null) {
      const detail = `That is no move of ${game.name}.`;
      return refuse('unreadable_move', detail, { index, pointer: `${pointer}/${index}` });
    }
    const moved = opponentMoves(bench, possible, move);
    if (!moved.ok) return refusedMove(moved.why, index, `${pointer}/${index}`);
    possible = moved.possible;
  }
  const own = possible.filter((play) => isOwnTurn(bench, play));
  if (own.length > 0) return { ok: true, value: { when: canonical(game, moves), possible: own } };
  const isOpen = possible.some((play) => game.outcome(play) === null);
  return wrong(pointer, isOpen ? 'It would not be your turn yet.' : 'The match would be over.');
}

function refusedMove(why: WhyNot, index: number, pointer: string): Refused {
  if (why === 'own-turn') return wrong(pointer, 'It would be your turn by then.');
  if (why === 'over') return wrong(pointer, 'The match would be over by then.');
  return refuse('illegal_move', why.message, { index, rule: why.rule, pointer });
}

/** As moves are refused, with the place in the plan. */
function refusedAt(problem: MatchProblem, pointer: string): Refused {
  return { ok: false, problem: { ...problem, pointer: `${pointer}/${problem.index ?? 0}` } };
}

function canonical(game: AnyGame, moves: readonly string[]): readonly string[] {
  return moves.map((text) => game.formatMove(game.parseMove(text)));
}

function wrong(pointer: string, detail: string): Refused {
  return refuse('invalid', detail, { pointer });
}
