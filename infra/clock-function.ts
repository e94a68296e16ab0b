/** The function that warns of what runs out of time, and ends it, once a minute. */
import { Duration } from 'aws-cdk-lib';
import type { TableV2 } from 'aws-cdk-lib/aws-dynamodb';
import { Rule, Schedule } from 'aws-cdk-lib/aws-events';
import { LambdaFunction } from 'aws-cdk-lib/aws-events-targets';
import { FilterPattern, MetricFilter } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { alarm, alarmOfSilence } from './alarm.ts';
import { nodeFunction } from './node-function.ts';
import { allowIndex, allowItems } from './rights.ts';
import { DUE_INDEX } from './table.ts';

const LATE = Duration.minutes(5);

export function clockFunction(scope: Construct, table: TableV2): void {
  const clock = nodeFunction(scope, 'Clock', {
    description: 'Plypost: warns of what runs out of time, and ends it',
    entry: 'functions/clock/lambda.ts',
    memorySize: 512,
    timeout: Duration.minutes(1),
    environment: { PLYPOST_TABLE: table.tableName },
  });
  allowIndex(table, clock, DUE_INDEX, 'due#');
  // A player's leave puts deadlines off. Of a match it reads what has been told, and of a feed where its numbers begin.
  allowItems(table, clock, ['GetItem'], ['player#', 'match#', 'feed#']);
  allowItems(table, clock, ['Query', 'PutItem'], ['match#', 'feed#']);

  // What is lost is made good by the next sweep, a minute later.
  clock.configureAsyncInvoke({ retryAttempts: 0, maxEventAge: Duration.minutes(1) });
  new Rule(scope, 'ClockSchedule', {
    description: 'Plypost: looks for what has run out of time',
    schedule: Schedule.rate(Duration.minutes(1)),
    targets: [new LambdaFunction(clock, { retryAttempts: 0, maxEventAge: Duration.minutes(1) })],
  });

  const overdue = new MetricFilter(scope, 'Overdue', {
    logGroup: clock.logGroup,
    filterPattern: FilterPattern.stringValue('$.message', '=', 'swept'),
    metricNamespace: 'Plypost',
    metricName: 'OverdueMs',
    metricValue: '$.overdueMs',
  });
  alarm(scope, 'OverdueAlarm', {
    says: 'Deadlines or warnings are five minutes overdue and have not been acted on. See the log of the clock function.',
    metric: overdue.metric({ period: Duration.minutes(1), statistic: 'Maximum' }),
    threshold: LATE.toMilliseconds(),
  });
  alarm(scope, 'ClockErrorsAlarm', {
    says: 'Sweeps for what has run out of time fail. See the log of the clock function.',
    metric: clock.metricErrors({ period: LATE, statistic: 'Sum' }),
    threshold: 3,
  });
  alarmOfSilence(scope, 'ClockSilentAlarm', {
    says: 'Nothing has looked for what has run out of time for five minutes. Is the schedule off, or the function?',
    metric: overdue.metric({ period: LATE, statistic: 'SampleCount' }),
  });
}
