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

/** Null for the Ptah. Codes of letters are faster than a look-up. */
export function elementOf(pyramid: Pyramid): Element | null {
  switch (pyramid.charCodeAt(0)) {
    case 83:
      return 'S';
    case 65:
      return 'A';
    case 87:
      return 'W';
    case 69:
      return 'E';
    case 70:
      return 'F';
    default:
      return null;
  }
}

export function sizeOf(pyramid: Pyramid): Size {
  const code = pyramid.charCodeAt(1);
  return code === 49 ? 1 : code === 50 ? 2 : 3;
}

/** AB-3: the element of the cap on top of a stack; null if the top is none. The Ptah never is (AB-46). */
export function capOn(stack: Stack): Element | null {
  const top = stack[stack.length - 1];
  return top === undefined || top.charCodeAt(1) !== 49 ? null : elementOf(top);
}

/** A look-up: two characters put together are a new text, which costs more. */
const SMALLS: Readonly<Record<Element, Pyramid>> = { S: 'S1', A: 'A1', W: 'W1', E: 'E1', F: 'F1' };

export function smallOf(element: Element): Pyramid {
  return SMALLS[element];
}

export function isOnTop(board: Board, pyramid: typeof PTAH): boolean {
  for (const stack of board) if (topOf(stack) === pyramid) return true;
  return false;
}
