/** What a plan is told when it is laid. */
import { describe, expect, test } from 'vitest';
import type { State } from '../../../domain/aquaignis/types.ts';
import { rehearseMoves } from '../../../domain/match/moves.ts';
import { judgePlan } from '../../../domain/match/plan/judge.ts';
import { tooManyBranches } from '../../../domain/match/plan/size.ts';
import { BRANCHES_MOST, type Branch } from '../../../domain/match/plan/types.ts';
import { fold, toMove } from '../../../domain/match/play.ts';
import type { MatchState } from '../../../domain/match/types.ts';
import type { Seat } from '../../../domain/seat.ts';
import { endless, hasty } from '../../support/bots.ts';
import { ADA, BOB, begun as begunStory, CYD, idFrom, played } from '../../support/matches.ts';
import { randomFrom } from '../../support/random.ts';
import { begun, gameOf, laid, moved, playerAt, verdict } from './plan-kit.ts';

const random = randomFrom();
console.log(`seed ${random.seed}`);

const aquaignis = gameOf('aquaignis');
const abiegnus = gameOf('abiegnus');
const FIRST = moved(aquaignis, begun(aquaignis, 'a match'), ['spawn 4']).after;

const CAME = ['spawn 4', 'charge 4'];
const ANSWER = ['charge 4', 'spawn 1'];
const branch = (when: readonly string[], answer: readonly string[], next?: readonly Branch[]): Branch => {
  return { when, answer, ...(next === undefined ? {} : { next }) };
};

describe('Aquaignis', () => {
  test('moves are kept as the game writes them', () => {
    const plan = { ply: 1, branches: [branch(['S4', 'c4'], ['CHARGE  4'])] };
    expect(laid(aquaignis, FIRST, ADA, plan)).toEqual({ ply: 1, branches: [branch(CAME, ['charge 4'])] });
  });

  const second = branch(['advance 4', 'spawn 5'], ['spawn 2', 'charge 2']);
  test.each<[string, string, readonly Branch[]]>([
    ['a turn and its answer', 'kept', [branch(CAME, ANSWER)]],
    ['what comes after the answer', 'kept', [branch(CAME, ANSWER, [second, branch(['spawn 2', 'spawn 3'], ANSWER)])]],
    ['the beginning of a turn', 'kept', [branch(CAME, ['charge 4'])]],
    ['on after the beginning of a turn', 'invalid /branches/0/next', [branch(CAME, ['charge 4'], [second])]],
    ['half a turn of the opponent', 'invalid /branches/0/when', [branch(['spawn 4'], ANSWER)]],
    ['nothing of the opponent', 'invalid /branches/0/when', [branch([], ANSWER)]],
    ['more than a turn of the opponent', 'invalid /branches/0/when/2', [branch([...CAME, 'spawn 1'], ANSWER)]],
    ['what is no move', 'unreadable_move /branches/0/when/1', [branch(['spawn 4', 'hello'], ANSWER)]],
    ['an answer that is no move', 'unreadable_move /branches/0/answer/1', [branch(CAME, ['spawn 1', 'hello'])]],
    ['an illegal move', 'illegal_move /branches/1/when/0', [branch(CAME, ANSWER), branch(['surge 4'], ANSWER)]],
    ['an illegal answer', 'illegal_move /branches/0/answer/1', [branch(CAME, ['charge 4', 'surge 7'])]],
    ['more than a turn', 'illegal_move /branches/0/answer/2', [branch(CAME, [...ANSWER, 'spawn 2'])]],
    [
      'an illegal move after the answer',
      'illegal_move /branches/0/next/0/when/0',
      [branch(CAME, ANSWER, [branch(['surge 4'], ANSWER)])],
    ],
    ['the same in other words', 'invalid /branches/1', [branch(CAME, ANSWER), branch(['S4', 'C4'], ['spawn 2'])]],
    ['a roll', 'invalid /branches/0/roll', [{ ...branch(CAME, ANSWER), roll: 'F' }]],
  ])('%s: %s', (_what, expected, branches) => {
    expect(verdict(aquaignis, FIRST, ADA, branches)).toBe(expected);
  });

  test('a refused move tells its index, rule and sentence, as when it is made', () => {
    const judged = judgePlan(aquaignis, FIRST, ADA, { ply: 1, branches: [branch(CAME, ['charge 4', 'surge 7'])] });
    if (judged.ok) throw new Error('it is refused');
    expect(judged.problem).toEqual({
      code: 'illegal_move',
      detail: expect.stringMatching(/^[A-Z].*\.$/),
      rule: expect.stringMatching(/^AQ-\d+$/),
      index: 1,
      pointer: '/branches/0/answer/1',
    });
  });

  test('who may not lay one is told why', () => {
    const plan = { ply: 1, branches: [branch(CAME, ANSWER)] };
    const code = (match: MatchState, player = ADA, ply = 1) => {
      const judged = judgePlan(aquaignis, match, player, { ...plan, ply });
      return judged.ok ? 'kept' : judged.problem.code;
    };
    expect(code(FIRST)).toBe('kept');
    expect(code(FIRST, CYD)).toBe('not_seated');
    expect(code(FIRST, BOB)).toBe('own_turn');
    expect(code(FIRST, ADA, 0)).toBe('stale_ply');
    expect(code({ ...FIRST, fork: { match: FIRST.id, ply: 0 } })).toBe('is_fork');
    expect(code({ ...FIRST, status: 'open' })).toBe('match_not_started');
    expect(code({ ...FIRST, status: 'finished' })).toBe('match_over');
    expect(code({ ...FIRST, seats: FIRST.seats.slice(0, 1) })).toBe('plans_unavailable');
    const { foresight: _, ...blind } = aquaignis;
    expect(judgePlan(blind, FIRST, ADA, plan)).toMatchObject({ problem: { code: 'plans_unavailable' } });
    expect(gameOf('astromagie').foresight).toBeUndefined();
  });

  test('nothing answers a turn that ends the match, and nothing comes after an answer that does', () => {
    const { states } = played(begunStory(idFrom(random)), hasty, random, 1000);
    const last = states.at(-1);
    expect(last?.outcome?.reason).toBe('breakthroughs');
    const final = states.findLastIndex(({ status }) => status === 'active');
    const turn = (state: MatchState) => (state.status === 'active' ? aquaignis.turn(state.play) : 0);
    const atTurn = (n: number) => states.find((state) => state.status === 'active' && turn(state) === n);
    const ended = turn(states[final] as MatchState);
    const made = (n: number) => {
      const from = atTurn(n)?.ply ?? 0;
      const to = n === ended ? (last?.ply ?? 0) : (atTurn(n + 1)?.ply ?? 0);
      return MOVES.slice(from, to);
    };
    const MOVES = allMoves(states);
    const before = atTurn(ended) as MatchState;
    const [winner = 1] = toMove(aquaignis, before);
    const loser = winner === 1 ? 2 : 1;
    expect(verdict(aquaignis, before, playerAt(loser), [branch(made(ended), ['spawn 1'])])).toBe(
      'invalid /branches/0/when',
    );
    const earlier = atTurn(ended - 1) as MatchState;
    const winning = branch(made(ended - 1), made(ended));
    expect(verdict(aquaignis, earlier, playerAt(winner), [winning])).toBe('kept');
    expect(
      verdict(aquaignis, earlier, playerAt(winner), [{ ...winning, next: [branch(['spawn 1'], ['spawn 1'])] }]),
    ).toBe('invalid /branches/0/next');
  });

  /** The moves that lead from each state to the next, found again by trying. */
  function allMoves(states: readonly MatchState[]): readonly string[] {
    const texts: string[] = [];
    for (const [n, after] of states.entries()) {
      const before = states[n - 1];
      if (before?.status !== 'active' || after.ply === before.ply) continue;
      texts.push(...(path(before.play, after.ply - before.ply, JSON.stringify(after.play)) ?? []));
    }
    return texts;
  }

  function path(play: unknown, plies: number, goal: string): readonly string[] | null {
    if (plies === 0) return JSON.stringify(play) === goal ? [] : null;
    const [seat] = aquaignis.toMove(play);
    if (seat === undefined) return null;
    for (const move of aquaignis.legalMoves(play, seat)) {
      const decided = aquaignis.decide(play, seat, move);
      if (!decided.ok) continue;
      const rest = path(
        decided.events.reduce((state, event) => aquaignis.evolve(state, event), play),
        plies - 1,
        goal,
      );
      if (rest !== null) return [aquaignis.formatMove(move), ...rest];
    }
    return null;
  }
});

describe('Abiegnus', () => {
  const match = begun(abiegnus, 'dice');
  const [mover = 1] = toMove(abiegnus, match);
  const planner = playerAt(mover === 1 ? 2 : 1);
  const legal = (state: MatchState) => {
    const [seat = 1] = toMove(abiegnus, state);
    return abiegnus.legalMoves(state.play, seat).map((move) => abiegnus.formatMove(move));
  };
  /** What may be rolled after the opponent's turn. */
  const foresight = abiegnus.foresight;
  if (foresight === undefined) throw new Error('there are plans in Abiegnus');
  const { came, awaiting } = turnOf(match, mover);

  /** A turn of one step, and the state before the next roll. */
  function turnOf(state: MatchState, seat: Seat): { readonly came: readonly string[]; readonly awaiting: unknown } {
    for (const step of legal(state)) {
      for (const moves of [[step], [step, 'end']]) {
        const { decision, stoppedBeforeDraw } = rehearseMoves(abiegnus, state, {
          player: playerAt(seat),
          ply: state.ply,
          moves,
        });
        if (!decision.ok || !stoppedBeforeDraw) continue;
        const effects = decision.events.flatMap((event) => (event.type === 'move.made' ? event.effects : []));
        return { came: moves, awaiting: fold(abiegnus, state.play, effects) };
      }
    }
    throw new Error('no turn is over after a step');
  }

  const own = foresight
    .draws(awaiting)
    .filter((play) => abiegnus.toMove(play)[0] !== mover)
    .map((play) => ({ roll: foresight.roll(play) ?? '', play }));
  const answers = (play: unknown) =>
    abiegnus.legalMoves(play, mover === 1 ? 2 : 1).map((move) => abiegnus.formatMove(move));

  test('every face may be rolled', () => {
    expect(own.map(({ roll }) => roll)).toEqual(['S', 'A', 'W', 'E', 'F', '*']);
    expect(foresight.rolls).toEqual(['S', 'A', 'W', 'E', 'F', '*']);
  });

  test('an answer is judged by the roll that it is for, and without one by any', () => {
    for (const { roll, play } of own) {
      const may = answers(play);
      for (const other of own) {
        for (const answer of answers(other.play).slice(0, 3)) {
          const branches = [{ when: came, roll, answer: [answer] }];
          const expected = may.includes(answer) ? 'kept' : 'illegal_move /branches/0/answer/0';
          expect(verdict(abiegnus, match, planner, branches), `${roll} ${answer}`).toBe(expected);
          expect(verdict(abiegnus, match, planner, [{ when: came, answer: [answer] }])).toBe('kept');
        }
      }
    }
    expect(verdict(abiegnus, match, planner, [{ when: came, answer: ['end'] }])).toBe(
      'illegal_move /branches/0/answer/0',
    );
  });

  test('one turn may be answered for every roll, and for whatever is rolled beside', () => {
    const [some] = answers(own[0]?.play);
    const branches = own.map(({ roll, play }) => ({ when: came, roll, answer: answers(play).slice(0, 1) }));
    const any = { when: came, answer: [some ?? ''] };
    expect(verdict(abiegnus, match, planner, [any, ...branches])).toBe('kept');
    expect(verdict(abiegnus, match, planner, [any, ...branches, branches[2] as Branch])).toBe('invalid /branches/7');
    expect(verdict(abiegnus, match, planner, [{ ...any, roll: 'fire' }])).toBe('invalid /branches/0/roll');
  });

  test('after the answer whatever may be rolled for the opponent is followed', () => {
    const { roll = '', play } = own[0] ?? {};
    const answered = turnOf({ ...match, play }, mover === 1 ? 2 : 1);
    const rolled = foresight.draws(answered.awaiting).filter((each) => abiegnus.toMove(each)[0] === mover);
    const verdictOf = (move: string) => {
      const next = [{ when: [move], answer: answered.came }];
      return verdict(abiegnus, match, planner, [{ when: came, roll, answer: answered.came, next }]);
    };
    const legalForSome = new Set(
      rolled.flatMap((each) => abiegnus.legalMoves(each, mover).map((move) => abiegnus.formatMove(move))),
    );
    expect(legalForSome.size).toBeGreaterThan(5);
    for (const move of legalForSome) expect(verdictOf(move), move).not.toContain('/branches/0/next/0/when/0');
    expect(verdictOf('end')).toBe('illegal_move /branches/0/next/0/when/0');
  });

  test('judging knows nothing of what will be drawn', () => {
    const blind = {
      ...abiegnus,
      draw: () => {
        throw new Error('chance was asked');
      },
    };
    const branches = own.map(({ roll, play }) => ({ when: came, roll, answer: answers(play).slice(0, 1) }));
    const plan = { ply: match.ply, branches };
    const one = judgePlan(blind, match, planner, plan);
    const secrets = { ...match.secrets, seed: 'f'.repeat(64) };
    const two = judgePlan(blind, { ...match, secrets, drawn: 999 }, planner, plan);
    expect(one.ok && one.plan).toEqual({ ply: match.ply, branches });
    expect(two.ok && two.plan).toEqual(one.ok && one.plan);
  });
});

describe('the size of a plan', () => {
  const leaf = { when: [], answer: [] };
  const chain = (depth: number) => {
    let branches: unknown[] = [];
    for (let n = 0; n < depth; n += 1) branches = [{ ...leaf, next: branches }];
    return branches;
  };

  test('is counted over the whole tree', () => {
    expect(tooManyBranches(Array(BRANCHES_MOST).fill(leaf), '/branches')).toBeNull();
    expect(tooManyBranches(Array(BRANCHES_MOST + 1).fill(leaf), '/branches')).toBe(`/branches/${BRANCHES_MOST}`);
    expect(tooManyBranches(chain(BRANCHES_MOST), '/branches')).toBeNull();
    expect(tooManyBranches(chain(BRANCHES_MOST + 1), '/branches')).toBe(
      `/branches/0${'/next/0'.repeat(BRANCHES_MOST)}`,
    );
    const pairs = Array(100).fill({ ...leaf, next: [leaf] });
    expect(tooManyBranches(pairs, '/branches')).toBeNull();
    expect(tooManyBranches([...pairs, leaf], '/branches')).toBe('/branches/100');
    expect(tooManyBranches([leaf, ...pairs], '/branches')).toBe('/branches/100/next/0');
  });

  test('no depth is too much to count, and no shape', () => {
    expect(tooManyBranches(chain(300_000), '')).not.toBeNull();
    for (const odd of [null, 1, 'text', {}, [null], [1], [{ next: 1 }], [{ next: { length: 5 } }]])
      expect(tooManyBranches(odd, '')).toBeNull();
  });

  test('two hundred turns deep is followed to its end', () => {
    const play = endless(60);
    let turns: string[][] = [];
    while (turns.length < 2 * BRANCHES_MOST) {
      turns = [];
      for (let now = FIRST; now.status === 'active' && turns.length < 2 * BRANCHES_MOST; ) {
        const [seat = 1] = toMove(aquaignis, now);
        const moves: string[] = [];
        while (toMove(aquaignis, now)[0] === seat) {
          const move = play(now.play as State, random);
          now = moved(aquaignis, now, [move]).after;
          moves.push(move);
        }
        turns.push(moves);
      }
    }
    const deep = Math.floor(turns.length / 2);
    let branches: readonly Branch[] | undefined;
    for (let n = deep - 1; n >= 0; n -= 1) branches = [branch(turns[2 * n] ?? [], turns[2 * n + 1] ?? [], branches)];
    const started = performance.now();
    expect(verdict(aquaignis, FIRST, ADA, branches ?? [])).toBe('kept');
    console.log(`${deep} deep: ${Math.round(performance.now() - started)} ms`);
    expect(deep).toBe(BRANCHES_MOST);
  });
});
