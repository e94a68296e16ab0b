/**
 * The queue in SQS, whose client is only loaded by what is sent first. In a function that hardly ever sends anything
 * the client would be paid for at every cold start.
 */
import type { LaneQueue } from '../store/webhooks.ts';

export function lazySqsQueue(url: string): LaneQueue {
  let queue: Promise<LaneQueue> | undefined;
  async function connect(): Promise<LaneQueue> {
    const { sqsClient, sqsQueue } = await import('./sqs-queue.ts');
    return sqsQueue(sqsClient(), url);
  }
  return {
    async send(message, delaySeconds) {
      queue ??= connect();
      await (await queue).send(message, delaySeconds);
    },
  };
}
