/**
 * For clients in browsers, on pages of any origin: a token is sent by hand and never by the browser itself, so a page can do
 * nothing here that its author could not do without it. Not Hono's middleware, which changes the headers of finished answers.
 */
import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from './deps.ts';

const EXPOSED = [
  'Allow',
  'Content-Disposition',
  'Deprecation',
  'Link',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'Sunset',
  'WWW-Authenticate',
  'X-Request-Id',
];

/** Of every answer. */
export const SHARED = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': EXPOSED.join(', '),
} as const;

/** The longest that any browser keeps it. */
const KEPT_SECONDS = 7200;

const PREFLIGHT = {
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key, Last-Event-ID',
  'Access-Control-Max-Age': String(KEPT_SECONDS),
} as const;

/** A preflight asks for no operation: it is answered before tokens and budgets, whatever the path. Any other OPTIONS is 405. */
export const answerPreflight = createMiddleware<ApiEnv>(async (c, next) => {
  const isPreflight =
    c.req.method === 'OPTIONS' &&
    c.req.header('Origin') !== undefined &&
    c.req.header('Access-Control-Request-Method') !== undefined;
  return isPreflight ? c.body(null, 204, { ...c.get('headers'), ...PREFLIGHT }) : next();
});
