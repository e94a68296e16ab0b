/** How what happens gets from the table to lists, feeds and webhooks, and what is told when it does not. */
import { describe, expect, test } from 'vitest';
import { STREAM_FILTERS } from '../../functions/local/event-filter.ts';
import { LEASE_MS } from '../../functions/store/lanes.ts';
import { SEND_TIMEOUT_MS } from '../../functions/webhooks/send.ts';
import { functionOf, only, template } from './synth.ts';

const DAY = 24 * 60 * 60;

const stack = template();
const queue = (name: string) => only(stack, 'AWS::SQS::Queue', (id) => id.startsWith(name));
const mappingOf = (id: string) =>
  only(stack, 'AWS::Lambda::EventSourceMapping', (logical) => logical.startsWith(id)).properties;
const alarm = (name: string) => only(stack, 'AWS::CloudWatch::Alarm', (id) => id.startsWith(name)).properties;
const arnOf = (id: string) => ({ 'Fn::GetAtt': [id, 'Arn'] });

describe('the stream', () => {
  const mapping = mappingOf('Stream');

  test('the stream function is fed by the stream of the table, from its beginning', () => {
    const table = only(stack, 'AWS::DynamoDB::GlobalTable').id;
    expect(mapping.EventSourceArn).toEqual({ 'Fn::GetAtt': [table, 'StreamArn'] });
    expect(mapping.FunctionName).toEqual({ Ref: functionOf(stack, 'Stream').id });
    expect(mapping.StartingPosition).toBe('TRIM_HORIZON');
  });

  test('what fails is told for each record alone, tried again in halves, until the stream drops it', () => {
    expect(mapping).toMatchObject({
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      BisectBatchOnFunctionError: true,
      MaximumRetryAttempts: -1,
      DestinationConfig: { OnFailure: { Destination: arnOf(queue('StreamFailed').id) } },
    });
  });

  test('a shard is worked through one batch at a time, since more would not keep the order within a match', () => {
    expect(mapping.ParallelizationFactor).toBe(1);
  });

  test('new commits, new entries of feeds, new messages, changes of leave, of accounts and of plans wake the function, the same as on one machine', () => {
    const patterns: unknown[] = mapping.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) =>
      JSON.parse(Pattern),
    );
    const prefixes = (...kinds: string[]) => kinds.map((prefix) => ({ prefix }));
    const added = {
      eventName: ['INSERT'],
      dynamodb: { Keys: { sk: { S: prefixes('commit#', 'entry#', 'message#') } } },
    };
    const changed = {
      eventName: ['INSERT', 'MODIFY'],
      dynamodb: { Keys: { sk: { S: ['vacation', 'profile', 'recovery', ...prefixes('plan#')] } } },
    };
    const owned = {
      eventName: ['INSERT'],
      dynamodb: { Keys: { pk: { S: prefixes('notes#', 'tokens#', 'webhooks#', 'blocks#') } } },
    };
    expect(patterns).toEqual([added, changed, owned]);
    // Of one event source mapping the service takes no more.
    expect(patterns.length).toBeLessThanOrEqual(5);
    expect(STREAM_FILTERS).toEqual(patterns);
  });
});

describe('the queue of webhooks', () => {
  const mapping = mappingOf('Webhooks');
  const { id, properties } = queue('WebhooksQueue');
  const timeout: number = functionOf(stack, 'Webhooks').properties.Timeout;

  test('feeds the webhooks function, a few lanes at a time, each failing by itself', () => {
    expect(mapping).toEqual({
      EventSourceArn: arnOf(id),
      FunctionName: { Ref: functionOf(stack, 'Webhooks').id },
      BatchSize: 10,
      FunctionResponseTypes: ['ReportBatchItemFailures'],
      ScalingConfig: { MaximumConcurrency: 50 },
    });
  });

  test('gives nobody what another still works on', () => {
    expect(properties.VisibilityTimeout).toBeGreaterThanOrEqual(6 * timeout);
    expect(properties.VisibilityTimeout * 1000).toBeGreaterThan(LEASE_MS);
  });

  test('the function has time for at least two tries', () => {
    expect(timeout * 1000).toBeGreaterThan(2 * SEND_TIMEOUT_MS + 10_000);
  });

  test('what failed five times is set aside, and kept there longer than in the queue', () => {
    const failed = queue('WebhooksFailed');
    expect(properties.RedrivePolicy).toEqual({ deadLetterTargetArn: arnOf(failed.id), maxReceiveCount: 5 });
    expect(properties.MessageRetentionPeriod).toBeLessThan(failed.properties.MessageRetentionPeriod);
    expect(failed.properties.MessageRetentionPeriod).toBe(14 * DAY);
  });
});

describe('the clock', () => {
  test('is called once a minute, and no call is repeated: the next does the same', () => {
    const { id } = functionOf(stack, 'Clock');
    const { properties } = only(stack, 'AWS::Events::Rule');
    const once = { MaximumEventAgeInSeconds: 60, MaximumRetryAttempts: 0 };
    expect(properties).toMatchObject({
      ScheduleExpression: 'rate(1 minute)',
      State: 'ENABLED',
      Targets: [{ Arn: arnOf(id), RetryPolicy: once }],
    });
    expect(only(stack, 'AWS::Lambda::EventInvokeConfig').properties).toMatchObject({
      FunctionName: { Ref: id },
      ...once,
    });
  });
});

test('every queue is encrypted, and reached over TLS only', () => {
  const queues = Object.entries(stack.findResources('AWS::SQS::Queue'));
  const policies = Object.values(stack.findResources('AWS::SQS::QueuePolicy')).map((policy) => JSON.stringify(policy));
  expect(queues.map(([id]) => id.slice(0, -8)).sort()).toEqual(['StreamFailed', 'WebhooksFailed', 'WebhooksQueue']);
  for (const [id, { Properties: properties }] of queues) {
    expect(properties.SqsManagedSseEnabled).toBe(true);
    const [policy = ''] = policies.filter((text) => text.includes(id));
    expect(policy).toContain('"Effect":"Deny"');
    expect(policy).toContain('"aws:SecureTransport":"false"');
  }
});

describe('an alarm goes off', () => {
  test.each(['StreamFailed', 'WebhooksFailed'])('at the first message in %s', (name) => {
    expect(queue(name).properties.MessageRetentionPeriod).toBe(14 * DAY);
    expect(alarm(`${name}Alarm`)).toMatchObject({
      MetricName: 'ApproximateNumberOfMessagesVisible',
      Namespace: 'AWS/SQS',
      Threshold: 1,
      ComparisonOperator: 'GreaterThanOrEqualToThreshold',
      Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [queue(name).id, 'QueueName'] } }],
    });
  });

  test('when a lane waits longer than it is ever held back and hidden', () => {
    const { id, properties } = queue('WebhooksQueue');
    const late = alarm('WebhooksLateAlarm');
    expect(late).toMatchObject({
      MetricName: 'ApproximateAgeOfOldestMessage',
      Namespace: 'AWS/SQS',
      Statistic: 'Maximum',
      Dimensions: [{ Name: 'QueueName', Value: { 'Fn::GetAtt': [id, 'QueueName'] } }],
    });
    expect(late.Threshold).toBeGreaterThan(900 + properties.VisibilityTimeout);
    expect(late.Threshold).toBeLessThan(3600);
  });

  test('when the stream lags behind by a minute', () => {
    expect(alarm('StreamLateAlarm')).toMatchObject({
      MetricName: 'IteratorAge',
      Namespace: 'AWS/Lambda',
      Statistic: 'Maximum',
      Threshold: 60_000,
      Dimensions: [{ Name: 'FunctionName', Value: { Ref: functionOf(stack, 'Stream').id } }],
    });
  });

  test('when the stream function tells that it has set something aside', () => {
    const { properties: filter } = only(stack, 'AWS::Logs::MetricFilter', (id) => id.startsWith('SetAside'));
    const { LogGroup: group } = functionOf(stack, 'Stream').properties.LoggingConfig;
    expect(filter.LogGroupName).toEqual(group);
    expect(filter.FilterPattern).toBe('{ ($.level = "ERROR") && ($.message = "set aside") }');
    const metric = { MetricName: 'SetAside', MetricNamespace: 'Plypost' };
    expect(filter.MetricTransformations).toEqual([{ ...metric, MetricValue: '1' }]);
    expect(alarm('SetAsideAlarm')).toMatchObject({
      MetricName: metric.MetricName,
      Namespace: metric.MetricNamespace,
      Statistic: 'Sum',
      Threshold: 1,
    });
  });

  test('when a deadline passed five minutes ago, and when nothing has looked for any for so long', () => {
    const { properties: filter } = only(stack, 'AWS::Logs::MetricFilter', (id) => id.startsWith('Overdue'));
    expect(filter.LogGroupName).toEqual(functionOf(stack, 'Clock').properties.LoggingConfig.LogGroup);
    expect(filter.FilterPattern).toBe('{ $.message = "swept" }');
    const metric = { MetricName: 'OverdueMs', MetricNamespace: 'Plypost' };
    expect(filter.MetricTransformations).toEqual([{ ...metric, MetricValue: '$.overdueMs' }]);
    const its = { MetricName: metric.MetricName, Namespace: metric.MetricNamespace };
    expect(alarm('OverdueAlarm')).toMatchObject({ ...its, Statistic: 'Maximum', Threshold: 5 * 60_000 });
    expect(alarm('ClockSilentAlarm')).toMatchObject({
      ...its,
      Statistic: 'SampleCount',
      Period: 300,
      Threshold: 1,
      ComparisonOperator: 'LessThanThreshold',
      TreatMissingData: 'breaching',
    });
  });

  test('when the clock function fails again and again', () => {
    expect(alarm('ClockErrorsAlarm')).toMatchObject({
      MetricName: 'Errors',
      Namespace: 'AWS/Lambda',
      Statistic: 'Sum',
      Threshold: 3,
      Dimensions: [{ Name: 'FunctionName', Value: { Ref: functionOf(stack, 'Clock').id } }],
    });
  });

  test('and not for want of data, but of what is told all the time', () => {
    const alarms = Object.entries(stack.findResources('AWS::CloudWatch::Alarm'));
    expect(alarms).toHaveLength(8);
    for (const [id, { Properties: properties }] of alarms) {
      expect(properties.TreatMissingData).toBe(id.startsWith('ClockSilent') ? 'breaching' : 'notBreaching');
      // CloudFormation turns other characters into question marks.
      expect(properties.AlarmDescription).toMatch(/^[ -~]+$/);
    }
  });
});
