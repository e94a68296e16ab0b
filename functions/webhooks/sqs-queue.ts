/** The queue of lanes in SQS. */
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import type { LaneQueue } from '../store/webhooks.ts';
import { formatLaneMessage } from './lane-message.ts';

/** The longest that SQS holds a message back. Whoever gets one that is not due sends it once more. */
const DELAY_SECONDS_MOST = 900;

/** As for the database: in milliseconds. */
const TIMES = { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true };

export function sqsClient(): SQSClient {
  return new SQSClient({ maxAttempts: 3, requestHandler: TIMES });
}

export function sqsQueue(client: SQSClient, url: string): LaneQueue {
  return {
    async send(message, delaySeconds) {
      await client.send(
        new SendMessageCommand({
          QueueUrl: url,
          MessageBody: formatLaneMessage(message),
          DelaySeconds: Math.min(Math.max(Math.ceil(delaySeconds), 0), DELAY_SECONDS_MOST),
        }),
      );
    },
  };
}
