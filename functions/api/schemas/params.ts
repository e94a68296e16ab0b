/** Parameters of paths and queries. */
import * as z from 'zod';
import { matchId, playerId, tokenId, webhookId } from './common.ts';
import { feedCursor } from './feed.ts';

export const matchParam = z.strictObject({ match: matchId });

export const webhookParam = z.strictObject({ webhook: webhookId });

export const playerParam = z.strictObject({ player: playerId });

export const tokenParam = z.strictObject({ token: tokenId });

export const deliveryParam = z.strictObject({
  webhook: webhookId,
  delivery: feedCursor.meta({ description: 'A delivery’s id.', examples: ['1796148000000'] }),
});

/** For operations without query parameters: a misspelt or misplaced one must not be passed over. */
export const noQuery = z.strictObject({});

/** For making an account: what comes of the key is as good as a token, so it has to be one that nobody guesses. */
export const accountKeyHeader = z.object({
  'idempotency-key': z
    .string()
    .regex(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
      'A random UUID (version 4), in lower case.',
    )
    .optional()
    .meta({
      description:
        'A random UUID (version 4), in lower case; makes the request safe to send again. Keep it as secret as the token ' +
        'until there is an answer, and then drop it.',
    }),
});

/** For creations: the request under the same key is the same request. */
export const idempotencyHeader = z.object({
  'idempotency-key': z
    .string()
    .regex(/^[\x21-\x7e]{1,255}$/)
    .optional()
    .meta({
      description:
        'Yours to choose, such as a UUID; makes the request safe to send again. A new one for each new wish.',
    }),
});
