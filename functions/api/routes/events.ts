/** What happened: to a player over all matches, and in one match; each as JSON, lines of JSON or server-sent events. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { CursorError } from '../../store/feeds.ts';
import { requirePlayer } from '../authenticate.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { linkNext } from '../link.ts';
import { waitForPage } from '../long-poll.ts';
import { loadMatch } from '../match-context.ts';
import { negotiate } from '../negotiate.ts';
import { ApiProblem, invalid } from '../problems.ts';
import { nothing, problems, told, withOrWithoutToken, withToken } from '../responses.ts';
import { queryInteger } from '../schemas/common.ts';
import { feedAfter, feedPageSchema } from '../schemas/feed-page.ts';
import { commitsSchema } from '../schemas/log.ts';
import { matchParam } from '../schemas/params.ts';
import { send } from '../send.ts';
import { type Pace, sendStream, WAIT_SECONDS_MOST } from '../send-stream.ts';
import { feedSource, matchSource } from '../source.ts';
import { whileGood } from '../while-good.ts';

const A_PAGE = 100;

const FORMS = `As JSON it is a page. As \`application/x-ndjson\` or \`text/event-stream\`, by \`Accept\`, the answer goes on as
things happen, and ends cleanly after a while; come back with the last id. Where the server cannot send an answer
piece by piece (API Gateway), it is sent as soon as there is something, or after 25 seconds. Another \`Accept\` is 406.`;

const pace = {
  wait: queryInteger(
    0,
    WAIT_SECONDS_MOST,
    'How many seconds to wait while there is nothing. Default: 0 for JSON; a stream waits until its end.',
  ).optional(),
  limit: queryInteger(
    1,
    A_PAGE,
    `The most to tell in this answer. Default: ${A_PAGE} for JSON; a stream goes on.`,
  ).optional(),
};

const resuming = z.object({
  'last-event-id': z
    .string()
    .regex(/^[0-9]{0,16}$/, 'Not an id of this stream.')
    .optional()
    .meta({ description: 'As browsers send it when they come back; goes before `after`.' }),
});

const listMyEvents = createRoute({
  method: 'get',
  path: '/v1/me/events',
  operationId: 'listMyEvents',
  summary: 'Your feed: what happened to you, over all matches',
  description: `${FORMS}\n\nEntries are kept 30 days, and never changed.`,
  tags: ['events'],
  security: withToken,
  middleware: [requirePlayer, negotiate] as const,
  request: { headers: resuming, query: z.strictObject({ after: feedAfter.optional(), ...pace }) },
  responses: {
    200: told(feedPageSchema, '`FeedEntry`', 'Entries, oldest first.'),
    ...problems('not_acceptable', 'cursor_expired', 'invalid'),
  },
});

const listEvents = createRoute({
  method: 'get',
  path: '/v1/matches/{match}/events',
  operationId: 'listEvents',
  summary: 'The log of a match, as you may see it',
  description: `${FORMS}\n\nWhen the match is over and all is told, a stream ends. Talk is not in the log.`,
  tags: ['events'],
  security: withOrWithoutToken,
  middleware: [loadMatch, negotiate] as const,
  request: {
    params: matchParam,
    headers: resuming,
    query: z.strictObject({
      after: queryInteger(0, 99_999_999, 'Only commits after this number; default 0.').optional(),
      ...pace,
    }),
  },
  responses: {
    200: told(commitsSchema, '`Commit`', 'Commits, oldest first.'),
    204: nothing('As server-sent events: the match is over and you have been told all, so do not come back.'),
    ...problems('not_found', 'not_acceptable', 'invalid'),
  },
});

export function eventRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(listMyEvents, async (c) => {
    const mediaType = c.get('mediaType');
    const { id } = c.get('caller');
    const query = c.req.valid('query');
    const resumed = c.req.valid('header')['last-event-id'] || undefined;
    const source = whileGood(c, deps, feedSource(deps.feeds, id));
    try {
      const from = resumed ?? query.after ?? '0';
      const after = from === 'latest' ? ((await deps.feeds.head(id)) ?? 0) : Number(from);
      if (mediaType !== 'application/json') return await sendStream(c, deps, mediaType, source, { ...query, after });
      const { messages, more } = await waitForPage(deps, source, wishOf(after, query, c.req.raw.signal));
      const entries = messages.map(({ body }) => body);
      const next = String(messages.at(-1)?.id ?? after);
      if (more) linkNext(c, 'after', next);
      return send(c, { entries, next, more } satisfies Record<keyof z.infer<typeof feedPageSchema>, unknown>, 200);
    } catch (error) {
      throw error instanceof CursorError ? cursorProblem(error, resumed !== undefined) : error;
    }
  });

  app.openapi(listEvents, async (c) => {
    const mediaType = c.get('mediaType');
    const { state } = c.get('loaded');
    const query = c.req.valid('query');
    const resumed = c.req.valid('header')['last-event-id'] || undefined;
    const source = whileGood(c, deps, matchSource(deps, state, c.get('player')?.id ?? null));
    const after = resumed === undefined ? (query.after ?? 0) : Number(resumed);
    if (after > state.head.seq) throw ahead(resumed !== undefined, `The log stands at commit ${state.head.seq}.`);
    if (mediaType !== 'application/json') return sendStream(c, deps, mediaType, source, { ...query, after });
    const { messages, more } = await waitForPage(deps, source, wishOf(after, query, c.req.raw.signal));
    const commits = messages.map(({ body }) => body);
    const next = messages.at(-1)?.id ?? after;
    if (more) linkNext(c, 'after', next);
    return send(c, { commits, next, more } satisfies z.input<typeof commitsSchema>, 200);
  });
}

function wishOf(after: number, { wait = 0, limit = A_PAGE }: Pace, gone: AbortSignal) {
  return { after, limit, waitMs: wait * 1000, gone };
}

function cursorProblem({ kind }: CursorError, resumed: boolean): ApiProblem {
  if (kind === 'ahead') return ahead(resumed, 'There has been no such entry.');
  return new ApiProblem('cursor_expired', { detail: 'Begin again without `after`.' });
}

function ahead(resumed: boolean, detail: string): ApiProblem {
  return resumed ? invalid('header', '/last-event-id', detail) : invalid('query', '/after', detail);
}
