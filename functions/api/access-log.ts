/** One line of log a request; its id and the headers of every answer. */
import { createMiddleware } from 'hono/factory';
import type { ApiDeps, ApiEnv } from './deps.ts';

/** Answers differ by viewer and moment, are never to be guessed at by a browser, and are no page to be framed. */
const HEADERS = [
  ['Cache-Control', 'no-store'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
  ['Referrer-Policy', 'no-referrer'],
] as const;

export function accessLog(deps: ApiDeps) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const begun = performance.now();
    const requestId = c.get('requestId');
    // Set before the answer is made: changing the headers of a finished one costs more than all else of a request.
    for (const [name, value] of HEADERS) c.header(name, value);
    c.header('X-Request-Id', requestId);
    await next();
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
