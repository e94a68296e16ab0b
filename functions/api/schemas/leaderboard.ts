/** Leaderboards. */
import * as z from 'zod';
import { timestamp } from './common.ts';
import { playerSchema } from './player.ts';
import { standing } from './rating.ts';

const rankedPlayerSchema = z.strictObject({ player: playerSchema, ...standing }).meta({ id: 'RankedPlayer' });

export const leaderboardSchema = z
  .strictObject({
    game: z.string(),
    players: z.array(rankedPlayerSchema),
    next: z.union([z.string(), z.null()]).meta({ description: 'Pass as `cursor` for more; null at the end.' }),
    asOf: timestamp.meta({ description: 'When the list was read. Matches that ended just before may be missing.' }),
  })
  .meta({ id: 'Leaderboard' });
