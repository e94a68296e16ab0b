/** How lines of JSON and server-sent events leave: as they come, or whole where answers cannot go on. */
import type { Context } from 'hono';
import type { ApiDeps, ApiEnv } from './deps.ts';
import { waitForPage } from './long-poll.ts';
import type { MediaType } from './negotiate.ts';
import type { Source } from './source.ts';
import { streamBody } from './stream-body.ts';
import { STREAM_FORMATS } from './stream-formats.ts';
import { MESSAGES_A_PAGE, tell } from './streaming.ts';

/** A gateway waits 30 seconds for an answer. */
export const WAIT_SECONDS_MOST = 25;

/** When a client of server-sent events is to come back: soon where every answer ends soon. */
const RETRY_MS = 2_000;
const RETRY_SOON_MS = 500;

/** What the caller set. */
export interface Pace {
  /** Messages. */
  readonly limit?: number | undefined;
  /** Seconds. */
  readonly wait?: number | undefined;
}

export async function sendStream<Body extends object>(
  c: Context<ApiEnv>,
  deps: ApiDeps,
  mediaType: Exclude<MediaType, 'application/json'>,
  source: Source<Body>,
  { after, limit, wait }: Pace & { readonly after: number },
): Promise<Response> {
  const { streamMs } = deps;
  const format = STREAM_FORMATS[mediaType];
  const headers = { ...c.get('headers'), 'Content-Type': mediaType, 'X-Accel-Buffering': 'no' };
  const most = Math.min(limit ?? MESSAGES_A_PAGE, MESSAGES_A_PAGE);
  const page =
    streamMs === null
      ? await waitForPage(deps, source, {
          after,
          limit: most,
          waitMs: (wait ?? WAIT_SECONDS_MOST) * 1000,
          gone: c.req.raw.signal,
        })
      : await source.read(after, most);
  // To this answer alone a browser does not come back.
  if (mediaType === 'text/event-stream' && page.over && page.messages.length === 0) {
    return new Response(null, { status: 204, headers: c.get('headers') });
  }
  if (streamMs === null) {
    const body = format.opening(after, RETRY_SOON_MS) + page.messages.map(format.message).join('');
    return new Response(body, { status: 200, headers });
  }
  const telling = {
    source,
    format,
    after,
    first: page,
    limit: limit ?? null,
    streamMs,
    waitMs: wait === undefined ? streamMs : wait * 1000,
    retryMs: RETRY_MS,
  };
  const body = streamBody((stop) => tell(deps, telling, stop), {
    closing: deps.closing,
    failed: (error) => {
      const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
      const requestId = c.get('requestId');
      deps.report({ level: 'error', message: 'stream broken off', requestId, error: `${name}: ${message}`, stack });
    },
  });
  return new Response(body, { status: 200, headers });
}
