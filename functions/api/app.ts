/** The HTTP API: everything of DESIGN's contract, put together. */
import './error-texts.ts';
import { OpenAPIHono } from '@hono/zod-openapi';
import { authenticate } from './authenticate.ts';
import { authorize } from './authorize.ts';
import { answerPreflight } from './cors.ts';
import { announceDeprecation } from './deprecations.ts';
import type { ApiDeps, ApiEnv } from './deps.ts';
import { frame } from './frame.ts';
import { fieldErrors } from './invalid.ts';
import { limit } from './limits/limit.ts';
import { noteOperation } from './operation.ts';
import { answerOtherMethods } from './other-methods.ts';
import { ApiProblem, onError, problemResponse } from './problems.ts';
import { blockRoutes } from './routes/blocks.ts';
import { clockRoutes } from './routes/clock.ts';
import { closingRoutes } from './routes/closing.ts';
import { documentRoutes } from './routes/documents.ts';
import { eventRoutes } from './routes/events.ts';
import { exportRoutes } from './routes/export.ts';
import { forkRoutes } from './routes/forks.ts';
import { gameRoutes } from './routes/games.ts';
import { invitationRoutes } from './routes/invitations.ts';
import { leaderboardRoutes } from './routes/leaderboard.ts';
import { linkRoutes } from './routes/links.ts';
import { logRoutes } from './routes/log.ts';
import { matchRoutes } from './routes/matches.ts';
import { moveRoutes } from './routes/moves.ts';
import { noteRoutes } from './routes/notes.ts';
import { offerRoutes } from './routes/offers.ts';
import { planRoutes } from './routes/plans.ts';
import { playerPageRoutes } from './routes/player-page.ts';
import { playerRoutes } from './routes/players.ts';
import { recoveryRoutes } from './routes/recovery.ts';
import { seatRoutes } from './routes/seats.ts';
import { talkRoutes } from './routes/talk.ts';
import { tokenRoutes } from './routes/tokens.ts';
import { turnRoutes } from './routes/turns.ts';
import { vacationRoutes } from './routes/vacation.ts';
import { webhookDeliveryRoutes } from './routes/webhook-deliveries.ts';
import { webhookRoutes } from './routes/webhooks.ts';

const PARTS = { json: 'body', query: 'query', param: 'path', header: 'header' } as const;

export function createApp(deps: ApiDeps): OpenAPIHono<ApiEnv> {
  const app = new OpenAPIHono<ApiEnv>({
    defaultHook: (result, c) => {
      if (result.success) return undefined;
      const part = PARTS[result.target as keyof typeof PARTS];
      return problemResponse(c, new ApiProblem('invalid', { errors: fieldErrors(part, result.error) }));
    },
  });
  app.onError(onError(deps));
  app.notFound((c) => problemResponse(c, new ApiProblem('not_found', { detail: 'There is no such path.' })));

  app.use(frame(deps));
  app.use('/v1/*', answerPreflight);

  documentRoutes(app, deps);
  app.use('/v1/*', noteOperation);
  app.use('/v1/*', announceDeprecation(deps));
  app.use('/v1/*', authenticate(deps));
  app.use('/v1/*', limit(deps));
  app.use('/v1/*', authorize);
  playerRoutes(app, deps);
  playerPageRoutes(app, deps);
  exportRoutes(app, deps);
  closingRoutes(app, deps);
  tokenRoutes(app, deps);
  recoveryRoutes(app, deps);
  gameRoutes(app, deps);
  leaderboardRoutes(app, deps);
  matchRoutes(app, deps);
  clockRoutes(app, deps);
  seatRoutes(app, deps);
  invitationRoutes(app, deps);
  linkRoutes(app, deps);
  offerRoutes(app, deps);
  forkRoutes(app, deps);
  talkRoutes(app, deps);
  noteRoutes(app, deps);
  planRoutes(app, deps);
  turnRoutes(app, deps);
  vacationRoutes(app, deps);
  blockRoutes(app, deps);
  moveRoutes(app, deps);
  eventRoutes(app, deps);
  logRoutes(app, deps);
  webhookRoutes(app, deps);
  webhookDeliveryRoutes(app, deps);
  answerOtherMethods(app);
  return app;
}
