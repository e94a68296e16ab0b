/** How large a tree is, before anything else is asked of it: it may be of any shape, and any depth. */
import { BRANCHES_MOST } from './types.ts';

/** JSON Pointer to the first branch beyond what a plan may have, below `pointer`; null if there is none. */
export function tooManyBranches(branches: unknown, pointer: string): string | null {
  let count = 0;
  // By turns of a loop and not by calls, so that no depth is too much.
  const levels = [{ branches, pointer, next: 0 }];
  for (let level = levels.at(-1); level !== undefined; level = levels.at(-1)) {
    const here = `${level.pointer}/${level.next}`;
    if (!Array.isArray(level.branches) || level.next >= level.branches.length) {
      levels.pop();
      continue;
    }
    const branch: unknown = level.branches[level.next];
    level.next += 1;
    count += 1;
    if (count > BRANCHES_MOST) return here;
    if (typeof branch === 'object' && branch !== null && 'next' in branch) {
      levels.push({ branches: branch.next, pointer: `${here}/next`, next: 0 });
    }
  }
  return null;
}
