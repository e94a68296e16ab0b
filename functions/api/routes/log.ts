/** The log of a match as the caller may see it: as it grows, whole as a record, and as a board in text. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { canonicalJson } from '../../../domain/log/canonical.ts';
import { gameOf } from '../../../domain/match/evolve.ts';
import { isOver } from '../../../domain/match/play.ts';
import { compactRecord, fullRecord } from '../../../domain/match/record.ts';
import { seeCommit, seeText, viewerOf } from '../../../domain/match/sight.ts';
import { stateAtPly } from '../../play/history.ts';
import { readWholeLog } from '../../play/whole-log.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { waitForCommits } from '../long-poll.ts';
import { loadMatch } from '../match-context.ts';
import { ApiProblem, invalid } from '../problems.ts';
import { json, problems, text, withOrWithoutToken } from '../responses.ts';
import { queryInteger } from '../schemas/common.ts';
import { commitsSchema } from '../schemas/log.ts';
import { PLY_MOST } from '../schemas/match.ts';
import { matchParam } from '../schemas/params.ts';
import { recordSchema } from '../schemas/record.ts';
import { send } from '../send.ts';

const WAIT_SECONDS_MOST = 25;
const COMMITS_A_PAGE = 100;

const listEvents = createRoute({
  method: 'get',
  path: '/v1/matches/{match}/events',
  operationId: 'listEvents',
  summary: 'The log as you may see it',
  tags: ['log'],
  security: withOrWithoutToken,
  middleware: [loadMatch] as const,
  request: {
    params: matchParam,
    query: z.strictObject({
      after: queryInteger(0, 99_999_999, 'Only commits after this number; default 0.').optional(),
      wait: queryInteger(0, WAIT_SECONDS_MOST, 'If there is nothing yet, wait so many seconds for it.').optional(),
    }),
  },
  responses: { 200: json(commitsSchema, 'Up to 100 commits, oldest first.'), ...problems('not_found', 'invalid') },
});

const getRecord = createRoute({
  method: 'get',
  path: '/v1/matches/{match}/record',
  operationId: 'getRecord',
  summary: 'The whole match as one file that verifies',
  description: '`npm run verify -- FILE` checks it offline: the chain, the chance, every move.',
  tags: ['log'],
  security: withOrWithoutToken,
  middleware: [loadMatch] as const,
  request: {
    params: matchParam,
    query: z.strictObject({ form: z.enum(['full', 'compact']).optional().meta({ description: 'Default `full`.' }) }),
  },
  responses: { 200: json(recordSchema, 'Canonical JSON (RFC 8785).'), ...problems('not_found', 'invalid') },
});

const getBoardText = createRoute({
  method: 'get',
  path: '/v1/matches/{match}/board.txt',
  operationId: 'getBoardText',
  summary: 'The board as text',
  tags: ['boards'],
  security: withOrWithoutToken,
  middleware: [loadMatch] as const,
  request: {
    params: matchParam,
    query: z.strictObject({ ply: queryInteger(0, PLY_MOST, 'The last state at this ply.').optional() }),
  },
  responses: {
    200: text(z.string(), 'The board.'),
    ...problems('not_found', 'match_not_started', 'invalid'),
  },
});

export function logRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(listEvents, async (c) => {
    const { after = 0, wait = 0 } = c.req.valid('query');
    const { seq } = c.get('loaded').state.head;
    if (after > seq) throw invalid('query', '/after', `The log stands at commit ${seq}.`);
    const viewer = c.get('player')?.id ?? null;
    const { state, commits } = await waitForCommits(deps, c.get('loaded').state, {
      after,
      limit: COMMITS_A_PAGE,
      waitMs: wait * 1000,
      gone: c.req.raw.signal,
    });
    const seen = commits.map((commit) => seeCommit(state, commit, viewerOf(state, viewer)));
    const next = commits.at(-1)?.seq ?? after;
    return send(c, { commits: seen, next, more: next < state.head.seq }, 200);
  });

  app.openapi(getRecord, async (c) => {
    const { state } = c.get('loaded');
    const commits = await readWholeLog(deps.log, state);
    const viewer = viewerOf(state, c.get('player')?.id ?? null);
    const game = gameOf(state, deps.games);
    const compact = c.req.valid('query').form === 'compact';
    const record = compact ? compactRecord(game, state, commits, viewer) : fullRecord(game, state, commits, viewer);
    return c.body(canonicalJson(record), 200, { ...c.get('headers'), 'Content-Type': 'application/json' }) as never;
  });

  app.openapi(getBoardText, async (c) => {
    const { state } = c.get('loaded');
    const { ply } = c.req.valid('query');
    const then = ply === undefined ? state : await stateAtPly(deps, state, ply);
    if (then === null) throw invalid('query', '/ply', `The match stands at ply ${state.ply}.`);
    const viewer = viewerOf(then, c.get('player')?.id ?? null);
    const board = seeText(gameOf(then, deps.games), then, viewer, isOver(state));
    if (board === null) throw new ApiProblem('match_not_started', { detail: 'There is no board before the start.' });
    return c.text(board, 200, c.get('headers'));
  });
}
