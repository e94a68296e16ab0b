/** What-if: a private match of one's own, taken from another at some ply. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { fork } from '../../play/fork.ts';
import { requirePlayer } from '../authenticate.ts';
import { insufficientScope } from '../authorize.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { hex, matchIdFor, newMatchId } from '../ids.ts';
import { jsonBody } from '../json-body.ts';
import { loadMatch } from '../match-context.ts';
import { presentMatch } from '../present.ts';
import { ApiProblem, refused } from '../problems.ts';
import { json, problems, withToken } from '../responses.ts';
import { matchSchema, newForkSchema } from '../schemas/match.ts';
import { idempotencyHeader, matchParam, noQuery } from '../schemas/params.ts';
import { send } from '../send.ts';

const forkMatch = createRoute({
  method: 'post',
  path: '/v1/matches/{match}/forks',
  operationId: 'forkMatch',
  summary: 'Try out what might have been, from any ply',
  description:
    'Makes a private match in which you sit at every seat, with a chance of its own; nobody is told of it. Where seats see ' +
    'different things, only once the match is over. Sent again with the same `Idempotency-Key` and body it gives the first answer.',
  tags: ['forks'],
  security: withToken,
  middleware: [requirePlayer, loadMatch, jsonBody({ required: false })] as const,
  request: {
    params: matchParam,
    query: noQuery,
    headers: idempotencyHeader,
    body: { required: false, content: { 'application/json': { schema: newForkSchema } } },
  },
  responses: {
    201: json(matchSchema, 'The fork, a match of its own.'),
    ...problems(
      'not_found',
      'malformed',
      'too_large',
      'unsupported_media_type',
      'invalid',
      'idempotency_key_reused',
      'match_not_started',
      'match_not_over',
      'match_over',
    ),
  },
});

export function forkRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(forkMatch, async (c) => {
    if (c.get('token')?.match != null) {
      throw insufficientScope([], 'This token is for one match alone, and a fork is another one.');
    }
    const caller = c.get('caller');
    const key = c.req.valid('header')['idempotency-key'];
    const wish = {
      match: key === undefined ? newMatchId(deps.random) : matchIdFor(caller.secret, key),
      player: caller.id,
      ply: c.req.valid('json').ply ?? null,
      secrets: { seed: hex(deps.random(32)), saltKey: hex(deps.random(32)) },
    };
    const made = await fork(deps, c.get('loaded').state, wish, key !== undefined, c.get('receivedAt'));
    if (made.ok) return send(c, await presentMatch(deps, made.state, caller), 201);
    if ('reused' in made) {
      throw new ApiProblem('idempotency_key_reused', { detail: 'It made another match, by another request.' });
    }
    throw refused(made.problem);
  });
}
