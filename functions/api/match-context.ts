/**
 * Loads the match that a path names, for those who may read it; for all others it does not exist. Runs before the
 * request is judged any further, so that a bad request on a match one may not read tells nothing but 404.
 */
import { createMiddleware } from 'hono/factory';
import { isMatchId } from '../../domain/match/ids.ts';
import { mayRead } from '../../domain/match/sight.ts';
import type { ApiEnv } from './deps.ts';
import { ApiProblem } from './problems.ts';

export const loadMatch = createMiddleware<ApiEnv>(async (c, next) => {
  const id = c.req.param('match') ?? '';
  const loaded = isMatchId(id) ? await c.get('deps').log.load(id) : null;
  if (loaded === null || !mayRead(loaded.state, c.get('player')?.id ?? null)) {
    throw new ApiProblem('not_found', { detail: 'There is no such match, or it is not yours to read.' });
  }
  c.set('loaded', loaded);
  return next();
});
