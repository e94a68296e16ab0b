/** The body of a request: at most 64 KB, JSON, and readable. */
import type { Context } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from './deps.ts';
import { ApiProblem } from './problems.ts';

export const BODY_BYTES_MOST = 64 * 1024;

/** JSON in UTF-8; parameters that say nothing else do not matter. */
const JSON_TYPE = /^application\/json\s*(?:;(?!.*charset\s*=\s*"?(?!utf-8))|$)/i;

const utf8 = new TextDecoder('utf-8', { fatal: true });

const limitStream = bodyLimit({
  maxSize: BODY_BYTES_MOST,
  onError: () => {
    throw tooLarge();
  },
});

/** Checks a body and hands it on to the validator. Where `required` is false an empty body stands for `{}`. */
export function jsonBody({ required }: { readonly required: boolean }) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const bytes = await readBody(c);
    const empty = bytes.byteLength === 0;
    const type = c.req.header('Content-Type') ?? '';
    if (empty && required) throw malformed('A JSON body is needed.');
    const encoding = c.req.header('Content-Encoding') ?? 'identity';
    if (!empty && (!JSON_TYPE.test(type) || encoding !== 'identity')) {
      const detail = 'Send Content-Type: application/json, in UTF-8 and not compressed.';
      throw new ApiProblem('unsupported_media_type', { detail });
    }
    // The validator goes by what it is told here: an empty body is `{}`, and JSON has one name.
    Object.assign(c.req.bodyCache, { text: Promise.resolve(empty ? '{}' : readable(bytes)) });
    if (type !== 'application/json') c.req.raw.headers.set('Content-Type', 'application/json');
    return next();
  });
}

async function readBody(c: Context<ApiEnv>): Promise<ArrayBuffer> {
  const length = c.req.header('Content-Length');
  try {
    // The header is enough where the server holds the body to it; only a chunked body must be counted as it comes.
    if (length === undefined || c.req.header('Transfer-Encoding') !== undefined) {
      await limitStream(c, async () => {});
    } else if (Number(length) > BODY_BYTES_MOST) {
      throw tooLarge();
    }
    const bytes = await c.req.arrayBuffer();
    if (bytes.byteLength > BODY_BYTES_MOST) throw tooLarge();
    return bytes;
  } catch (error) {
    if (error instanceof ApiProblem) throw error;
    // Nobody is there any more to read this, but it is no fault of ours that is to be looked into.
    throw malformed('The body ended early.');
  }
}

/** That it is JSON is found here, before a wrong query or header is: the validator of bodies comes after theirs. */
function readable(bytes: ArrayBuffer): string {
  try {
    const text = utf8.decode(bytes);
    JSON.parse(text);
    return text;
  } catch {
    throw malformed('The body is no JSON in UTF-8.');
  }
}

function malformed(detail: string): ApiProblem {
  return new ApiProblem('malformed', { detail });
}

function tooLarge(): ApiProblem {
  return new ApiProblem('too_large', { detail: `At most ${BODY_BYTES_MOST} bytes.` });
}
