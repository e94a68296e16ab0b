/** What waits for the caller. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { requirePlayer } from '../authenticate.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { linkNext } from '../link.ts';
import { cursorOf, readTurnCursor } from '../list-cursor.ts';
import { pageOf, problems, withToken } from '../responses.ts';
import { queryInteger } from '../schemas/common.ts';
import { turnListSchema } from '../schemas/turn.ts';
import { send } from '../send.ts';

const listTurns = createRoute({
  method: 'get',
  path: '/v1/me/turns',
  operationId: 'listTurns',
  summary: 'Matches that wait for you',
  description:
    'The most urgent first: by deadline, then those that have waited longest. It lags behind a little, as lists do: a ' +
    'turn that begins or is put off while you read pages may be missing or come twice.',
  tags: ['matches'],
  security: withToken,
  middleware: [requirePlayer] as const,
  request: {
    query: z.strictObject({
      limit: queryInteger(1, 100, 'Default 50.').optional(),
      cursor: z.string().max(200).optional().meta({ description: '`next` of the page before.' }),
    }),
  },
  responses: { 200: pageOf(turnListSchema, 'A page.'), ...problems('invalid') },
});

export function turnRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(listTurns, async (c) => {
    const { limit = 50, cursor } = c.req.valid('query');
    const after = cursor === undefined ? null : readTurnCursor(cursor);
    const page = await deps.turns.page(c.get('caller').id, limit, after);
    const next = page.next === null ? null : cursorOf(page.next);
    if (next !== null) linkNext(c, 'cursor', next);
    return send(c, { turns: [...page.turns], next, asOf: deps.now().toISOString() }, 200);
  });
}
