/** Loads the player that a path names. */
import { createMiddleware } from 'hono/factory';
import { isPlayerId } from '../../domain/match/ids.ts';
import type { ApiEnv } from './deps.ts';
import { ApiProblem } from './problems.ts';

export const loadPlayer = createMiddleware<ApiEnv>(async (c, next) => {
  const id = c.req.param('player') ?? '';
  const named = isPlayerId(id) ? await c.get('deps').players.byId(id) : null;
  if (named === null) throw new ApiProblem('not_found', { detail: 'There is no such player.' });
  c.set('named', named);
  return next();
});
