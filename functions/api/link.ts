/** Links in headers, by RFC 8288. */
import type { Context } from 'hono';
import type { ApiEnv } from './deps.ts';

/**
 * Says where a list goes on: at the same request with another cursor. The target is a query alone, relative to the URL
 * that was asked for: what a gateway or proxy has put before the path stays there.
 */
export function linkNext(c: Context<ApiEnv>, parameter: string, cursor: string | number): void {
  const query = new URL(c.req.url).searchParams;
  query.set(parameter, String(cursor));
  addLink(c, `<?${query}>; rel="next"`);
}

export function addLink(c: Context<ApiEnv>, link: string): void {
  const headers = c.get('headers');
  c.set('headers', { ...headers, Link: headers.Link === undefined ? link : `${headers.Link}, ${link}` });
}
