/** Blocks. */
import * as z from 'zod';
import { queryInteger, timestamp } from './common.ts';
import { playerSchema } from './player.ts';

export const BLOCKS_PAGE_MOST = 100;

const blockSchema = z
  .strictObject({ player: playerSchema, at: timestamp.meta({ description: 'Since when.' }) })
  .meta({ id: 'Block' });

export const blockListQuery = z.strictObject({
  limit: queryInteger(1, BLOCKS_PAGE_MOST, 'Default 50.').optional(),
  cursor: z.string().max(200).optional().meta({ description: '`next` of the page before.' }),
});

export const blockListSchema = z
  .strictObject({
    blocks: z.array(blockSchema),
    next: z.union([z.string(), z.null()]).meta({ description: 'Pass as `cursor` for more; null at the end.' }),
  })
  .meta({ id: 'BlockList' });
