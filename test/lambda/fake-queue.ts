/** A queue in small: it takes messages as SQS does, and hands them to a function as Lambda's event source mapping does. */
import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { listening } from '../support/listening.ts';

export type QueueHandler = (
  event: SQSEvent,
  context: { getRemainingTimeInMillis(): number },
) => Promise<SQSBatchResponse>;

export interface FakeQueue {
  readonly endpoint: string;
  readonly url: string;
  /** Hands out what is due until nothing is, or so many batches; how many messages. What fails comes again at once. */
  drain(handler: QueueHandler, batchesMost?: number): Promise<number>;
  /** For how many milliseconds the messages in it are still held back. */
  waiting(): readonly number[];
  stop(): Promise<void>;
}

interface Message {
  readonly id: string;
  readonly body: string;
  readonly sentAt: number;
  readonly due: number;
  received: number;
}

const BATCH = 10;
const FUNCTION_TIMEOUT_MS = 60_000;

export async function startFakeQueue(): Promise<FakeQueue> {
  const messages = new Map<string, Message>();
  const server = createServer((request, response) => {
    void text(request).then((sent) => {
      const { MessageBody: body, DelaySeconds: delay = 0 } = JSON.parse(sent);
      if (request.headers['x-amz-target'] !== 'AmazonSQS.SendMessage') throw new Error('not that small');
      const id = randomUUID();
      const sentAt = Date.now();
      messages.set(id, { id, body, sentAt, due: sentAt + delay * 1000, received: 0 });
      response.writeHead(200, { 'content-type': 'application/x-amz-json-1.0' });
      response.end(JSON.stringify({ MessageId: id, MD5OfMessageBody: md5(body) }));
    });
  });
  const { url: endpoint } = await listening(server);

  const dueNow = () => [...messages.values()].filter(({ due }) => due <= Date.now()).slice(0, BATCH);

  return {
    endpoint,
    url: `${endpoint}/123456789012/webhooks`,
    waiting: () => [...messages.values()].map(({ due }) => due - Date.now()),

    async drain(handler, batchesMost = 1000) {
      let handed = 0;
      let batches = 0;
      for (let batch = dueNow(); batch.length > 0 && batches < batchesMost; batch = dueNow()) {
        batches += 1;
        const until = performance.now() + FUNCTION_TIMEOUT_MS;
        const context = { getRemainingTimeInMillis: () => until - performance.now() };
        const answer = await handler({ Records: batch.map(toRecord) }, context);
        const failed = new Set(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier));
        for (const { id } of batch) if (!failed.has(id)) messages.delete(id);
        handed += batch.length;
      }
      return handed;
    },

    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function toRecord(message: Message): SQSRecord {
  message.received += 1;
  const { id, body, sentAt, received } = message;
  return {
    messageId: id,
    receiptHandle: `${id}/${received}`,
    body,
    attributes: {
      ApproximateReceiveCount: String(received),
      SentTimestamp: String(sentAt),
      SenderId: 'AIDAIENQZJOLO23YVJ4VO',
      ApproximateFirstReceiveTimestamp: String(Date.now()),
    },
    messageAttributes: {},
    md5OfBody: md5(body),
    eventSource: 'aws:sqs',
    eventSourceARN: 'arn:aws:sqs:eu-central-1:123456789012:webhooks',
    awsRegion: 'eu-central-1',
  };
}

function md5(body: string): string {
  return createHash('md5').update(body, 'utf8').digest('hex');
}
