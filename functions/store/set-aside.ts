/** What the stream could not do, kept until `npm run rebuild` has done it. */
import { DeleteItemCommand, type DynamoDBClient, PutItemCommand, paginateQuery } from '@aws-sdk/client-dynamodb';
import { errorText } from './error-text.ts';
import { keys } from './table.ts';
import { isTopic, type Topic } from './topic.ts';

/** So much of an error's text is kept. */
const TEXT_MOST = 1000;

export interface SetAside {
  put(topic: Topic, error: Error): Promise<void>;
  all(): Promise<readonly Topic[]>;
  remove(topic: Topic): Promise<void>;
}

export function dynamoSetAside(client: DynamoDBClient, table: string, now: () => Date): SetAside {
  return {
    async put(topic, error) {
      const item = {
        ...keys.setAside(topic),
        at: { S: now().toISOString() },
        error: { S: errorText(error).slice(0, TEXT_MOST) },
      };
      await client.send(new PutItemCommand({ TableName: table, Item: item }));
    },

    async all() {
      const topics: Topic[] = [];
      const input = {
        TableName: table,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': keys.setAside('').pk },
        ConsistentRead: true,
      };
      for await (const page of paginateQuery({ client }, input)) {
        for (const { sk } of page.Items ?? []) {
          const topic = sk?.S ?? '';
          if (isTopic(topic)) topics.push(topic);
        }
      }
      return topics;
    },

    async remove(topic) {
      await client.send(new DeleteItemCommand({ TableName: table, Key: keys.setAside(topic) }));
    },
  };
}
