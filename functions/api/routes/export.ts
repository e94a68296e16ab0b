/** All of one's data as one file. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { requirePlayer } from '../authenticate.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { readExportCursor } from '../export/cursor.ts';
import { exportFile } from '../export/file.ts';
import { linkNext } from '../link.ts';
import { fileOf, problems, withToken } from '../responses.ts';
import { exportSchema } from '../schemas/export.ts';
import { send } from '../send.ts';
import { callerOf } from './tokens.ts';

const CURSOR_MOST = 256;

const exportAccount = createRoute({
  method: 'get',
  path: '/v1/me/export',
  operationId: 'exportAccount',
  summary: 'All of your data as one file',
  description:
    'What is kept of you, as far as you may see it: no hidden cards, no secrets of tokens or webhooks, nothing that others ' +
    'said. Moves are in the records of the matches, which verify by themselves. Of an account with very much (more ' +
    'than 4 MB) the file is one of several: `next` tells where the next one goes on, and so does `Link`. It takes a ' +
    'token with every scope, since it holds what each of them is for.',
  tags: ['players'],
  security: withToken,
  middleware: [requirePlayer] as const,
  request: {
    query: z.strictObject({
      cursor: z.string().max(CURSOR_MOST).optional().meta({ description: '`next` of the file before.' }),
    }),
  },
  responses: { 200: fileOf(exportSchema, 'The file.'), ...problems('invalid') },
});

export function exportRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(exportAccount, async (c) => {
    const { cursor } = c.req.valid('query');
    const { player, token } = callerOf(c);
    const from = cursor === undefined ? null : readExportCursor(cursor);
    const file = await exportFile({ deps, player, token, at: c.get('receivedAt') }, from);
    const disposition = `attachment; filename="plypost-${player.id}.json"`;
    c.set('headers', { ...c.get('headers'), 'Content-Disposition': disposition });
    if (file.next !== null) linkNext(c, 'cursor', file.next);
    return send(c, file, 200);
  });
}
