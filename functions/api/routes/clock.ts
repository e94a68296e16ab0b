/** The ledger of a match's clocks. */
import { createRoute, type OpenAPIHono } from '@hono/zod-openapi';
import * as z from 'zod';
import { ledgerOf } from '../../../domain/match/clock/ledger.ts';
import { seeClock } from '../../../domain/match/clock/sight.ts';
import { gameOf } from '../../../domain/match/evolve.ts';
import { STEPS_MOST, stepsAfter } from '../../play/steps.ts';
import type { ApiDeps, ApiEnv } from '../deps.ts';
import { linkNext } from '../link.ts';
import { loadMatch } from '../match-context.ts';
import { ApiProblem } from '../problems.ts';
import { pageOf, problems, withOrWithoutToken } from '../responses.ts';
import { ledgerSchema } from '../schemas/clock.ts';
import { queryInteger } from '../schemas/common.ts';
import { matchParam } from '../schemas/params.ts';
import { send } from '../send.ts';

const SEQ_MOST = 99_999_999;

const readClock = createRoute({
  method: 'get',
  path: '/v1/matches/{match}/clock',
  operationId: 'readClock',
  summary: 'The clock, and every debit and credit with its reason',
  description: 'Oldest first. The clock is told with each page, as it stands now.',
  tags: ['matches'],
  security: withOrWithoutToken,
  middleware: [loadMatch] as const,
  request: {
    params: matchParam,
    query: z.strictObject({
      after: queryInteger(0, SEQ_MOST, 'The number of the last commit whose entries you have; default 0.').optional(),
      limit: queryInteger(
        1,
        STEPS_MOST,
        `How many commits to look at, each of which may have several entries or none; default ${STEPS_MOST}.`,
      ).optional(),
    }),
  },
  responses: { 200: pageOf(ledgerSchema, 'The clock and its ledger.'), ...problems('not_found', 'invalid') },
});

export function clockRoutes(app: OpenAPIHono<ApiEnv>, deps: ApiDeps): void {
  app.openapi(readClock, async (c) => {
    const { state } = c.get('loaded');
    const { after = 0, limit = STEPS_MOST } = c.req.valid('query');
    if (after > state.head.seq) {
      const detail = `The match has ${state.head.seq} commits.`;
      throw new ApiProblem('invalid', { errors: [{ in: 'query', pointer: '/after', detail }] });
    }
    const game = gameOf(state, deps.games);
    const steps = await stepsAfter(deps.log, deps.games, state.id, after, limit);
    const last = steps.at(-1)?.after ?? state;
    // What is stored while this is read is newer than the match that was loaded first.
    const present = last.head.seq > state.head.seq ? last : state;
    const now = deps.now();
    const next = steps.at(-1)?.commit.seq ?? after;
    const more = next < present.head.seq;
    if (more) linkNext(c, 'after', next);
    return send(
      c,
      {
        clock: seeClock(game, present, now),
        entries: steps.flatMap((step) => [...ledgerOf(game, step)]),
        next,
        more,
        asOf: now.toISOString(),
      },
      200,
    );
  });
}
