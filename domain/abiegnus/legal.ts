/** Which moves are legal, and what stands in the way of the others. */
import { capOn, indexOf, rayOf, stackOn } from './board.ts';
import { END, type Move, STEPS_FROM, type Step } from './moves.ts';
import type { Board, Element, Phase, State } from './types.ts';

/** AB-15. */
export const MOST_STEPS = 20;

type Moving = Extract<Phase, { readonly type: 'moving' }>;

/** Why a move is not legal, in the order in which it is looked for. `refusal.ts` has a sentence for each. */
export type Obstacle = 'too-early' | 'no-cap' | 'wrong-element' | 'no-neighbour' | 'another-cap';

/** Whether caps of this element may step in this turn (AB-12). */
function mayStep({ roll, element }: Moving, cap: Element): boolean {
  return element === null ? roll === '*' || roll === cap : element === cap;
}

/** Null if the move is legal for the seat to move. */
export function obstacleTo(board: Board, phase: Moving, move: Move): Obstacle | null {
  if (move.type === 'end') return phase.steps === 0 ? 'too-early' : null;
  const cap = capOn(stackOn(board, move.from));
  if (cap === null) return 'no-cap';
  if (!mayStep(phase, cap)) return 'wrong-element';
  if (rayOf(move.from, move.to) === null) return 'no-neighbour';
  return canEnter(board, move, cap) ? null : 'another-cap';
}

/** AB-11: not onto another element's cap. */
function canEnter(board: Board, { to }: Step, cap: Element): boolean {
  const there = capOn(board[indexOf(to)] ?? []);
  return there === null || there === cap;
}

/** Sorted by the code units of their texts. */
export function legalMoves({ board, phase }: State): Move[] {
  const legal: Move[] = [];
  if (phase.type !== 'moving') return legal;
  for (let i = 0; i < STEPS_FROM.length; i += 1) {
    const cap = capOn(board[i] ?? []);
    if (cap === null || !mayStep(phase, cap)) continue;
    for (const step of STEPS_FROM[i] ?? []) if (canEnter(board, step, cap)) legal.push(step);
  }
  if (phase.steps > 0) legal.push(END);
  return legal;
}

/** Whether the roll lets anything move (AB-13). */
export function canMove(state: State): boolean {
  return legalMoves(state).length > 0;
}
