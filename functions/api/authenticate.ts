/** Bearer tokens. A request without one is anonymous; one with a wrong one is refused, whatever it asks for. */
import { createMiddleware } from 'hono/factory';
import type { ApiDeps, ApiEnv } from './deps.ts';
import { ApiProblem } from './problems.ts';

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]{1,256})$/i;

export function authenticate(deps: ApiDeps) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const header = c.req.header('Authorization');
    if (header === undefined) {
      c.set('player', null);
      return next();
    }
    const token = BEARER.exec(header)?.[1];
    const player = token === undefined ? null : await deps.players.byToken(token);
    if (player === null) throw new ApiProblem('unauthenticated', { detail: 'The bearer token is not valid.' });
    c.set('player', player);
    return next();
  });
}

/** For routes that need an account. */
export const requirePlayer = createMiddleware<ApiEnv>(async (c, next) => {
  const player = c.get('player');
  if (player === null) throw new ApiProblem('unauthenticated', { detail: 'Send a bearer token.' });
  c.set('caller', player);
  return next();
});
