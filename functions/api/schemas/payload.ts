/** What a webhook is sent: an entry of its owner's feed, in the form of Standard Webhooks. */
import * as z from 'zod';
import type { NoticeType } from '../../store/feed-entry.ts';
import { timestamp } from './common.ts';
import { feedKinds } from './feed.ts';

export interface PayloadKind {
  readonly type: NoticeType;
  /** Of the schema, among the document's components. */
  readonly id: string;
  readonly description: string;
  readonly schema: z.ZodType;
}

/** One for each kind of entry, with its type and time outside and all else in `data`. */
export const payloadKinds: readonly PayloadKind[] = [...feedKinds.values()].map((entry) => {
  const { type, at: _, ...data } = entry.shape;
  const { id: entryId = '', description = '' } = entry.meta() ?? {};
  const id = entryId.replace(/Entry$/, 'Payload');
  const schema = z
    .strictObject({
      type,
      timestamp: timestamp.meta({ description: 'When it happened.' }),
      data: z.strictObject(data),
    })
    .meta({ id, description });
  return { type: type.value, id, description, schema };
});
