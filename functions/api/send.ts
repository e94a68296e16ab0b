/** How a JSON body leaves. */
import type { Context, TypedResponse } from 'hono';
import type { JSONParsed } from 'hono/utils/types';
import type { ApiEnv } from './deps.ts';

/** The body's type is kept, so that a route is held to what it declares. */
export type Sent<Body, Status extends 200 | 201 | 202> = Response & TypedResponse<JSONParsed<Body>, Status, 'json'>;

/** As `c.json` does, but without a `Headers` in between, which the server would only take apart again. */
export function send<Body, Status extends 200 | 201 | 202>(
  c: Context<ApiEnv>,
  body: Body,
  status: Status,
): Sent<Body, Status> {
  const headers = { ...c.get('headers'), 'Content-Type': 'application/json' };
  return new Response(JSON.stringify(body), { status, headers }) as Sent<Body, Status>;
}
