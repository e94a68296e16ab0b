/** Ratings in DynamoDB. Every write is of one item, on condition that nobody has written it since it was read. */
import { randomUUID } from 'node:crypto';
import {
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { ifHolds } from './conditional.ts';
import { boardItem, type Item, keyOf, ratedMatchIn, standingIn, standingItem } from './rating-item.ts';
import type { Ratings } from './ratings.ts';
import { keys } from './table.ts';

/** A sort key that every entry's is below. */
const END = 'after#~';

export function dynamoRatings(client: DynamoDBClient, table: string): Ratings {
  /** The item next to a place in the order of sort keys. */
  async function next(side: '<' | '>', { pk, sk }: ReturnType<typeof keyOf>): Promise<Item | null> {
    const { Items: items = [] } = await client.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: `pk = :pk AND sk ${side} :sk`,
        ExpressionAttributeValues: { ':pk': pk, ':sk': sk },
        ScanIndexForward: side === '>',
        ConsistentRead: true,
        Limit: 1,
      }),
    );
    return items[0] ?? null;
  }

  /** False if the item is not of that version any more; 0 stands for none. */
  async function replace(item: Item, version: number): Promise<boolean> {
    const put = new PutItemCommand({
      TableName: table,
      Item: { ...item, version: { N: String(version + 1) } },
      ConditionExpression: version === 0 ? 'attribute_not_exists(version) OR version = :version' : 'version = :version',
      ExpressionAttributeValues: { ':version': { N: String(version) } },
    });
    return (await ifHolds(client.send(put))) !== null;
  }

  /** False if somebody has written it meanwhile. */
  async function removed(key: Item, { version }: Item): Promise<boolean> {
    const drop = new DeleteItemCommand({
      TableName: table,
      Key: key,
      ...(version === undefined
        ? { ConditionExpression: 'attribute_not_exists(version)' }
        : { ConditionExpression: 'version = :version', ExpressionAttributeValues: { ':version': version } }),
    });
    return (await ifHolds(client.send(drop))) !== null;
  }

  return {
    async enter({ game, finishedAt, match }) {
      const item = { ...keys.unrated(game, finishedAt, match), mark: { S: randomUUID() } };
      await client.send(new PutItemCommand({ TableName: table, Item: item }));
    },

    async first(game, passing) {
      const { Items: items = [] } = await client.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'pk = :pk',
          ExpressionAttributeValues: { ':pk': keys.unrated(game, '', '').pk },
          ConsistentRead: true,
          Limit: passing.size + 1,
        }),
      );
      for (const { sk, mark } of items) {
        const match = ratedMatchIn(game, sk?.S ?? '');
        if (match !== null && !passing.has(match.match)) return { ...match, mark: mark?.S ?? '' };
      }
      return null;
    },

    async done({ game, finishedAt, match, mark }) {
      const drop = new DeleteItemCommand({
        TableName: table,
        Key: keys.unrated(game, finishedAt, match),
        ConditionExpression: 'mark = :mark',
        ExpressionAttributeValues: { ':mark': { S: mark } },
      });
      await ifHolds(client.send(drop));
    },

    async open(match, player) {
      const { Attributes: opened } = await client.send(
        new UpdateItemCommand({
          TableName: table,
          Key: keyOf(match, player),
          UpdateExpression: 'SET version = if_not_exists(version, :none)',
          ExpressionAttributeValues: { ':none': { N: '0' } },
          ReturnValues: 'ALL_NEW',
        }),
      );
      return Number(opened?.version?.N ?? 0);
    },

    async before(match, player) {
      const item = await next('<', keyOf(match, player));
      const of = ratedMatchIn(match.game, item?.sk?.S ?? '');
      return item === null || of === null ? null : { of, standing: standingIn(item) };
    },

    async after(match, player) {
      const item = await next('>', keyOf(match, player));
      return ratedMatchIn(match.game, item?.sk?.S ?? '');
    },

    write: (match, player, version, standing) =>
      replace({ ...keyOf(match, player), ...standingItem(standing) }, version),

    async refresh(game, player) {
      const key = keys.standing(game, player);
      for (;;) {
        const { Item: now } = await client.send(
          new GetItemCommand({ TableName: table, Key: key, ConsistentRead: true }),
        );
        if (now?.closed !== undefined) return;
        const newest = await next('<', { pk: key.pk, sk: { S: END } });
        if (newest === null) {
          if (now === undefined || (await removed(key, now))) return;
          continue;
        }
        const standing = standingIn(newest);
        // Whoever works it out sees to the standing too.
        if (standing === null) return;
        const item = { ...key, ...standingItem(standing), ...boardItem(game, standing) };
        if (await replace(item, Number(now?.version?.N ?? 0))) return;
      }
    },

    async close(game, player) {
      const key = keys.standing(game, player);
      // The mark is newer than what anybody has read: whoever is about to write a standing reads again, and finds it.
      for (;;) {
        const { Item: now } = await client.send(
          new GetItemCommand({ TableName: table, Key: key, ConsistentRead: true }),
        );
        if (now?.closed !== undefined) return;
        if (await replace({ ...key, closed: { BOOL: true } }, Number(now?.version?.N ?? 0))) return;
      }
    },

    async drop(match, player) {
      await client.send(new DeleteItemCommand({ TableName: table, Key: keyOf(match, player) }));
    },
  };
}
