/** The function that follows the log: it is told of each commit once it is stored, and keeps the lists. */
import { Duration, Validations } from 'aws-cdk-lib';
import { Alarm, ComparisonOperator, TreatMissingData } from 'aws-cdk-lib/aws-cloudwatch';
import type { ITable, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { nodeFunction } from './node-function.ts';

/** The function's own writes are in the stream too; only commits may wake it. */
const COMMITS_ONLY = FilterCriteria.filter({
  eventName: FilterRule.isEqual('INSERT'),
  dynamodb: { Keys: { sk: { S: FilterRule.beginsWith('commit#') } } },
});

export function streamFunction(scope: Construct, table: TableV2): void {
  const stream = nodeFunction(scope, 'Stream', {
    description: 'Plypost: from the log to the lists',
    entry: 'functions/stream/lambda.ts',
    memorySize: 512,
    timeout: Duration.minutes(1),
    environment: { PLYPOST_TABLE: table.tableName },
  });
  table.grant(stream, 'dynamodb:Query', 'dynamodb:PutItem', 'dynamodb:DeleteItem');

  const failed = new Queue(scope, 'StreamFailed', { enforceSSL: true, retentionPeriod: Duration.days(14) });
  Validations.of(failed).acknowledge({
    id: 'AwsSolutions-SQS3',
    reason: 'This queue is itself where failed batches go; nothing takes from it but people.',
  });

  stream.addEventSource(
    // TableV2 and ITable differ only in what exactOptionalPropertyTypes makes of an optional member.
    new DynamoEventSource(table as ITable, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      filters: [COMMITS_ONLY],
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      retryAttempts: 10,
      onFailure: new SqsDlq(failed),
    }),
  );
  new Alarm(scope, 'StreamFailedAlarm', {
    alarmDescription: 'Lists have missed commits: batches of the stream failed for good.',
    metric: failed.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(5), statistic: 'Maximum' }),
    threshold: 1,
    evaluationPeriods: 1,
    comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    treatMissingData: TreatMissingData.NOT_BREACHING,
  });
}
