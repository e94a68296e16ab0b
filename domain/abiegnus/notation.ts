/** Moves as text. */
import { SQUARES } from './board.ts';
import { END, type Move, STEPS } from './moves.ts';

export function formatMove(move: Move): string {
  return move.type === 'end' ? 'end' : `${move.from}-${move.to}`;
}

// Nearly every text is a canonical one: a look-up is much faster than the patterns.
const CANONICAL: ReadonlyMap<string, Move> = new Map([...STEPS, END].map((move) => [formatMove(move), move]));

/** One dash of any kind; a minus sign is no dash to Unicode, but to people it is. */
const STEP = /^([a-e][1-4])[\p{Pd}\u2212>]([a-e][1-4])$/u;

/** Null if the text is no move. Blanks are spaces, and do not matter wherever they stand. */
export function parseMove(text: string): Move | null {
  return CANONICAL.get(text) ?? readMove(lowerCase(text.replaceAll(' ', '')));
}

/** ASCII letters only: other letters whose lower case is an ASCII one are no spelling of a move. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function readMove(text: string): Move | null {
  if (text === 'end') return END;
  const [, from, to] = STEP.exec(text) ?? [];
  return SQUARES.some((square) => square === from) ? (CANONICAL.get(`${from}-${to}`) ?? null) : null;
}
