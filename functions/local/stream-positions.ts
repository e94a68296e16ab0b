/** How far each shard of the stream has been worked through, so that the next start need not begin at its beginning. */
import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { keys } from '../store/table.ts';

export interface StreamPositions {
  /** The number of the last record that is done; null if none is. */
  read(shard: string): Promise<string | null>;
  write(shard: string, sequence: string): Promise<void>;
}

export function dynamoPositions(client: DynamoDBClient, table: string): StreamPositions {
  return {
    async read(shard) {
      const Key = keys.streamPosition(shard);
      const { Item: item } = await client.send(new GetItemCommand({ TableName: table, Key, ConsistentRead: true }));
      return item?.sequence?.S ?? null;
    },

    async write(shard, sequence) {
      const item = { ...keys.streamPosition(shard), sequence: { S: sequence } };
      await client.send(new PutItemCommand({ TableName: table, Item: item }));
    },
  };
}
