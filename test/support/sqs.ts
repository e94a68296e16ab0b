/** Queues on a server that speaks SQS, as the stack has them: with dead letters after five receives. */
import { randomUUID } from 'node:crypto';
import {
  CreateQueueCommand,
  GetQueueAttributesCommand,
  type QueueAttributeName,
  ReceiveMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';

const MAX_RECEIVE_COUNT = 5;

export interface Queues {
  readonly client: SQSClient;
  readonly endpoint: string;
  readonly url: string;
  /** How many messages are in the queue: those that may be received, are held back, or are hidden. */
  counts(): Promise<{ readonly visible: number; readonly delayed: number; readonly hidden: number }>;
  /** Takes the bodies out of the queue of dead letters. */
  deadLetters(): Promise<readonly string[]>;
}

/** On the server at SQS_ENDPOINT. `visibility` in seconds. */
export async function newQueues(visibility: number): Promise<Queues> {
  const endpoint = process.env.SQS_ENDPOINT ?? '';
  const client = new SQSClient({
    endpoint,
    region: 'eu-central-1',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  const create = async (name: string, attributes: Partial<Record<QueueAttributeName, string>>) =>
    (await client.send(new CreateQueueCommand({ QueueName: name, Attributes: attributes }))).QueueUrl ?? '';
  const attributesOf = async (url: string) =>
    (await client.send(new GetQueueAttributesCommand({ QueueUrl: url, AttributeNames: ['All'] }))).Attributes ?? {};

  const name = randomUUID();
  const dead = await create(`${name}-dead`, {});
  const { QueueArn: deadLetterTargetArn } = await attributesOf(dead);
  const url = await create(name, {
    VisibilityTimeout: String(visibility),
    RedrivePolicy: JSON.stringify({ deadLetterTargetArn, maxReceiveCount: MAX_RECEIVE_COUNT }),
  });
  const bodies: string[] = [];
  return {
    client,
    endpoint,
    url,
    async counts() {
      const attributes = await attributesOf(url);
      return {
        visible: Number(attributes.ApproximateNumberOfMessages),
        delayed: Number(attributes.ApproximateNumberOfMessagesDelayed),
        hidden: Number(attributes.ApproximateNumberOfMessagesNotVisible),
      };
    },
    async deadLetters() {
      const { Messages: messages = [] } = await client.send(
        new ReceiveMessageCommand({ QueueUrl: dead, MaxNumberOfMessages: 10 }),
      );
      bodies.push(...messages.map(({ Body: body = '' }) => body));
      return bodies;
    },
  };
}
