/** The caller's tokens: making, listing and revoking them. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { requirePlayer } from '../authenticate.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { isTokenId } from '../ids.ts';
import { jsonBody } from '../json-body.ts';
import { ApiProblem } from '../problems.ts';
import { json, nothing, problems, withToken } from '../responses.ts';
import { idempotencyHeader, noQuery, tokenParam } from '../schemas/params.ts';
import { newTokenSchema, tokenListSchema, tokenWithTextSchema } from '../schemas/token.ts';
import { send } from '../send.ts';
import { type Caller, createToken, TOKENS_MOST } from '../tokens/create.ts';
import { presentToken } from '../tokens/present.ts';

const createTokenRoute = createRoute({
  method: 'post',
  path: '/v1/me/tokens',
  operationId: 'createToken',
  summary: 'Make a token that is good for less than all',
  description:
    `At most ${TOKENS_MOST} a player. Sent again with the same \`Idempotency-Key\`, body and token it gives the same ` +
    'token, as long as that has not been revoked.',
  tags: ['players'],
  security: withToken,
  middleware: [requirePlayer, jsonBody({ required: true })] as const,
  request: {
    query: noQuery,
    headers: idempotencyHeader,
    body: { required: true, content: { 'application/json': { schema: newTokenSchema } } },
  },
  responses: {
    201: json(tokenWithTextSchema, 'The token.'),
    ...problems(
      'malformed',
      'too_large',
      'unsupported_media_type',
      'invalid',
      'idempotency_key_reused',
      'not_found',
      'too_many_tokens',
    ),
  },
});

const listTokens = createRoute({
  method: 'get',
  path: '/v1/me/tokens',
  operationId: 'listTokens',
  summary: 'Your tokens, and when each was last used',
  description: `All of them: at most ${TOKENS_MOST}, and those that recovery codes have given.`,
  tags: ['players'],
  security: withToken,
  middleware: [requirePlayer] as const,
  request: { query: noQuery },
  responses: { 200: json(tokenListSchema, 'Those that are good for something.'), ...problems('invalid') },
});

const revokeToken = createRoute({
  method: 'delete',
  path: '/v1/me/tokens/{token}',
  operationId: 'revokeToken',
  summary: 'Revoke a token',
  description:
    'Within a minute it is good for nothing, streams that it opened included. Afterwards you have no token of this id, ' +
    'so the answer is the same when it is sent again, and of an id that was never yours.',
  tags: ['players'],
  security: withToken,
  middleware: [requirePlayer] as const,
  request: { params: tokenParam, query: noQuery },
  responses: { 204: nothing('There is no such token of yours any more.'), ...problems('invalid') },
});

export function tokenRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(createTokenRoute, async (c) => {
    const { name, scopes, match = null, seat = null, expiresAt = null } = c.req.valid('json');
    const ends = expiresAt === null ? null : new Date(expiresAt).toISOString();
    const wish = { name, scopes, match, seat, expiresAt: ends };
    const key = c.req.valid('header')['idempotency-key'];
    const caller = callerOf(c);
    const made = await createToken(deps, caller, wish, key, c.get('receivedAt'));
    return send(c, { token: made.text, details: presentToken(made.token, caller.token) }, 201);
  });

  app.openapi(listTokens, async (c) => {
    const { player, token } = callerOf(c);
    const tokens = await deps.tokens.of(player.id, c.get('receivedAt'));
    return send(c, { tokens: tokens.map((each) => presentToken(each, token)) }, 200);
  });

  app.openapi(revokeToken, async (c) => {
    const { token } = c.req.valid('param');
    if (isTokenId(token)) await deps.tokens.revoke(c.get('caller').id, token);
    return c.body(null, 204, c.get('headers'));
  });
}

export function callerOf(c: Context<ApiEnv>): Caller {
  const token = c.get('token');
  if (token === null) throw new ApiProblem('unauthenticated', { detail: 'Send a bearer token.' });
  return { player: c.get('caller'), token, bearer: c.get('bearer') };
}
