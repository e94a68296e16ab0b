/**
 * Holds each request to what its token is good for, by the table of operations. Runs before anything is looked up, so
 * that what a token may not do tells nothing of what there is.
 */
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { Scope } from '../store/scopes.ts';
import type { Token } from '../store/tokens.ts';
import type { ApiEnv } from './deps.ts';
import { scopesOf } from './operation-scopes.ts';
import { ApiProblem } from './problems.ts';

/** What is not of one operation, such as this itself. */
const ALL = 'ALL';

export const authorize = createMiddleware<ApiEnv>(async (c, next) => {
  const token = c.get('token');
  if (token === null) return next();
  for (const { method, path } of matchedRoutes(c)) if (method !== ALL) check(token, method, path, c.req.path);
  return next();
});

function check(token: Token, method: string, route: string, path: string): void {
  const scopes = scopesOf(method, route);
  if (scopes.length === 0) return;
  if (scopes.some((scope) => !token.scopes.includes(scope))) throw insufficientScope(scopes);
  const match = path.split('/')[route.split('/').indexOf(':match')];
  if (token.match !== null && match !== token.match) {
    throw insufficientScope([], 'This token is for one match alone, and for what is about that.');
  }
}

/** As RFC 6750 tells it; `needed` is what a token for this would have. */
export function insufficientScope(needed: readonly Scope[], detail?: string): ApiProblem {
  const scope = needed.length === 0 ? '' : `, scope="${needed.join(' ')}"`;
  return new ApiProblem(
    'insufficient_scope',
    { detail: detail ?? `It takes a token with ${needed.map((each) => `\`${each}\``).join(', ')}.` },
    { 'WWW-Authenticate': `Bearer error="insufficient_scope"${scope}` },
  );
}
