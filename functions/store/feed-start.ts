/**
 * Where the numbers of a feed begin: with a player's first entry, and again when all entries have been dropped. They
 * must go on above every number there has been, and all who write at once must begin at the same, so the beginning is
 * an item of its own, drawn from the clock. As long as it is young no entry written after it can have been dropped;
 * so in an empty feed a young beginning is unused, and an old one is replaced.
 */
import {
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { PlayerId } from '../../domain/match/types.ts';
import { keys } from './table.ts';

/** Well below the 30 days that entries are kept. */
const YOUNG_MS = 20 * 86_400_000;

/** The first number of a feed that has no entries. */
export async function feedStart(client: DynamoDBClient, table: string, player: PlayerId, now: Date): Promise<number> {
  for (;;) {
    const key = keys.feedStart(player);
    const { Item: item } = await client.send(new GetItemCommand({ TableName: table, Key: key, ConsistentRead: true }));
    const start = Number(item?.start?.N ?? 0);
    if (start > now.getTime() - YOUNG_MS) return start;
    try {
      await client.send(
        new PutItemCommand({
          TableName: table,
          Item: { ...key, start: { N: String(now.getTime()) } },
          ConditionExpression: 'attribute_not_exists(pk) OR #start = :start',
          ExpressionAttributeNames: { '#start': 'start' },
          ExpressionAttributeValues: { ':start': { N: String(start) } },
        }),
      );
      return now.getTime();
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
    }
  }
}
