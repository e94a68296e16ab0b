/** The whole of Plypost on one machine: the API, the store and the stream, in one process. */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import type { Server, ServerResponse } from 'node:http';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { createAdaptorServer } from '@hono/node-server';
import { type Catalogue, games } from '../../domain/games.ts';
import { createApp } from '../api/app.ts';
import type { ApiDeps, LogLine } from '../api/deps.ts';
import { dynamoLog } from '../store/dynamo-log.ts';
import { dynamoLists } from '../store/lists.ts';
import { dynamoPlayers } from '../store/players.ts';
import { projectMatch } from '../stream/project.ts';
import { answerClientErrors } from './client-errors.ts';
import { localDocuments } from './documents.ts';
import { type Feed, feeding, startFeed } from './feed.ts';

export interface LocalSettings {
  readonly client: DynamoDBClient;
  readonly table: string;
  report(line: LogLine): void;
  readonly catalogue?: Catalogue;
}

export interface LocalApi {
  readonly deps: ApiDeps;
  readonly feed: Feed;
  readonly server: Server;
  /** Ends long polls, lets running requests finish, and the stream. True if nothing was left undone. */
  stop(): Promise<boolean>;
}

export function startLocalApi({ client, table, report, catalogue = games }: LocalSettings): LocalApi {
  const closing = new AbortController();
  const lists = dynamoLists(client, table);
  const log = dynamoLog(client, table, catalogue);
  const feed = startFeed(
    (match) => projectMatch({ log, lists, games: catalogue }, match),
    (error) => report({ level: 'error', message: 'stream', requestId: '', error: String(error) }),
  );
  const deps: ApiDeps = {
    games: catalogue,
    log: feeding(log, feed),
    lists,
    players: dynamoPlayers(client, table),
    documents: localDocuments(),
    receivedAt: () => new Date(),
    now: () => new Date(),
    random: randomBytes,
    requestId: () => undefined,
    report,
    closing: closing.signal,
  };
  const server = createAdaptorServer({ fetch: createApp(deps).fetch }) as Server;
  answerClientErrors(server);
  const running = new Set<ServerResponse>();
  server.on('request', (_request, response) => {
    running.add(response);
    response.once('close', () => running.delete(response));
  });
  return {
    deps,
    feed,
    server,
    async stop() {
      closing.abort();
      const closed = new Promise<void>((resolve) => {
        server.close(() => resolve());
      });
      while (running.size > 0) await Promise.all([...running].map((response) => once(response, 'close')));
      // A connection that asks for nothing holds nothing up; browsers open some ahead.
      server.closeAllConnections();
      await closed;
      return feed.stop();
    },
  };
}
