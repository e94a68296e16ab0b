/** The function behind the HTTP API. */
import { Duration } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import type { IFunction } from 'aws-cdk-lib/aws-lambda';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { nodeFunction } from './node-function.ts';
import { allowIndex, allowItems, allowSending } from './rights.ts';
import { ROOT } from './root.ts';
import { LEADERBOARD_INDEX } from './table.ts';

export function apiFunction(scope: Construct, table: TableV2, queue: Queue): IFunction {
  const api = nodeFunction(scope, 'Api', {
    description: 'Plypost: the HTTP API',
    entry: 'functions/api/lambda.ts',
    memorySize: 1024,
    // The gateway waits 30 seconds at most; a long poll takes 25.
    timeout: Duration.seconds(29),
    environment: { PLYPOST_TABLE: table.tableName, PLYPOST_WEBHOOKS_QUEUE: queue.queueUrl },
    commandHooks: {
      beforeBundling: () => [],
      beforeInstall: () => [],
      afterBundling: (_input, output) => [
        `node --import tsx "${ROOT}/infra/write-documents.ts" "${output}/documents"`,
        `node --import tsx "${ROOT}/infra/bundle-queue.ts" "${output}"`,
      ],
    },
  });
  allowItems(
    table,
    api,
    ['GetItem'],
    [
      ...(['match#', 'player#', 'token#', 'tokens#', 'feed#', 'talk#', 'notes#', 'plan#', 'blocks#'] as const),
      ...(['webhooks#', 'webhook#', 'rating#'] as const),
    ],
  );
  allowItems(
    table,
    api,
    ['Query'],
    [
      ...(['match#', 'tokens#', 'list#', 'invited#', 'turns#', 'results#', 'feed#', 'talk#', 'notes#'] as const),
      ...(['traces#', 'blocks#', 'webhooks#', 'webhook#', 'rating#'] as const),
    ],
  );
  allowItems(
    table,
    api,
    ['PutItem'],
    ['match#', 'player#', 'token#', 'tokens#', 'feed#', 'talk#', 'notes#', 'plan#', 'blocks#', 'webhooks#'],
  );
  allowItems(table, api, ['UpdateItem'], ['player#', 'tokens#', 'webhooks#', 'webhook#']);
  allowItems(table, api, ['DeleteItem'], ['tokens#', 'notes#', 'plan#', 'blocks#', 'webhooks#']);
  allowIndex(table, api, LEADERBOARD_INDEX, 'board#');
  allowSending(queue, api);
  return api;
}
