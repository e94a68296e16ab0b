/** Offers between the players of a match, and the answers to them. Each may be sent again and gives its first answer. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { Context } from 'hono';
import type * as z from 'zod';
import type { AnswerKind } from '../../../domain/match/offers/answer.ts';
import { answering, offering } from '../../play/commands.ts';
import { type Command, execute } from '../../play/execute.ts';
import { makeRematch } from '../../play/rematch.ts';
import { requirePlayer } from '../authenticate.ts';
import { insufficientScope } from '../authorize.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { jsonBody } from '../json-body.ts';
import { loadMatch } from '../match-context.ts';
import { presentMatch } from '../present.ts';
import { ApiProblem, refused } from '../problems.ts';
import { json, problems, withToken } from '../responses.ts';
import { matchSchema, nothingSchema } from '../schemas/match.ts';
import { acceptSchema, newOfferSchema, offerParam } from '../schemas/offers.ts';
import { matchParam, noQuery } from '../schemas/params.ts';
import { send } from '../send.ts';

const BODY_PROBLEMS = ['malformed', 'too_large', 'unsupported_media_type', 'invalid'] as const;

const makeOffer = createRoute({
  method: 'post',
  path: '/v1/matches/{match}/offers',
  operationId: 'makeOffer',
  summary: 'Offer the other seats something',
  description:
    'It is done when every seat that plays has accepted. A move of a seat that was asked declines it. Sent again with the ' +
    '`ply` that you saw it gives its first answer; without `ply`, as long as the offer waits.',
  tags: ['offers'],
  security: withToken,
  middleware: [requirePlayer, loadMatch, jsonBody({ required: true })] as const,
  request: {
    params: matchParam,
    query: noQuery,
    body: { required: true, content: { 'application/json': { schema: newOfferSchema } } },
  },
  responses: {
    201: json(matchSchema, 'The match, with the offer.'),
    ...problems(
      ...BODY_PROBLEMS,
      'not_found',
      'not_seated',
      'match_not_started',
      'match_over',
      'time_up',
      'stale_ply',
      'offer_unavailable',
      'offer_live',
    ),
  },
});

function answerRoute<const Answer extends AnswerKind, Body extends z.ZodType>(
  answer: Answer,
  schema: Body,
  summary: string,
  description: string,
) {
  return createRoute({
    method: 'post',
    path: `/v1/matches/{match}/offers/{offer}/${answer}`,
    operationId: `${answer}Offer`,
    summary,
    description: `${description} Sent again it gives the first answer.`,
    tags: ['offers'],
    security: withToken,
    middleware: [requirePlayer, loadMatch, jsonBody({ required: false })] as const,
    request: {
      params: offerParam,
      query: noQuery,
      body: { required: false, content: { 'application/json': { schema } } },
    },
    responses: {
      200: json(matchSchema, 'The match.'),
      ...problems(
        ...BODY_PROBLEMS,
        'not_found',
        'not_seated',
        'not_asked',
        'time_up',
        'offer_over',
        ...(answer === 'accept' ? (['offer_unavailable'] as const) : []),
      ),
    },
  });
}

const acceptOffer = answerRoute(
  'accept',
  acceptSchema,
  'Accept an offer; the last acceptance carries it out',
  'The offers that wait are in the match. With a rematch agreed on, the match names it as `rematch`.',
);
const declineOffer = answerRoute('decline', nothingSchema, 'Decline an offer', 'That ends it for all seats.');
const withdrawOffer = answerRoute(
  'withdraw',
  nothingSchema,
  'Take your own offer back',
  'It ends, also for seats that have accepted it already.',
);

export function offerRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  async function run(c: Context<ApiEnv>, command: Command) {
    const answer = await execute(deps, c.get('loaded'), command, c.get('receivedAt'));
    if (!answer.ok) throw refused(answer.problem);
    await makeRematch(deps, answer.state, c.get('receivedAt'));
    return presentMatch(deps, answer.state, c.get('caller'));
  }

  /** A rematch is another match. */
  function checkToken(c: Context<ApiEnv>, kind: string | undefined): void {
    if (kind !== 'rematch' || c.get('token')?.match == null) return;
    throw insufficientScope([], 'This token is for one match alone, and a rematch is another one.');
  }

  async function answered(c: Context<ApiEnv>, id: string, answer: AnswerKind, entropy?: string) {
    const offer = Number(id);
    if (answer === 'accept')
      checkToken(c, c.get('loaded').state.offers.live.find((live) => live.offer === offer)?.kind);
    if (!(await wasMade(c, offer))) throw new ApiProblem('not_found', { detail: 'There is no such offer.' });
    const given = { player: c.get('caller').id, offer, answer, ...(entropy === undefined ? {} : { entropy }) };
    return run(c, answering(deps, given, c.get('receivedAt')));
  }

  /** Of those long over the log alone knows. */
  async function wasMade(c: Context<ApiEnv>, offer: number): Promise<boolean> {
    const { state } = c.get('loaded');
    if ([...state.offers.live, ...state.offers.over].some((each) => each.offer === offer)) return true;
    const [commit] = await deps.log.read(state.id, offer - 1, 1);
    return commit?.events[0]?.type === 'offer.made';
  }

  app.openapi(makeOffer, async (c) => {
    const { kind, ply = null, ...terms } = c.req.valid('json');
    checkToken(c, kind);
    const offer = { player: c.get('caller').id, kind, terms, ply };
    return send(c, await run(c, offering(deps, offer, c.get('receivedAt'))), 201);
  });
  app.openapi(acceptOffer, async (c) => {
    const { entropy } = c.req.valid('json') ?? {};
    return send(c, await answered(c, c.req.valid('param').offer, 'accept', entropy), 200);
  });
  app.openapi(declineOffer, async (c) => send(c, await answered(c, c.req.valid('param').offer, 'decline'), 200));
  app.openapi(withdrawOffer, async (c) => send(c, await answered(c, c.req.valid('param').offer, 'withdraw'), 200));
}
