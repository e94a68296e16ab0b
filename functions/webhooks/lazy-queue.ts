/**
 * The queue in SQS, whose client is a bundle by itself and loaded by what is sent first: in a function that hardly ever
 * sends anything it would be paid for at every cold start.
 */
import type { LaneQueue } from '../store/webhooks.ts';

/** `bundle` is of `sqs-queue.ts`. */
export function lazySqsQueue(bundle: URL, url: string): LaneQueue {
  let queue: Promise<LaneQueue> | undefined;
  async function connect(): Promise<LaneQueue> {
    const { sqsClient, sqsQueue }: typeof import('./sqs-queue.ts') = await import(bundle.href);
    return sqsQueue(sqsClient(), url);
  }
  return {
    async send(message, delaySeconds) {
      queue ??= connect();
      await (await queue).send(message, delaySeconds);
    },
  };
}
