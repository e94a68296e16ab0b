/** The tables of Abiegnus as data: names, letters, meanings, subjects, colours. */
import type { Element, Face, Palette, Square } from './types.ts';

export const NAMES: Readonly<Record<Element, string>> = {
  S: 'spirit',
  A: 'air',
  W: 'water',
  E: 'earth',
  F: 'fire',
};

/** The elements of ranks and of files b to e: those that a subject has two of. */
export type Earthly = Exclude<Element, 'S'>;

export type Letter = 'A' | 'B' | 'C' | 'E' | 'H' | 'I' | 'M' | 'N' | 'O' | 'P' | 'R' | 'T' | 'X';

/** AB-1: the Tablet of Union, file by file; ranks spell EXARP, HCOMA, NANTA, BITOM. */
export const TABLET: Readonly<Record<Square, Letter>> = {
  ...{ a1: 'E', a2: 'H', a3: 'N', a4: 'B' },
  ...{ b1: 'X', b2: 'C', b3: 'A', b4: 'I' },
  ...{ c1: 'A', c2: 'O', c3: 'N', c4: 'T' },
  ...{ d1: 'R', d2: 'M', d3: 'T', d4: 'O' },
  ...{ e1: 'P', e2: 'A', e3: 'A', e4: 'M' },
};

export interface Meaning {
  readonly figure: string;
  readonly meaning: string;
  readonly omen: string;
  /** All of it as it is told. */
  readonly text: string;
}

function meaning(figure: string, told: string, omen: string): Meaning {
  return { figure, meaning: told, omen, text: `${figure}, ${told}, ${omen}` };
}

export const MEANINGS: Readonly<Record<Letter, Meaning>> = {
  A: meaning('Amissio', 'loss', 'ill'),
  B: meaning('Puer', 'rash and inconsiderate', 'rather good'),
  C: meaning('Triplex Igneum', 'matter subject to will', 'neutral'),
  E: meaning('Conjunctio', 'union', 'good'),
  H: meaning('Triplex Aerium', 'matter subject to intellect', 'neutral'),
  I: meaning('Acquisitio', 'success', 'good'),
  M: meaning('Tristitia', 'sorrow', 'bad'),
  N: meaning('Rubeus', 'anger and vice', 'bad'),
  O: {
    figure: 'Puella',
    meaning: 'pleasant',
    omen: 'ultimately not very good',
    text: 'Puella, pleasant but ultimately not very good',
  },
  P: meaning('Fortuna Major', 'great fortune', 'very good'),
  R: meaning('Laetitia', 'joy', 'good'),
  T: meaning('Caput Draconis', 'threshold', 'good'),
  X: meaning('Triplex Terreum', 'matter in final manifestation', 'neutral'),
};

/** By x, then y: a file's element and a rank's, or an entry's large and medium (AB-49 c). */
export const SUBJECTS: Readonly<Record<Earthly, Readonly<Record<Earthly, string>>>> = {
  A: {
    A: 'philosophy, communication, news',
    W: 'social solidarity and group transformation',
    E: 'leadership, business, publishing',
    F: 'new ideas, sudden disputes, passions',
  },
  W: {
    A: 'intuition, mental health',
    W: 'suffering, sacrifice',
    E: 'temporary appetites, ignorance, illusion',
    F: 'individual transformation, initiation',
  },
  E: {
    A: 'physical health, agriculture, labor',
    W: 'borrowing, loss, medicine',
    E: 'real estate and property, machinery',
    F: 'physical force, authority, energy',
  },
  F: {
    A: 'true religion, wisdom, comprehension',
    W: 'visions and dreams, procreation, creativity',
    E: 'motivation, global transformation',
    F: 'beginnings, inspiration, victory',
  },
};

/** AB-46: where the Ptah may be put, and the pair of elements that each square stands for. */
export const PTAH_SQUARES = [
  { square: 'b1', x: 'A', y: 'A' },
  { square: 'b2', x: 'A', y: 'W' },
  { square: 'b3', x: 'A', y: 'E' },
  { square: 'b4', x: 'A', y: 'F' },
  { square: 'c1', x: 'W', y: 'A' },
  { square: 'c2', x: 'W', y: 'W' },
  { square: 'c3', x: 'W', y: 'E' },
  { square: 'c4', x: 'W', y: 'F' },
  { square: 'd1', x: 'E', y: 'A' },
  { square: 'd2', x: 'E', y: 'W' },
  { square: 'd3', x: 'E', y: 'E' },
  { square: 'd4', x: 'E', y: 'F' },
  { square: 'e1', x: 'F', y: 'A' },
  { square: 'e2', x: 'F', y: 'W' },
  { square: 'e3', x: 'F', y: 'E' },
  { square: 'e4', x: 'F', y: 'F' },
] as const satisfies readonly { readonly square: Square; readonly x: Earthly; readonly y: Earthly }[];

export interface Colours {
  readonly pyramids: Readonly<Record<Element | 'P', string>>;
  /** What is on the die where it shows this. */
  readonly die: Readonly<Record<Face, string>>;
}

/** AB-50. */
export const COLOURS: Readonly<Record<Palette, Colours>> = {
  'new-aeon': {
    pyramids: { S: 'black', A: 'yellow', W: 'blue', E: 'green', F: 'red', P: 'white' },
    die: { S: 'black', A: 'yellow', W: 'blue', E: 'green', F: 'red', '*': 'atom' },
  },
  'golden-dawn': {
    pyramids: { S: 'white', A: 'yellow', W: 'blue', E: 'black', F: 'red', P: 'clear' },
    die: { S: 'atom', A: 'yellow', W: 'blue', E: 'black', F: 'red', '*': 'green' },
  },
};
