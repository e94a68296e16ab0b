/** What erupts when a cap steps (AB-30 to AB-33). */
import { capOn, sizeOf, stackOn, topOf } from './board.ts';
import type { Landing } from './events.ts';
import type { Board, Pyramid, Square, Stack } from './types.ts';

/** What is thrown over the cap that leaves `from`, along `ray`. Empty if nothing erupts. */
export function eruptionFrom(board: Board, from: Square, ray: readonly Square[]): readonly Landing[] {
  const stack = stackOn(board, from);
  const landings: Landing[] = [];
  // The cap itself is the last of the stack; what lies under it goes from the top down, each a square further.
  for (const to of ray) {
    const pyramid = stack[stack.length - 2 - landings.length];
    const there = stackOn(board, to);
    if (pyramid === undefined || capOn(there) !== null) break;
    landings.push({ pyramid, to, captured: isCaptured(pyramid, there) });
  }
  return landings;
}

function isCaptured(pyramid: Pyramid, there: Stack): boolean {
  const top = topOf(there);
  const size = sizeOf(pyramid);
  return top !== undefined && size !== 1 && size === sizeOf(top);
}
