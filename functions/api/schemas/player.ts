/** Accounts. */
import * as z from 'zod';
import { codePoints, playerId } from './common.ts';
import { isVisible } from './text.ts';

const NAME_MOST = 40;
const VISIBLE = 'At least one visible character.';

/** A name as it is kept: trimmed, 1 to 40 characters, something to see, nothing that breaks a line. */
const playerName = z
  .string()
  .refine((name) => codePoints(name) <= NAME_MOST, `At most ${NAME_MOST} characters.`)
  .refine((name) => name.isWellFormed(), 'Not well-formed Unicode.')
  .refine((name) => !/[\p{Cc}\p{Zl}\p{Zp}\p{Bidi_Control}]/u.test(name), 'No control characters.')
  .trim()
  .refine(isVisible, VISIBLE)
  .meta({
    description: 'At least one visible character; blanks around it are taken off.',
    minLength: 1,
    maxLength: NAME_MOST,
    pattern: '^[^\\x00-\\x1f\\x7f-\\x9f\\u2028\\u2029]*$',
    examples: ['Ada'],
  });

export const newPlayerSchema = z.strictObject({ name: playerName }).meta({ id: 'NewPlayer' });

export const playerSchema = z.strictObject({ id: playerId, name: z.string() }).meta({ id: 'Player' });

export const accountSchema = z
  .strictObject({
    player: playerSchema,
    token: z.string().meta({ description: 'The bearer token. It is shown this once and kept only as a hash.' }),
  })
  .meta({ id: 'Account' });

export const meSchema = z.strictObject({ player: playerSchema }).meta({ id: 'Me' });
