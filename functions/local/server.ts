/** The whole of Plypost on one machine: the API, the store and the stream, in one process. */
import { randomBytes } from 'node:crypto';
import { once, setMaxListeners } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { type Catalogue, games } from '../../domain/games.ts';
import { createApp } from '../api/app.ts';
import { DEPRECATIONS } from '../api/deprecations.ts';
import type { ApiDeps, LogLine } from '../api/deps.ts';
import type { Limits } from '../api/limits/limits.ts';
import { dynamoBlocks } from '../store/blocks.ts';
import { dynamoRatingHistory } from '../store/rating-history.ts';
import { dynamoResults } from '../store/results.ts';
import { dynamoTraces } from '../store/traces.ts';
import { type Background, startBackground } from './background.ts';
import { answerClientErrors } from './client-errors.ts';
import { localDocuments } from './documents.ts';
import { localLeaderboard } from './leaderboard.ts';
import { type ManualClock, openClock } from './manual-clock.ts';
import type { StreamSource } from './stream-source.ts';

/** How long an answer may go on telling what happens. */
const STREAM_MS = 15 * 60_000;
/** How long a server that stops waits for clients that do not take their answers. */
const TAKING_MS = 5_000;

/** A request that takes longer to come is broken off: it counts as received when it begins, and time waits for no longer. */
const SENDING = { requestTimeout: 30_000, headersTimeout: 30_000, connectionsCheckingInterval: 1_000 } as const;

export interface LocalSettings {
  readonly client: DynamoDBClient;
  readonly table: string;
  report(line: LogLine): void;
  readonly catalogue?: Catalogue;
  /** Whether webhooks may be on this machine; default false. */
  readonly webhookLoopback?: boolean;
  /** Null, the default: requests are not counted. */
  readonly limits?: Limits | null;
  /** The table's own stream, where the database has one. */
  readonly source?: StreamSource | null;
  /** A clock to be put forward by request, for tests from end to end; default: the system's. */
  readonly clock?: ManualClock;
}

export interface LocalApi {
  readonly deps: ApiDeps;
  readonly background: Background;
  readonly server: Server;
  /** Ends long polls and streams, lets running requests finish, and what goes on behind them. True if nothing was left undone. */
  stop(): Promise<boolean>;
}

export function startLocalApi(settings: LocalSettings): LocalApi {
  const { client, table, report, catalogue = games, webhookLoopback = false, source = null, limits = null } = settings;
  const closing = new AbortController();
  // Every answer that goes on listens to it.
  setMaxListeners(0, closing.signal);
  const { clock } = settings;
  const now = clock?.now ?? (() => new Date());
  const background = startBackground({ client, table, games: catalogue, now, report, webhookLoopback, source });
  const { log, lists, turns, invitations, vacations, talk, plans, feeds, wake, webhooks, deliveries, lanes } =
    background;
  const { players, tokens, recovery, notes } = background;
  const deps: ApiDeps = {
    ...{
      games: catalogue,
      log,
      lists,
      turns,
      invitations,
      vacations,
      talk,
      plans,
      feeds,
      wake,
      webhooks,
      deliveries,
      lanes,
      webhookLoopback,
      report,
      now,
      limits,
    },
    streamMs: STREAM_MS,
    ...{ players, tokens, recovery, notes },
    blocks: dynamoBlocks(client, table),
    traces: dynamoTraces(client, table),
    ratingHistory: dynamoRatingHistory(client, table),
    results: dynamoResults(client, table, now),
    leaderboard: localLeaderboard(client, table, now),
    documents: localDocuments(),
    deprecations: DEPRECATIONS,
    address: (env) => (isFromNode(env) ? (env.incoming.socket.remoteAddress ?? '') : ''),
    receivedAt: now,
    random: randomBytes,
    requestId: () => undefined,
    closing: closing.signal,
  };
  const app = createApp(deps);
  if (clock !== undefined) openClock(app, clock, background.sweep);
  const server = createAdaptorServer({ fetch: app.fetch, serverOptions: SENDING }) as Server;
  answerClientErrors(server);
  const running = new Set<ServerResponse>();
  server.on('request', (_request, response) => {
    // Else those who keep their connections would go on asking.
    if (closing.signal.aborted) response.shouldKeepAlive = false;
    running.add(response);
    response.once('close', () => running.delete(response));
  });
  return {
    deps,
    background,
    server,
    async stop() {
      closing.abort();
      for (const response of running) response.shouldKeepAlive = false;
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      await Promise.race([answered(running), sleep(TAKING_MS, undefined, { ref: false })]);
      // A connection that asks for nothing holds nothing up; browsers open some ahead.
      server.closeAllConnections();
      await closed;
      return background.stop();
    },
  };
}

/** A request that is made in this process comes from no server. */
function isFromNode(env: unknown): env is HttpBindings {
  return typeof env === 'object' && env !== null && 'incoming' in env;
}

async function answered(running: ReadonlySet<ServerResponse>): Promise<void> {
  while (running.size > 0) await Promise.all([...running].map((response) => once(response, 'close')));
}
