/** What API Gateway hands over, made fit for a web `Request`. */
import type { LambdaEvent } from 'hono/aws-lambda';

export type GatewayEvent = Extract<LambdaEvent, { rawPath: string }>;

/** @throws TypeError if the function was called by something that is no HTTP API with payload format 2.0. */
export function gatewayEvent(event: unknown): GatewayEvent {
  if (isGatewayEvent(event)) return event;
  throw new TypeError('This function answers events of an HTTP API (payload format 2.0) alone.');
}

function isGatewayEvent(event: unknown): event is GatewayEvent {
  if (!isRecord(event) || typeof event.rawPath !== 'string' || !isRecord(event.requestContext)) return false;
  const { http, requestId, timeEpoch } = event.requestContext;
  return isRecord(http) && typeof requestId === 'string' && typeof timeEpoch === 'number';
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}

/** Methods that a `Request` refuses to be made of. */
const FORBIDDEN = new Set(['CONNECT', 'TRACE', 'TRACK']);

/**
 * The same request as one that a `Request` can be made of: no body where there may be none, no forbidden method (one
 * that no route has stands for it), and a path that is no more than a path.
 */
export function representable(event: GatewayEvent): GatewayEvent {
  const { stage, http } = event.requestContext;
  const method = http.method.toUpperCase();
  const bodiless = method === 'GET' || method === 'HEAD';
  return {
    ...event,
    body: bodiless ? null : event.body,
    rawPath: withoutStage(event.rawPath, stage).replace(/[?#]/g, encodeURIComponent),
    requestContext: {
      ...event.requestContext,
      http: { ...http, method: FORBIDDEN.has(method) ? `X-${method}` : http.method },
    },
  };
}

/** The path of a stage other than `$default` begins with its name. */
function withoutStage(path: string, stage: string): string {
  const prefix = `/${stage}`;
  if (stage === '$default' || (path !== prefix && !path.startsWith(`${prefix}/`))) return path;
  return path.slice(prefix.length) || '/';
}
