/** Where lanes of deliveries wait for the webhooks function. */
import { Duration } from 'aws-cdk-lib';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import type { Construct } from 'constructs';
import { alarm } from './alarm.ts';
import { deadLetters } from './dead-letters.ts';

/** How long the function may take for a batch. */
export const WEBHOOKS_TIMEOUT = Duration.seconds(60);

/**
 * How long a message that was received stays hidden: six times the function's own limit, as AWS advises, since a batch
 * may wait and be tried again before the function has it.
 */
const VISIBILITY = Duration.seconds(6 * WEBHOOKS_TIMEOUT.toSeconds());

/** A message waits up to 15 minutes on purpose, and is hidden once. */
const LATE = Duration.minutes(30);

export function webhooksQueue(scope: Construct): Queue {
  const failed = deadLetters(
    scope,
    'WebhooksFailed',
    'Webhook deliveries stand still: messages of the queue failed five times. See the log of the function, then redrive.',
  );
  const queue = new Queue(scope, 'WebhooksQueue', {
    encryption: QueueEncryption.SQS_MANAGED,
    enforceSSL: true,
    visibilityTimeout: VISIBILITY,
    // Below that of the dead letters, which counts from when a message was first sent.
    retentionPeriod: Duration.days(7),
    deadLetterQueue: { queue: failed, maxReceiveCount: 5 },
  });
  alarm(scope, 'WebhooksLateAlarm', {
    says: 'Webhook deliveries are late: a message has waited for half an hour. Is the function throttled, or broken?',
    metric: queue.metricApproximateAgeOfOldestMessage({ period: Duration.minutes(5), statistic: 'Maximum' }),
    threshold: LATE.toSeconds(),
  });
  return queue;
}
