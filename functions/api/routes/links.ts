/**
 * Links that seat whoever opens one first. A code travels in bodies alone: paths and queries stand in the logs of gateways
 * and proxies, and programs that preview links would open them.
 */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import { gameOf } from '../../../domain/match/evolve.ts';
import { whyNotCreator, whyNotOpen } from '../../../domain/match/invitations.ts';
import { digestOfCode } from '../../../domain/match/links.ts';
import { linkBy, makingLink, openingLink, revokingLink } from '../../play/links.ts';
import { listing } from '../../play/listing.ts';
import { requirePlayer } from '../authenticate.ts';
import { carryOut } from '../carry-out.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { linkCodeFor, matchOfCode, newLinkCode } from '../ids.ts';
import { jsonBody } from '../json-body.ts';
import { loadMatch } from '../match-context.ts';
import { withNameOf, withNames } from '../present.ts';
import { ApiProblem, refused } from '../problems.ts';
import { json, nothing, problems, withOrWithoutToken, withToken } from '../responses.ts';
import {
  linkCodeSchema,
  linkListSchema,
  linkParam,
  linkPreviewSchema,
  linkWithCodeSchema,
  openLinkSchema,
} from '../schemas/invitations.ts';
import { matchSchema, nothingSchema } from '../schemas/match.ts';
import { idempotencyHeader, matchParam, noQuery } from '../schemas/params.ts';
import { takeSeat } from '../seating.ts';
import { send } from '../send.ts';

const BODY_PROBLEMS = ['malformed', 'too_large', 'unsupported_media_type', 'invalid'] as const;

const makeLink = createRoute({
  method: 'post',
  path: '/v1/matches/{match}/links',
  operationId: 'makeLink',
  summary: 'Make a link that seats whoever opens it first, once',
  description:
    'For a match that you made. It keeps no seat free, and opens a private match too. Sent again with the same `Idempotency-Key` it gives the same link.',
  tags: ['invitations'],
  security: withToken,
  middleware: [requirePlayer, loadMatch, jsonBody({ required: false })] as const,
  request: {
    params: matchParam,
    query: noQuery,
    headers: idempotencyHeader,
    body: { required: false, content: { 'application/json': { schema: nothingSchema } } },
  },
  responses: {
    201: json(linkWithCodeSchema, 'The link.'),
    ...problems(
      ...BODY_PROBLEMS,
      'not_found',
      'not_creator',
      'is_fork',
      'match_started',
      'match_over',
      'time_up',
      'too_many_links',
    ),
  },
});

const listLinks = createRoute({
  method: 'get',
  path: '/v1/matches/{match}/links',
  operationId: 'listLinks',
  summary: 'The links of a match that you made, without their codes',
  tags: ['invitations'],
  security: withToken,
  middleware: [requirePlayer, loadMatch] as const,
  request: { params: matchParam, query: noQuery },
  responses: {
    200: json(linkListSchema, 'Those that can still be used.'),
    ...problems('not_found', 'invalid', 'not_creator', 'is_fork'),
  },
});

const revokeLink = createRoute({
  method: 'delete',
  path: '/v1/matches/{match}/links/{link}',
  operationId: 'revokeLink',
  summary: 'Revoke a link',
  description: 'Of a link that nobody can use any more, or that there never was, the answer is the same.',
  tags: ['invitations'],
  security: withToken,
  middleware: [requirePlayer, loadMatch] as const,
  request: { params: linkParam, query: noQuery },
  responses: {
    204: nothing('Nobody can use such a link any more.'),
    ...problems('not_found', 'invalid', 'not_creator', 'time_up'),
  },
});

const previewLink = createRoute({
  method: 'post',
  path: '/v1/links/preview',
  operationId: 'previewLink',
  summary: 'What a link opens',
  description:
    'Seats nobody, and may be asked as often as you like. The code is in the body, where no log and no preview of a chat finds it.',
  tags: ['invitations'],
  security: withOrWithoutToken,
  middleware: [jsonBody({ required: true })] as const,
  request: { query: noQuery, body: { required: true, content: { 'application/json': { schema: linkCodeSchema } } } },
  responses: {
    200: json(linkPreviewSchema, 'The match, as onlookers would see it.'),
    ...problems(...BODY_PROBLEMS, 'not_found', 'match_started', 'match_over', 'link_over'),
  },
});

const openLink = createRoute({
  method: 'post',
  path: '/v1/links/open',
  operationId: 'openLink',
  summary: 'Take a seat by a link',
  description:
    'Of all who open it the first is seated, and gets the same answer when it is sent again. Whoever is told why they cannot sit down has not used it up.',
  tags: ['invitations'],
  security: withToken,
  middleware: [requirePlayer, jsonBody({ required: true })] as const,
  request: { query: noQuery, body: { required: true, content: { 'application/json': { schema: openLinkSchema } } } },
  responses: {
    200: json(matchSchema, 'The match.'),
    ...problems(
      ...BODY_PROBLEMS,
      'not_found',
      'match_started',
      'match_over',
      'time_up',
      'seat_taken',
      'already_seated',
      'link_over',
      'kept_apart',
    ),
  },
});

export function linkRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  /** @throws ApiProblem where no match has, or had, a link with that code */
  async function opened(code: string) {
    const loaded = await deps.log.load(matchOfCode(code));
    const found = loaded === null ? null : await linkBy(deps, loaded.state, digestOfCode(code));
    if (loaded === null || found === null) throw new ApiProblem('not_found', { detail: 'There is no such link.' });
    return { loaded, found };
  }

  app.openapi(makeLink, async (c) => {
    const caller = c.get('caller');
    const { id } = c.get('loaded').state;
    const key = c.req.valid('header')['idempotency-key'];
    const code = key === undefined ? newLinkCode(id, deps.random) : linkCodeFor(caller.secret, id, key);
    const digest = digestOfCode(code);
    const made = (await carryOut(c, deps, makingLink(deps, caller.id, digest))).links.find(
      (each) => each.digest === digest,
    );
    if (made === undefined) throw new Error('a link is there right after it was made');
    return send(c, { link: String(made.link), at: made.at, code }, 201);
  });

  app.openapi(listLinks, (c) => {
    const { state } = c.get('loaded');
    const problem = whyNotCreator(state, c.get('caller').id);
    if (problem !== null) throw refused(problem);
    return send(c, { links: state.links.map(({ link, at }) => ({ link: String(link), at })) }, 200);
  });

  app.openapi(revokeLink, async (c) => {
    await carryOut(c, deps, revokingLink(c.get('caller').id, Number(c.req.valid('param').link)));
    return c.body(null, 204, c.get('headers'));
  });

  app.openapi(previewLink, async (c) => {
    const { loaded, found } = await opened(c.req.valid('json').code);
    const { state } = loaded;
    if (found.revoked) throw new ApiProblem('link_over', { detail: 'The link has been revoked.' });
    if (found.usedBy !== null) throw new ApiProblem('link_over', { detail: 'The link has been used.' });
    const problem = whyNotOpen(state);
    if (problem !== null) throw refused(problem);
    const named = await withNameOf(deps, [state.creator]);
    const match = await withNames(deps, listing(gameOf(state, deps.games), state));
    return send(c, { match, by: named(state.creator) }, 200);
  });

  app.openapi(openLink, async (c) => {
    const { code, ...wish } = c.req.valid('json');
    const { loaded } = await opened(code);
    return send(c, await takeSeat(c, deps, loaded, wish, (join) => openingLink(deps, join, digestOfCode(code))), 200);
  });
}
