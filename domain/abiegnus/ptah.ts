/** AB-46: what may be said for the square of the Ptah. */
import { NAMES, PTAH_SQUARES, SUBJECTS } from './tables.ts';
import type { Square } from './types.ts';

/** By the square itself, by the pair of elements x-y that it stands for, and by that pair's text. */
export const PTAH_NAMES: ReadonlyMap<string, Square> = new Map(
  PTAH_SQUARES.flatMap(({ square, x, y }) => {
    const names = [square, `${NAMES[x]}-${NAMES[y]}`, SUBJECTS[x][y]];
    return names.map((name): [string, Square] => [name, square]);
  }),
);
