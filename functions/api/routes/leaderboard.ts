/** Who is how strong at a game. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { boardCursorOf, readBoardCursor } from '../board-cursor.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { linkNext } from '../link.ts';
import { withNameOf } from '../present.ts';
import { presentStanding } from '../present-standing.ts';
import { ApiProblem } from '../problems.ts';
import { openProblems, pageOf, withOrWithoutToken } from '../responses.ts';
import { queryInteger } from '../schemas/common.ts';
import { gameId } from '../schemas/game.ts';
import { leaderboardSchema } from '../schemas/leaderboard.ts';
import { send } from '../send.ts';

const getLeaderboard = createRoute({
  method: 'get',
  path: '/v1/games/{game}/leaderboard',
  operationId: 'getLeaderboard',
  summary: 'Players by their ratings',
  description:
    'Those whose ratings are established come first, then those who were and have not played for long, then those who ' +
    'have played too little yet; in each the highest rating first. Only rated matches count. It lags behind a little, ' +
    'as lists do, and pages may move on while you read: a player whose rating has just changed may be missing or come twice.',
  tags: ['games'],
  security: withOrWithoutToken,
  request: {
    params: z.strictObject({ game: gameId }),
    query: z.strictObject({
      limit: queryInteger(
        1,
        100,
        'The most to tell; default 50. A page may have fewer, also when there are more.',
      ).optional(),
      cursor: z.string().max(200).optional().meta({ description: '`next` of the page before.' }),
    }),
  },
  responses: { 200: pageOf(leaderboardSchema, 'A page.'), ...openProblems('not_found', 'invalid') },
});

export function leaderboardRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(getLeaderboard, async (c) => {
    const { limit = 50, cursor } = c.req.valid('query');
    const game = deps.games.newest(c.req.valid('param').game)?.id;
    if (game === undefined) throw new ApiProblem('not_found', { detail: 'There is no such game.' });
    const page = await deps.leaderboard.page(game, limit, cursor === undefined ? null : readBoardCursor(cursor));
    const named = await withNameOf(
      deps,
      page.players.map(({ player }) => player),
    );
    const players = page.players.map((ranked) => ({
      player: named(ranked.player),
      ...presentStanding(ranked),
      established: ranked.group === 'established',
    }));
    const next = page.next === null ? null : boardCursorOf(page.next);
    if (next !== null) linkNext(c, 'cursor', next);
    return send(c, { game, players, next, asOf: deps.now().toISOString() }, 200);
  });
}
