/** Plans: what a player answers to moves that may come. There is no way for anybody else to ask for them. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { requirePlayer } from '../authenticate.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { jsonBody } from '../json-body.ts';
import { loadMatch } from '../match-context.ts';
import { cancelPlan, layPlan, plannedBy, rehearsePlan } from '../plan.ts';
import { planSize } from '../plan-size.ts';
import { invalid } from '../problems.ts';
import { json, nothing, problems, withToken } from '../responses.ts';
import { queryFlag } from '../schemas/common.ts';
import { matchParam, noQuery } from '../schemas/params.ts';
import { newPlanSchema, planAnswerSchema } from '../schemas/plan.ts';
import { send } from '../send.ts';

const getPlan = createRoute({
  method: 'get',
  path: '/v1/matches/{match}/plan',
  operationId: 'getPlan',
  summary: 'Your own plan in a match',
  description: 'What is left of it, at the ply where it goes on. Nobody else can ask for it, or see that there is one.',
  tags: ['plans'],
  security: withToken,
  middleware: [requirePlayer, loadMatch] as const,
  request: { params: matchParam, query: noQuery },
  responses: {
    200: json(planAnswerSchema, 'The plan, if there is one.'),
    ...problems('not_found', 'invalid', 'not_seated'),
  },
});

const setPlan = createRoute({
  method: 'put',
  path: '/v1/matches/{match}/plan',
  operationId: 'setPlan',
  summary: 'Lay a plan: what you answer to moves that may come',
  description:
    'While your opponent is to move. It takes the place of the one before, and is judged by the rules as far as that can be ' +
    'told before anything is rolled. When what comes is in it, its answer is played in a few seconds, as a move with ' +
    '`by: "plan"`; when it is not, the plan is dropped. Your feed tells of both. Sent again it changes nothing.',
  tags: ['plans'],
  security: withToken,
  middleware: [requirePlayer, loadMatch, jsonBody({ required: true }), planSize] as const,
  request: {
    params: matchParam,
    query: z.strictObject({
      'dry-run': queryFlag('Judge it, and walk the `line` if there is one, but keep nothing.').optional(),
    }),
    body: { required: true, content: { 'application/json': { schema: newPlanSchema } } },
  },
  responses: {
    200: json(planAnswerSchema, 'The plan as it is kept, with its moves as the game writes them.'),
    ...problems(
      'not_found',
      'malformed',
      'too_large',
      'unsupported_media_type',
      'invalid',
      'not_seated',
      'is_fork',
      'plans_unavailable',
      'match_not_started',
      'match_over',
      'time_up',
      'stale_ply',
      'own_turn',
      'plan_firing',
      'unreadable_move',
      'illegal_move',
    ),
  },
});

const deletePlan = createRoute({
  method: 'delete',
  path: '/v1/matches/{match}/plan',
  operationId: 'deletePlan',
  summary: 'Take your plan away',
  description:
    'After this nothing of it is played. Where an answer is being played this very moment, that is told instead ' +
    '(`plan_firing`), and what is left can be taken away when it is done.',
  tags: ['plans'],
  security: withToken,
  middleware: [requirePlayer, loadMatch] as const,
  request: { params: matchParam, query: noQuery },
  responses: {
    204: nothing('There is no plan, or there is none any more.'),
    ...problems('not_found', 'invalid', 'not_seated', 'plan_firing'),
  },
});

export function planRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(getPlan, async (c) => {
    const stored = await plannedBy(deps, c.get('loaded').state, c.get('caller'));
    if (stored?.plan == null) return send(c, { plan: null }, 200);
    const { ply, branches } = stored.plan;
    return send(c, { plan: { ply, branches, firing: stored.firing !== null } }, 200);
  });

  app.openapi(setPlan, async (c) => {
    const { line, ...wish } = c.req.valid('json');
    const { state } = c.get('loaded');
    const caller = c.get('caller');
    const at = c.get('receivedAt');
    if (c.req.valid('query')['dry-run'] === true) {
      const { plan, ...walked } = rehearsePlan(deps, state, caller, wish, line, at);
      return send(c, { plan: { ...plan, firing: false }, ...walked }, 200);
    }
    if (line !== undefined) throw invalid('body', '/line', 'A line is walked with dry-run=true only.');
    const plan = await layPlan(deps, state, caller, wish, at);
    return send(c, { plan: { ...plan, firing: false } }, 200);
  });

  app.openapi(deletePlan, async (c) => {
    await cancelPlan(deps, c.get('loaded').state, c.get('caller'));
    return c.body(null, 204, c.get('headers'));
  });
}
