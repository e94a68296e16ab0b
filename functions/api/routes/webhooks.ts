/** Webhooks: making, listing, changing and deleting them. Each is its owner's alone; for others there is none. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { readTarget } from '../../webhooks/target.ts';
import { requirePlayer } from '../authenticate.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { isWebhookId } from '../ids.ts';
import { jsonBody } from '../json-body.ts';
import { invalid } from '../problems.ts';
import { json, nothing, problems, withToken } from '../responses.ts';
import { nothingSchema } from '../schemas/match.ts';
import { idempotencyHeader, noQuery, webhookParam } from '../schemas/params.ts';
import {
  newWebhookSchema,
  webhookChangeSchema,
  webhookListSchema,
  webhookSchema,
  webhookWithSecretSchema,
} from '../schemas/webhook.ts';
import { send } from '../send.ts';
import { changeWebhook } from '../webhooks/change.ts';
import { loadWebhook } from '../webhooks/context.ts';
import { createWebhook, WEBHOOKS_MOST } from '../webhooks/create.ts';
import { presentWebhook } from '../webhooks/present.ts';
import { rotate } from '../webhooks/rotate.ts';

const BODY_PROBLEMS = ['malformed', 'too_large', 'unsupported_media_type', 'invalid'] as const;

const createWebhookRoute = createRoute({
  method: 'post',
  path: '/v1/webhooks',
  operationId: 'createWebhook',
  summary: 'Have what happens sent to a URL',
  description:
    'It gets a ping, and all else once it has answered that with 2xx: what happens from now on, in order within a ' +
    `match. At most ${WEBHOOKS_MOST} a player. Sent again with the same \`Idempotency-Key\` and body it gives the ` +
    'same webhook and secret, as long as that has not been rotated or deleted.',
  tags: ['webhooks'],
  security: withToken,
  middleware: [requirePlayer, jsonBody({ required: true })] as const,
  request: {
    query: noQuery,
    headers: idempotencyHeader,
    body: { required: true, content: { 'application/json': { schema: newWebhookSchema } } },
  },
  responses: {
    201: json(webhookWithSecretSchema, 'The webhook.'),
    ...problems(...BODY_PROBLEMS, 'idempotency_key_reused', 'not_found', 'not_seated', 'is_fork', 'too_many_webhooks'),
  },
});

const listWebhooks = createRoute({
  method: 'get',
  path: '/v1/webhooks',
  operationId: 'listWebhooks',
  summary: 'Your webhooks',
  description: `All of them: at most ${WEBHOOKS_MOST}.`,
  tags: ['webhooks'],
  security: withToken,
  middleware: [requirePlayer] as const,
  request: { query: noQuery },
  responses: { 200: json(webhookListSchema, 'All of them.'), ...problems('invalid') },
});

const getWebhook = createRoute({
  method: 'get',
  path: '/v1/webhooks/{webhook}',
  operationId: 'getWebhook',
  summary: 'One of your webhooks',
  tags: ['webhooks'],
  security: withToken,
  middleware: [requirePlayer, loadWebhook] as const,
  request: { params: webhookParam, query: noQuery },
  responses: { 200: json(webhookSchema, 'The webhook.'), ...problems('not_found', 'invalid') },
});

const changeWebhookRoute = createRoute({
  method: 'patch',
  path: '/v1/webhooks/{webhook}',
  operationId: 'changeWebhook',
  summary: 'Change where a webhook goes and what it gets, disable or enable it',
  description:
    'With another URL, or enabled again, it has to answer a ping first. While it is unverified, its `url` or ' +
    '`enabled: true` sent again asks for a ping at once; while it is failing, `enabled: true` has all that waits tried at ' +
    'once. Other `events` hold for what happens from then on; what waits already is sent.',
  tags: ['webhooks'],
  security: withToken,
  middleware: [requirePlayer, loadWebhook, jsonBody({ required: true })] as const,
  request: {
    params: webhookParam,
    query: noQuery,
    body: { required: true, content: { 'application/json': { schema: webhookChangeSchema } } },
  },
  responses: { 200: json(webhookSchema, 'The webhook as it is now.'), ...problems(...BODY_PROBLEMS, 'not_found') },
});

const deleteWebhook = createRoute({
  method: 'delete',
  path: '/v1/webhooks/{webhook}',
  operationId: 'deleteWebhook',
  summary: 'Delete a webhook',
  description:
    'Afterwards you have no webhook of this id, so the answer is the same when it is sent again, and of an id that ' +
    'was never yours.',
  tags: ['webhooks'],
  security: withToken,
  middleware: [requirePlayer] as const,
  request: { params: webhookParam, query: noQuery },
  responses: { 204: nothing('There is no such webhook of yours any more.'), ...problems('invalid') },
});

const rotateSecret = createRoute({
  method: 'post',
  path: '/v1/webhooks/{webhook}/rotate-secret',
  operationId: 'rotateWebhookSecret',
  summary: 'A new secret; the old one signs too for 24 hours',
  description:
    'Sent again with the same `Idempotency-Key` it gives the same secret, as long as that is the newest. Without a ' +
    'key each request makes another, and only the newest two sign.',
  tags: ['webhooks'],
  security: withToken,
  middleware: [requirePlayer, loadWebhook, jsonBody({ required: false })] as const,
  request: {
    params: webhookParam,
    query: noQuery,
    headers: idempotencyHeader,
    body: { required: false, content: { 'application/json': { schema: nothingSchema } } },
  },
  responses: { 200: json(webhookWithSecretSchema, 'The new secret.'), ...problems(...BODY_PROBLEMS, 'not_found') },
});

export function webhookRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(createWebhookRoute, async (c) => {
    const { url, events = null, match = null } = c.req.valid('json');
    const wish = { url: target(url), events, match };
    const key = c.req.valid('header')['idempotency-key'];
    const made = await createWebhook(deps, c.get('caller'), wish, key, c.get('receivedAt'));
    return send(c, { webhook: presentWebhook(made.webhook, deps.now()), secret: made.secret }, 201);
  });

  app.openapi(listWebhooks, async (c) => {
    const webhooks = await deps.webhooks.of(c.get('caller').id);
    return send(c, { webhooks: webhooks.map((webhook) => presentWebhook(webhook, deps.now())) }, 200);
  });

  app.openapi(getWebhook, (c) => send(c, presentWebhook(c.get('webhook'), deps.now()), 200));

  app.openapi(changeWebhookRoute, async (c) => {
    const { url, events, enabled } = c.req.valid('json');
    const wish = { url: url === undefined ? url : target(url), events, enabled };
    const changed = await changeWebhook(deps, c.get('webhook'), wish, c.get('receivedAt'));
    return send(c, presentWebhook(changed, deps.now()), 200);
  });

  app.openapi(deleteWebhook, async (c) => {
    const { webhook } = c.req.valid('param');
    if (isWebhookId(webhook)) await deps.webhooks.remove(c.get('caller').id, webhook);
    return c.body(null, 204, c.get('headers'));
  });

  app.openapi(rotateSecret, async (c) => {
    const key = c.req.valid('header')['idempotency-key'];
    const made = await rotate(deps, c.get('caller'), c.get('webhook'), key, c.get('receivedAt'));
    return send(c, { webhook: presentWebhook(made.webhook, deps.now()), secret: made.secret }, 200);
  });

  function target(text: string): string {
    const read = readTarget(text, { loopback: deps.webhookLoopback });
    if ('refusal' in read) throw invalid('body', '/url', read.refusal);
    return read.url.href;
  }
}
