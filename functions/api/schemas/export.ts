/** All of a player's data as one file. */
import * as z from 'zod';
import { LISTENERS } from '../../../domain/match/talk.ts';
import { MATCH_STATUSES } from '../../../domain/match/types.ts';
import { FORMAT } from '../export/file.ts';
import { matchId, playerId, seatNumber, timestamp, webhookId } from './common.ts';
import { feedEntrySchema } from './feed.ts';
import { exportedMatchSchema, forkSchema } from './match.ts';
import { planFields } from './plan.ts';
import { messageNumber } from './talk.ts';
import { tokenSchema } from './token.ts';
import { storedLeaveSchema } from './vacation.ts';
import { deliverySchema, webhookSchema } from './webhook.ts';

const record = z.string().meta({
  description: 'Where the whole log is, with every move; ask for it with your token.',
  examples: ['/v1/matches/m_5k2m9x0c7vt4b8n1/record'],
});

const accountDataSchema = z
  .strictObject({
    id: playerId,
    name: z.string(),
    language: z.union([z.string(), z.null()]),
    timeZone: z.string(),
    createdAt: timestamp,
    recoveryCodes: z.int().min(0).meta({ description: 'How many unused ones there are; only their hashes are kept.' }),
    vacations: z.array(storedLeaveSchema).meta({ description: 'Of the last year and to come.' }),
  })
  .meta({ id: 'ExportedAccount' });

const exportedForkSchema = z
  .strictObject({
    id: matchId,
    game: z.string(),
    rules: z.string(),
    status: z.enum(MATCH_STATUSES),
    fork: z.union([forkSchema, z.null()]),
    createdAt: timestamp,
    record,
  })
  .meta({ id: 'ExportedFork' });

const exportedMessageSchema = z
  .strictObject({
    match: matchId,
    number: messageNumber,
    at: timestamp,
    by: seatNumber,
    to: z.enum(LISTENERS),
    text: z.string(),
  })
  .meta({ id: 'ExportedMessage' });

const exportedNotesSchema = z.strictObject({ match: matchId, text: z.string() }).meta({ id: 'ExportedNotes' });

const exportedPlanSchema = z.strictObject({ match: matchId, ...planFields }).meta({ id: 'ExportedPlan' });

const exportedInvitationSchema = z
  .strictObject({ match: matchId, by: playerId, at: timestamp })
  .meta({ id: 'ExportedInvitation' });

const exportedBlockSchema = z.strictObject({ player: playerId, at: timestamp }).meta({ id: 'ExportedBlock' });

const exportedRatingSchema = z
  .strictObject({
    game: z.string(),
    match: matchId,
    finishedAt: timestamp,
    rating: z.number(),
    deviation: z.number(),
    volatility: z.number(),
    matches: z.int().min(1).meta({ description: 'How many rated ones with this.' }),
  })
  .meta({ id: 'ExportedRating', description: 'The rating right after a match.' });

const exportedDeliverySchema = z
  .strictObject({ webhook: webhookId, ...deliverySchema.shape })
  .meta({ id: 'ExportedDelivery' });

export const exportSchema = z
  .strictObject({
    format: z.literal(FORMAT),
    asOf: timestamp.meta({ description: 'When it was asked for. What was stored just before may be missing.' }),
    account: accountDataSchema,
    tokens: z.array(tokenSchema).meta({ description: 'Those that are good for something; only hashes are kept.' }),
    webhooks: z.array(webhookSchema),
    matches: z.array(exportedMatchSchema).meta({ description: 'In which you have a seat; newest first.' }),
    forks: z.array(exportedForkSchema),
    talk: z.array(exportedMessageSchema).meta({ description: 'What you said.' }),
    notes: z.array(exportedNotesSchema),
    plans: z.array(exportedPlanSchema),
    invitations: z.array(exportedInvitationSchema).meta({ description: 'Those that wait for your answer.' }),
    blocks: z.array(exportedBlockSchema).meta({ description: 'Whom you have blocked.' }),
    ratings: z.array(exportedRatingSchema),
    events: z.array(feedEntrySchema).meta({ description: 'What you were told of in the last 30 days.' }),
    deliveries: z.array(exportedDeliverySchema).meta({ description: 'What was sent to your webhooks of that.' }),
    next: z
      .union([z.string(), z.null()])
      .meta({ description: 'Pass as `cursor` for the next file; null: this is the last, mostly the only one.' }),
  })
  .meta({ id: 'Export' });
