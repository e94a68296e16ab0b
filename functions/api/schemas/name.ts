/** Names of players, and of what is theirs. */
import * as z from 'zod';
import { codePoints } from './common.ts';
import { isVisible } from './text.ts';

const NAME_MOST = 40;
const VISIBLE = 'At least one visible character.';

/** A name as it is kept: trimmed, 1 to 40 characters, something to see, nothing that breaks a line. */
export const visibleName = z
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
