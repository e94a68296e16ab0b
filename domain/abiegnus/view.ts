/** The state as a client draws it. Nothing is hidden in this game: every viewer sees the same. */
import { capOn, SQUARES, stackOn } from './board.ts';
import { mediumsOf, scoresOf } from './outcome.ts';
import { type Reading, readingOf } from './reading.ts';
import { COLOURS, type Colours, type Letter, NAMES, TABLET } from './tables.ts';
import {
  type Element,
  type Face,
  type Mode,
  type Palette,
  type Pyramid,
  type Reason,
  type Square,
  type State,
  seatOfTurn,
} from './types.ts';

export interface SquareView {
  readonly square: Square;
  readonly letter: Letter;
  /** Bottom to top. */
  readonly stack: readonly Pyramid[];
  /** The element of the cap on top, if there is one. */
  readonly cap: Element | null;
}

interface RollView {
  readonly face: Face;
  /** The element's name, or `wild`. */
  readonly name: string;
  /** What the die shows, by the palette. */
  readonly shows: string;
}

export interface AbiegnusView {
  readonly mode: Mode;
  readonly palette: Palette;
  readonly colours: Colours['pyramids'];
  readonly turn: number;
  readonly toMove: 1 | 2 | null;
  readonly roll: RollView | null;
  /** Of the first step of this turn. */
  readonly element: Element | null;
  readonly steps: number;
  readonly squares: readonly SquareView[];
  /** By seat, in the order taken. */
  readonly captured: readonly (readonly Pyramid[])[];
  /** By seat, for two players. */
  readonly scores: readonly number[] | null;
  /** Captured, in a solitaire. */
  readonly mediums: number | null;
  readonly quietTurns: number;
  readonly reading: Reading | null;
  readonly ending: Reason | 'halted' | null;
}

export function viewOf(state: State): AbiegnusView {
  const { mode, palette, board, turn, phase, captured, quiet } = state;
  const moving = phase.type === 'moving' ? phase : null;
  return {
    mode,
    palette,
    colours: COLOURS[palette].pyramids,
    turn,
    toMove: moving && seatOfTurn(mode, turn),
    roll: moving && rollView(moving.roll, palette),
    element: moving?.element ?? null,
    steps: moving?.steps ?? 0,
    squares: SQUARES.map((square) => {
      const stack = stackOn(board, square);
      return { square, letter: TABLET[square], stack, cap: capOn(stack) };
    }),
    captured,
    scores: mode === 'two-player' ? scoresOf(captured) : null,
    mediums: mode === 'solitaire' ? mediumsOf(state) : null,
    quietTurns: quiet,
    reading: readingOf(state),
    ending: phase.type === 'over' ? phase.reason : phase.type === 'halted' ? 'halted' : null,
  };
}

function rollView(face: Face, palette: Palette): RollView {
  return { face, name: face === '*' ? 'wild' : NAMES[face], shows: COLOURS[palette].die[face] };
}
