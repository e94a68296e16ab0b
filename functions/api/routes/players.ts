/** Accounts: making one, and asking who one is. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { FIRST_TOKEN } from '../../store/tokens.ts';
import { requirePlayer } from '../authenticate.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { hex, newPlayerId, newTokenId } from '../ids.ts';
import { jsonBody } from '../json-body.ts';
import { json, openProblems, withOrWithoutToken, withToken } from '../responses.ts';
import { noQuery } from '../schemas/params.ts';
import { accountSchema, meSchema, newPlayerSchema } from '../schemas/player.ts';
import { send } from '../send.ts';
import { fullToken } from '../tokens/account.ts';
import { newToken } from '../tokens/form.ts';

const createPlayer = createRoute({
  method: 'post',
  path: '/v1/players',
  operationId: 'createPlayer',
  summary: 'Make an account',
  description: 'The token in the answer is shown this once.',
  tags: ['players'],
  security: withOrWithoutToken,
  middleware: [jsonBody({ required: true })] as const,
  request: { query: noQuery, body: { required: true, content: { 'application/json': { schema: newPlayerSchema } } } },
  responses: {
    201: json(accountSchema, 'The account.'),
    ...openProblems('malformed', 'too_large', 'unsupported_media_type', 'invalid'),
  },
});

const getMe = createRoute({
  method: 'get',
  path: '/v1/me',
  operationId: 'getMe',
  summary: 'Who am I?',
  tags: ['players'],
  security: withToken,
  middleware: [requirePlayer] as const,
  request: { query: noQuery },
  responses: { 200: json(meSchema, 'The caller.'), ...openProblems('invalid') },
});

export function playerRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(createPlayer, async (c) => {
    const { name } = c.req.valid('json');
    const id = newPlayerId(deps.random);
    const secret = hex(deps.random(16));
    const at = c.get('receivedAt');
    // The profile first: a crash after it leaves an account that nobody can use, not a token without one.
    await deps.players.create({ id, name, secret, createdAt: at.toISOString() });
    const token = newToken(deps.random);
    const details = fullToken(id, newTokenId(deps.random), FIRST_TOKEN, at);
    if (!(await deps.tokens.add(details, token))) throw new Error('there is a token of that id');
    await deps.tokens.activate(details, token);
    return send(c, { player: { id, name }, token }, 201);
  });

  app.openapi(getMe, (c) => {
    const { id, name } = c.get('caller');
    return send(c, { player: { id, name } }, 200);
  });
}
