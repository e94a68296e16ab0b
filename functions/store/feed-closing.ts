/**
 * The end of a feed, for an account that is closed: a last item that tells nothing and stays. It takes the next number as
 * any other does, so whoever is about to add something loses that number to it, looks again, and finds the feed closed.
 */
import { type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { PlayerId } from '../../domain/match/types.ts';
import { ifHolds } from './conditional.ts';
import { eraseItems } from './erase-items.ts';
import { readItems } from './feed-items.ts';
import { feedStart } from './feed-start.ts';
import { keys } from './table.ts';

/** Closes the feed and drops all that was in it. May be called again. */
export async function closeFeed(
  client: DynamoDBClient,
  table: string,
  player: PlayerId,
  now: () => Date,
): Promise<void> {
  for (;;) {
    const [newest] = await readItems(client, table, player, { newestFirst: true, limit: 1 });
    if (newest?.closed === true) {
      const { pk, sk } = keys.feedEntry(player, newest.first);
      return eraseItems(client, table, pk, { but: sk });
    }
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
