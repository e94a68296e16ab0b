/** One line of log a request, and the request's id in the answer. */
import { createMiddleware } from 'hono/factory';
import type { ApiDeps, ApiEnv } from './deps.ts';

export function accessLog(deps: ApiDeps) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const begun = performance.now();
    await next();
    const requestId = c.get('requestId');
    c.header('X-Request-Id', requestId);
    c.header('Cache-Control', c.res.headers.get('Cache-Control') ?? 'no-store');
    deps.report({
      level: 'info',
      message: 'request',
      requestId,
      method: c.req.method,
      path: c.req.path,
      status: c.res.status,
      ms: Math.round((performance.now() - begun) * 10) / 10,
    });
  });
}
