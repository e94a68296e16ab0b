/** The board as plain text, at most 60 columns wide: pyramids are told apart by letters, caps by brackets. */
import { DROUGHT, MEDIUMS_TO_WIN } from './endings.ts';
import { REASON_TEXTS } from './outcome.ts';
import type { Reading } from './reading.ts';
import { NAMES } from './tables.ts';
import { ELEMENTS, FILES, PTAH, RANKS } from './types.ts';
import type { AbiegnusView, SquareView } from './view.ts';

const WIDTH = 60;
const LABEL = 4;
const COLUMN = 6;
const LETTERS_MOST = 40;

export function boardText(view: AbiegnusView): string {
  const { mode, turn, captured, scores, mediums, reading, quietTurns } = view;
  const lines = [
    `Abiegnus, ${mode}, turn ${turn}`,
    ...wrapped('', stateText(view)),
    '',
    row('', FILES),
    ...RANKS.flatMap((rank) =>
      rankText(
        String(rank),
        view.squares.filter(({ square }) => square.endsWith(String(rank))),
      ),
    ),
    '',
    ...(reading === null ? capturedText(captured) : []),
    ...(scores === null ? [] : [`Score: ${scores.join(' to ')}`]),
    ...(mediums === null ? [] : [`Mediums: ${mediums} of ${MEDIUMS_TO_WIN}`]),
    `Turns since a capture: ${quietTurns} of ${DROUGHT}`,
    ...(reading === null ? [] : readingText(reading)),
    '',
    ...legend(view),
  ];
  return `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
}

function stateText({ toMove, roll, element, steps, ending }: AbiegnusView): string {
  if (ending !== null) return ending === 'halted' ? 'Ended.' : REASON_TEXTS[ending];
  if (toMove === null || roll === null) return 'The die is to be rolled.';
  const bound = roll.face === '*' && element !== null ? `, ${NAMES[element]} chosen` : '';
  const made = steps === 0 ? '' : `, ${steps} ${steps === 1 ? 'step' : 'steps'} made`;
  return `Seat ${toMove} rolled ${roll.name} (${roll.shows})${bound}${made}.`;
}

function row(label: string, cells: readonly string[]): string {
  return label.padEnd(LABEL) + cells.map((cell) => cell.padEnd(COLUMN)).join('');
}

/** The letters of the rank, then its stacks side by side, their tops above. */
function rankText(rank: string, squares: readonly SquareView[]): string[] {
  const height = Math.max(1, ...squares.map(({ stack }) => stack.length));
  const levels = Array.from({ length: height }, (_, i) => height - 1 - i);
  return [
    row(
      rank,
      squares.map(({ letter }) => ` ${letter}`),
    ),
    ...levels.map((level) =>
      row(
        '',
        squares.map((square) => cellText(square, level)),
      ),
    ),
  ];
}

function cellText({ stack, cap }: SquareView, level: number): string {
  const pyramid = stack[level];
  if (pyramid === undefined) return level === 0 ? ' .' : '';
  return cap !== null && level === stack.length - 1 ? `[${pyramid}]` : ` ${pyramid}`;
}

function capturedText(captured: AbiegnusView['captured']): string[] {
  return captured.flatMap((taken, i) => {
    const head = captured.length > 1 ? `Seat ${i + 1} captured: ` : 'Captured: ';
    return wrapped(head, taken.join(' ') || 'nothing');
  });
}

/** The row holds all captures; its gaps are `_`. The meaning of a letter is told once. */
function readingText({ row: entries, letters, spirits, verdict }: Reading): string[] {
  const told = entries.map((entry) => (entry === null ? '_' : entry.pyramids.join('+'))).join(' ');
  const subjects = entries.flatMap((entry) =>
    entry === null || entry.subject === null ? [] : [`${entry.pyramids.join('+')}: ${entry.subject}`],
  );
  const meanings = letters.map(({ letter, text }) => `${letter}: ${text}`);
  return [
    '',
    ...wrapped('Row: ', told || 'nothing yet'),
    ...unique(subjects).flatMap((text) => wrapped('  ', text)),
    ...wrapped('Letters: ', lettersText(letters.map(({ letter }) => letter))),
    ...unique(meanings).flatMap((text) => wrapped('  ', text)),
    `Spirit pyramids captured: ${spirits}`,
    `Answer: ${verdict ?? 'not yet'}`,
  ];
}

/** Nothing bounds the letters of a long game; a chat is told the last of them, and how many went before. */
function lettersText(letters: readonly string[]): string {
  const before = letters.length - LETTERS_MOST;
  if (letters.length === 0) return 'none yet';
  return `${before > 0 ? `(${before} before) ` : ''}${letters.slice(-LETTERS_MOST).join(' ')}`;
}

function legend({ colours, mode }: AbiegnusView): string[] {
  const elements = ELEMENTS.map((element) => `${element} ${NAMES[element]} (${colours[element]})`);
  const ptah = mode === 'divination' ? [`${PTAH} the Ptah (${colours.P})`] : [];
  return wrapped('', [...elements, '1 small', '2 medium', '3 large', '[ ] a cap', ...ptah].join(', '));
}

function unique(texts: readonly string[]): string[] {
  return [...new Set(texts)];
}

/** Broken between words; what goes on is indented. */
function wrapped(head: string, words: string): string[] {
  const lines: string[] = [];
  let line = head;
  for (const word of words.split(' ')) {
    const longer = line === '' || line.endsWith(' ') ? line + word : `${line} ${word}`;
    if (longer.length <= WIDTH || line.trim() === '') line = longer;
    else {
      lines.push(line);
      line = `    ${word}`;
    }
  }
  return [...lines, line];
}
