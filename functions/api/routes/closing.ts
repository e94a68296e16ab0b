/** Closing one's account for good. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { requirePlayer } from '../authenticate.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { nothing, problems, withToken } from '../responses.ts';
import { noQuery } from '../schemas/params.ts';
import { requireLasting } from '../tokens/lasting.ts';
import { callerOf } from './tokens.ts';

const closeAccount = createRoute({
  method: 'delete',
  path: '/v1/me',
  operationId: 'closeAccount',
  summary: 'Delete your account, for good',
  description:
    'There is no way back, by recovery codes either. From the answer on, everywhere within a minute, its tokens are good for ' +
    'nothing, so the request sent again is 401. What is personal is gone in a moment: name, talk, notes, questions, ' +
    'webhooks, what happened. Matches that have begun are resigned, open ones left. Seats stay, as those of a “deleted ' +
    'player”, and every log still verifies. It takes a token with every scope that does not expire.',
  tags: ['players'],
  security: withToken,
  middleware: [requirePlayer] as const,
  request: { query: noQuery },
  responses: { 204: nothing('The account is closed.'), ...problems('invalid') },
});

export function closingRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(closeAccount, async (c) => {
    const { player, token } = callerOf(c);
    requireLasting(token);
    await deps.players.close(player.id, c.get('receivedAt'));
    return c.body(null, 204, c.get('headers'));
  });
}
