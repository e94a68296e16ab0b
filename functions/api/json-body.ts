/** The body of a request: at most 64 KB, JSON, and readable. */
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from './deps.ts';
import { ApiProblem } from './problems.ts';

export const BODY_BYTES_MOST = 64 * 1024;

const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

const limitStream = bodyLimit({
  maxSize: BODY_BYTES_MOST,
  onError: () => {
    throw tooLarge();
  },
});

/**
 * Checks size and type of the body; that it is JSON at all is found by the validator that follows. Where `required`
 * is false an empty body stands for `{}`.
 */
export function jsonBody({ required }: { readonly required: boolean }) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const length = c.req.header('Content-Length');
    // The header is enough where the server holds the body to it; only a chunked body must be counted as it comes.
    if (length === undefined || c.req.header('Transfer-Encoding') !== undefined) {
      await limitStream(c, async () => {});
    } else if (Number(length) > BODY_BYTES_MOST) {
      throw tooLarge();
    }
    const text = await c.req.text();
    if (Buffer.byteLength(text) > BODY_BYTES_MOST) throw tooLarge();
    if (text === '' && required) throw new ApiProblem('malformed', { detail: 'A JSON body is needed.' });
    if (text !== '' && !JSON_TYPE.test(c.req.header('Content-Type') ?? '')) {
      throw new ApiProblem('unsupported_media_type', { detail: 'Send Content-Type: application/json.' });
    }
    return next();
  });
}

function tooLarge(): ApiProblem {
  return new ApiProblem('too_large', { detail: `At most ${BODY_BYTES_MOST} bytes.` });
}
