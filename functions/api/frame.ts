/** What surrounds every request: its id, when it came in, the headers of its answer, and one line of log. */
import { randomUUID } from 'node:crypto';
import { createMiddleware } from 'hono/factory';
import { SHARED } from './cors.ts';
import type { ApiDeps, ApiEnv } from './deps.ts';

/** Answers differ by viewer and moment, are never to be guessed at by a browser, and are no page to be framed. */
function headersOf(requestId: string) {
  return {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    'X-Request-Id': requestId,
    ...SHARED,
  };
}

export function frame(deps: ApiDeps) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const begun = performance.now();
    const requestId = deps.requestId(c.env) ?? randomUUID();
    c.set('deps', deps);
    c.set('receivedAt', deps.receivedAt(c.env));
    c.set('requestId', requestId);
    // Handed to whoever makes the answer: to change the headers of a finished one makes it anew, by slower ways.
    c.set('headers', headersOf(requestId));
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
