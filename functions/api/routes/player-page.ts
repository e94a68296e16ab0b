/** What everybody may know of a player. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { loadPlayer } from '../player-context.ts';
import { presentStanding } from '../present-standing.ts';
import { json, openProblems, withOrWithoutToken } from '../responses.ts';
import { noQuery, playerParam } from '../schemas/params.ts';
import { playerPageSchema } from '../schemas/player.ts';
import { send } from '../send.ts';

const getPlayer = createRoute({
  method: 'get',
  path: '/v1/players/{player}',
  operationId: 'getPlayer',
  summary: 'A player’s public page',
  description:
    'A finished match counts once, if it is not private and was not played alone. Counts and ratings, one of each a game, ' +
    'lag behind a little, as lists do.',
  tags: ['players'],
  security: withOrWithoutToken,
  middleware: [loadPlayer] as const,
  request: { params: playerParam, query: noQuery },
  responses: { 200: json(playerPageSchema, 'The player.'), ...openProblems('not_found', 'invalid') },
});

export function playerPageRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(getPlayer, async (c) => {
    const { id, name, createdAt } = c.get('named');
    const games = deps.games.current.map((game) => game.id);
    const [results, standings] = await Promise.all([deps.results.of(id), deps.leaderboard.of(id, games)]);
    const ratings = standings.map(({ game, ...standing }) => ({ game, ...presentStanding(standing) }));
    return send(c, { id, name, createdAt, results: [...results], ratings, asOf: deps.now().toISOString() }, 200);
  });
}
