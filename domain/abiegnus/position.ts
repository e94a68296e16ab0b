/** Positions as text (the form is in the rules): one position, one text. */
import { SQUARES, stackOn } from './board.ts';
import { DROUGHT, endAfterTurn } from './endings.ts';
import { canMove, MOST_STEPS } from './legal.ts';
import {
  type Board,
  ELEMENTS,
  type Element,
  FACES,
  FILES,
  type Mode,
  type Phase,
  PTAH,
  type Pyramid,
  RANKS,
  SIZES,
  type Stack,
  type State,
  seatOfTurn,
  seatToMove,
} from './types.ts';

/** By element, then size: the order in which captures are written. */
const ELEMENTALS: readonly Pyramid[] = ELEMENTS.flatMap((element) => SIZES.map((size): Pyramid => `${element}${size}`));
const PYRAMIDS: readonly Pyramid[] = [...ELEMENTALS, PTAH];

/** While a roll is awaited nobody is to move, as after the end. */
export function formatPosition(state: State): string {
  const { board, turn, phase, quiet, captured } = state;
  const ranks = RANKS.map((rank) =>
    FILES.map((file) => stackOn(board, `${file}${rank}`).join('') || '-').join(','),
  ).join('/');
  const [roll, element, steps] =
    phase.type === 'moving' ? [phase.roll, phase.element ?? '-', phase.steps] : ['-', '-', 0];
  const taken = captured.map(formatTaken).join('|');
  return `${ranks} ${seatToMove(state) ?? '-'} ${roll} ${element} ${steps} ${taken} ${turn} ${quiet}`;
}

function formatTaken(taken: Stack): string {
  return ELEMENTALS.flatMap((each) => taken.filter((pyramid) => pyramid === each)).join('') || '-';
}

const FIELDS = /^(\S+) ([12-]) ([SAWEF*-]) ([SAWEF-]) ([0-9]{1,2}) (\S+) ([1-9][0-9]{0,5}) ([0-9]{1,2})$/;

/**
 * Null if the text is no position, or not in its canonical form, or one in which the seat to move can do nothing. Two
 * players are told from one by their captures, a divination by its Ptah. Pyramids are not counted. How a finished game
 * ended is told as well as its text allows: captures are taken to have come in the order in which they are written.
 */
export function parsePosition(text: string): State | null {
  const [, ranks, mover, roll, element, steps, takenText, turnText, quietText] = FIELDS.exec(text) ?? [];
  if (ranks === undefined || takenText === undefined) return null;
  const board = readBoard(ranks);
  const captured = readCaptured(takenText);
  if (board === null || captured === null) return null;
  const mode = modeOf(board, captured);
  const phase = readPhase(roll, element, Number(steps));
  if (mode === null || phase === null) return null;
  const turn = Number(turnText);
  const quiet = Number(quietText);
  const omens = mode === 'divination' ? { row: [], cleared: [] } : null;
  const state: State = { mode, palette: 'new-aeon', board, turn, phase, quiet, captured, omens };
  if (phase.type === 'moving') {
    if (quiet >= DROUGHT) return null;
    if (mover !== String(seatOfTurn(mode, turn)) || !canMove(state)) return null;
    return formatPosition(state) === text ? state : null;
  }
  if (quiet > DROUGHT) return null;
  const reason = endAfterTurn(state, true);
  const over: State = reason === null ? state : { ...state, phase: { type: 'over', reason } };
  return formatPosition(over) === text ? over : null;
}

function readBoard(text: string): Board | null {
  const ranks = text.split('/').map((rank) => rank.split(','));
  if (ranks.length !== RANKS.length || ranks.some((rank) => rank.length !== FILES.length)) return null;
  const board: Stack[] = [];
  for (const square of SQUARES) {
    const stack = readStack(ranks[square.charCodeAt(1) - 49]?.[square.charCodeAt(0) - 97] ?? '');
    if (stack === null) return null;
    board.push(stack);
  }
  return board;
}

function readStack(text: string): Pyramid[] | null {
  if (text === '-') return [];
  const stack: Pyramid[] = [];
  for (const code of text.match(/../g) ?? []) {
    const pyramid = PYRAMIDS.find((each) => each === code);
    if (pyramid !== undefined) stack.push(pyramid);
  }
  return text !== '' && stack.join('') === text ? stack : null;
}

function readCaptured(text: string): Stack[] | null {
  const seats = text.split('|').map(readStack);
  const read = seats.flatMap((stack) => (stack === null || stack.includes(PTAH) ? [] : [stack]));
  return seats.length <= 2 && read.length === seats.length ? read : null;
}

/** Null if a Ptah is where none can be, or more than one is. */
function modeOf(board: Board, captured: readonly Stack[]): Mode | null {
  const ptahs = board.flat().filter((pyramid) => pyramid === PTAH).length;
  if (captured.length === 2) return ptahs === 0 ? 'two-player' : null;
  return ptahs === 0 ? 'solitaire' : ptahs === 1 ? 'divination' : null;
}

function readPhase(rollText: string | undefined, elementText: string | undefined, steps: number): Phase | null {
  const element = readElement(elementText);
  if (rollText === '-') return element === null && steps === 0 ? { type: 'halted' } : null;
  const roll = FACES.find((face) => face === rollText);
  if (roll === undefined || steps >= MOST_STEPS || (element === null) !== (steps === 0)) return null;
  if (element !== null && roll !== '*' && roll !== element) return null;
  return { type: 'moving', roll, element, steps };
}

function readElement(text: string | undefined): Element | null {
  return ELEMENTS.find((element) => element === text) ?? null;
}
