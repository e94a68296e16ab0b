/** Moves as text: one canonical form, and short forms that are read but never written. */
import { ACTIONS, type Move } from './moves.ts';

/** Flows are read beyond 7, so that such a move is refused by its rule (AQ-1) and not taken for no move at all. */
const NUMBER = '(0|[1-9][0-9]{0,14})';
const LONG = new RegExp(`^(spawn|charge|advance|surge|barrier) +${NUMBER}$`);
const LONG_BARRIER = /^charge +barrier$/;
const LONG_JUMP = new RegExp(`^jump +${NUMBER} +${NUMBER}$`);
const SHORT = new RegExp(`^([scaub])${NUMBER}$`);
const SHORT_JUMP = /^j([0-9])([0-9])$/;

const SHORT_VERBS = { s: 'spawn', c: 'charge', a: 'advance', u: 'surge', b: 'barrier' } as const;
const VERBS = ['spawn', 'charge', 'advance', 'surge', 'barrier'] as const;

// Nearly every text is a canonical one: a look-up is much faster than the patterns.
const CANONICAL: ReadonlyMap<string, Move> = new Map(ACTIONS.map((action) => [formatMove(action), action]));

export function formatMove(move: Move): string {
  switch (move.type) {
    case 'charge-barrier':
      return 'charge barrier';
    case 'jump':
      return `jump ${move.from} ${move.to}`;
    default:
      return `${move.type} ${move.flow}`;
  }
}

/** Null if the text is no move. Blanks are spaces; more of them, and those around a move, do not matter. */
export function parseMove(text: string): Move | null {
  return CANONICAL.get(text) ?? readMove(lowerCase(text.replace(/^ +| +$/g, '')));
}

/** ASCII letters only: other letters whose lower case is an ASCII one are no spelling of a move. */
function lowerCase(text: string): string {
  return text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

function readMove(text: string): Move | null {
  if (text === 'cb' || LONG_BARRIER.test(text)) return { type: 'charge-barrier' };
  const jump = LONG_JUMP.exec(text) ?? SHORT_JUMP.exec(text);
  if (jump !== null) return { type: 'jump', from: Number(jump[1]), to: Number(jump[2]) };
  const [, word, flow] = LONG.exec(text) ?? SHORT.exec(text) ?? [];
  const type = VERBS.find(
    (verb) => verb === word || (word !== undefined && isShort(word) && SHORT_VERBS[word] === verb),
  );
  return type === undefined ? null : { type, flow: Number(flow) };
}

function isShort(word: string): word is keyof typeof SHORT_VERBS {
  return Object.hasOwn(SHORT_VERBS, word);
}
