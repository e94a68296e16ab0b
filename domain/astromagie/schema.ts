/** What the outside is told of Astromagie's data. */
import * as z from 'zod';
import { DAY, DURATION, durationOf, MINUTE } from '../duration.ts';
import type { GameSchemas } from '../schema.ts';
import { SEATS } from '../seat.ts';
import { END_REASONS, type Options } from './types.ts';
import type { AstromagieView } from './view.ts';

const LEAST_TIME_LIMIT = 10 * MINUTE;
const MOST_TIME_LIMIT = 90 * DAY;

const code = z.string().regex(/^[a-z][a-z0-9]*$/);

const options = z
  .strictObject({
    targetScore: z
      .int()
      .min(1)
      .max(500)
      .nullable()
      .default(null)
      .describe('The match ends at once when somebody has so many points; null: no target'),
    timeLimit: z
      .string()
      .regex(DURATION, 'A duration in weeks, or in days, hours, minutes and seconds, such as P2D or PT2H30M.')
      .refine((text) => inRange(durationOf(text)), 'A time limit is from 10 minutes to 90 days.')
      .nullable()
      .default(null)
      .describe('An ISO 8601 duration from the start, 10 minutes to 90 days; null: no limit'),
    deals: z
      .int()
      .min(1)
      .max(20)
      .nullable()
      .optional()
      .describe(
        'How many deals; null: as many as it takes to a target or time limit. Default: null with a targetScore, else 1',
      ),
  })
  .describe('How the match ends')
  .superRefine(({ targetScore, timeLimit, deals }, context) => {
    if (deals !== null || targetScore !== null || timeLimit !== null) return;
    const message = 'Without a number of deals a match needs a targetScore or a timeLimit to end it.';
    context.addIssue({ code: 'custom', path: ['deals'], message });
  })
  .transform(({ targetScore, timeLimit, deals }): Options => {
    return { targetScore, timeLimit, deals: deals === undefined ? (targetScore === null ? 1 : null) : deals };
  });

function inRange(ms: number | null): boolean {
  return ms === null || (ms >= LEAST_TIME_LIMIT && ms <= MOST_TIME_LIMIT);
}

const seat = z.literal([...SEATS]).describe('A seat, from 1');
const count = z.int().min(0);
const card = code.describe('The code of a card');
const places = z.array(card.nullable()).length(4).describe('Positions 1 to 4, null where empty');

const pair = z
  .strictObject({ aspect: card.describe('At position 5'), planet: card.describe('At position 6') })
  .meta({ id: 'AstromagiePair', description: 'An aspect and a planet laid together' });
const pairs = z.array(pair).describe('First to top');

const row = z
  .strictObject({
    places,
    pairs,
    addedBy: seat.describe('The seat that last added to it'),
    points: count.describe('What it is worth as it lies'),
  })
  .meta({ id: 'AstromagieRow', description: 'The row on the table' });

const scoredRow = z
  .strictObject({ places, pairs, seat: seat.describe('Who scored it'), points: count })
  .meta({ id: 'AstromagieScoredRow', description: 'A row put away' });

const view = z
  .strictObject({
    deal: count.describe('The deal, from 1'),
    deals: count.nullable().describe('How many deals the match has; null: no number'),
    turn: count.describe('1 and the moves made'),
    toMove: seat.nullable().describe('The seat to move, null after the end and where a dry run stops before the draw'),
    targetScore: count.nullable().describe('The score that ends the match, if any'),
    timePassed: z.boolean().describe('Whether the time limit has passed'),
    scores: z.array(count).describe('By seat'),
    row: row.nullable().describe('The row on the table, if any'),
    pileSize: count.describe('Cards in the pile'),
    discards: z.array(card).describe('The discards of this deal, in order'),
    scoredRows: z.array(scoredRow).describe('The rows scored in this deal, in order'),
    handSizes: z.array(count).describe('By seat'),
    hands: z.array(z.array(card).nullable()).describe('By seat, sorted; null where you may not know'),
    left: z.array(seat).describe('Seats that play no further part'),
    ending: z
      .enum([...END_REASONS, 'halted'])
      .nullable()
      .describe('How the game ended, `halted` if from outside; null while it goes on'),
  })
  .meta({
    description: 'A position of Astromagie as you may see it, for drawing it',
  }) satisfies z.ZodType<AstromagieView>;

export const schemas: GameSchemas = {
  options,
  move: z
    .string()
    .regex(/^(play [a-z0-9]+@[1-6]( [a-z0-9]+@[1-6]){0,2}|discard [a-z0-9]+)$/)
    .meta({
      id: 'AstromagieMove',
      description:
        'Cards laid to the row, by position, or one card discarded; other case, more blanks and full names are read too',
      examples: ['play gem@1 air@2', 'discard trine'],
    }),
  view,
};
