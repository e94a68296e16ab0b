/** The reading of a divination, as it grows (AB-48, AB-49). */
import { elementOf, sizeOf } from './board.ts';
import { type Letter, MEANINGS, type Meaning, SUBJECTS, TABLET } from './tables.ts';
import type { Element, Pyramid, Square, Stack, State } from './types.ts';

export const VERDICTS = ['favourable', 'unfavourable', 'unanswered'] as const;
type Verdict = (typeof VERDICTS)[number];

/** AB-48: with so many spirit pyramids taken, the answer is unfavourable. */
const SPIRITS_AGAINST = 3;

/** The captures of one turn. */
interface Entry {
  readonly pyramids: readonly Pyramid[];
  readonly subject: string | null;
}

/** A square that was cleared, by its letter. */
interface LetterRead extends Meaning {
  readonly square: Square;
  readonly letter: Letter;
}

export interface Reading {
  /** Null is a gap: a passed turn. */
  readonly row: readonly (Entry | null)[];
  readonly letters: readonly LetterRead[];
  /** Spirit pyramids captured. */
  readonly spirits: number;
  /** Null while the game goes on. */
  readonly verdict: Verdict | null;
}

/** Null in other modes. */
export function readingOf(state: State): Reading | null {
  const { omens } = state;
  if (omens === null) return null;
  return {
    row: omens.row.map((entry) => entry && { pyramids: entry, subject: subjectOf(entry) }),
    letters: omens.cleared.map(readLetter),
    spirits: spiritsTaken(state),
    verdict: verdictOf(state),
  };
}

function readLetter(square: Square): LetterRead {
  const letter = TABLET[square];
  return { square, letter, ...MEANINGS[letter] };
}

function spiritsTaken({ captured }: State): number {
  return captured.flat().filter((pyramid) => elementOf(pyramid) === 'S').length;
}

function verdictOf(state: State): Verdict | null {
  const { phase } = state;
  switch (phase.type) {
    case 'awaiting-roll':
    case 'moving':
      return null;
    case 'halted':
      return 'unanswered';
    case 'over':
      if (phase.reason !== 'ptah-exposed') return 'unanswered';
      return spiritsTaken(state) < SPIRITS_AGAINST ? 'favourable' : 'unfavourable';
  }
}

/** AB-49 c. */
function subjectOf(entry: Stack): string | null {
  const x = onlyOneOf(entry, 3);
  const y = onlyOneOf(entry, 2);
  return x === null || y === null || x === 'S' || y === 'S' ? null : SUBJECTS[x][y];
}

/** The element of the one pyramid of this size, if there is exactly one. */
function onlyOneOf(entry: Stack, size: 2 | 3): Element | null {
  const [pyramid, second] = entry.filter((each) => sizeOf(each) === size);
  return pyramid === undefined || second !== undefined ? null : elementOf(pyramid);
}
