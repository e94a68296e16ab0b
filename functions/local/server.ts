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
import { dynamoFeeds } from '../store/feeds.ts';
import { dynamoLists } from '../store/lists.ts';
import { dynamoPlayers } from '../store/players.ts';
import { dynamoSetAside } from '../store/set-aside.ts';
import type { Topic } from '../store/topic.ts';
import { dynamoTurns } from '../store/turns.ts';
import { handleTopic, type StreamWork } from '../stream/handle.ts';
import { answerClientErrors } from './client-errors.ts';
import { localDocuments } from './documents.ts';
import { type LocalStream, startStream, tellingFeeds, tellingLog } from './stream.ts';
import { wakeUps } from './wake-ups.ts';

/** How long an answer may go on telling what happens. */
const STREAM_MS = 15 * 60_000;

export interface LocalSettings {
  readonly client: DynamoDBClient;
  readonly table: string;
  report(line: LogLine): void;
  readonly catalogue?: Catalogue;
}

export interface LocalApi {
  readonly deps: ApiDeps;
  readonly stream: LocalStream;
  readonly server: Server;
  /** Ends long polls, lets running requests finish, and the stream. True if nothing was left undone. */
  stop(): Promise<boolean>;
}

export function startLocalApi({ client, table, report, catalogue = games }: LocalSettings): LocalApi {
  const closing = new AbortController();
  const now = () => new Date();
  const wake = wakeUps();
  const tell = (topic: Topic) => {
    wake.happened(topic);
    stream.notify(topic);
  };
  const lists = dynamoLists(client, table, now);
  const turns = dynamoTurns(client, table, now);
  const log = tellingLog(dynamoLog(client, table, catalogue), tell);
  const feeds = tellingFeeds(dynamoFeeds(client, table, now), tell);
  const work: StreamWork = {
    projection: { log, lists, turns, feeds, games: catalogue },
    deliver: async () => undefined,
    setAside: dynamoSetAside(client, table, now),
    report: (line) => report({ requestId: '', ...line }),
  };
  const stream = startStream(
    (topic) => handleTopic(work, topic),
    () => undefined,
  );
  const deps: ApiDeps = {
    games: catalogue,
    log,
    lists,
    turns,
    feeds,
    streamMs: STREAM_MS,
    wake,
    players: dynamoPlayers(client, table),
    documents: localDocuments(),
    receivedAt: () => new Date(),
    now,
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
    stream,
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
      return stream.stop();
    },
  };
}
