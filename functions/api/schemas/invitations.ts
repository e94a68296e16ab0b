/** Invitations by name, and links into a match. */
import * as z from 'zod';
import { DECLINE_REASONS } from '../../../domain/match/types.ts';
import { LINK_CODE } from '../ids.ts';
import { matchId, playerId, timestamp } from './common.ts';
import { joinSchema, listedMatchSchema } from './match.ts';
import { playerSchema } from './player.ts';

const LINK_ID = /^[1-9][0-9]{0,7}$/;

export const newInvitationSchema = z
  .strictObject({ player: playerId.meta({ description: 'Whom you invite.' }) })
  .meta({ id: 'NewInvitation' });

export const declineSchema = z
  .strictObject({
    reason: z
      .enum(DECLINE_REASONS)
      .optional()
      .meta({ id: 'DeclineReason', description: 'Why; default `unspecified`. It stands in the match’s log.' }),
  })
  .meta({ id: 'Decline' });

export const invitationParam = z.strictObject({ match: matchId, player: playerId });

const by = playerSchema.meta({ description: 'Who made the match.' });

const waitingInvitationSchema = z
  .strictObject({
    match: listedMatchSchema,
    by,
    at: timestamp.meta({ description: 'When you were invited.' }),
  })
  .meta({ id: 'WaitingInvitation' });

export const invitationListSchema = z
  .strictObject({
    invitations: z.array(waitingInvitationSchema).meta({ description: 'Newest first.' }),
    next: z.union([z.string(), z.null()]).meta({ description: 'Pass as `cursor` for more; null at the end.' }),
    asOf: timestamp.meta({ description: 'When the list was read. What was stored just before may be missing.' }),
  })
  .meta({ id: 'InvitationList' });

const linkId = z
  .string()
  .regex(LINK_ID)
  .meta({ description: 'A link’s id within its match; it opens nothing.', examples: ['2'] });

const code = z
  .string()
  .regex(LINK_CODE)
  .meta({
    description: 'Opens the match to whoever has it. Keep it out of paths and queries, which are logged.',
    examples: ['8f2c6t0w4y1r5n9z-3v8q0m5x1k7c2t9b4h6d0s8w2y'],
  });

const link = { link: linkId, at: timestamp.meta({ description: 'When it was made.' }) };

export const linkParam = z.strictObject({ match: matchId, link: linkId });

export const linkListSchema = z
  .strictObject({
    links: z
      .array(z.strictObject(link).meta({ id: 'Link' }))
      .meta({ description: 'Those that can still be used, oldest first.' }),
  })
  .meta({ id: 'LinkList' });

export const linkWithCodeSchema = z
  .strictObject({
    ...link,
    code: code.meta({
      description:
        'To be handed on. It is shown in this answer, and again only where the same request is sent again; it is kept only as a hash.',
    }),
  })
  .meta({ id: 'LinkWithCode' });

export const linkCodeSchema = z.strictObject({ code }).meta({ id: 'LinkCode' });

export const openLinkSchema = z.strictObject({ code, ...joinSchema.shape }).meta({ id: 'OpenLink' });

export const linkPreviewSchema = z
  .strictObject({ match: listedMatchSchema, by })
  .meta({ id: 'LinkPreview', description: 'What a link opens.' });
