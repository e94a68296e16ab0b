/** Tests of rules read: given what lies on some squares, when these moves are made on these rolls, this lies there. */
import { expect } from 'vitest';
import { SQUARES, stackOn } from '../../domain/abiegnus/board.ts';
import type { AbiegnusEvent } from '../../domain/abiegnus/events.ts';
import { abiegnus } from '../../domain/abiegnus/index.ts';
import { parsePosition } from '../../domain/abiegnus/position.ts';
import { FACES, FILES, type Mode, type Options, RANKS, type Square, type State } from '../../domain/abiegnus/types.ts';
import type { Chance } from '../../domain/chance.ts';
import type { Refusal, Verdict } from '../../domain/game.ts';
import { firstSeats, type Seat } from '../../domain/seat.ts';

/** The start with a roll of air, as the rules write it. */
export const START =
  'S1A2S3A1,A1A2A3,W1A2W3,E1A2E3,F1A2F3/S1W2S3W1,A1W2A3,W1W2W3,E1W2E3,F1W2F3/' +
  'S1E2S3E1,A1E2A3,W1E2W3,E1E2E3,F1E2F3/S1F2S3F1,A1F2A3,W1F2W3,E1F2E3,F1F2F3 1 A - 0 -|- 1 0';

/** What lies on some squares, bottom to top; nothing on all others. */
export type Stacks = Readonly<Partial<Record<Square, string>>>;

/** A position text: the squares, then the other fields as they stand in it. */
export function at(stacks: Stacks, rest: string): string {
  return `${RANKS.map((rank) => FILES.map((file) => stacks[`${file}${rank}`] ?? '-').join(',')).join('/')} ${rest}`;
}

export function stateOf(position: string): State {
  const state = parsePosition(position);
  if (state === null) throw new Error(`no position: ${position}`);
  return state;
}

export function positionOf(state: State): string {
  return abiegnus.formatPosition(state, 'onlooker', false);
}

export function stacksOf(state: State): Stacks {
  return Object.fromEntries(
    SQUARES.flatMap((square) => {
      const stack = stackOn(state.board, square).join('');
      return stack === '' ? [] : [[square, stack]];
    }),
  );
}

export function optionsOf(mode: Mode, ptah: Square = 'c3'): Options {
  const palette = 'new-aeon';
  return mode === 'divination' ? { mode, palette, ptah } : { mode, palette };
}

/** A new game before its first roll. */
export function setUp(mode: Mode = 'two-player', ptah?: Square): State {
  const options = optionsOf(mode, ptah);
  return abiegnus.setup(options, firstSeats(abiegnus.seats(options).least));
}

/** A die that shows these faces; it must not be rolled once more. */
export function dieOf(rolls: string): Chance & { readonly left: string } {
  let left = rolls;
  return {
    uniform(sides) {
      expect(sides).toBe(6);
      const face = FACES.findIndex((each) => left.startsWith(each));
      if (face < 0) throw new Error('the die is rolled once too often');
      left = left.slice(1);
      return face;
    },
    shuffle: (deck) => [...deck],
    get used() {
      return rolls.length - left.length;
    },
    get left() {
      return left;
    },
  };
}

export function fold(state: State, events: readonly AbiegnusEvent[]): State {
  return events.reduce(abiegnus.evolve, state);
}

/** With no die the roll stays owed. */
export function settled(state: State, die: ReturnType<typeof dieOf>): State {
  return abiegnus.awaitsDraw(state) && die.left !== '' ? fold(state, abiegnus.draw(state, die)) : state;
}

function judge(state: State, text: string, seat: Seat = abiegnus.toMove(state)[0] ?? 1): Verdict<AbiegnusEvent> {
  const move = abiegnus.parseMove(text);
  if (move === null) throw new Error(`no move: ${text}`);
  return abiegnus.decide(state, seat, move);
}

export function eventsOf(state: State, text: string): readonly AbiegnusEvent[] {
  const verdict = judge(state, text);
  if (!verdict.ok) throw new Error(`${text}: ${verdict.refusal.message}`);
  return verdict.events;
}

export function refusalOf(state: State, text: string, seat?: Seat): Refusal | null {
  const verdict = judge(state, text, seat);
  return verdict.ok ? null : verdict.refusal;
}

/** Moves and the rolls that come between them. */
export function play(state: State, moves: readonly string[], rolls = ''): State {
  const die = dieOf(rolls);
  const end = moves.reduce((each, text) => settled(fold(each, eventsOf(each, text)), die), settled(state, die));
  expect(die.left).toBe('');
  return end;
}

export function legalIn(state: State, seat: Seat = abiegnus.toMove(state)[0] ?? 1): string[] {
  return abiegnus.legalMoves(state, seat).map(abiegnus.formatMove);
}

export function given(stacks: Stacks, rest: string) {
  const state = stateOf(at(stacks, rest));
  return {
    state,
    when(...moves: readonly string[]) {
      const then = (rolls: string) => ({
        gives(expected: Stacks, fields: string): void {
          expect(positionOf(play(state, moves, rolls))).toBe(at(expected, fields));
        },
        /** A draw or an end, its reason, and the scores of two players. */
        ends(expected: object): void {
          expect(abiegnus.outcome(play(state, moves, rolls))).toMatchObject(expected);
        },
      });
      return {
        ...then(''),
        rolling: then,
        /** The last move is refused by this rule, in a sentence that has these words. */
        isRefused(rule: string, words: string | RegExp = ''): void {
          const refusal = refusalOf(play(state, moves.slice(0, -1)), moves.at(-1) ?? '');
          expect(refusal?.rule).toBe(rule);
          expect(refusal?.message).toMatch(words);
        },
      };
    },
  };
}
