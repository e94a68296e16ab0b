/** What the outside may send to Abiegnus, and what it is told of its data. */
import * as z from 'zod';
import type { GameSchemas } from '../schema.ts';
import { SQUARES } from './board.ts';
import { DROUGHT, MEDIUMS_TO_WIN } from './endings.ts';
import { MOST_STEPS } from './legal.ts';
import { PTAH_NAMES } from './ptah.ts';
import { type Reading, VERDICTS } from './reading.ts';
import { type Letter, MEANINGS, NAMES, TABLET } from './tables.ts';
import {
  ELEMENTS,
  FACES,
  MODES,
  type Options,
  PALETTES,
  PTAH,
  type Pyramid,
  REASONS,
  SIZES,
  type Square,
} from './types.ts';
import type { AbiegnusView } from './view.ts';

/** So long that a snapshot, which holds it, still fits its commit. */
const QUESTION_MOST = 280;

const palette = z.enum(PALETTES).default('new-aeon').meta({ description: 'The colours that are shown.' });

const ptah = z
  .enum([...PTAH_NAMES.keys()], {
    error: 'Say where the Ptah is: a square of the files b to e (`c3`), a pair of elements (`air-fire`) or its text.',
  })
  .transform((name): Square => PTAH_NAMES.get(name) ?? 'b1')
  .meta({
    description: 'Where the Ptah is put: a square, the pair of elements x-y that it stands for, or their text.',
  });

const question = z
  .string()
  .refine((text) => [...text].length <= QUESTION_MOST, `At most ${QUESTION_MOST} characters.`)
  .refine((text) => text.isWellFormed(), 'Not well-formed Unicode.')
  .optional()
  .meta({ description: 'What is asked; only you see it.', maxLength: QUESTION_MOST });

/** Without an id: what has one is described as it comes out, and the Ptah's square comes out of many names. */
const options = z
  .discriminatedUnion(
    'mode',
    [
      z
        .strictObject({ mode: z.literal('two-player').optional().default('two-player'), palette })
        .meta({ title: 'Two players' }),
      z.strictObject({ mode: z.literal('solitaire'), palette }).meta({ title: 'Solitaire' }),
      z.strictObject({ mode: z.literal('divination'), palette, ptah, question }).meta({ title: 'Divination' }),
    ],
    { error: (issue) => (issue.code === 'invalid_union' ? `One of ${MODES.join(', ')}.` : undefined) },
  )
  .meta({ description: 'Two players (the default), a solitaire or a divination' }) satisfies z.ZodType<Options>;

const seat = z.literal([1, 2]);
const count = z.number().int().min(0);
const element = z.enum(ELEMENTS).meta({ description: ELEMENTS.map((each) => `\`${each}\` ${NAMES[each]}`).join(', ') });
const square = z.enum(SQUARES);
const letters = Object.values(TABLET) satisfies Letter[];
const letter = z.enum([...new Set(letters)].sort());
const elementals = ELEMENTS.flatMap((each) => SIZES.map((size): Pyramid => `${each}${size}`));
const pyramid = z
  .enum([...elementals, PTAH])
  .meta({ id: 'AbiegnusPyramid', description: 'Element and size (1 small, 2 medium, 3 large); `P1` is the Ptah' });
const pyramids = z.array(pyramid);
const colour = z.string();

const squareView = z
  .strictObject({
    square,
    letter: letter.describe('Its letter on the Tablet of Union'),
    stack: pyramids.describe('Bottom to top'),
    cap: element.nullable().describe('The element of the cap on top, null if the top is none'),
  })
  .meta({ id: 'AbiegnusSquare', description: 'A square and what lies on it' });

const roll = z
  .strictObject({
    face: z.enum(FACES).describe('An element, or `*`: wild'),
    name: z.string().describe("The element's name, or `wild`"),
    shows: z.string().describe('What the die shows, by the palette'),
  })
  .meta({ id: 'AbiegnusRoll', description: 'The roll of this turn' });

const entry = z
  .strictObject({
    pyramids: pyramids.describe('In the order taken'),
    subject: z.string().nullable().describe('Of exactly one large and one medium, neither of spirit'),
  })
  .meta({ id: 'AbiegnusEntry', description: 'The captures of one turn' });

const letterRead = z
  .strictObject({
    square: square.describe('The square that an eruption cleared'),
    letter,
    figure: z.enum(Object.values(MEANINGS).map(({ figure }) => figure)),
    meaning: z.string(),
    omen: z.string(),
    text: z.string().describe('All three as they are told'),
  })
  .meta({ id: 'AbiegnusLetter', description: 'A letter of the reading' });

const reading: z.ZodType<Reading> = z
  .strictObject({
    row: z.array(entry.nullable()).describe('One entry for each turn with captures, null for each passed turn'),
    letters: z.array(letterRead).describe('In the order in which their squares were cleared'),
    spirits: count.describe('Spirit pyramids captured; the fewer the better'),
    verdict: z.enum(VERDICTS).nullable().describe('Null while the game goes on'),
  })
  .meta({ id: 'AbiegnusReading', description: 'The reading of a divination, as it grows' });

const view = z
  .strictObject({
    mode: z.enum(MODES),
    palette: z.enum(PALETTES),
    colours: z
      .strictObject({ S: colour, A: colour, W: colour, E: colour, F: colour, P: colour })
      .describe('The colours of the elements and of the Ptah, by the palette'),
    turn: count.describe('The number of the turn, passed ones counted'),
    toMove: seat.nullable().describe('The seat to move, null after the end'),
    roll: roll.nullable().describe('Null after the end'),
    element: element.nullable().describe('Of the first step of this turn, null before it'),
    steps: count.max(MOST_STEPS).describe('Steps made in this turn'),
    squares: z.array(squareView).length(SQUARES.length).describe('File by file, a1 to e4'),
    captured: z.array(pyramids).min(1).max(2).describe('By seat, in the order taken'),
    scores: z.array(count).length(2).nullable().describe('By seat, for two players'),
    mediums: count.max(MEDIUMS_TO_WIN).nullable().describe('Mediums captured, in a solitaire'),
    quietTurns: count.max(DROUGHT).describe('Turns in a row without a capture, before this one'),
    reading: reading.nullable().describe('Only in a divination'),
    ending: z
      .enum([...REASONS, 'halted'])
      .nullable()
      .describe('How the game ended, `halted` if from outside; null while it goes on'),
  })
  .meta({ description: 'A position of Abiegnus, for drawing it' }) satisfies z.ZodType<AbiegnusView>;

export const schemas: GameSchemas = {
  options,
  move: z
    .string()
    .regex(/^([a-e][1-4]-[a-e][1-4]|end)$/)
    .meta({
      id: 'AbiegnusMove',
      description: 'One step of a cap, or the end of the turn; other case, more blanks and any dash are read too',
      examples: ['a1-b2', 'end'],
    }),
  view,
};
