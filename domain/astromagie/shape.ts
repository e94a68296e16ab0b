/** Which positions a turn may fill, whatever the cards: AS-20 to AS-23. Sets of positions are bits, position 1 the lowest. */
import { MOST_A_TURN, POSITIONS, type Row } from './types.ts';

export function bit(position: number): number {
  return 1 << (position - 1);
}

const [ONE, TWO, THREE, FOUR, FIVE, SIX] = [bit(1), bit(2), bit(3), bit(4), bit(5), bit(6)] as const;

/** The positions of one card that are taken. Pairs are laid over one another, so 5 and 6 never are. */
export function takenIn(row: Row | null): number {
  if (row === null) return 0;
  const { places } = row;
  return (places[0] === null ? 0 : ONE) | (places[1] === null ? 0 : TWO) | THREE | (places[3] === null ? 0 : FOUR);
}

export type ShapeRule = 'AS-20' | 'AS-21' | 'AS-22' | 'AS-23';

/** The first rule that a turn breaks which fills these positions, each with one card. */
export function shapeBroken(taken: number, filled: number): ShapeRule | null {
  if ((taken & filled) !== 0) return 'AS-20';
  const after = taken | filled;
  if ((after & THREE) === 0) return 'AS-21';
  if (firstGap(after) !== null) return 'AS-22';
  return (filled & FIVE) === 0 && (filled & SIX) === 0 ? null : (filled & FIVE) * 2 === (filled & SIX) ? null : 'AS-23';
}

/** A position that is filled while the one it needs is not (AS-22). */
export function firstGap(after: number): { readonly at: number; readonly needs: number } | null {
  const has = (positions: number) => (after & positions) !== 0;
  if (has(TWO) && !has(THREE)) return { at: 2, needs: 3 };
  if (has(ONE) && !has(TWO)) return { at: 1, needs: 2 };
  if (has(FOUR) && !has(THREE)) return { at: 4, needs: 3 };
  if (has(FIVE) && !has(FOUR)) return { at: 5, needs: 4 };
  if (has(SIX) && !has(FOUR)) return { at: 6, needs: 4 };
  return null;
}

/** Bits of the table below: the positions may be filled as they are; more can be added at higher ones. */
export const WHOLE = 1;
export const BEGUN = 2;

/** By the positions taken, then by those filled from the lowest up: what can be made of them. */
const TABLE: readonly Uint8Array[] = Array.from({ length: 16 }, (_, taken) => tableFor(taken));

export function shapesFor(taken: number): Uint8Array {
  return TABLE[taken] ?? new Uint8Array(64);
}

function tableFor(taken: number): Uint8Array {
  const table = new Uint8Array(64);
  for (let filled = 1; filled < 64; filled += 1) {
    const positions = POSITIONS.filter((position) => (filled & bit(position)) !== 0);
    if (positions.length > MOST_A_TURN || shapeBroken(taken, filled) !== null) continue;
    table[filled] = (table[filled] ?? 0) | WHOLE;
    let begun = 0;
    for (const position of positions) {
      if (begun !== 0) table[begun] = (table[begun] ?? 0) | BEGUN;
      begun |= bit(position);
    }
  }
  return table;
}
