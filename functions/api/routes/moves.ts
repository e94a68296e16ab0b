/** Moves: which are legal, trying some, and making them. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { followingCommit } from '../../../domain/match/commit.ts';
import { evolveMatch, gameOf } from '../../../domain/match/evolve.ts';
import { legalMovesFor } from '../../../domain/match/legal.ts';
import { type MakeMoves, rehearseMoves } from '../../../domain/match/moves.ts';
import { viewerOf } from '../../../domain/match/sight.ts';
import { moving, sameMovesBefore } from '../../play/commands.ts';
import { execute, tooLate, unlessLate } from '../../play/execute.ts';
import type { LoadedMatch } from '../../store/match-log.ts';
import type { Player } from '../../store/players.ts';
import { requirePlayer } from '../authenticate.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { jsonBody } from '../json-body.ts';
import { loadMatch } from '../match-context.ts';
import { presentMatch } from '../present.ts';
import { ApiProblem, refused } from '../problems.ts';
import { json, problems, withOrWithoutToken, withToken } from '../responses.ts';
import { queryFlag } from '../schemas/common.ts';
import { legalMovesSchema } from '../schemas/log.ts';
import { matchSchema, movesSchema } from '../schemas/match.ts';
import { matchParam, noQuery } from '../schemas/params.ts';
import { send } from '../send.ts';

const listLegalMoves = createRoute({
  method: 'get',
  path: '/v1/matches/{match}/legal-moves',
  operationId: 'listLegalMoves',
  summary: 'What may be played now, and what each move would do',
  description:
    'The `text` of each is what `makeMoves` takes, with this `ply`. All of them, as many as the rules allow in one position, of ' +
    'every seat that is to move; where seats see different things, only who has a seat to move is told, and of that seat alone.',
  tags: ['moves'],
  security: withOrWithoutToken,
  middleware: [loadMatch] as const,
  request: { params: matchParam, query: noQuery },
  responses: {
    200: json(legalMovesSchema, 'Sorted by text; empty where nobody is to move.'),
    ...problems('not_found', 'invalid', 'not_your_seat'),
  },
});

const makeMoves = createRoute({
  method: 'post',
  path: '/v1/matches/{match}/moves',
  operationId: 'makeMoves',
  summary: 'Play one move, or several of one turn: all or none',
  description:
    'The same moves at the same ply, sent again, give the first answer again, however late: the match as it stood then. So ' +
    'after a lost answer send the same again. `stale_ply` tells that the match has gone on: read it and decide anew. A ' +
    'batch ends where the turn ends.',
  tags: ['moves'],
  security: withToken,
  middleware: [requirePlayer, loadMatch, jsonBody({ required: true })] as const,
  request: {
    params: matchParam,
    query: z.strictObject({
      'dry-run': queryFlag('Judge and answer as if played, up to the next draw, but store nothing.').optional(),
    }),
    body: { required: true, content: { 'application/json': { schema: movesSchema } } },
  },
  responses: {
    200: json(matchSchema, 'The match after the moves.'),
    ...problems(
      'not_found',
      'malformed',
      'too_large',
      'unsupported_media_type',
      'invalid',
      'not_seated',
      'match_not_started',
      'match_over',
      'time_up',
      'stale_ply',
      'not_your_turn',
      'unreadable_move',
      'illegal_move',
    ),
  },
});

export function moveRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(listLegalMoves, (c) => {
    const { state } = c.get('loaded');
    const game = gameOf(state, deps.games);
    const moves = legalMovesFor(game, state, viewerOf(game, state, c.get('player')?.id ?? null));
    if (moves === null) throw new ApiProblem('not_your_seat', { detail: 'It would tell what that seat holds.' });
    return send(c, { ply: state.ply, moves: [...moves] }, 200);
  });

  app.openapi(makeMoves, async (c) => {
    const caller = c.get('caller');
    const loaded = c.get('loaded');
    const moves: MakeMoves = { player: caller.id, ...c.req.valid('json') };
    if (c.req.valid('query')['dry-run'] === true) {
      return send(c, await rehearse(loaded, moves, caller, c.get('receivedAt')), 200);
    }
    const answer = await execute(deps, loaded, moving(deps, moves), c.get('receivedAt'));
    if (!answer.ok) throw refused(answer.problem);
    return send(c, await presentMatch(deps, answer.state, caller), 200);
  });

  async function rehearse(loaded: LoadedMatch, moves: MakeMoves, caller: Player, receivedAt: Date) {
    const earlier = await sameMovesBefore(deps, loaded, moves);
    if (earlier !== null) {
      return { ...(await presentMatch(deps, earlier, caller)), dryRun: { stoppedBeforeDraw: false } };
    }
    const { state } = loaded;
    const game = gameOf(state, deps.games);
    const { decision: rehearsed, stoppedBeforeDraw } = rehearseMoves(game, state, moves);
    const decision = unlessLate(rehearsed, tooLate(deps, game, state, receivedAt));
    if (!decision.ok) throw refused(decision.problem);
    const imagined = evolveMatch(state, followingCommit(state, decision.events, receivedAt), deps.games);
    // What was not stored has no place in the log: the head stays, and a match that would end keeps its secrets.
    const shown = await presentMatch(deps, { ...imagined, head: state.head }, caller, false);
    return { ...shown, dryRun: { stoppedBeforeDraw } };
  }
}
