/** Bearer tokens. A request without one is anonymous; one with a wrong one is refused, whatever it asks for. */
import { createMiddleware } from 'hono/factory';
import type { ApiDeps, ApiEnv } from './deps.ts';
import { spend } from './limits/limit.ts';
import { ApiProblem } from './problems.ts';
import { mayBeToken } from './tokens/form.ts';

const BEARER = /^Bearer +([A-Za-z0-9._~+/=-]{1,256})$/i;

export function authenticate(deps: ApiDeps) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const header = c.req.header('Authorization');
    if (header === undefined) {
      c.set('player', null);
      c.set('token', null);
      return next();
    }
    const bearer = BEARER.exec(header)?.[1] ?? '';
    const token = mayBeToken(bearer) ? await deps.tokens.find(bearer, c.get('receivedAt')) : null;
    const player = token === null ? null : await deps.players.byId(token.player);
    if (token === null || player === null) {
      spend(deps, c, null);
      throw wrongToken(header);
    }
    c.set('player', player);
    c.set('token', token);
    c.set('bearer', bearer);
    return next();
  });
}

/** Of another scheme RFC 6750 has nothing said but which one it should be. */
function wrongToken(header: string): ApiProblem {
  const challenge = /^Bearer\b/i.test(header) ? 'Bearer error="invalid_token"' : 'Bearer';
  return new ApiProblem(
    'unauthenticated',
    { detail: 'The bearer token is not valid.' },
    { 'WWW-Authenticate': challenge },
  );
}

/** For routes that need an account. */
export const requirePlayer = createMiddleware<ApiEnv>(async (c, next) => {
  const player = c.get('player');
  if (player === null) throw new ApiProblem('unauthenticated', { detail: 'Send a bearer token.' });
  c.set('caller', player);
  return next();
});
