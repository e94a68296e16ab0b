/** A match as a whole: as a record, and as a board in text. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { canonicalJson } from '../../../domain/log/canonical.ts';
import { gameOf } from '../../../domain/match/evolve.ts';
import { isOver } from '../../../domain/match/play.ts';
import { compactRecord, fullRecord } from '../../../domain/match/record.ts';
import { seeText, viewerOf } from '../../../domain/match/sight.ts';
import { stateAtPly } from '../../play/history.ts';
import { readWholeLog } from '../../play/whole-log.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { loadMatch } from '../match-context.ts';
import { ApiProblem, invalid } from '../problems.ts';
import { json, problems, text, withOrWithoutToken } from '../responses.ts';
import { queryInteger } from '../schemas/common.ts';
import { PLY_MOST } from '../schemas/match.ts';
import { matchParam } from '../schemas/params.ts';
import { recordSchema } from '../schemas/record.ts';

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
    query: z.strictObject({
      form: z
        .enum(['full', 'compact'])
        .optional()
        .meta({ description: '`full`, the default: every commit. `compact`: the moves with their times.' }),
    }),
  },
  responses: { 200: json(recordSchema, 'Canonical JSON (RFC 8785).'), ...problems('not_found', 'invalid') },
});

const getBoardText = createRoute({
  method: 'get',
  path: '/v1/matches/{match}/board.txt',
  operationId: 'getBoardText',
  summary: 'The board as text',
  description: 'For a terminal or a chat, and for games that a client does not know; as you may see it.',
  tags: ['boards'],
  security: withOrWithoutToken,
  middleware: [loadMatch] as const,
  request: {
    params: matchParam,
    query: z.strictObject({
      ply: queryInteger(0, PLY_MOST, 'The board as it last stood at this ply; default: as it is.').optional(),
    }),
  },
  responses: {
    200: text(z.string(), 'The board.'),
    ...problems('not_found', 'match_not_started', 'invalid'),
  },
});

export function logRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(getRecord, async (c) => {
    const { state } = c.get('loaded');
    const commits = await readWholeLog(deps.log, state);
    const game = gameOf(state, deps.games);
    const viewer = viewerOf(game, state, c.get('player')?.id ?? null);
    const compact = c.req.valid('query').form === 'compact';
    const record = compact ? compactRecord(game, state, commits, viewer) : fullRecord(game, state, commits, viewer);
    return c.body(canonicalJson(record), 200, { ...c.get('headers'), 'Content-Type': 'application/json' }) as never;
  });

  app.openapi(getBoardText, async (c) => {
    const { state } = c.get('loaded');
    const { ply } = c.req.valid('query');
    const then = ply === undefined ? state : await stateAtPly(deps, state, ply);
    if (then === null) throw invalid('query', '/ply', `The match stands at ply ${state.ply}.`);
    const game = gameOf(then, deps.games);
    const viewer = viewerOf(game, then, c.get('player')?.id ?? null);
    const board = seeText(game, then, viewer, isOver(state));
    if (board === null) throw new ApiProblem('match_not_started', { detail: 'There is no board before the start.' });
    return c.text(board, 200, c.get('headers'));
  });
}
