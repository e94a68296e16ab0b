/** Webhooks and their deliveries. */
import * as z from 'zod';
import { isMatchId, MATCH_ID } from '../../../domain/match/ids.ts';
import type { NoticeType } from '../../store/feed-entry.ts';
import { URL_LENGTH_MOST } from '../../webhooks/target.ts';
import { matchId, timestamp, webhookId } from './common.ts';
import { feedCursor, feedId, NOTICE_TYPES } from './feed.ts';

/** These go to the webhook that they are about, whatever it is for. */
const ALWAYS: readonly NoticeType[] = ['webhook.ping', 'webhook.test'];

const eventTypes = z
  .array(z.enum(NOTICE_TYPES.filter((type) => !ALWAYS.includes(type))).meta({ id: 'WebhookEventType' }))
  .min(1)
  .refine((types) => new Set(types).size === types.length, 'Each type once.')
  .meta({ uniqueItems: true });

const events = eventTypes.nullable().meta({
  description: 'Which types are sent; null: all, also those that there will be later. Its ping and tests always are.',
});

const url = z
  .string()
  .max(URL_LENGTH_MOST)
  .meta({
    description:
      'https, and a public address; kept in its normal form. Where a name leads is judged again at each try. (A server of ' +
      'your own takes `http://localhost` with PLYPOST_WEBHOOK_LOOPBACK=true.)',
    format: 'uri',
    examples: ['https://example.com/plypost'],
  });

export const newWebhookSchema = z
  .strictObject({
    url,
    events: events.optional().meta({ description: 'Which types are sent; default null: all.' }),
    match: z
      .string()
      .refine(isMatchId, 'Not a match’s id.')
      .meta({ pattern: MATCH_ID.source })
      .nullable()
      .optional()
      .meta({ description: 'A match in which you sit, to be told of that alone; default null: all of yours.' }),
  })
  .meta({ id: 'NewWebhook' });

export const webhookChangeSchema = z
  .strictObject({
    url: url.optional().meta({ description: 'Another one has to answer a ping first.' }),
    events: events.optional(),
    enabled: z.boolean().optional().meta({
      description:
        '`false` disables it. `true` enables it again, once it has answered a ping; what happened meanwhile is not sent.',
    }),
  })
  .meta({ id: 'WebhookChange', description: 'What is left out stays as it is.' });

export const webhookSchema = z
  .strictObject({
    id: webhookId,
    url: z.string(),
    events,
    match: z.union([matchId, z.null()]).meta({ description: 'The only match it is for; null: all of yours.' }),
    status: z.enum(['unverified', 'enabled', 'disabled']).meta({
      description:
        '`unverified`: only its ping is sent, all else waits until that is answered with 2xx. `disabled`: nothing is sent.',
    }),
    disabledFor: z.union([z.enum(['owner', 'gone', 'failing']), z.null()]).meta({
      description:
        '`owner`: by you. `gone`: it answered 410. `failing`: every try of five days failed, or its ping was given up.',
    }),
    oldSecretUntil: z
      .union([timestamp, z.null()])
      .meta({ description: 'Until when the secret before the last rotation signs too.' }),
    failingSince: z
      .union([timestamp, z.null()])
      .meta({ description: 'Since when every try has failed; null if the last one did not.' }),
    createdAt: timestamp,
  })
  .meta({ id: 'Webhook' });

export const webhookWithSecretSchema = z
  .strictObject({
    webhook: webhookSchema,
    secret: z
      .string()
      .regex(/^whsec_[A-Za-z0-9+/]{43}=$/)
      .meta({
        description:
          'Signs what is sent, by Standard Webhooks. It is shown in this answer, and again only where the same request is sent again.',
      }),
  })
  .meta({ id: 'WebhookWithSecret' });

export const webhookListSchema = z
  .strictObject({ webhooks: z.array(webhookSchema).meta({ description: 'Oldest first.' }) })
  .meta({ id: 'WebhookList' });

const deliveryId = feedId.meta({ description: 'The id of the entry of your feed that it delivers.' });

const headerId = z.string().meta({
  description: 'The header `webhook-id`, the same at every try.',
  examples: ['w_5d1h8m4s0b7x3q6k_1796148000000'],
});

export const testSchema = z
  .strictObject({
    id: deliveryId.meta({ description: 'Of the delivery that will be there in a moment.' }),
    webhookId: headerId,
  })
  .meta({ id: 'WebhookTest' });

const trySchema = z
  .strictObject({
    at: timestamp,
    status: z.union([z.int(), z.null()]).meta({ description: 'What was answered; null if nothing came.' }),
    error: z.union([z.string(), z.null()]).meta({ description: 'Why nothing came.' }),
    ms: z.int().min(0).meta({ description: 'How long it took, in milliseconds.' }),
  })
  .meta({ id: 'DeliveryTry' });

export const deliverySchema = z
  .strictObject({
    id: deliveryId,
    webhookId: headerId,
    type: z.enum(NOTICE_TYPES),
    match: z.union([matchId, z.null()]).meta({ description: 'The match that it tells of; null: none.' }),
    at: timestamp.meta({ description: 'When it happened.' }),
    state: z.enum(['pending', 'delivered', 'failed', 'dropped']).meta({
      description:
        '`pending`: its time has not come, something before it in the match waits, or the webhook is unverified or disabled. ' +
        '`failed`: given up. `dropped`: it no longer held when it was to be sent.',
    }),
    tries: z.array(trySchema).meta({ description: 'The last ten, oldest first.' }),
    nextTryAt: z.union([timestamp, z.null()]),
  })
  .meta({ id: 'Delivery' });

export const deliveryListSchema = z
  .strictObject({
    deliveries: z.array(deliverySchema).meta({ description: 'Newest first.' }),
    next: z.union([feedId, z.null()]).meta({ description: 'Pass as `before` for more; null at the end.' }),
  })
  .meta({ id: 'DeliveryList' });

export const replaySchema = z
  .strictObject({
    since: z.iso.datetime({ offset: true, error: 'Not a time by RFC 3339, such as 2026-12-01T18:00:00Z.' }).meta({
      description: 'RFC 3339, at most 30 days back. What happened then and later is sent again.',
      examples: ['2026-12-01T18:00:00Z'],
    }),
    after: feedCursor
      .optional()
      .meta({ description: 'Only entries after this one of your feed: `next` of the answer before.' }),
  })
  .meta({ id: 'Replay' });

export const replayedSchema = z
  .strictObject({
    queued: z.int().min(0).meta({ description: 'How many deliveries have been put back.' }),
    next: z.union([feedId, z.null()]).meta({ description: 'Pass as `after` to go on; null if that was all.' }),
  })
  .meta({ id: 'Replayed' });
