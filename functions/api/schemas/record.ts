/** A whole match as one file, in its two forms. */
import * as z from 'zod';
import { COMPACT_FORMAT, FULL_FORMAT } from '../../../domain/match/record.ts';
import { commitSchema } from './log.ts';
import { loggedOutcomeSchema, matchSchema } from './match.ts';

const { id, game, rules, status, ply, head, createdAt } = matchSchema.shape;

const fullRecordSchema = z
  .strictObject({
    format: z.literal(FULL_FORMAT),
    match: id,
    game,
    rules,
    status,
    ply,
    position: z.union([z.string(), z.null()]).meta({
      description:
        'The last position as an onlooker may see it; null before the start and, where hands are hidden, until the end.',
    }),
    outcome: z.union([loggedOutcomeSchema, z.null()]),
    head,
    commits: z.array(commitSchema).min(1),
  })
  .meta({ id: 'FullRecord', description: 'Every commit as you may see it. All else follows from them.' });

const compactRecordSchema = z
  .strictObject({
    format: z.literal(COMPACT_FORMAT),
    match: id,
    game,
    rules,
    at: createdAt.meta({ description: 'The time of the first commit.' }),
    commits: z
      .array(z.array(z.union([z.int().min(0), z.string(), commitSchema.shape.events.element])).min(2))
      .min(1)
      .meta({
        description:
          'One list a commit: milliseconds since the commit before, then the texts of its moves where the rules give all else of it again, otherwise its events.',
      }),
    head,
  })
  .meta({ id: 'CompactRecord', description: 'The moves with their times; the rules give the rest again.' });

export const recordSchema = z.discriminatedUnion('format', [fullRecordSchema, compactRecordSchema]).meta({
  id: 'MatchRecord',
  description: 'A whole match, in the form that was asked for.',
  discriminator: {
    propertyName: 'format',
    mapping: {
      [FULL_FORMAT]: '#/components/schemas/FullRecord',
      [COMPACT_FORMAT]: '#/components/schemas/CompactRecord',
    },
  },
});
