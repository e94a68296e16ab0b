/** How a player stands in a game. */
import * as z from 'zod';
import { ESTABLISHED } from '../../../domain/rating/glicko2.ts';
import { timestamp } from './common.ts';

export const standing = {
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
};

export const ratingSchema = z
  .strictObject({ game: z.string(), ...standing })
  .meta({ id: 'Rating', description: 'What the leaderboard of the game shows of the player.' });
