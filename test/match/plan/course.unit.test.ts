/** Where a plan stands by the log, and which lines can be walked through it. */
import { describe, expect, test } from 'vitest';
import { resign } from '../../../domain/match/leaving.ts';
import type { Step } from '../../../domain/match/notices.ts';
import { courseOf } from '../../../domain/match/plan/course.ts';
import { judgePlan } from '../../../domain/match/plan/judge.ts';
import { walkLine } from '../../../domain/match/plan/line.ts';
import type { Branch, LineStep, Plan } from '../../../domain/match/plan/types.ts';
import type { MatchState } from '../../../domain/match/types.ts';
import { ADA, BOB } from '../../support/matches.ts';
import { begun, gameOf, moved, stepOf } from './plan-kit.ts';

const aquaignis = gameOf('aquaignis');
const START = begun(aquaignis, 'a match');
const FIRST = moved(aquaignis, START, ['spawn 4']).after;
const LEFT: Branch = { when: ['advance 4', 'spawn 5'], answer: ['spawn 2', 'charge 2'] };
const ANSWER = ['charge 4', 'spawn 1'];
const PLAN: Plan = { ply: 1, branches: [{ when: ['spawn 4', 'charge 4'], answer: ANSWER, next: [LEFT] }] };

/** The steps that these make of the match, one after the other. */
function after(match: MatchState, ...makers: readonly ((match: MatchState) => Step)[]): readonly Step[] {
  const steps: Step[] = [];
  for (const make of makers) steps.push(make(steps.at(-1)?.after ?? match));
  return steps;
}
const move =
  (...moves: readonly string[]) =>
  (match: MatchState) =>
    moved(aquaignis, match, moves);
/** By agreement; `then` is the match as it stood at that ply. */
const back = (toPly: number, then: MatchState) => (match: MatchState) =>
  stepOf(match, { ok: true, events: [{ type: 'moves.taken-back', ply: match.ply + 1, toPly, restored: then.play }] });

const course = (...makers: readonly ((match: MatchState) => Step)[]) => {
  const steps = after(FIRST, ...makers);
  const found = courseOf(aquaignis, 1, PLAN, steps, steps.at(-1)?.after ?? FIRST);
  return found.kind === 'dropped' ? found.reason : found.kind;
};

describe('a plan', () => {
  const half = moved(aquaignis, FIRST, ['spawn 4']).after;

  test.each([
    ['nothing has come', 'waits', []],
    ['half of what it waits for', 'waits', [move('spawn 4')]],
    ['all of it', 'answers', [move('spawn 4', 'charge 4')]],
    ['all of it, in two requests', 'answers', [move('spawn 4'), move('charge 4')]],
    ['another beginning', 'left_tree', [move('spawn 3')]],
    ['another end', 'left_tree', [move('spawn 4', 'spawn 5')]],
    ['another, taken back at once', 'waits', [move('spawn 3'), back(1, FIRST)]],
    ['half, taken back', 'waits', [move('spawn 4'), back(1, FIRST)]],
    ['half, taken back, and all of it', 'answers', [move('spawn 4'), back(1, FIRST), move('spawn 4', 'charge 4')]],
    ['the second half taken back', 'waits', [move('spawn 4'), move('charge 4'), back(2, half)]],
    ['the second half taken back and made', 'answers', [move('spawn 4', 'charge 4'), back(2, half), move('charge 4')]],
    ['and made otherwise', 'left_tree', [move('spawn 4', 'charge 4'), back(2, half), move('spawn 6')]],
    ['taken back to what was taken back', 'waits', [move('spawn 4'), back(1, FIRST), move('spawn 4'), back(3, FIRST)]],
    ['its own position taken back', 'taken_back', [move('spawn 4'), back(0, START)]],
    ['the match was given up', 'match_over', [(match: MatchState) => stepOf(match, resign(aquaignis, match, BOB))]],
    ['its owner has played the answer', 'answered', [move('spawn 4', 'charge 4'), move(...ANSWER)]],
    ['its owner has played half of it', 'left_tree', [move('spawn 4', 'charge 4'), move('charge 4')]],
    ['its owner has played otherwise', 'left_tree', [move('spawn 4', 'charge 4'), move('spawn 1', 'charge 4')]],
  ] as const)('%s: %s', (_what, expected, makers) => {
    expect(course(...makers)).toBe(expected);
  });

  test('answers at the ply where the turn has begun, and goes on from the commit of the answer', () => {
    const steps = after(FIRST, move('spawn 4'), back(1, FIRST), move('spawn 4'), move('charge 4'));
    const now = steps.at(-1)?.after as MatchState;
    expect(courseOf(aquaignis, 1, PLAN, steps, now)).toEqual({ kind: 'answers', ply: 5, moves: ANSWER });
    const played = moved(aquaignis, now, ANSWER, 'plan');
    expect(courseOf(aquaignis, 1, PLAN, [...steps, played], played.after)).toEqual({
      kind: 'answered',
      seq: played.commit.seq,
      ply: 7,
      at: played.commit.at,
      moves: ANSWER,
      byPlan: true,
      left: [LEFT],
    });
  });

  test('answers at once where the opponent could only pass', () => {
    const own = moved(aquaignis, FIRST, ['spawn 4', 'charge 4']).after;
    const plan = { ply: own.ply, branches: [{ when: [], answer: ANSWER }] };
    expect(courseOf(aquaignis, 1, plan, [], own)).toEqual({ kind: 'answers', ply: 3, moves: ANSWER });
  });

  test('answers a roll by the branch for it, and by the one for any where there is none', () => {
    const abiegnus = gameOf('abiegnus');
    const match = begun(abiegnus, 'dice');
    const [seat = 1] = abiegnus.toMove(match.play);
    const roll = abiegnus.foresight?.roll(match.play) ?? '';
    const other = abiegnus.foresight?.rolls.find((each) => each !== roll) ?? '';
    const answerOf = (branches: readonly Branch[]) => {
      const found = courseOf(abiegnus, seat, { ply: 0, branches }, [], match);
      return found.kind === 'answers' ? found.moves[0] : found.kind;
    };
    const [mine, others, any] = [
      { when: [], roll, answer: ['mine'] },
      { when: [], roll: other, answer: ['others'] },
      { when: [], answer: ['any'] },
    ];
    expect(answerOf([any, others, mine])).toBe('mine');
    expect(answerOf([others, any])).toBe('any');
    expect(answerOf([others])).toBe('dropped');
  });
});

describe('a line', () => {
  function walked(line: readonly LineStep[], plan = PLAN) {
    const judged = judgePlan(aquaignis, FIRST, ADA, plan);
    if (!judged.ok) throw new Error('the plan is sound');
    return walkLine(judged.bench, judged.plan, line);
  }
  const came = { moves: ['S4', 'C4'] };
  const next = { moves: LEFT.when };

  test('meets the branches and tells what would be played, and the position after it', () => {
    const steps = after(FIRST, move('spawn 4', 'charge 4'), move(...ANSWER), move(...LEFT.when), move(...LEFT.answer));
    const positionAt = (n: number) => aquaignis.formatPosition(steps[n]?.after.play, 1, false);
    expect(walked([came, next])).toEqual({
      ok: true,
      line: {
        steps: [
          { branch: '/branches/0', answer: ANSWER, ply: 5, position: positionAt(1), stoppedBeforeDraw: false },
          {
            branch: '/branches/0/next/0',
            answer: LEFT.answer,
            ply: 9,
            position: positionAt(3),
            stoppedBeforeDraw: false,
          },
        ],
        left: null,
      },
    });
  });

  test('leaves the tree, or goes on when the plan has come to its end', () => {
    const leftAt = (line: readonly LineStep[]) => {
      const result = walked(line);
      return result.ok ? result.line.left : result.problem;
    };
    expect(leftAt([{ moves: ['spawn 3', 'charge 3'] }, next])).toEqual({ step: 0, reason: 'left_tree' });
    expect(leftAt([came, { moves: ['spawn 2', 'spawn 3'] }])).toEqual({ step: 1, reason: 'left_tree' });
    expect(leftAt([came, next, { moves: ['spawn 7', 'charge 7'] }])).toEqual({ step: 2, reason: 'ended' });
  });

  test('that cannot come is refused with its place', () => {
    expect(walked([came, { moves: ['surge 4'] }])).toMatchObject({
      problem: { code: 'illegal_move', index: 0, pointer: '/line/1/moves/0' },
    });
    expect(walked([{ moves: ['hello'] }])).toMatchObject({ problem: { code: 'unreadable_move' } });
    expect(walked([{ moves: ['spawn 4'] }])).toMatchObject({ problem: { code: 'invalid', pointer: '/line/0/moves' } });
    expect(walked([{ ...came, roll: 'F' }])).toMatchObject({ problem: { code: 'invalid', pointer: '/line/0/roll' } });
  });
});
