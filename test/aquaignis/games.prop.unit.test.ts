import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { AquaignisEvent } from '../../domain/aquaignis/events.ts';
import { aquaignis } from '../../domain/aquaignis/index.ts';
import { ACTIONS, type Move } from '../../domain/aquaignis/moves.ts';
import { parsePosition } from '../../domain/aquaignis/position.ts';
import type { State } from '../../domain/aquaignis/types.ts';
import { fold, positionOf, started } from './given.ts';

// A failure prints its seed and path, with which it can be run again.
const SEED = 20_260_101;

/** Every action, and some that no position allows. */
const TRIED: readonly Move[] = [
  ...ACTIONS,
  { type: 'jump', from: 3, to: 3 },
  { type: 'spawn', flow: 0 },
  { type: 'surge', flow: 8 },
];

/** Kinds of play: how much each kind of action is liked. Wild play seldom leads to links and Crowns. */
const TASTES: readonly Readonly<Record<Move['type'], number>>[] = [
  { spawn: 1, charge: 1, 'charge-barrier': 1, advance: 1, surge: 1, barrier: 1, jump: 1 },
  { spawn: 1, charge: 4, 'charge-barrier': 0.3, advance: 2, surge: 20, barrier: 0.1, jump: 1 },
  { spawn: 1, charge: 3, 'charge-barrier': 1, advance: 1, surge: 0.5, barrier: 1, jump: 20 },
  { spawn: 0.2, charge: 2, 'charge-barrier': 5, advance: 6, surge: 1, barrier: 3, jump: 1 },
  { spawn: 1, charge: 3, 'charge-barrier': 1, advance: 0.05, surge: 0.05, barrier: 1, jump: 0.05 },
];

/** A small generator of its own: games are long, and one number from fast-check starts each. */
function randomFrom(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function pick(moves: readonly Move[], taste: Readonly<Record<Move['type'], number>>, random: () => number): Move {
  let left = random() * moves.reduce((sum, { type }) => sum + taste[type], 0);
  for (const move of moves) {
    left -= taste[move.type];
    if (left <= 0) return move;
  }
  const [first] = moves;
  if (first === undefined) throw new Error('nothing is legal for the side to move');
  return first;
}

interface Ply {
  readonly before: State;
  readonly legal: readonly Move[];
  readonly move: Move;
  readonly events: readonly AquaignisEvent[];
  readonly after: State;
}

/** A whole game, ply by ply; `each` looks at every ply. */
function playGame(seed: number, each: (ply: Ply) => void): State {
  const random = randomFrom(seed);
  const taste = TASTES[seed % TASTES.length] ?? TASTES[0];
  if (taste === undefined) throw new Error('no taste');
  let state = started();
  for (;;) {
    const [seat] = aquaignis.toMove(state);
    if (seat === undefined) return state;
    const legal = aquaignis.legalMoves(state, seat);
    const move = pick(legal, taste, random);
    const verdict = aquaignis.decide(state, seat, move);
    if (!verdict.ok) throw new Error(`${positionOf(state)} ${aquaignis.formatMove(move)}: ${verdict.refusal.message}`);
    const after = fold(state, verdict.events);
    each({ before: state, legal, move, events: verdict.events, after });
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

describe('random games', () => {
  it('decide accepts exactly the legal moves, which are sorted by their texts', () => {
    games(150, (seed) => {
      playGame(seed, ({ before, legal }) => {
        const [seat = 1] = aquaignis.toMove(before);
        const accepted = TRIED.filter((move) => aquaignis.decide(before, seat, move).ok);
        const texts = legal.map(aquaignis.formatMove);
        if (accepted.map(aquaignis.formatMove).join() !== texts.join()) expect(accepted).toEqual(legal);
        if (texts.toSorted().join() !== texts.join()) expect(texts).toEqual(texts.toSorted());
        const other = seat === 1 ? 2 : 1;
        const strange =
          aquaignis.legalMoves(before, other).length > 0 ||
          legal.some((move) => aquaignis.decide(before, other, move).ok);
        if (strange) expect.fail(`seat ${other} may move in ${positionOf(before)}`);
      });
    });
  });

  it('every game ends, in at most 1,000 turns, and its outcome agrees with the score', () => {
    const reasons = new Set<string>();
    games(1200, (seed) => {
      const end = playGame(seed, () => {});
      const outcome = aquaignis.outcome(end);
      reasons.add(outcome?.reason ?? 'none');
      expect(end.turn).toBeLessThanOrEqual(1001);
      const winners = [end.aqua, end.ignis].flatMap(({ breakthroughs }, index) =>
        breakthroughs === 4 ? [index + 1] : [],
      );
      expect(outcome?.winners).toEqual(winners);
    });
    expect(reasons).toContain('breakthroughs');
    expect(reasons).toContain('quiet');
    expect(reasons).not.toContain('none');
  });

  it('positions read back as themselves, and as the same board', () => {
    games(100, (seed) => {
      const end = playGame(seed, ({ before }) => {
        const text = positionOf(before);
        const read = parsePosition(text);
        if (read === null) expect.fail(`not read: ${text}`);
        if (positionOf(read) !== text) expect(positionOf(read)).toBe(text);
        const { aqua, ignis, turn, phase } = before;
        expect({ aqua: read.aqua, ignis: read.ignis, turn: read.turn, phase: read.phase }).toEqual({
          aqua,
          ignis,
          turn,
          phase,
        });
      });
      expect(positionOf(parsePosition(positionOf(end)) ?? started())).toBe(positionOf(end));
    });
  });

  it('AQ-42 a: two starts of turns have the same mark exactly if pieces, Barriers, links and mover are the same', () => {
    const positions = new Map<string, string>();
    const marks = new Map<string, string>();
    games(300, (seed) => {
      playGame(seed, ({ before, after }) => {
        const mark = after.quietStarts.at(-1) ?? '';
        if (after.turn === before.turn || after.phase.type !== 'playing') return;
        const [board, mover, , , links] = positionOf(after).split(' ');
        const position = `${board} ${mover} ${links}`;
        if ((positions.get(mark) ?? position) !== position) expect.fail(`${mark}: ${positions.get(mark)}, ${position}`);
        if ((marks.get(position) ?? mark) !== mark) expect.fail(`${position}: ${marks.get(position)}, ${mark}`);
        positions.set(mark, position);
        marks.set(position, mark);
      });
    });
    expect(positions.size).toBeGreaterThan(10_000);
  });

  it('a replay of the stored events is the live state, from the start and from any snapshot', () => {
    games(150, (seed) => {
      let replayed = started();
      const end = playGame(seed, ({ events }) => {
        replayed = fold(json(replayed), json(events));
      });
      expect(replayed).toEqual(end);
      expect(json(end)).toEqual(end);
    });
  });

  it('nothing changes a state or an event', () => {
    games(30, (seed) => {
      playGame(seed, ({ before, legal, events, after }) => {
        deepFreeze([before, events, after]);
        const [seat = 1] = aquaignis.toMove(before);
        const view = aquaignis.view(before, seat, false);
        deepFreeze(view);
        aquaignis.text(view);
        positionOf(before);
        aquaignis.outcome(before);
        aquaignis.halt(before);
        for (const move of legal) {
          const line = aquaignis.explain(before, seat, move);
          if (!/^[^\n]+\.$/.test(line)) expect.fail(line);
        }
        fold(before, events);
      });
    });
  });

  it('views fit their schema', () => {
    games(20, (seed) => {
      const end = playGame(seed, ({ before }) => {
        const view = aquaignis.view(before, 'onlooker', false);
        const parsed = aquaignis.schemas.view.safeParse(view);
        if (!parsed.success) expect.fail(`${positionOf(before)}: ${parsed.error.message}`);
      });
      expect(aquaignis.schemas.view.safeParse(aquaignis.view(end, 'onlooker', true)).success).toBe(true);
    });
  });

  it('a snapshot stays small, also after 60 quiet turns', () => {
    let most = 0;
    let longest = 0;
    games(300, (seed) => {
      playGame(seed, ({ after }) => {
        if (after.quietStarts.length < 50 && longest > 50) return;
        longest = Math.max(longest, after.quietStarts.length);
        most = Math.max(most, deflateRawSync(JSON.stringify(after)).length);
      });
    });
    expect(longest).toBe(61);
    expect(most).toBeLessThan(1000);
  });
});

describe('event sizes', () => {
  it('the events of a move are small', () => {
    let most = 0;
    games(300, (seed) => {
      playGame(seed, ({ events }) => {
        most = Math.max(most, JSON.stringify(events).length);
      });
    });
    expect(most).toBeLessThan(1000);
  });
});
