/** Takes messages out of a real queue for a function as Lambda's event source mapping does: deletes what did not fail. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteMessageBatchCommand, type Message, ReceiveMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';

export type SqsHandler = (
  event: SQSEvent,
  context: { getRemainingTimeInMillis(): number },
) => Promise<SQSBatchResponse>;

export interface Poller {
  /** Lets what is under way end. */
  stop(): Promise<void>;
}

const BATCH = 10;
const WAIT_SECONDS = 1;
const FUNCTION_TIMEOUT_MS = 60_000;

/** `atOnce` batches are worked on side by side. */
export function pollQueue(client: SQSClient, url: string, handler: SqsHandler, atOnce = 2): Poller {
  const stopping = new AbortController();

  async function batch(): Promise<void> {
    const { Messages: messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: url,
        MaxNumberOfMessages: BATCH,
        WaitTimeSeconds: WAIT_SECONDS,
        MessageSystemAttributeNames: ['All'],
      }),
    );
    if (messages.length === 0) return;
    const failed = await failedOf(handler, messages);
    const done = messages.filter(({ MessageId: id }) => !failed.has(id ?? ''));
    if (done.length === 0) return;
    await client.send(
      new DeleteMessageBatchCommand({
        QueueUrl: url,
        Entries: done.map(({ MessageId: Id, ReceiptHandle }) => ({ Id, ReceiptHandle })),
      }),
    );
  }

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) await batch().catch(() => sleep(100));
  }
  const polling = Array.from({ length: atOnce }, poll);

  return {
    async stop() {
      stopping.abort();
      await Promise.all(polling);
    },
  };
}

/** All of them, if the function ends badly or names one that is not among them. */
async function failedOf(handler: SqsHandler, messages: readonly Message[]): Promise<ReadonlySet<string>> {
  const all = new Set(messages.map(({ MessageId: id = '' }) => id));
  const until = performance.now() + FUNCTION_TIMEOUT_MS;
  try {
    const answer = await handler(
      { Records: messages.map(toRecord) },
      { getRemainingTimeInMillis: () => until - performance.now() },
    );
    const failed = answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier);
    return failed.every((id) => all.has(id)) ? new Set(failed) : all;
  } catch {
    return all;
  }
}

function toRecord({ MessageId, ReceiptHandle, Body, MD5OfBody, Attributes = {} }: Message): SQSRecord {
  return {
    messageId: MessageId ?? '',
    receiptHandle: ReceiptHandle ?? '',
    body: Body ?? '',
    attributes: {
      ApproximateReceiveCount: Attributes.ApproximateReceiveCount ?? '',
      SentTimestamp: Attributes.SentTimestamp ?? '',
      SenderId: Attributes.SenderId ?? '',
      ApproximateFirstReceiveTimestamp: Attributes.ApproximateFirstReceiveTimestamp ?? '',
    },
    messageAttributes: {},
    md5OfBody: MD5OfBody ?? '',
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:eu-central-1:123456789012:webhooks',
    awsRegion: 'eu-central-1',
  };
}
