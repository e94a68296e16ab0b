/** A player's private notes on a match. There is no way for anybody else to ask for them. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { requirePlayer } from '../authenticate.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { jsonBody } from '../json-body.ts';
import { loadMatch } from '../match-context.ts';
import { json, problems, withToken } from '../responses.ts';
import { matchParam, noQuery } from '../schemas/params.ts';
import { notesSchema } from '../schemas/talk.ts';
import { send } from '../send.ts';

const getNotes = createRoute({
  method: 'get',
  path: '/v1/matches/{match}/notes',
  operationId: 'getNotes',
  summary: 'Your own notes on a match',
  tags: ['talk'],
  security: withToken,
  middleware: [requirePlayer, loadMatch] as const,
  request: { params: matchParam, query: noQuery },
  responses: { 200: json(notesSchema, 'The notes.'), ...problems('not_found', 'invalid') },
});

const setNotes = createRoute({
  method: 'put',
  path: '/v1/matches/{match}/notes',
  operationId: 'setNotes',
  summary: 'Write your own notes on a match; nobody else sees them',
  description:
    'One text, which takes the place of what was there; an empty one leaves nothing. Whoever may read a match may keep notes on it.',
  tags: ['talk'],
  security: withToken,
  middleware: [requirePlayer, loadMatch, jsonBody({ required: true })] as const,
  request: {
    params: matchParam,
    query: noQuery,
    body: { required: true, content: { 'application/json': { schema: notesSchema } } },
  },
  responses: {
    200: json(notesSchema, 'The notes as they are now.'),
    ...problems('malformed', 'too_large', 'unsupported_media_type', 'invalid', 'not_found'),
  },
});

export function noteRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(getNotes, async (c) => {
    const text = await deps.notes.get(c.get('caller').id, c.get('loaded').state.id);
    return send(c, { text }, 200);
  });

  app.openapi(setNotes, async (c) => {
    const { text } = c.req.valid('json');
    await deps.notes.put(c.get('caller').id, c.get('loaded').state.id, text);
    return send(c, { text }, 200);
  });
}
