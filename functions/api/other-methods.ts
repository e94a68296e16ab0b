/** A known path with a method that it does not have is 405, with the methods it has. */
import type { OpenAPIHono } from '@hono/zod-openapi';
import type { ApiEnv } from './deps.ts';
import { ApiProblem, problemResponse } from './problems.ts';

/** Call it after all routes are there; for some paths alone if those were added later. */
export function answerOtherMethods(app: OpenAPIHono<ApiEnv>, isMeant: (path: string) => boolean = () => true): void {
  const methods = new Map<string, Set<string>>();
  for (const { path, method } of app.routes) {
    if (method === 'ALL' || path.includes('*') || !isMeant(path)) continue;
    const known = methods.get(path) ?? new Set<string>();
    known.add(method);
    if (method === 'GET') known.add('HEAD');
    methods.set(path, known);
  }
  for (const [path, known] of methods) {
    const allow = [...known].sort().join(', ');
    app.all(path, (c) => {
      const detail = `Allowed here: ${allow}.`;
      return problemResponse(c, new ApiProblem('method_not_allowed', { detail }, { Allow: allow }));
    });
  }
}
