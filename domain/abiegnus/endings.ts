/** When a game ends: looked for after each turn, passed ones too, before the next roll. */
import { elementOf, isOnTop, sizeOf } from './board.ts';
import { type Board, PTAH, type Pyramid, type Reason, type Stack, type State } from './types.ts';

/** Each element has four larges and, spirit apart, there are four mediums a rank. */
const SPIRIT_LARGES = 4;
/** AB-44: of twenty mediums the last has none left to land on. */
export const MEDIUMS_TO_WIN = 19;
/** AB-42 b. */
export const DROUGHT = 40;

/** The first end that holds after a turn; `erupted` tells whether it was ended by an eruption. */
export function endAfterTurn(state: State, erupted: boolean): Reason | null {
  return endOfMode(state, erupted) ?? (state.quiet >= DROUGHT ? 'drought' : null);
}

function endOfMode({ mode, board, captured }: State, erupted: boolean): Reason | null {
  switch (mode) {
    case 'two-player':
      if (spiritLarges(captured) >= SPIRIT_LARGES) return 'spirits-captured';
      return onlyLarge(board) === 'S3' ? 'last-large' : null;
    case 'solitaire':
      return verdictOf(captured[0] ?? []);
    case 'divination':
      return erupted && isOnTop(board, PTAH) ? 'ptah-exposed' : null;
  }
}

function spiritLarges(captured: readonly Stack[]): number {
  let count = 0;
  for (const taken of captured) for (const pyramid of taken) if (pyramid === 'S3') count += 1;
  return count;
}

/** The one large on the board, if there is exactly one (AB-42 a). */
function onlyLarge(board: Board): Pyramid | null {
  let found: Pyramid | null = null;
  for (const stack of board) {
    for (const pyramid of stack) {
      if (sizeOf(pyramid) !== 3) continue;
      if (found !== null) return null;
      found = pyramid;
    }
  }
  return found;
}

/** AB-43, AB-44: in the order of capture, the first that decides. */
function verdictOf(taken: Stack): Reason | null {
  let spirits = 0;
  let mediums = 0;
  for (const pyramid of taken) {
    const size = sizeOf(pyramid);
    if (size === 3 && elementOf(pyramid) !== 'S') return 'large-captured';
    if (size === 3) spirits += 1;
    if (size === 2) mediums += 1;
    if (spirits === SPIRIT_LARGES) return 'spirits-captured';
    if (mediums === MEDIUMS_TO_WIN) return 'mediums-captured';
  }
  return null;
}
