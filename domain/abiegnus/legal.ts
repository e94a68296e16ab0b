/** Which moves are legal, and what stands in the way of the others. */
import { capOn, rayOf, stackOn } from './board.ts';
import { END, type Move, WAYS } from './moves.ts';
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
  const there = capOn(stackOn(board, move.to));
  return there === null || there === cap ? null : 'another-cap';
}

/** Sorted by the code units of their texts. Plain loops: this is asked more often than anything else. */
export function legalMoves({ board, phase }: State): Move[] {
  const legal: Move[] = [];
  if (phase.type !== 'moving') return legal;
  const caps: (Element | null)[] = [];
  for (const stack of board) caps.push(capOn(stack));
  for (let from = 0; from < caps.length; from += 1) {
    const cap = caps[from];
    const ways = WAYS[from];
    if (cap === undefined || cap === null || ways === undefined || !mayStep(phase, cap)) continue;
    for (const { step, to } of ways) {
      const there = caps[to];
      if (there === null || there === cap) legal.push(step);
    }
  }
  if (phase.steps > 0) legal.push(END);
  return legal;
}

/** Whether the roll lets anything move (AB-13). */
export function canMove({ board, phase }: State): boolean {
  if (phase.type !== 'moving') return false;
  if (phase.steps > 0) return true;
  return board.some((stack, from) => {
    const cap = capOn(stack);
    return cap !== null && mayStep(phase, cap) && canLeave(board, from, cap);
  });
}

function canLeave(board: Board, from: number, cap: Element): boolean {
  return (WAYS[from] ?? []).some(({ to }) => {
    const there = capOn(board[to] ?? []);
    return there === null || there === cap;
  });
}
