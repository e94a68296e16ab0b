/** Accounts. */
import * as z from 'zod';
import { playerId } from './common.ts';
import { visibleName } from './name.ts';

export const newPlayerSchema = z.strictObject({ name: visibleName }).meta({ id: 'NewPlayer' });

export const playerSchema = z.strictObject({ id: playerId, name: z.string() }).meta({ id: 'Player' });

export const accountSchema = z
  .strictObject({
    player: playerSchema,
    token: z.string().meta({ description: 'The bearer token. It is shown this once and kept only as a hash.' }),
  })
  .meta({ id: 'Account' });

export const meSchema = z.strictObject({ player: playerSchema }).meta({ id: 'Me' });
