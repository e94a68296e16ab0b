/** A player's feed as it is asked for and answered. */
import * as z from 'zod';
import { feedEntrySchema, feedId } from './feed.ts';

const AFTER = /^(latest|[0-9]{1,16})$/;

function isAfter(text: string): boolean {
  return AFTER.test(text) && (text === 'latest' || Number.isSafeInteger(Number(text)));
}

/** Where to begin: after an entry, or after all that there is now. */
export const feedAfter = z
  .string()
  .refine(isAfter, 'The id of an entry, or "latest".')
  .meta({
    pattern: AFTER.source,
    description: 'Only entries after this one; `latest`: only what comes from now on. Default: from the oldest kept.',
    examples: ['1796148000000', 'latest'],
  });

export const feedPageSchema = z
  .strictObject({
    entries: z.array(feedEntrySchema),
    next: feedId.meta({ description: 'Pass as `after` to go on from here.' }),
    more: z.boolean().meta({ description: 'True if there is more to read at once.' }),
  })
  .meta({ id: 'FeedPage' });
