import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { capOn, SQUARES, sizeOf, stackOn } from '../../domain/abiegnus/board.ts';
import type { AbiegnusEvent } from '../../domain/abiegnus/events.ts';
import { abiegnus } from '../../domain/abiegnus/index.ts';
import { END, type Move, STEPS } from '../../domain/abiegnus/moves.ts';
import { parsePosition } from '../../domain/abiegnus/position.ts';
import { MODES, type State } from '../../domain/abiegnus/types.ts';
import type { Chance } from '../../domain/chance.ts';
import type { Seat } from '../../domain/seat.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { fold, positionOf, setUp } from './given.ts';

// A failure prints its seed and path, with which it can be run again.
const SEED = 20_260_302;

const TRIED: readonly Move[] = [...STEPS, END];
const PTAHS = SQUARES.filter((square) => !square.startsWith('a'));

/** How much a move is liked for what it does. Wild play seldom gets far in a solitaire. */
type Taste = (events: readonly AbiegnusEvent[]) => number;

const captures = (events: readonly AbiegnusEvent[], size: number) =>
  events.some(
    (event) =>
      (event.type === 'erupted' && event.landings.some((each) => each.captured && sizeOf(each.pyramid) === size)) ||
      (event.type === 'cap-captured' && size === 1),
  );
const erupts = (events: readonly AbiegnusEvent[]) => events.some(({ type }) => type === 'erupted');
const ends = (events: readonly AbiegnusEvent[]) => events.some(({ type }) => type === 'turn-ended');

const ANY: Taste = () => 1;

const TASTES: readonly Taste[] = [
  ANY,
  (events) => (erupts(events) ? 20 : 1),
  (events) => (ends(events) ? 0.05 : 1),
  (events) => (captures(events, 2) || captures(events, 3) ? 50 : 1),
  (events) => (captures(events, 3) ? 0.001 : captures(events, 2) ? 100 : 1),
  (events) => (captures(events, 1) || captures(events, 2) || captures(events, 3) ? 0.001 : 1),
];

function chanceOf(random: Random): Chance {
  let used = 0;
  return {
    uniform(k) {
      used += 1;
      return random.below(k);
    },
    shuffle: (deck) => [...deck],
    get used() {
      return used;
    },
  };
}

function liked(state: State, seat: Seat, moves: readonly Move[], taste: Taste, random: Random): Move {
  if (taste === ANY) return random.pick(moves);
  const weights = moves.map((move) => {
    const verdict = abiegnus.decide(state, seat, move);
    return verdict.ok ? taste(verdict.events) : 0;
  });
  let left = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [i, move] of moves.entries()) {
    left -= weights[i] ?? 0;
    if (left <= 0) return move;
  }
  return random.pick(moves);
}

interface Ply {
  readonly before: State;
  readonly seat: Seat;
  readonly legal: readonly Move[];
  /** With what chance added. */
  readonly events: readonly AbiegnusEvent[];
  readonly after: State;
}

interface Game {
  readonly start: State;
  readonly began: readonly AbiegnusEvent[];
  readonly end: State;
}

/** A whole game, ply by ply; `each` looks at every ply. */
function playGame(seed: number, each: (ply: Ply) => void): Game {
  const random = randomFrom(seed);
  const chance = chanceOf(random);
  const taste = TASTES[seed % TASTES.length] ?? ANY;
  const start = setUp(MODES[Math.floor(seed / TASTES.length) % MODES.length], PTAHS[seed % PTAHS.length]);
  const began = abiegnus.draw(start, chance);
  let state = fold(start, began);
  for (;;) {
    const [seat] = abiegnus.toMove(state);
    if (seat === undefined) return { start, began, end: state };
    const legal = abiegnus.legalMoves(state, seat);
    const verdict = abiegnus.decide(state, seat, liked(state, seat, legal, taste, random));
    if (!verdict.ok) throw new Error(`${positionOf(state)}: ${verdict.refusal.message}`);
    const decided = fold(state, verdict.events);
    const drawn = abiegnus.awaitsDraw(decided) ? abiegnus.draw(decided, chance) : [];
    const after = fold(decided, drawn);
    each({ before: state, seat, legal, events: [...verdict.events, ...drawn], after });
    state = after;
  }
}

const games = (runs: number, check: (seed: number) => void) =>
  fc.assert(fc.property(fc.nat(), check), { seed: SEED, numRuns: runs });

function deepFreeze(value: unknown): void {
  if (typeof value !== 'object' || value === null || Object.isFrozen(value)) return;
  Object.freeze(value);
  for (const inner of Object.values(value)) deepFreeze(inner);
}

const json = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value));

const allPyramids = ({ board, captured }: State) => [...board.flat(), ...captured.flat()].sort().join('');

describe('random games', () => {
  it('decide accepts exactly the legal moves, which are sorted by their texts', () => {
    games(30, (seed) => {
      playGame(seed, ({ before, seat, legal }) => {
        const accepted = TRIED.filter((move) => abiegnus.decide(before, seat, move).ok);
        const texts = legal.map(abiegnus.formatMove);
        if (accepted.map(abiegnus.formatMove).join() !== texts.join()) expect(accepted).toEqual(legal);
        if (texts.toSorted().join() !== texts.join()) expect(texts).toEqual(texts.toSorted());
        const other = seat === 1 ? 2 : 1;
        const strange =
          abiegnus.legalMoves(before, other).length > 0 ||
          legal.some((move) => abiegnus.decide(before, other, move).ok);
        if (strange) expect.fail(`seat ${other} may move in ${positionOf(before)}`);
      });
    });
  });

  it('every game ends, and its outcome is one of its mode', () => {
    const seen = new Set<string>();
    games(250, (seed) => {
      const { end } = playGame(seed, () => {});
      const outcome = abiegnus.outcome(end);
      if (outcome === null) expect.fail(`no outcome in ${positionOf(end)}`);
      const { kind, reason, winners, scores = [] } = outcome;
      seen.add(`${end.mode} ${kind} ${reason}`);
      const [first = 0, second = 0] = scores;
      expect(winners).toEqual(kind === 'won' || (kind === 'win' && first > second) ? [1] : kind === 'win' ? [2] : []);
      if (end.mode === 'two-player') expect(kind).toBe(first === second ? 'draw' : 'win');
    });
    const often = [
      'divination answered ptah-exposed',
      'divination unanswered drought',
      'solitaire ended drought',
      'solitaire lost large-captured',
      'two-player win drought',
      'two-player win spirits-captured',
    ];
    const seldom = [
      'solitaire lost spirits-captured',
      'solitaire won mediums-captured',
      'two-player draw drought',
      'two-player draw last-large',
      'two-player draw spirits-captured',
      'two-player win last-large',
    ];
    expect([...seen]).toEqual(expect.arrayContaining(often));
    expect([...often, ...seldom]).toEqual(expect.arrayContaining([...seen]));
  });

  it('AB-2: all 64 pyramids are always on the board or captured: 63 and the Ptah in a divination', () => {
    games(50, (seed) => {
      let all = '';
      const { start } = playGame(seed, ({ before, after }) => {
        all ||= allPyramids(before);
        if (allPyramids(after) !== all) expect.fail(positionOf(after));
      });
      expect(allPyramids(start)).toBe(all);
      expect(all).toHaveLength(2 * 64);
      expect(all.split('P1')).toHaveLength(start.mode === 'divination' ? 2 : 1);
    });
  });

  it('AB-3: a cap is never covered', () => {
    games(50, (seed) => {
      playGame(seed, ({ before, after }) => {
        for (const square of SQUARES) {
          const stack = stackOn(before.board, square);
          const covered = capOn(stack) !== null && stackOn(after.board, square).length > stack.length;
          if (covered) expect.fail(`${square} in ${positionOf(before)}, then ${positionOf(after)}`);
        }
      });
    });
  });

  it('AB-13: a wild roll is never passed', () => {
    const passedOn = new Set<string>();
    games(100, (seed) => {
      playGame(seed, ({ events }) => {
        for (const [i, event] of events.entries()) {
          const before = events[i - 1];
          if (event.type === 'passed' && before?.type === 'rolled') passedOn.add(before.roll);
        }
      });
    });
    expect([...passedOn].sort()).toEqual(['A', 'E', 'F', 'S', 'W']);
  });

  it('AB-44: whatever captures a medium leaves one where it was captured, so the twentieth stays', () => {
    let taken = 0;
    games(50, (seed) => {
      playGame(seed, ({ before, events }) => {
        let state = before;
        for (const event of events) {
          state = abiegnus.evolve(state, event);
          if (event.type !== 'erupted') continue;
          for (const { pyramid, to, captured } of event.landings) {
            if (!captured || sizeOf(pyramid) !== 2) continue;
            taken += 1;
            const top = stackOn(state.board, to).at(-1);
            if (top === undefined || sizeOf(top) !== 2) expect.fail(`${to} in ${positionOf(state)}`);
          }
        }
      });
    });
    expect(taken).toBeGreaterThan(100);
  });

  it('positions read back as themselves, and as the same board', () => {
    games(25, (seed) => {
      const { end } = playGame(seed, ({ before }) => {
        const text = positionOf(before);
        const read = parsePosition(text);
        if (read === null) expect.fail(`not read: ${text}`);
        if (positionOf(read) !== text) expect(positionOf(read)).toBe(text);
        const { captured: _, omens: __, ...rest } = before;
        expect(read).toMatchObject(rest);
      });
      expect(positionOf(parsePosition(positionOf(end)) ?? setUp())).toBe(positionOf(end));
    });
  });

  it('a replay of the stored events is the live state, from the start and from any snapshot', () => {
    games(50, (seed) => {
      let replayed: State | null = null;
      const { start, began, end } = playGame(seed, ({ before, events }) => {
        replayed ??= before;
        replayed = fold(json(replayed), json(events));
      });
      expect(replayed).toEqual(end);
      expect(json(end)).toEqual(end);
      expect(fold(json(start), json(began)).turn).toBeGreaterThan(0);
    });
  });

  it('nothing changes a state or an event, and every explanation is one line', () => {
    games(9, (seed) => {
      playGame(seed, ({ before, seat, legal, events, after }) => {
        deepFreeze([before, events, after]);
        const view = abiegnus.view(before, seat, false);
        deepFreeze(view);
        abiegnus.text(view);
        positionOf(before);
        abiegnus.outcome(before);
        abiegnus.ended(before, [], 'resignation');
        abiegnus.halt(before);
        for (const move of legal) {
          const line = abiegnus.explain(before, seat, move);
          if (!/^[A-Z][^\n]+\.$/.test(line)) expect.fail(line);
        }
        fold(before, events);
      });
    });
  });

  it('views fit their schema, and texts a chat: 60 columns, 2,000 characters', () => {
    let most = 0;
    games(14, (seed) => {
      const check = (state: State) => {
        const view = abiegnus.view(state, 'onlooker', false);
        const parsed = abiegnus.schemas.view.safeParse(view);
        if (!parsed.success) expect.fail(`${positionOf(state)}: ${parsed.error.message}`);
        const text = abiegnus.text(view);
        most = Math.max(most, text.length);
        if (text.split('\n').some((line) => line.length > 60)) expect.fail(text);
      };
      check(playGame(seed, ({ before }) => check(before)).end);
    });
    expect(most).toBeLessThan(2000);
  });

  it('snapshots, events and outcomes stay small', () => {
    const most = { snapshot: 0, events: 0, outcome: 0 };
    const deflated = (value: unknown) => deflateRawSync(JSON.stringify(value)).length;
    games(40, (seed) => {
      const { end } = playGame(seed, ({ after, events }) => {
        most.events = Math.max(most.events, JSON.stringify(events).length);
        if (after.turn % 10 === 0) most.snapshot = Math.max(most.snapshot, deflated(after));
      });
      most.snapshot = Math.max(most.snapshot, deflated(end));
      most.outcome = Math.max(most.outcome, deflated(abiegnus.outcome(end)));
    });
    expect(most.snapshot).toBeLessThan(1000);
    expect(most.events).toBeLessThan(1500);
    expect(most.outcome).toBeLessThan(1000);
  });
});
