/** Shapes that many operations share. */
import * as z from 'zod';
import { ENTROPY_MOST } from '../../../domain/match/entropy.ts';
import { isPlayerId, MATCH_ID, PLAYER_ID } from '../../../domain/match/ids.ts';
import { SEATS } from '../../../domain/seat.ts';
import { TOKEN_ID, WEBHOOK_ID } from '../ids.ts';

export const SEAT_MOST = SEATS.length;

export const seatNumber = z.int().min(1).max(SEAT_MOST);

export const playerId = z
  .string()
  .refine(isPlayerId, 'Not a player’s id.')
  .meta({ pattern: PLAYER_ID.source, description: 'A player’s id.', examples: ['p_3k9x0m2q7v5t1c8d'] });

export const matchId = z
  .string()
  .regex(MATCH_ID)
  .meta({ description: 'A match’s id.', examples: ['m_8f2c6t0w4y1r5n9z'] });

export const webhookId = z
  .string()
  .regex(WEBHOOK_ID)
  .meta({ description: 'A webhook’s id.', examples: ['w_5d1h8m4s0b7x3q6k'] });

export const tokenId = z
  .string()
  .regex(TOKEN_ID)
  .meta({ description: 'A token’s id, which is not the token itself.', examples: ['t_2c7f9k1m4p6r8t0v'] });

export const timestamp = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/)
  .meta({ description: 'RFC 3339, UTC, milliseconds.', format: 'date-time' });

export const hash = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .meta({ description: 'SHA-256 in lower-case hex.' });

/** A whole number in a query, read from its decimal digits. */
export function queryInteger(least: number, most: number, description: string) {
  const digits = String(most).length;
  return z
    .string()
    .regex(new RegExp(`^[0-9]{1,${digits}}$`), `A whole number from ${least} to ${most}.`)
    .transform(Number)
    .refine((n) => n >= least && n <= most, `A whole number from ${least} to ${most}.`)
    .meta({ description, type: 'integer', minimum: least, maximum: most });
}

/** `true` or `false` in a query. */
export function queryFlag(description: string) {
  return z
    .string()
    .regex(/^(true|false)$/, 'true or false.')
    .transform((text) => text === 'true')
    .meta({ description, type: 'boolean' });
}

/** How many characters as people count them: code points, not UTF-16 units. */
export function codePoints(text: string): number {
  return [...text].length;
}

export const entropy = z
  .string()
  .regex(/^[^|\p{Cc}]*$/u, 'No "|" and no control characters.')
  .refine((text) => codePoints(text) <= ENTROPY_MOST, `At most ${ENTROPY_MOST} characters.`)
  .refine((text) => text.isWellFormed(), 'Not well-formed Unicode.')
  .meta({
    description: 'Your share in the match’s chance: public, and it stays in the log for ever.',
    maxLength: ENTROPY_MOST,
    pattern: '^[^|\\x00-\\x1f\\x7f-\\x9f]*$',
    examples: ['rain on a tin roof'],
  });
