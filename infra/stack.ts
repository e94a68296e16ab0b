/** All that Plypost needs in an AWS account. */
import { CfnOutput, Stack, type StackProps } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { apiFunction } from './api-function.ts';
import { clockFunction } from './clock-function.ts';
import { httpApi } from './http-api.ts';
import { streamFunction } from './stream-function.ts';
import { plypostTable } from './table.ts';
import { webhooksFunction } from './webhooks-function.ts';
import { webhooksQueue } from './webhooks-queue.ts';

export class PlypostStack extends Stack {
  constructor(scope: Construct, id: string, props: StackProps) {
    super(scope, id, props);
    const table = plypostTable(this);
    const queue = webhooksQueue(this);
    const stage = httpApi(this, apiFunction(this, table, queue));
    streamFunction(this, table, queue);
    webhooksFunction(this, table, queue);
    clockFunction(this, table);
    new CfnOutput(this, 'ApiUrl', { value: stage.url });
    new CfnOutput(this, 'TableName', { value: table.tableName });
    new CfnOutput(this, 'WebhooksQueueUrl', { value: queue.queueUrl });
  }
}
