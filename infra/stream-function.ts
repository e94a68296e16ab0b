/**
 * The function that follows the table's stream: from the log and from talk to lists, turns, ratings and feeds, from feeds to
 * deliveries, and what players have planned to answer.
 */
import { Duration } from 'aws-cdk-lib';
import type { ITable, TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { FilterCriteria, FilterRule, StartingPosition } from 'aws-cdk-lib/aws-lambda';
import { DynamoEventSource, SqsDlq } from 'aws-cdk-lib/aws-lambda-event-sources';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { alarm } from './alarm.ts';
import { deadLetters } from './dead-letters.ts';
import { nodeFunction } from './node-function.ts';
import { allowItems, allowSending } from './rights.ts';

/** Most of what the function writes itself is in the stream too, and need not wake it. New: commits, entries of feeds, messages. */
const ADDED = FilterCriteria.filter({
  eventName: FilterRule.isEqual('INSERT'),
  dynamodb: { Keys: { sk: { S: ['commit#', 'entry#', 'message#'].flatMap((kind) => FilterRule.beginsWith(kind)) } } },
});

/** A player's leave, what may tell of an account that has been closed, and plans; each is one item that changes. */
const CHANGED = FilterCriteria.filter({
  eventName: FilterRule.or('INSERT', 'MODIFY'),
  dynamodb: {
    Keys: { sk: { S: [...FilterRule.or('vacation', 'profile', 'recovery'), ...FilterRule.beginsWith('plan#')] } },
  },
});

/** What an account that has been closed may not have: written by a request that was under way, it is taken away again. */
const OWNED = FilterCriteria.filter({
  eventName: FilterRule.isEqual('INSERT'),
  dynamodb: {
    Keys: {
      pk: { S: ['notes#', 'tokens#', 'webhooks#', 'blocks#'].flatMap((kind) => FilterRule.beginsWith(kind)) },
    },
  },
});

export function streamFunction(scope: Construct, table: TableV2, queue: Queue): void {
  const stream = nodeFunction(scope, 'Stream', {
    description: 'Plypost: from the log to lists, turns, ratings, feeds and deliveries, and what players have planned',
    entry: 'functions/stream/lambda.ts',
    memorySize: 512,
    timeout: Duration.minutes(1),
    environment: { PLYPOST_TABLE: table.tableName, PLYPOST_WEBHOOKS_QUEUE: queue.queueUrl },
  });
  // Of an account it reads the leave and whether it is closed, and in the player's list which matches that is for.
  allowItems(table, stream, ['GetItem'], ['match#', 'player#', 'feed#', 'plan#', 'blocks#', 'webhook#', 'rating#']);
  allowItems(
    table,
    stream,
    ['Query'],
    [
      ...(['match#', 'list#', 'invited#', 'results#', 'feed#', 'talk#', 'notes#', 'plan#', 'blocks#'] as const),
      ...(['traces#', 'tokens#', 'webhooks#', 'webhook#', 'rating#', 'unrated#'] as const),
    ],
  );
  // Of a match it writes how far it has come with its log and its talk, what its log lacks of its players' leave, and moves
  // that were planned.
  allowItems(
    table,
    stream,
    ['PutItem'],
    [
      ...(['match#', 'list#', 'invited#', 'turns#', 'results#', 'feed#', 'plan#', 'traces#', 'webhooks#'] as const),
      ...(['webhook#', 'rating#', 'unrated#', 'set-aside'] as const),
    ],
  );
  // Of logs and talk it blanks what is personal, where an account is closed.
  allowItems(table, stream, ['UpdateItem'], ['match#', 'talk#', 'webhooks#', 'webhook#', 'rating#']);
  // A note that a match is to be rated, once it is, and a plan that has come to its end; all else where an account is closed.
  allowItems(
    table,
    stream,
    ['DeleteItem'],
    ['unrated#', 'plan#', 'player#', 'token#', 'tokens#', 'notes#', 'blocks#', 'webhook#', 'results#'],
  );
  allowSending(queue, stream);

  const failed = deadLetters(
    scope,
    'StreamFailed',
    'Lists and feeds may have missed commits: batches of the stream failed for good. Rebuild them.',
  );
  stream.addEventSource(
    // TableV2 and ITable differ only in what exactOptionalPropertyTypes makes of an optional member.
    new DynamoEventSource(table as ITable, {
      startingPosition: StartingPosition.TRIM_HORIZON,
      batchSize: 100,
      filters: [ADDED, CHANGED, OWNED],
      reportBatchItemFailures: true,
      bisectBatchOnError: true,
      // What is poisoned is set aside by the function itself; all else is worth trying until it is dropped from the stream.
      retryAttempts: -1,
      // One batch at a time of each shard: with more, order is kept within an item only, not within a match.
      parallelizationFactor: 1,
      onFailure: new SqsDlq(failed),
    }),
  );
  alarm(scope, 'StreamLateAlarm', {
    says: 'Lists, feeds and webhooks lag behind the log by a minute or more.',
    metric: stream.metric('IteratorAge', { period: Duration.minutes(1), statistic: 'Maximum' }),
    threshold: Duration.minutes(1).toMilliseconds(),
    periods: 3,
  });
  const setAside = new MetricFilter(scope, 'SetAside', {
    logGroup: stream.logGroup,
    filterPattern: FilterPattern.all(
      FilterPattern.stringValue('$.level', '=', 'ERROR'),
      FilterPattern.stringValue('$.message', '=', 'set aside'),
    ),
    metricNamespace: 'Plypost',
    metricName: 'SetAside',
  });
  alarm(scope, 'SetAsideAlarm', {
    says: 'The stream cannot work on a match or a feed and has set it aside. See the log of the function, then rebuild.',
    metric: setAside.metric({ period: Duration.minutes(5), statistic: 'Sum' }),
    threshold: 1,
  });
}
