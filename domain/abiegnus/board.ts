/** The geometry of the board, and how stacks are read. */
import {
  type Board,
  type Element,
  FILES,
  type PTAH,
  type Pyramid,
  RANKS,
  type Size,
  type Square,
  type Stack,
} from './types.ts';

/** In the order of their texts, which is that of a board's stacks: file by file. */
export const SQUARES: readonly Square[] = FILES.flatMap((file) => RANKS.map((rank): Square => `${file}${rank}`));

export function indexOf(square: Square): number {
  return (square.charCodeAt(0) - 97) * RANKS.length + square.charCodeAt(1) - 49;
}

/** The square so many files and ranks from `from`, if it is on the board. */
function shifted(from: Square, files: number, ranks: number): Square | undefined {
  const file = FILES[from.charCodeAt(0) - 97 + files];
  const rank = RANKS[from.charCodeAt(1) - 49 + ranks];
  return file === undefined || rank === undefined ? undefined : `${file}${rank}`;
}

/** The squares beyond `to` in a straight line from its neighbour `from`; null if they are no neighbours. */
function rayBeyond(from: Square, to: Square): readonly Square[] | null {
  const files = to.charCodeAt(0) - from.charCodeAt(0);
  const ranks = to.charCodeAt(1) - from.charCodeAt(1);
  if (from === to || Math.abs(files) > 1 || Math.abs(ranks) > 1) return null;
  const ray: Square[] = [];
  for (let next = shifted(to, files, ranks); next !== undefined; next = shifted(next, files, ranks)) ray.push(next);
  return ray;
}

const RAYS: readonly (readonly Square[] | null)[] = SQUARES.flatMap((from) => SQUARES.map((to) => rayBeyond(from, to)));

/** Where what erupts lands, nearest first, when a cap steps from the one square to the other; null if it cannot. */
export function rayOf(from: Square, to: Square): readonly Square[] | null {
  return RAYS[indexOf(from) * SQUARES.length + indexOf(to)] ?? null;
}

const NOTHING: Stack = [];

export function stackOn(board: Board, square: Square): Stack {
  return board[indexOf(square)] ?? NOTHING;
}

export function topOf(stack: Stack): Pyramid | undefined {
  return stack[stack.length - 1];
}

const ELEMENT_OF: Readonly<Record<Pyramid, Element | null>> = {
  ...{ S1: 'S', S2: 'S', S3: 'S', A1: 'A', A2: 'A', A3: 'A', W1: 'W', W2: 'W', W3: 'W' },
  ...{ E1: 'E', E2: 'E', E3: 'E', F1: 'F', F2: 'F', F3: 'F', P1: null },
};

/** Null for the Ptah. */
export function elementOf(pyramid: Pyramid): Element | null {
  return ELEMENT_OF[pyramid];
}

export function sizeOf(pyramid: Pyramid): Size {
  const code = pyramid.charCodeAt(1);
  return code === 49 ? 1 : code === 50 ? 2 : 3;
}

/** AB-3: the element of the cap on top of a stack; null if the top is none. The Ptah never is (AB-46). */
export function capOn(stack: Stack): Element | null {
  const top = stack[stack.length - 1];
  return top === undefined || top.charCodeAt(1) !== 49 ? null : ELEMENT_OF[top];
}

export function isOnTop(board: Board, pyramid: typeof PTAH): boolean {
  for (const stack of board) if (topOf(stack) === pyramid) return true;
  return false;
}
