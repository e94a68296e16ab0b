/** What a webhook was sent, and having it sent: a test, one delivery again, or all since a time. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { KEPT_DAYS } from '../../store/feeds.ts';
import { requirePlayer } from '../authenticate.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { jsonBody } from '../json-body.ts';
import { linkNext } from '../link.ts';
import { invalid } from '../problems.ts';
import { json, pageOf, problems, withToken } from '../responses.ts';
import { queryInteger } from '../schemas/common.ts';
import { feedCursor } from '../schemas/feed.ts';
import { nothingSchema } from '../schemas/match.ts';
import { deliveryParam, noQuery, webhookParam } from '../schemas/params.ts';
import { deliveryListSchema, deliverySchema, replayedSchema, replaySchema, testSchema } from '../schemas/webhook.ts';
import { send } from '../send.ts';
import { loadDelivery, loadWebhook } from '../webhooks/context.ts';
import { presentDelivery } from '../webhooks/present.ts';
import { checkEnabled, replay, resend } from '../webhooks/resend.ts';
import { sendTest } from '../webhooks/send-test.ts';

const DAY_MS = 86_400_000;
const PAGE_DEFAULT = 50;
const BODY_PROBLEMS = ['malformed', 'too_large', 'unsupported_media_type', 'invalid'] as const;
const noBody = { required: false, content: { 'application/json': { schema: nothingSchema } } } as const;

const testWebhook = createRoute({
  method: 'post',
  path: '/v1/webhooks/{webhook}/test',
  operationId: 'testWebhook',
  summary: 'Have a test sent',
  description: 'A `webhook.test`, one for each request. An unverified webhook gets it once it has answered its ping.',
  tags: ['webhooks'],
  security: withToken,
  middleware: [requirePlayer, loadWebhook, jsonBody({ required: false })] as const,
  request: { params: webhookParam, query: noQuery, body: noBody },
  responses: {
    202: json(testSchema, 'It will be sent.'),
    ...problems(...BODY_PROBLEMS, 'not_found', 'webhook_disabled'),
  },
});

const listDeliveries = createRoute({
  method: 'get',
  path: '/v1/webhooks/{webhook}/deliveries',
  operationId: 'listDeliveries',
  summary: 'What was sent or is to be sent, and each try',
  description: 'Kept for 30 days.',
  tags: ['webhooks'],
  security: withToken,
  middleware: [requirePlayer, loadWebhook] as const,
  request: {
    params: webhookParam,
    query: z.strictObject({
      before: feedCursor.optional().meta({ description: '`next` of the page before.' }),
      limit: queryInteger(1, 100, `The most to tell; default ${PAGE_DEFAULT}.`).optional(),
    }),
  },
  responses: { 200: pageOf(deliveryListSchema, 'Newest first.'), ...problems('not_found', 'invalid') },
});

const redeliver = createRoute({
  method: 'post',
  path: '/v1/webhooks/{webhook}/deliveries/{delivery}/redeliver',
  operationId: 'redeliverDelivery',
  summary: 'Have one delivery sent again',
  description:
    'Whatever became of it, it is tried anew, under the same `webhook-id`, once nothing before it in its match waits. ' +
    'Only a `turn.started` or `clock.warning` that is no longer true is not sent.',
  tags: ['webhooks'],
  security: withToken,
  middleware: [requirePlayer, loadWebhook, loadDelivery, jsonBody({ required: false })] as const,
  request: { params: deliveryParam, query: noQuery, body: noBody },
  responses: {
    202: json(deliverySchema, 'It will be sent.'),
    ...problems(...BODY_PROBLEMS, 'not_found', 'webhook_disabled'),
  },
});

const replayDeliveries = createRoute({
  method: 'post',
  path: '/v1/webhooks/{webhook}/replay',
  operationId: 'replayDeliveries',
  summary: 'Have all sent again that happened since a time',
  description:
    'Whatever of your feed the webhook is for, also what was sent before, under the same `webhook-id`, and what ' +
    'happened before the webhook was there. It goes on through the feed as far as one request may; pass `next` as ' +
    '`after` until it is null. Pings and tests are left out.',
  tags: ['webhooks'],
  security: withToken,
  middleware: [requirePlayer, loadWebhook, jsonBody({ required: true })] as const,
  request: {
    params: webhookParam,
    query: noQuery,
    body: { required: true, content: { 'application/json': { schema: replaySchema } } },
  },
  responses: {
    202: json(
      replayedSchema,
      'So many have been put back; of those a `turn.started` or `clock.warning` that is no longer true is not sent.',
    ),
    ...problems(...BODY_PROBLEMS, 'not_found', 'webhook_disabled'),
  },
});

export function webhookDeliveryRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(testWebhook, async (c) => {
    checkEnabled(c.get('webhook'));
    return send(c, await sendTest(deps, c.get('webhook'), c.get('receivedAt')), 202);
  });

  app.openapi(listDeliveries, async (c) => {
    const { before, limit = PAGE_DEFAULT } = c.req.valid('query');
    const page = await deps.deliveries.page(c.get('webhook').id, before === undefined ? null : Number(before), limit);
    const next = page.next === null ? null : String(page.next);
    if (next !== null) linkNext(c, 'before', next);
    return send(c, { deliveries: page.deliveries.map(presentDelivery), next }, 200);
  });

  app.openapi(redeliver, async (c) => {
    const webhook = c.get('webhook');
    const { entry } = c.get('delivery');
    checkEnabled(webhook);
    await resend(deps, webhook, [entry]);
    const again = (await deps.deliveries.get(webhook.id, Number(entry.id))) ?? c.get('delivery');
    return send(c, presentDelivery(again), 202);
  });

  app.openapi(replayDeliveries, async (c) => {
    const webhook = c.get('webhook');
    const { since, after = '0' } = c.req.valid('json');
    const from = new Date(since);
    if (from.getTime() < c.get('receivedAt').getTime() - KEPT_DAYS * DAY_MS) {
      throw invalid('body', '/since', `At most ${KEPT_DAYS} days back.`);
    }
    checkEnabled(webhook);
    return send(c, await replay(deps, webhook, from, Number(after)), 202);
  });
}
