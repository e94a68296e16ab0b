/** What players say to each other in a match. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { requirePlayer } from '../authenticate.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { jsonBody } from '../json-body.ts';
import { linkNext } from '../link.ts';
import { loadMatch } from '../match-context.ts';
import { json, pageOf, problems, withOrWithoutToken, withToken } from '../responses.ts';
import { idempotencyHeader, matchParam, noQuery } from '../schemas/params.ts';
import { messageSchema, newMessageSchema, talkPageSchema, talkQuery } from '../schemas/talk.ts';
import { send } from '../send.ts';
import { presentMessage, presentMessages, sayInMatch, talkHeard } from '../talk.ts';

const listTalk = createRoute({
  method: 'get',
  path: '/v1/matches/{match}/talk',
  operationId: 'listTalk',
  summary: 'What was said in a match, as far as you may read it; oldest first',
  description:
    'What is said to the seats is for those who have one now. Numbers that are missing are of messages that are not for you.',
  tags: ['talk'],
  security: withOrWithoutToken,
  middleware: [loadMatch] as const,
  request: { params: matchParam, query: talkQuery },
  responses: { 200: pageOf(talkPageSchema, 'A page.'), ...problems('not_found', 'invalid') },
});

const postTalk = createRoute({
  method: 'post',
  path: '/v1/matches/{match}/talk',
  operationId: 'postTalk',
  summary: 'Say something in a match',
  description:
    'Those who have a seat may, before the start and after the end too. Sent again with the same `Idempotency-Key` and ' +
    'body it is said once, and gives the first answer.',
  tags: ['talk'],
  security: withToken,
  middleware: [requirePlayer, loadMatch, jsonBody({ required: true })] as const,
  request: {
    params: matchParam,
    query: noQuery,
    headers: idempotencyHeader,
    body: { required: true, content: { 'application/json': { schema: newMessageSchema } } },
  },
  responses: {
    201: json(messageSchema, 'The message.'),
    ...problems(
      'malformed',
      'too_large',
      'unsupported_media_type',
      'invalid',
      'idempotency_key_reused',
      'not_found',
      'not_seated',
      'is_fork',
    ),
  },
});

export function talkRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(listTalk, async (c) => {
    const { after = 0, limit = 50 } = c.req.valid('query');
    const page = await talkHeard(deps, c.get('loaded').state, c.get('player')?.id ?? null, after, limit);
    if (page.more) linkNext(c, 'after', page.next);
    return send(c, { ...page, messages: await presentMessages(deps, page.messages) }, 200);
  });

  app.openapi(postTalk, async (c) => {
    const key = c.req.valid('header')['idempotency-key'];
    const { state } = c.get('loaded');
    const message = await sayInMatch(deps, state, c.get('caller'), c.req.valid('json'), key, c.get('receivedAt'));
    return send(c, await presentMessage(deps, message), 201);
  });
}
