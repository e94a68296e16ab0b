/** Tokens. */
import * as z from 'zod';
import { isMatchId, MATCH_ID } from '../../../domain/match/ids.ts';
import { SCOPES } from '../../store/scopes.ts';
import { matchId, seatNumber, timestamp, tokenId } from './common.ts';
import { visibleName } from './name.ts';

const scope = z.enum(SCOPES).meta({
  id: 'Scope',
  description:
    '`matches:read`: matches, boards, lists, turns and events as you may see them. `matches:play`: making matches, ' +
    'seats, moves, offers, invitations. `talk`: what players say to each other. `webhooks`: webhooks and their deliveries. ' +
    '`account`: your name, time zone, language, vacation, blocks, tokens and recovery codes. None holds another.',
});

const scopes = z
  .array(scope)
  .min(1)
  .refine((each) => new Set(each).size === each.length, 'Each scope once.')
  .meta({ uniqueItems: true });

const expiresAt = timestamp.nullable().meta({ description: 'From when on it is good for nothing; null: never.' });

export const newTokenSchema = z
  .strictObject({
    name: visibleName.meta({
      description: 'Yours to choose, to know it again.',
      examples: ['Bot in the club channel'],
    }),
    scopes: scopes.meta({ description: 'What it is good for: nothing that the token of this request is not.' }),
    expiresAt: z.iso
      .datetime({ offset: true, error: 'Not a time by RFC 3339, such as 2027-12-01T18:00:00Z.' })
      .nullable()
      .optional()
      .meta({
        description:
          'RFC 3339; from then on it is good for nothing. Default null: it never expires. Not after the token of this request.',
        examples: ['2027-12-01T18:00:00Z'],
      }),
    match: z
      .string()
      .refine(isMatchId, 'Not a match’s id.')
      .meta({ pattern: MATCH_ID.source })
      .nullable()
      .optional()
      .meta({
        description:
          'The only match that it is good for, if you may read that; its scopes are then of `matches:read`, `matches:play` and `talk`. Default null.',
      }),
    seat: seatNumber.nullable().optional().meta({
      description: 'The only seat of `match` that it may take and play. Default null: yours, whichever it is.',
    }),
  })
  .meta({ id: 'NewToken' });

export const tokenSchema = z
  .strictObject({
    id: tokenId,
    name: z.string(),
    scopes: z.array(scope),
    match: z.union([matchId, z.null()]).meta({ description: 'The only match it is good for; null: not bound to one.' }),
    seat: z.union([seatNumber, z.null()]).meta({ description: 'The only seat it may play.' }),
    createdAt: timestamp,
    expiresAt,
    lastUsed: z.union([timestamp, z.null()]).meta({
      description: 'The hour in which it was last used; null: never. A use may show a minute late.',
    }),
    current: z.boolean().meta({ description: 'Whether it is the token of this request.' }),
  })
  .meta({ id: 'Token' });

export const tokenWithTextSchema = z
  .strictObject({
    token: z
      .string()
      .regex(/^plypost_[0-9A-Za-z]{49}$/)
      .meta({
        description:
          'The bearer token. It is shown in this answer, and again only where the same request is sent again; it is kept only as a hash.',
      }),
    details: tokenSchema,
  })
  .meta({ id: 'TokenWithText' });

export const tokenListSchema = z
  .strictObject({ tokens: z.array(tokenSchema).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'TokenList' });
