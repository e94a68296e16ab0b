/** In which form what happened is to be told: the caller's choice, by `Accept`. */
import { accepts } from 'hono/accepts';
import { createMiddleware } from 'hono/factory';
import type { ApiEnv } from './deps.ts';
import { ApiProblem } from './problems.ts';

/** Of two that are equally welcome the first is sent. */
export const MEDIA_TYPES = ['application/json', 'application/x-ndjson', 'text/event-stream'] as const;
export type MediaType = (typeof MEDIA_TYPES)[number];

/** For routes that can tell in several forms; one that accepts none of them is told so. */
export const negotiate = createMiddleware<ApiEnv>(async (c, next) => {
  const welcome = accepts(c, {
    header: 'Accept',
    supports: [...MEDIA_TYPES],
    default: MEDIA_TYPES[0],
    match: (ranges, { supports }) => mostWelcome(ranges, supports),
  });
  const mediaType = MEDIA_TYPES.find((each) => each === welcome);
  if (mediaType === undefined) {
    throw new ApiProblem('not_acceptable', { detail: `This can be had as ${MEDIA_TYPES.join(', ')}.` });
  }
  c.set('mediaType', mediaType);
  return next();
});

interface Range {
  readonly type: string;
  readonly q: number;
}

/** By RFC 9110, 12.5.1; the empty text if none is acceptable. */
function mostWelcome(ranges: readonly Range[], types: readonly string[]): string {
  let best = { type: '', quality: 0 };
  for (const type of types) {
    const quality = qualityOf(type, ranges);
    if (quality > best.quality) best = { type, quality };
  }
  return best.type;
}

/** What the most specific range says that the type falls under. */
function qualityOf(type: string, ranges: readonly Range[]): number {
  const [main] = type.split('/');
  for (const range of [type, `${main}/*`, '*/*']) {
    const said = ranges.filter((each) => each.type.toLowerCase() === range).map(({ q }) => q);
    if (said.length > 0) return Math.max(...said);
  }
  return 0;
}
