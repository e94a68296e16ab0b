/**
 * The end of a feed, for an account that is closed: a last item that tells nothing and stays. It takes the next number as
 * any other does, so whoever is about to add something loses that number to it, looks again, and finds the feed closed.
 * What was in the feed becomes such items too, which expire, and its beginning stays: a number that somebody slow still
 * holds must not become free again.
 */
import { type DynamoDBClient, PutItemCommand, paginateQuery } from '@aws-sdk/client-dynamodb';
import type { PlayerId } from '../../domain/match/types.ts';
import { ifHolds } from './conditional.ts';
import { readItems } from './feed-items.ts';
import { feedStart } from './feed-start.ts';
import { keys } from './table.ts';

const DAY_S = 86_400;

/** Closes the feed and empties all that was in it. May be called again. */
export async function closeFeed(
  client: DynamoDBClient,
  table: string,
  player: PlayerId,
  now: () => Date,
): Promise<void> {
  for (;;) {
    const [newest] = await readItems(client, table, player, { newestFirst: true, limit: 1 });
    if (newest?.closed === true) return emptyItems(client, table, player, now());
    const number = newest === undefined ? await feedStart(client, table, player, now()) : newest.last + 1;
    const key = keys.feedEntry(player, number);
    const put = new PutItemCommand({
      TableName: table,
      Item: { ...key, count: { N: '1' }, closed: { BOOL: true } },
      ConditionExpression: 'attribute_not_exists(pk)',
    });
    await ifHolds(client.send(put));
  }
}

async function emptyItems(client: DynamoDBClient, table: string, player: PlayerId, now: Date): Promise<void> {
  const expires = { N: String(Math.ceil(now.getTime() / 1000) + DAY_S) };
  const input = {
    TableName: table,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :entry)',
    FilterExpression: 'attribute_not_exists(closed)',
    ExpressionAttributeValues: { ':pk': keys.feedEntry(player, 0).pk, ':entry': { S: 'entry#' } },
    ProjectionExpression: 'pk, sk, #count',
    ExpressionAttributeNames: { '#count': 'count' },
    ConsistentRead: true,
  };
  for await (const { Items: items = [] } of paginateQuery({ client }, input)) {
    for (const { pk, sk, count } of items) {
      if (pk === undefined || sk === undefined || count === undefined) continue;
      const empty = { pk, sk, count, closed: { BOOL: true }, expires };
      await client.send(new PutItemCommand({ TableName: table, Item: empty }));
    }
  }
}
