/** Making, listing and reading matches. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { DEFAULT_TIME } from '../../../domain/match/clock/settings.ts';
import { isDropped } from '../../../domain/match/fork-life.ts';
import { sealPersonal } from '../../../domain/match/personal.ts';
import { isOver } from '../../../domain/match/play.ts';
import { MATCH_STATUSES, type MatchState } from '../../../domain/match/types.ts';
import { create } from '../../play/create.ts';
import { stateAtPly } from '../../play/history.ts';
import type { ListQuery } from '../../store/lists.ts';
import { requirePlayer } from '../authenticate.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { hex, matchIdFor, newMatchId } from '../ids.ts';
import { jsonBody } from '../json-body.ts';
import { linkNext } from '../link.ts';
import { cursorOf, readCursor } from '../list-cursor.ts';
import { loadMatch } from '../match-context.ts';
import { pageWithoutApart } from '../open-matches.ts';
import { optionsOf } from '../options.ts';
import { presentMatch, withNames } from '../present.ts';
import { ApiProblem, invalid, refused } from '../problems.ts';
import { json, pageOf, problems, withOrWithoutToken, withToken } from '../responses.ts';
import { CLOCK_KINDS, settingDuration } from '../schemas/clock.ts';
import { queryFlag, queryInteger, SEAT_MOST } from '../schemas/common.ts';
import { matchListSchema, matchSchema, newMatchSchema, PLY_MOST } from '../schemas/match.ts';
import { idempotencyHeader, matchParam, noQuery } from '../schemas/params.ts';
import { checkInvited } from '../seating.ts';
import { send } from '../send.ts';
import { isWanted } from '../wanted.ts';

const createMatch = createRoute({
  method: 'post',
  path: '/v1/matches',
  operationId: 'createMatch',
  summary: 'Make a match and sit down',
  description:
    'It starts when every seat is taken; for who plays alone, at once. What may be in `options` is told by `getGame`. Sent ' +
    'again with the same `Idempotency-Key` and body it gives the first answer.',
  tags: ['matches'],
  security: withToken,
  middleware: [requirePlayer, jsonBody({ required: true })] as const,
  request: {
    query: noQuery,
    headers: idempotencyHeader,
    body: { required: true, content: { 'application/json': { schema: newMatchSchema } } },
  },
  responses: {
    201: json(matchSchema, 'The match.'),
    ...problems('malformed', 'too_large', 'unsupported_media_type', 'invalid', 'idempotency_key_reused', 'kept_apart'),
  },
});

const FIRST_TURN = 'Those in which a player has for the first turn';

const listMatches = createRoute({
  method: 'get',
  path: '/v1/matches',
  operationId: 'listMatches',
  summary: 'The lobby, all public matches, or your own; newest first',
  description:
    'Public matches with free seats are the lobby, `status=open`. What is unlisted or private is listed for its own seats ' +
    'only, with `mine`, and forks for their player only, with `forks`. Of the public ones open matches are left out in which ' +
    'somebody sits from whom you are kept apart by a block. A page may have fewer than `limit`, even none, and yet there is ' +
    'more: go by `next`. Lists lag behind a little; `asOf` tells when this one was read.',
  tags: ['matches'],
  security: withOrWithoutToken,
  request: {
    query: z.strictObject({
      mine: queryFlag('Those in which you have a seat, instead of the public ones. Needs a token.').optional(),
      forks: queryFlag('Your forks, instead of matches. Needs a token.').optional(),
      status: z.enum(MATCH_STATUSES).optional().meta({ description: 'Only matches of this status.' }),
      game: z.string().max(64).optional().meta({ description: 'Only matches of this game, by its id.' }),
      seats: queryInteger(1, SEAT_MOST, 'Only matches with so many seats.').optional(),
      clock: z.enum(CLOCK_KINDS).optional().meta({ description: 'Only matches with this kind of clock.' }),
      timeAtLeast: settingDuration.optional().meta({ description: `${FIRST_TURN} at least so much time.` }),
      timeAtMost: settingDuration.optional().meta({ description: `${FIRST_TURN} at most so much time.` }),
      rated: queryFlag('Those that are rated, or those that are not.').optional(),
      limit: queryInteger(1, 100, 'The most to tell; default 50.').optional(),
      cursor: z.string().max(200).optional().meta({ description: '`next` of the page before.' }),
    }),
  },
  responses: { 200: pageOf(matchListSchema, 'A page.'), ...problems('invalid') },
});

const getMatch = createRoute({
  method: 'get',
  path: '/v1/matches/{match}',
  operationId: 'getMatch',
  summary: 'A match as you may see it, now or at an earlier ply',
  description:
    'A private match needs a token of somebody with a seat or an invitation; for all others it is not there. To hear of ' +
    'changes wait for `listEvents` after `head.seq`.',
  tags: ['matches'],
  security: withOrWithoutToken,
  middleware: [loadMatch] as const,
  request: {
    params: matchParam,
    query: z.strictObject({
      ply: queryInteger(0, PLY_MOST, 'The match as it last stood at this ply; default: as it is.').optional(),
    }),
  },
  responses: { 200: json(matchSchema, 'The match.'), ...problems('not_found', 'invalid') },
});

function timeSettings({ clock, vacation, startWithin }: z.infer<typeof newMatchSchema>) {
  return {
    clock: clock ?? DEFAULT_TIME.clock,
    vacation: vacation ?? DEFAULT_TIME.vacation,
    startWithin: startWithin ?? DEFAULT_TIME.startWithin,
  };
}

export function matchRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(createMatch, async (c) => {
    const body = c.req.valid('json');
    const caller = c.get('caller');
    const game = deps.games.newest(body.game);
    if (game === undefined) throw invalid('body', '/game', 'There is no such game.');
    const key = c.req.valid('header')['idempotency-key'];
    const match = key === undefined ? newMatchId(deps.random) : matchIdFor(caller.secret, key);
    const invited = body.invited ?? [];
    // What was made before is answered as it was then, whatever has become of the accounts.
    const isNew = key === undefined || invited.length === 0 || (await deps.log.loadAt(match, 1)) === null;
    if (isNew) await checkInvited(deps, caller.id, invited, (n) => `/invited/${n}`);
    const creation = await create(
      deps,
      game,
      {
        match,
        player: caller.id,
        options: sealPersonal(game, optionsOf(game, body.options), body.seat ?? 1, hex(deps.random(16))),
        seat: body.seat ?? 1,
        seats: body.seats ?? null,
        visibility: body.visibility ?? 'unlisted',
        invited,
        rated: body.rated ?? false,
        entropy: body.entropy ?? '',
        secrets: { seed: hex(deps.random(32)), saltKey: hex(deps.random(32)) },
        time: timeSettings(body),
      },
      c.get('receivedAt'),
    );
    if (creation.ok) return send(c, await presentMatch(deps, creation.state, caller), 201);
    if ('reused' in creation) {
      throw new ApiProblem('idempotency_key_reused', { detail: 'It made another match, by another request.' });
    }
    throw refused(creation.problem);
  });

  app.openapi(listMatches, async (c) => {
    const { mine = false, forks = false, status, game, limit = 50, cursor, ...wanted } = c.req.valid('query');
    const player = c.get('player');
    if ((mine || forks) && player === null) throw new ApiProblem('unauthenticated', { detail: 'Send a bearer token.' });
    // The lobby is the same list without the many matches that have begun.
    const open = status === 'open' ? 'lobby' : 'public';
    const isPublic = !(mine || forks);
    const query: ListQuery = {
      list: player === null || isPublic ? open : `${forks ? 'forks' : 'player'}#${player.id}`,
      status: status ?? null,
      game: game ?? null,
      wanted: (match) => isWanted(wanted, match),
      limit,
      after: cursor === undefined ? null : readCursor(cursor),
    };
    const page = await (isPublic && player !== null
      ? pageWithoutApart(deps, player.id, query)
      : deps.lists.page(query));
    const there = page.matches.filter((match) => !isDropped(match, c.get('receivedAt')));
    const matches = await Promise.all(there.map((match) => withNames(deps, match)));
    // By age: after one that is over come only such.
    const next = page.next === null || there.length < page.matches.length ? null : cursorOf(page.next);
    if (next !== null) linkNext(c, 'cursor', next);
    return send(c, { matches, next, asOf: deps.now().toISOString() }, 200);
  });

  app.openapi(getMatch, async (c) => {
    const { state } = c.get('loaded');
    const { ply } = c.req.valid('query');
    if (ply === undefined) {
      return send(c, await presentMatch(deps, state, c.get('player'), undefined, deps.now()), 200);
    }
    const then = await at(state, ply);
    return send(c, await presentMatch(deps, then, c.get('player'), isOver(state)), 200);
  });

  async function at(state: MatchState, ply: number): Promise<MatchState> {
    const then = await stateAtPly(deps, state, ply);
    if (then !== null) return then;
    throw new ApiProblem('invalid', {
      errors: [{ in: 'query', pointer: '/ply', detail: `The match stands at ply ${state.ply}.` }],
    });
  }
}
