/** Recovery codes. */
import * as z from 'zod';
import { CODES } from '../recovery/make.ts';
import { playerId } from './common.ts';

const CODE_MOST = 64;

export const recoveryCodesSchema = z
  .strictObject({
    codes: z.array(z.string()).length(CODES).meta({
      description:
        'Each is good once. They are shown in this answer, and again only where the same request is sent again; they are kept only as hashes.',
    }),
  })
  .meta({ id: 'RecoveryCodes' });

export const recoverySchema = z
  .strictObject({
    player: playerId,
    code: z
      .string()
      .max(CODE_MOST)
      .meta({
        description: 'One of the player’s recovery codes; hyphens, blanks and capitals do not matter.',
        examples: ['5k2m9-x0c7v-t4b8n-1q6zr'],
      }),
  })
  .meta({ id: 'Recovery' });
