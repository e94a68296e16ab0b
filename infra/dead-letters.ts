/** Where messages go that could not be worked on: kept as long as SQS keeps anything, with an alarm at the first. */
import { Duration, Validations } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { alarm } from './alarm.ts';

export const LONGEST_RETENTION = Duration.days(14);

/** `says` is the alarm's description. */
export function deadLetters(scope: Construct, id: string, says: string): Queue {
  const queue = new Queue(scope, id, {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    retentionPeriod: LONGEST_RETENTION,
  });
  Validations.of(queue).acknowledge({
    id: 'AwsSolutions-SQS3',
    reason: 'This queue is itself where failed messages go; nothing takes from it but people.',
  });
  alarm(scope, `${id}Alarm`, {
    says,
    metric: queue.metricApproximateNumberOfMessagesVisible({ period: Duration.minutes(5), statistic: 'Maximum' }),
    threshold: 1,
  });
  return queue;
}
