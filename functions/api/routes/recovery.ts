/** Codes on paper for when all tokens are lost, and a new token for one of them. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { requirePlayer } from '../authenticate.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { jsonBody } from '../json-body.ts';
import { countGuesses, WRONG_MOST } from '../recovery/guesses.ts';
import { CODES, makeCodes } from '../recovery/make.ts';
import { recover } from '../recovery/recover.ts';
import { json, openProblems, problems, withOrWithoutToken, withToken } from '../responses.ts';
import { nothingSchema } from '../schemas/match.ts';
import { idempotencyHeader, noQuery } from '../schemas/params.ts';
import { accountSchema } from '../schemas/player.ts';
import { recoveryCodesSchema, recoverySchema } from '../schemas/recovery.ts';
import { send } from '../send.ts';
import { callerOf } from './tokens.ts';

const BODY_PROBLEMS = ['malformed', 'too_large', 'unsupported_media_type', 'invalid'] as const;

const makeRecoveryCodes = createRoute({
  method: 'post',
  path: '/v1/me/recovery-codes',
  operationId: 'makeRecoveryCodes',
  summary: 'Codes for when all tokens are lost',
  description:
    `${CODES} codes, each good once; those from before are good no more. It takes a token with every scope that does not ` +
    'expire, since that is what a code is exchanged for. Sent again with the same `Idempotency-Key` and token it gives the ' +
    'same codes, as long as they are the newest.',
  tags: ['players'],
  security: withToken,
  middleware: [requirePlayer, jsonBody({ required: false })] as const,
  request: {
    query: noQuery,
    headers: idempotencyHeader,
    body: { required: false, content: { 'application/json': { schema: nothingSchema } } },
  },
  responses: { 201: json(recoveryCodesSchema, 'The codes.'), ...problems(...BODY_PROBLEMS) },
});

const recoverAccount = createRoute({
  method: 'post',
  path: '/v1/recover',
  operationId: 'recoverAccount',
  summary: 'A new token for a recovery code',
  description:
    'The token is good for all. The others stay as they are: revoke those that are lost. Sent again with the same ' +
    '`Idempotency-Key` it gives the same token; without one a lost answer has cost a code. After ' +
    `${WRONG_MOST} wrong codes for a player within a minute the rest of that minute is 429.`,
  tags: ['players'],
  security: withOrWithoutToken,
  middleware: [jsonBody({ required: true })] as const,
  request: {
    query: noQuery,
    headers: idempotencyHeader,
    body: { required: true, content: { 'application/json': { schema: recoverySchema } } },
  },
  responses: {
    201: json(accountSchema, 'The player, and the new token.'),
    ...openProblems(...BODY_PROBLEMS, 'wrong_code'),
  },
});

export function recoveryRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  const guesses = countGuesses();

  app.openapi(makeRecoveryCodes, async (c) => {
    const codes = await makeCodes(deps, callerOf(c), c.req.valid('header')['idempotency-key']);
    return send(c, { codes: [...codes] }, 201);
  });

  app.openapi(recoverAccount, async (c) => {
    const key = c.req.valid('header')['idempotency-key'];
    const { player, text } = await recover(deps, guesses, c.req.valid('json'), key, c.get('receivedAt'));
    return send(c, { player: { id: player.id, name: player.name }, token: text }, 201);
  });
}
