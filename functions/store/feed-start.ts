/**
 * Where the numbers of a feed begin: with a player's first entry, and again when all entries have been dropped. They
 * must go on above every number there has been, and all who write at once must begin at the same, so the beginning is
 * an item of its own, drawn from the clock. As long as it is young no entry written after it can have been dropped;
 * so in an empty feed a young beginning is unused, and an old one is replaced.
 */
import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { PlayerId } from '../../domain/match/types.ts';
import { ifHolds } from './conditional.ts';
import { keys } from './table.ts';

/** Well below the 30 days that entries are kept. */
const YOUNG_MS = 20 * 86_400_000;

/** The first number of a feed that has no entries. */
export function feedStart(client: DynamoDBClient, table: string, player: PlayerId, now: Date): Promise<number> {
  return startAfter(client, table, player, now.getTime() - YOUNG_MS, now);
}

/** The same for a feed whose entries have been lost, so that no number means two things: every earlier one is used. */
export function feedRestart(client: DynamoDBClient, table: string, player: PlayerId, now: Date): Promise<number> {
  return startAfter(client, table, player, now.getTime() - 1, now);
}

/** The beginning that is known if it lies above `least`, otherwise a new one. */
async function startAfter(
  client: DynamoDBClient,
  table: string,
  player: PlayerId,
  least: number,
  now: Date,
): Promise<number> {
  const key = keys.feedStart(player);
  for (;;) {
    const { Item: item } = await client.send(new GetItemCommand({ TableName: table, Key: key, ConsistentRead: true }));
    const start = Number(item?.start?.N ?? 0);
    if (start > least) return start;
    const put = new PutItemCommand({
      TableName: table,
      Item: { ...key, start: { N: String(now.getTime()) } },
      ConditionExpression: 'attribute_not_exists(pk) OR #start = :start',
      ExpressionAttributeNames: { '#start': 'start' },
      ExpressionAttributeValues: { ':start': { N: String(start) } },
    });
    if ((await ifHolds(client.send(put))) !== null) return now.getTime();
  }
}
