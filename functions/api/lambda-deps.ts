/** What the API is handed in a Lambda function: the time and the id of a request are the gateway's. */
import { randomBytes } from 'node:crypto';
import { games } from '../../domain/games.ts';
import { writeLine } from '../lambda/log-line.ts';
import { webhooksQueueUrl } from '../lambda/queue-url.ts';
import { tableName } from '../lambda/table-name.ts';
import { dynamoBlocks } from '../store/blocks.ts';
import { dynamoClient } from '../store/client.ts';
import { dynamoDeliveries } from '../store/dynamo-deliveries.ts';
import { dynamoLog } from '../store/dynamo-log.ts';
import { dynamoTokens } from '../store/dynamo-tokens.ts';
import { dynamoWebhooks } from '../store/dynamo-webhooks.ts';
import { dynamoFeeds } from '../store/feeds.ts';
import { dynamoInvitations } from '../store/invitations.ts';
import { dynamoLeaderboard } from '../store/leaderboard.ts';
import { dynamoLists } from '../store/lists.ts';
import { dynamoNotes } from '../store/notes.ts';
import { dynamoPlans } from '../store/plans.ts';
import { dynamoPlayers } from '../store/players.ts';
import { dynamoRatingHistory } from '../store/rating-history.ts';
import { dynamoRecovery } from '../store/recovery.ts';
import { dynamoResults } from '../store/results.ts';
import { dynamoTalk } from '../store/talk.ts';
import { dynamoTraces } from '../store/traces.ts';
import { dynamoTurns } from '../store/turns.ts';
import { dynamoVacations } from '../store/vacations.ts';
import { lazySqsQueue } from '../webhooks/lazy-queue.ts';
import { webhookLoopback } from '../webhooks/loopback-setting.ts';
import { DEPRECATIONS } from './deprecations.ts';
import type { ApiDeps } from './deps.ts';
import { documentsFrom } from './documents.ts';
import { everyHalfSecond } from './every-half-second.ts';
import { type GatewayEvent, gatewayEvent } from './gateway-event.ts';
import { rateLimits } from './limits/setting.ts';

const now = () => new Date();

export function lambdaDeps(): ApiDeps {
  const table = tableName();
  const client = dynamoClient();
  return {
    games,
    log: dynamoLog(client, table, games),
    lists: dynamoLists(client, table, now),
    turns: dynamoTurns(client, table, now),
    invitations: dynamoInvitations(client, table, now),
    leaderboard: dynamoLeaderboard(client, table, now),
    results: dynamoResults(client, table, now),
    vacations: dynamoVacations(client, table),
    blocks: dynamoBlocks(client, table),
    feeds: dynamoFeeds(client, table, now),
    talk: dynamoTalk(client, table),
    notes: dynamoNotes(client, table),
    plans: dynamoPlans(client, table),
    traces: dynamoTraces(client, table),
    ratingHistory: dynamoRatingHistory(client, table),
    // The gateway passes no answer on before it is whole.
    streamMs: null,
    wake: everyHalfSecond,
    webhooks: dynamoWebhooks(client, table, now),
    deliveries: dynamoDeliveries(client, table, now),
    lanes: lazySqsQueue(new URL('./sqs-queue.mjs', import.meta.url), webhooksQueueUrl()),
    webhookLoopback: webhookLoopback(),
    players: dynamoPlayers(client, table),
    tokens: dynamoTokens(client, table),
    recovery: dynamoRecovery(client, table),
    documents: documentsFrom((name) => new URL(`./documents/${name}`, import.meta.url)),
    limits: rateLimits(),
    deprecations: DEPRECATIONS,
    address: (env) => contextOf(env).http.sourceIp,
    receivedAt: (env) => new Date(contextOf(env).timeEpoch),
    now,
    random: randomBytes,
    requestId: (env) => contextOf(env).requestId,
    report: writeLine,
    // A function is frozen, not stopped, so there is nothing that could end a long poll.
    closing: new AbortController().signal,
  };
}

/** Hono's adapter passes along the event that it was given. */
function contextOf(env: unknown): GatewayEvent['requestContext'] {
  const event = typeof env === 'object' && env !== null && 'event' in env ? env.event : undefined;
  return gatewayEvent(event).requestContext;
}
