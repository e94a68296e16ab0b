/** Inviting players by name, and what they answer. All but the list may be sent again and give their first answer. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { createMiddleware } from 'hono/factory';
import * as z from 'zod';
import { isPlayerId } from '../../../domain/match/ids.ts';
import { invitationOf } from '../../../domain/match/invitations.ts';
import { apartFrom } from '../../play/apart.ts';
import { accepting, declining, inviting, withdrawing } from '../../play/invitations.ts';
import { requirePlayer } from '../authenticate.ts';
import { carryOut } from '../carry-out.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { jsonBody } from '../json-body.ts';
import { linkNext } from '../link.ts';
import { cursorOf, readCursor } from '../list-cursor.ts';
import { loadAnswered, loadMatch, whileReadable } from '../match-context.ts';
import { presentMatch, withNameOf, withNames } from '../present.ts';
import { ApiProblem } from '../problems.ts';
import { json, nothing, pageOf, problems, withToken } from '../responses.ts';
import { queryInteger } from '../schemas/common.ts';
import { declineSchema, invitationListSchema, invitationParam, newInvitationSchema } from '../schemas/invitations.ts';
import { joinSchema, matchSchema } from '../schemas/match.ts';
import { matchParam, noQuery } from '../schemas/params.ts';
import { checkInvited, takeSeat } from '../seating.ts';
import { send } from '../send.ts';

const BODY_PROBLEMS = ['malformed', 'too_large', 'unsupported_media_type', 'invalid'] as const;

const invite = createRoute({
  method: 'post',
  path: '/v1/matches/{match}/invitations',
  operationId: 'invitePlayer',
  summary: 'Invite a player to a match that you made',
  description:
    'It is told in the player’s feed, opens a private match to them, and keeps no seat free. Who has declined may be invited again.',
  tags: ['invitations'],
  security: withToken,
  middleware: [requirePlayer, loadMatch, jsonBody({ required: true })] as const,
  request: {
    params: matchParam,
    query: noQuery,
    body: { required: true, content: { 'application/json': { schema: newInvitationSchema } } },
  },
  responses: {
    201: json(matchSchema, 'The match, with the invitation.'),
    ...problems(
      ...BODY_PROBLEMS,
      'not_found',
      'not_creator',
      'is_fork',
      'match_started',
      'match_over',
      'time_up',
      'player_seated',
      'too_many_invitations',
      'kept_apart',
    ),
  },
});

/** `accept` and `decline` are paths of their own, and no players: they do not know this method. */
const passOverAnswers = createMiddleware<ApiEnv>(async (c, next) => {
  if (!['accept', 'decline'].includes(c.req.param('player') ?? '')) return next();
  throw new ApiProblem('method_not_allowed', { detail: 'Allowed here: POST.' }, { Allow: 'POST' });
});

const withdraw = createRoute({
  method: 'delete',
  path: '/v1/matches/{match}/invitations/{player}',
  operationId: 'withdrawInvitation',
  summary: 'Take an invitation back',
  description:
    'A private match is closed to the player again. Of a player without an invitation the answer is the same.',
  tags: ['invitations'],
  security: withToken,
  middleware: [passOverAnswers, requirePlayer, loadMatch] as const,
  request: { params: invitationParam, query: noQuery },
  responses: {
    204: nothing('The player has no invitation any more.'),
    ...problems(
      'not_found',
      'invalid',
      'not_creator',
      'is_fork',
      'match_started',
      'match_over',
      'time_up',
      'player_seated',
    ),
  },
});

const accept = createRoute({
  method: 'post',
  path: '/v1/matches/{match}/invitations/accept',
  operationId: 'acceptInvitation',
  summary: 'Take a seat, as you were invited to',
  description: 'The same as joining, for who is invited.',
  tags: ['invitations'],
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
      ...BODY_PROBLEMS,
      'not_found',
      'not_asked',
      'match_over',
      'time_up',
      'match_full',
      'seat_taken',
      'already_seated',
      'kept_apart',
    ),
  },
});

const decline = createRoute({
  method: 'post',
  path: '/v1/matches/{match}/invitations/decline',
  operationId: 'declineInvitation',
  summary: 'Decline an invitation',
  description:
    'It is told in the feeds of those who have sat down, with the reason. A private match is closed to you then.',
  tags: ['invitations'],
  security: withToken,
  middleware: [requirePlayer, loadAnswered, jsonBody({ required: false })] as const,
  request: {
    params: matchParam,
    query: noQuery,
    body: { required: false, content: { 'application/json': { schema: declineSchema } } },
  },
  responses: {
    204: nothing('You have declined.'),
    ...problems(...BODY_PROBLEMS, 'not_found', 'not_asked', 'match_started', 'match_over', 'time_up', 'already_seated'),
  },
});

const listInvitations = createRoute({
  method: 'get',
  path: '/v1/me/invitations',
  operationId: 'listInvitations',
  summary: 'Invitations that wait for your answer; newest first',
  description:
    'Those of whom you are kept apart from are left out, so that a page may have fewer than `limit`. It lags behind a little, as lists do.',
  tags: ['invitations'],
  security: withToken,
  middleware: [requirePlayer] as const,
  request: {
    query: z.strictObject({
      limit: queryInteger(1, 100, 'Default 50.').optional(),
      cursor: z.string().max(200).optional().meta({ description: '`next` of the page before.' }),
    }),
  },
  responses: { 200: pageOf(invitationListSchema, 'A page.'), ...problems('invalid') },
});

export function invitationRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(invite, async (c) => {
    const caller = c.get('caller');
    const { player } = c.req.valid('json');
    const { state } = c.get('loaded');
    // Whose match it is, is asked first; and who is invited already was found then.
    if (state.creator === caller.id && invitationOf(state, player) === undefined) {
      await checkInvited(deps, caller.id, [player], () => '/player');
    }
    return send(c, await presentMatch(deps, await carryOut(c, deps, inviting(deps, caller.id, player)), caller), 201);
  });

  app.openapi(accept, async (c) => {
    const match = await takeSeat(c, deps, c.get('loaded'), c.req.valid('json'), (join) =>
      whileReadable(join.player, accepting(deps, join)),
    );
    return send(c, match, 200);
  });

  app.openapi(decline, async (c) => {
    const { reason = 'unspecified' } = c.req.valid('json');
    await carryOut(c, deps, declining(c.get('caller').id, reason));
    return c.body(null, 204, c.get('headers'));
  });

  // After those whose paths look like it.
  app.openapi(withdraw, async (c) => {
    const { player } = c.req.valid('param');
    if (isPlayerId(player)) await carryOut(c, deps, withdrawing(c.get('caller').id, player));
    return c.body(null, 204, c.get('headers'));
  });

  app.openapi(listInvitations, async (c) => {
    const { limit = 50, cursor } = c.req.valid('query');
    const after = cursor === undefined ? null : readCursor(cursor);
    const page = await deps.invitations.page(c.get('caller').id, limit, after);
    const apart = await apartFrom(
      deps,
      c.get('caller').id,
      page.invitations.map(({ by }) => by),
    );
    const shown = page.invitations.filter(({ by }) => !apart.has(by));
    const named = await withNameOf(
      deps,
      shown.map(({ by }) => by),
    );
    const invitations = await Promise.all(
      shown.map(async ({ match, by, at }) => ({ match: await withNames(deps, match), by: named(by), at })),
    );
    const next = page.next === null ? null : cursorOf(page.next);
    if (next !== null) linkNext(c, 'cursor', next);
    return send(c, { invitations, next, asOf: deps.now().toISOString() }, 200);
  });
}
