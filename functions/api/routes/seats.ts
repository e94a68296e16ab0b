/** Taking a seat, leaving it before the start, and resigning. Each may be sent again and gives its first answer. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import { joining, leaving, resigning } from '../../play/commands.ts';
import type { Command } from '../../play/execute.ts';
import { requirePlayer } from '../authenticate.ts';
import { carryOut } from '../carry-out.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { jsonBody } from '../json-body.ts';
import { loadLeft, loadMatch, whileReadable } from '../match-context.ts';
import { presentMatch } from '../present.ts';
import { json, problems, withToken } from '../responses.ts';
import { joinSchema, matchSchema, nothingSchema } from '../schemas/match.ts';
import { matchParam, noQuery } from '../schemas/params.ts';
import { takeSeat } from '../seating.ts';
import { send } from '../send.ts';

const BODY_PROBLEMS = ['malformed', 'too_large', 'unsupported_media_type', 'invalid'] as const;

const joinMatch = createRoute({
  method: 'post',
  path: '/v1/matches/{match}/join',
  operationId: 'joinMatch',
  summary: 'Take a seat; the last join starts the match',
  description:
    'Of those who race for a seat one gets it. Sent again it gives the first answer: the match as it stood then. The id of ' +
    'the match is all it takes, but for a private match an invitation too.',
  tags: ['matches'],
  security: withToken,
  middleware: [requirePlayer, loadMatch, jsonBody({ required: false })] as const,
  request: {
    params: matchParam,
    query: noQuery,
    body: { required: false, content: { 'application/json': { schema: joinSchema } } },
  },
  responses: {
    200: json(matchSchema, 'The match.'),
    ...problems(
      'not_found',
      'malformed',
      'too_large',
      'unsupported_media_type',
      'invalid',
      'kept_apart',
      'match_over',
      'time_up',
      'match_full',
      'seat_taken',
      'already_seated',
    ),
  },
});

const leaveMatch = createRoute({
  method: 'post',
  path: '/v1/matches/{match}/leave',
  operationId: 'leaveMatch',
  summary: 'Free your seat before the start; the creator’s leaving cancels the match',
  description: 'After the start there is only resigning. Sent again it gives the first answer.',
  tags: ['matches'],
  security: withToken,
  middleware: [requirePlayer, loadLeft, jsonBody({ required: false })] as const,
  request: {
    params: matchParam,
    query: noQuery,
    body: { required: false, content: { 'application/json': { schema: nothingSchema } } },
  },
  responses: {
    200: json(matchSchema, 'The match.'),
    ...problems(...BODY_PROBLEMS, 'not_found', 'not_seated', 'is_fork', 'match_started', 'match_over', 'time_up'),
  },
});

const resignMatch = createRoute({
  method: 'post',
  path: '/v1/matches/{match}/resign',
  operationId: 'resignMatch',
  summary: 'Give the match up',
  description: 'Of two seats the other one wins; of more the others play on. Sent again it gives the first answer.',
  tags: ['matches'],
  security: withToken,
  middleware: [requirePlayer, loadMatch, jsonBody({ required: false })] as const,
  request: {
    params: matchParam,
    query: noQuery,
    body: { required: false, content: { 'application/json': { schema: nothingSchema } } },
  },
  responses: {
    200: json(matchSchema, 'The match.'),
    ...problems(...BODY_PROBLEMS, 'not_found', 'not_seated', 'is_fork', 'match_not_started', 'match_over', 'time_up'),
  },
});

export function seatRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  async function run(c: Context<ApiEnv>, command: Command) {
    return presentMatch(deps, await carryOut(c, deps, command), c.get('caller'));
  }

  app.openapi(joinMatch, async (c) => {
    const match = await takeSeat(c, deps, c.get('loaded'), c.req.valid('json'), (join) =>
      whileReadable(join.player, joining(deps, join)),
    );
    return send(c, match, 200);
  });

  app.openapi(leaveMatch, async (c) => send(c, await run(c, leaving(deps, c.get('caller').id)), 200));

  app.openapi(resignMatch, async (c) => send(c, await run(c, resigning(deps, c.get('caller').id)), 200));
}
