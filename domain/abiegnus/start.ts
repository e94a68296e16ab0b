/** AB-2: the board as it is set up, and the state before the first roll. */
import { SQUARES } from './board.ts';
import {
  type Element,
  type File,
  type Options,
  PTAH,
  type Pyramid,
  type Rank,
  type Stack,
  type State,
} from './types.ts';

/** AB-1. */
const FILE_ELEMENTS: readonly (readonly [File, Element])[] = [
  ['a', 'S'],
  ['b', 'A'],
  ['c', 'W'],
  ['d', 'E'],
  ['e', 'F'],
];
const RANK_ELEMENTS: readonly (readonly [Rank, Element])[] = [
  [1, 'A'],
  [2, 'W'],
  [3, 'E'],
  [4, 'F'],
];

function nest(file: File, ofFile: Element, ofRank: Element): Stack {
  const three: Pyramid[] = [`${ofFile}1`, `${ofRank}2`, `${ofFile}3`];
  return file === 'a' ? [...three, `${ofRank}1`] : three;
}

const NESTS: readonly Stack[] = FILE_ELEMENTS.flatMap(([file, ofFile]) =>
  RANK_ELEMENTS.map(([, ofRank]) => nest(file, ofFile, ofRank)),
);

export function setup(options: Options): State {
  const { mode, palette } = options;
  const ptah = options.mode === 'divination' ? options.ptah : null;
  return {
    mode,
    palette,
    board: NESTS.map((stack, i) => (SQUARES[i] === ptah ? [PTAH, ...stack.slice(1)] : stack)),
    turn: 0,
    phase: { type: 'awaiting-roll' },
    quiet: 0,
    captured: mode === 'two-player' ? [[], []] : [[]],
    omens: mode === 'divination' ? { row: [], cleared: [] } : null,
  };
}
