/** Operations that will go: told in every answer, by RFC 9745 and RFC 8594, and in the description. */
import { createMiddleware } from 'hono/factory';
import type { ApiDeps, ApiEnv } from './deps.ts';
import { addLink } from './link.ts';

export interface Deprecation {
  /** From when on it should not be used any more, in RFC 3339. */
  readonly since: string;
  /** From when on it may be gone. */
  readonly sunset: string;
  /** Where it is told what to use instead. */
  readonly link: string;
}

/** By operation, such as `GET /v1/games`. */
export type Deprecations = Readonly<Record<string, Deprecation>>;

export const DEPRECATIONS: Deprecations = {};

export function announceDeprecation({ deprecations }: ApiDeps) {
  return createMiddleware<ApiEnv>(async (c, next) => {
    const found = deprecations[c.get('operation') ?? ''];
    if (found !== undefined) {
      c.set('headers', {
        ...c.get('headers'),
        Deprecation: `@${Math.floor(Date.parse(found.since) / 1000)}`,
        Sunset: new Date(found.sunset).toUTCString(),
      });
      addLink(c, `<${found.link}>; rel="deprecation"; type="text/html"`);
    }
    return next();
  });
}

/** How a description tells them, on every answer of the operation. */
export const DEPRECATION_HEADERS = {
  Deprecation: {
    description: 'Since when this should not be used any more, by RFC 9745.',
    required: true,
    schema: { type: 'string', pattern: '^@[0-9]+$' },
  },
  Sunset: {
    description: 'From when on it may be gone, by RFC 8594.',
    required: true,
    schema: { type: 'string' },
  },
};
