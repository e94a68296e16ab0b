/** Leaderboards. */
import * as z from 'zod';
import { ESTABLISHED } from '../../../domain/rating/glicko2.ts';
import { timestamp } from './common.ts';
import { playerSchema } from './player.ts';

const rankedPlayerSchema = z
  .strictObject({
    player: playerSchema,
    rating: z
      .number()
      .meta({ description: 'By Glicko-2, to two decimals; newcomers begin with 1500.', examples: [1662.31] }),
    deviation: z
      .number()
      .min(0)
      .meta({
        description: 'How uncertain the rating is, now: the strength is within twice this, at 95 %.',
        examples: [87.02],
      }),
    established: z.boolean().meta({ description: `Whether the deviation is at most ${ESTABLISHED}.` }),
    matches: z.int().min(1).meta({ description: 'How many matches have counted.' }),
    lastAt: timestamp.meta({ description: 'When the last of them ended.' }),
  })
  .meta({ id: 'RankedPlayer' });

export const leaderboardSchema = z
  .strictObject({
    game: z.string(),
    players: z.array(rankedPlayerSchema),
    next: z.union([z.string(), z.null()]).meta({ description: 'Pass as `cursor` for more; null at the end.' }),
    asOf: timestamp.meta({ description: 'When the list was read. Matches that ended just before may be missing.' }),
  })
  .meta({ id: 'Leaderboard' });
