/** What waits for the caller. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { requirePlayer } from '../authenticate.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { json, problems, withToken } from '../responses.ts';
import { noQuery } from '../schemas/params.ts';
import { turnListSchema } from '../schemas/turn.ts';
import { send } from '../send.ts';

const listTurns = createRoute({
  method: 'get',
  path: '/v1/me/turns',
  operationId: 'listTurns',
  summary: 'Matches that wait for you',
  description:
    'The most urgent first: by deadline, then those that have waited longest. It lags behind a little, as lists do.',
  tags: ['matches'],
  security: withToken,
  middleware: [requirePlayer] as const,
  request: { query: noQuery },
  responses: { 200: json(turnListSchema, 'All of them.'), ...problems('invalid') },
});

export function turnRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(listTurns, async (c) => {
    const turns = await deps.turns.of(c.get('caller').id);
    return send(c, { turns: [...turns], asOf: deps.now().toISOString() }, 200);
  });
}
