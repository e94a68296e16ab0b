/** Which branch of a plan answers what has come. */
import type { Branch } from './types.ts';

/** `roll` null: none is known. A branch for this very roll comes before one for any. */
export function branchFor(branches: readonly Branch[], made: readonly string[], roll: string | null): Branch | null {
  const fitting = branches.filter(({ when }) => when.length === made.length && beginsWith(when, made));
  const exact = roll === null ? undefined : fitting.find((branch) => branch.roll === roll);
  return exact ?? fitting.find((branch) => branch.roll === undefined) ?? null;
}

/** Whether some branch waits for more than has been made. */
export function waitsFor(branches: readonly Branch[], made: readonly string[]): boolean {
  return branches.some(({ when }) => when.length > made.length && beginsWith(when, made));
}

function beginsWith(when: readonly string[], made: readonly string[]): boolean {
  return made.every((move, i) => when[i] === move);
}
