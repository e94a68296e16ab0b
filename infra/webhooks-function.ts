/** The function that delivers to webhooks, fed by their queue. */
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { nodeFunction } from './node-function.ts';
import { allowItems, allowSending } from './rights.ts';
import { WEBHOOKS_TIMEOUT } from './webhooks-queue.ts';

/** Each takes ten lanes at a time; most of that is waiting for the receivers. */
const CONCURRENCY_MOST = 50;

export function webhooksFunction(scope: Construct, table: TableV2, queue: Queue): void {
  const webhooks = nodeFunction(scope, 'Webhooks', {
    description: 'Plypost: deliveries to webhooks',
    entry: 'functions/webhooks/lambda.ts',
    memorySize: 512,
    timeout: WEBHOOKS_TIMEOUT,
    environment: { PLYPOST_TABLE: table.tableName, PLYPOST_WEBHOOKS_QUEUE: queue.queueUrl },
  });
  allowItems(table, webhooks, ['GetItem'], ['feed#', 'webhooks#', 'webhook#']);
  allowItems(table, webhooks, ['Query'], ['match#', 'feed#', 'webhook#']);
  allowItems(table, webhooks, ['PutItem'], ['feed#']);
  allowItems(table, webhooks, ['UpdateItem'], ['webhooks#', 'webhook#']);
  allowSending(queue, webhooks);
  webhooks.addEventSource(
    new SqsEventSource(queue, { batchSize: 10, maxConcurrency: CONCURRENCY_MOST, reportBatchItemFailures: true }),
  );
}
