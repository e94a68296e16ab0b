/** What the worker is handed in a Lambda function. */
import { randomUUID } from 'node:crypto';
import { games } from '../../domain/games.ts';
import { webhooksQueueUrl } from '../lambda/queue-url.ts';
import { tableName } from '../lambda/table-name.ts';
import { dynamoClient } from '../store/client.ts';
import { dynamoDeliveries } from '../store/dynamo-deliveries.ts';
import { dynamoLog } from '../store/dynamo-log.ts';
import { dynamoWebhooks } from '../store/dynamo-webhooks.ts';
import { dynamoFeeds } from '../store/feeds.ts';
import { dynamoLanes } from '../store/lanes.ts';
import { webhookLoopback } from './loopback-setting.ts';
import { sendOnce } from './send.ts';
import { sqsClient, sqsQueue } from './sqs-queue.ts';
import type { WorkerDeps } from './worker-deps.ts';

const now = () => new Date();

export function lambdaDeps(): WorkerDeps {
  const table = tableName();
  const client = dynamoClient();
  const settings = { loopback: webhookLoopback() };
  return {
    games,
    log: dynamoLog(client, table, games),
    feeds: dynamoFeeds(client, table, now),
    webhooks: dynamoWebhooks(client, table, now),
    deliveries: dynamoDeliveries(client, table, now),
    lanes: dynamoLanes(client, table, now),
    queue: sqsQueue(sqsClient(), webhooksQueueUrl()),
    send: (url, headers, body) => sendOnce(url, headers, body, settings),
    now,
    random: Math.random,
    uuid: randomUUID,
  };
}
