/** Accounts. */
import * as z from 'zod';
import { languageTag } from '../language.ts';
import { playerId, timestamp } from './common.ts';
import { visibleName } from './name.ts';
import { ratingSchema } from './rating.ts';

export const newPlayerSchema = z.strictObject({ name: visibleName }).meta({ id: 'NewPlayer' });

export const playerSchema = z
  .strictObject({ id: playerId, name: z.string().meta({ description: 'To show: not unique, and it may change.' }) })
  .meta({ id: 'Player' });

export const accountSchema = z
  .strictObject({
    player: playerSchema,
    token: z.string().meta({ description: 'The bearer token. It is shown this once and kept only as a hash.' }),
  })
  .meta({ id: 'Account' });

const ZONE_MOST = 64;
const LANGUAGE_MOST = 35;

export const timeZone = z
  .string()
  .min(1)
  .max(ZONE_MOST)
  .meta({ description: 'A time zone of the IANA database.', examples: ['Europe/Berlin'] });

export const meChangeSchema = z
  .strictObject({
    name: visibleName.optional(),
    timeZone: timeZone.optional(),
    language: z
      .string()
      .max(LANGUAGE_MOST)
      .refine((tag) => languageTag(tag) !== null, 'Not a language tag by BCP 47, such as "pt-BR".')
      .nullable()
      .optional()
      .meta({
        description: 'A language tag by BCP 47, kept as it is usually written; null: none.',
        examples: ['pt-BR'],
      }),
  })
  .meta({ id: 'MeChange', description: 'What is left out stays as it is.' });

export const meSchema = z
  .strictObject({
    player: playerSchema,
    timeZone: z
      .string()
      .meta({ description: 'Of the IANA database: in which your vacations count; UTC until you set one.' }),
    language: z.union([z.string(), z.null()]).meta({ description: 'A tag by BCP 47; null until you set one.' }),
  })
  .meta({ id: 'Me' });

const count = z.int().min(0);

const tallySchema = z
  .strictObject({
    game: z.string(),
    won: count.meta({ description: 'Alone or shared.' }),
    lost: count.meta({ description: 'Resigned and out of time included.' }),
    drawn: count,
    aborted: count.meta({ description: 'Called off by agreement before every seat had moved.' }),
  })
  .meta({ id: 'Tally' });

export const playerPageSchema = z
  .strictObject({
    id: playerId,
    name: z.string(),
    createdAt: timestamp,
    results: z.array(tallySchema).meta({ description: 'By game, those that were played.' }),
    ratings: z.array(ratingSchema).meta({ description: 'By game, those in which a rated match has counted.' }),
    asOf: timestamp.meta({ description: 'When counts and ratings were read.' }),
  })
  .meta({ id: 'PlayerPage' });
