/** Accounts: making one, asking who one is, and changing that. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { requirePlayer } from '../authenticate.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { jsonBody } from '../json-body.ts';
import { changeMe, presentMe } from '../me.ts';
import { ANSWERED_AGAIN_HOURS, createAccount } from '../new-account.ts';
import { json, openProblems, problems, withOrWithoutToken, withToken } from '../responses.ts';
import { accountKeyHeader, noQuery } from '../schemas/params.ts';
import { accountSchema, meChangeSchema, meSchema, newPlayerSchema } from '../schemas/player.ts';
import { send } from '../send.ts';

const createPlayer = createRoute({
  method: 'post',
  path: '/v1/players',
  operationId: 'createPlayer',
  summary: 'Make an account',
  description:
    'The token in the answer is shown this once, and is good for everything that a player may do. Sent again with the same ' +
    `\`Idempotency-Key\` within ${ANSWERED_AGAIN_HOURS} hours it gives the same answer; without one each request makes an account.`,
  tags: ['players'],
  security: withOrWithoutToken,
  middleware: [jsonBody({ required: true })] as const,
  request: {
    query: noQuery,
    headers: accountKeyHeader,
    body: { required: true, content: { 'application/json': { schema: newPlayerSchema } } },
  },
  responses: {
    201: json(accountSchema, 'The account.'),
    ...openProblems('malformed', 'too_large', 'unsupported_media_type', 'invalid', 'idempotency_key_reused'),
  },
});

const getMe = createRoute({
  method: 'get',
  path: '/v1/me',
  operationId: 'getMe',
  summary: 'Who am I?',
  description: 'Any token will do. `player.id` is what tells your own seat in a match.',
  tags: ['players'],
  security: withToken,
  middleware: [requirePlayer] as const,
  request: { query: noQuery },
  responses: { 200: json(meSchema, 'The caller.'), ...openProblems('invalid') },
});

const changeMeRoute = createRoute({
  method: 'patch',
  path: '/v1/me',
  operationId: 'changeMe',
  summary: 'Change your name, time zone or language',
  description:
    'A name need not be another than those of others, and is changed as often as you like; where it is shown to others ' +
    'it may be a minute old. A vacation that is set stays as it is.',
  tags: ['players'],
  security: withToken,
  middleware: [requirePlayer, jsonBody({ required: true })] as const,
  request: { query: noQuery, body: { required: true, content: { 'application/json': { schema: meChangeSchema } } } },
  responses: {
    200: json(meSchema, 'The caller as they are now.'),
    ...problems('malformed', 'too_large', 'unsupported_media_type', 'invalid'),
  },
});

export function playerRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(createPlayer, async (c) => {
    const { name } = c.req.valid('json');
    const made = await createAccount(deps, name, c.req.valid('header')['idempotency-key'], c.get('receivedAt'));
    return send(c, { player: { id: made.id, name: made.name }, token: made.text }, 201);
  });

  app.openapi(getMe, async (c) => send(c, await presentMe(deps, c.get('caller')), 200));

  app.openapi(changeMeRoute, async (c) => {
    const { name, timeZone, language } = c.req.valid('json');
    await changeMe(deps, c.get('caller'), { name, timeZone, language });
    return send(c, await presentMe(deps, c.get('caller')), 200);
  });
}
