/** The catalogue of games. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import type { AnyGame } from '../../../domain/game.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { ApiProblem } from '../problems.ts';
import { json, openProblems, withOrWithoutToken } from '../responses.ts';
import { gameId, gameListSchema, gameSchema } from '../schemas/game.ts';
import { noQuery } from '../schemas/params.ts';
import { send } from '../send.ts';

const listGames = createRoute({
  method: 'get',
  path: '/v1/games',
  operationId: 'listGames',
  summary: 'The games that can be played',
  description: 'All of them, one entry a game.',
  tags: ['games'],
  security: withOrWithoutToken,
  request: { query: noQuery },
  responses: { 200: json(gameListSchema, 'The catalogue.'), ...openProblems('invalid') },
});

const getGame = createRoute({
  method: 'get',
  path: '/v1/games/{game}',
  operationId: 'getGame',
  summary: 'One game: its seats, options, moves and rules',
  description: 'The rules are Markdown; options and moves are told by JSON Schemas, of which forms can be made.',
  tags: ['games'],
  security: withOrWithoutToken,
  request: { query: noQuery, params: z.strictObject({ game: gameId }) },
  responses: { 200: json(gameSchema, 'The game.'), ...openProblems('not_found', 'invalid') },
});

export function gameRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(listGames, (c) => send(c, { games: deps.games.current.map(listed) }, 200));

  app.openapi(getGame, (c) => {
    const game = deps.games.newest(c.req.valid('param').game);
    if (game === undefined) throw new ApiProblem('not_found', { detail: 'There is no such game.' });
    const options = z.toJSONSchema(game.schemas.options, { io: 'input' });
    const move = z.toJSONSchema(game.schemas.move, { io: 'input' });
    return send(c, { ...listed(game), options, move, rulesText: game.rulesText }, 200);
  });
}

function listed({ id, name, summary, version, seatRange, hidden }: AnyGame) {
  return { id, name, summary, rules: version, seats: { least: seatRange.least, most: seatRange.most }, hidden };
}
