/** Notes which operation of the description a request is, for what is told or counted by operation. */
import { createMiddleware } from 'hono/factory';
import { matchedRoutes } from 'hono/route';
import type { ApiEnv } from './deps.ts';

/** What is not of one operation, such as this itself. */
const ALL = 'ALL';

export const noteOperation = createMiddleware<ApiEnv>(async (c, next) => {
  const route = matchedRoutes(c).find(({ method }) => method !== ALL);
  c.set('operation', route === undefined ? null : operationName(route.method, route.path));
  return next();
});

/** `path` as the description or as the router writes it. */
export function operationName(method: string, path: string): string {
  return `${method.toUpperCase()} ${path.replace(/:(\w+)/g, '{$1}')}`;
}
