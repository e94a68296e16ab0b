/**
 * Who has blocked whom. A block is one item of whoever made it, so it is there or not, all at once. For the other player a
 * mark is put before it, which only tells where to look: so whoever may be kept apart from a player is found with one
 * Query. A mark stays when the block goes, since taking it away could race with a new block.
 */
import {
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateQuery,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import { isPlayerId } from '../../domain/match/ids.ts';
import type { PlayerId } from '../../domain/match/types.ts';
import { ifHolds } from './conditional.ts';
import { keys } from './table.ts';

export interface Block {
  readonly player: PlayerId;
  /** RFC 3339. */
  readonly at: string;
}

export interface BlockPage {
  /** In the order of the players' ids. */
  readonly blocks: readonly Block[];
  /** The last player of the page, after whom it goes on; null at the end. */
  readonly next: PlayerId | null;
}

/** Whom a player has blocked, and who has, or once had, blocked the player. */
export interface Near {
  readonly blocked: ReadonlySet<PlayerId>;
  readonly marked: ReadonlySet<PlayerId>;
}

/** All reads are strongly consistent. */
export interface Blocks {
  /** Once it has returned, the block is seen by whoever looks. One that stands keeps its time. */
  add(by: PlayerId, player: PlayerId, at: string): Promise<void>;
  remove(by: PlayerId, player: PlayerId): Promise<void>;
  has(by: PlayerId, player: PlayerId): Promise<boolean>;
  count(by: PlayerId): Promise<number>;
  page(by: PlayerId, limit: number, after: PlayerId | null): Promise<BlockPage>;
  near(player: PlayerId): Promise<Near>;
}

const MADE = 'made#';
const MARK = 'mark#';

export function dynamoBlocks(client: DynamoDBClient, table: string): Blocks {
  const madeBy = (by: PlayerId) => ({
    TableName: table,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :made)',
    ExpressionAttributeValues: { ':pk': keys.block(by, '').pk, ':made': { S: MADE } },
    ConsistentRead: true,
  });

  return {
    async add(by, player, at) {
      await client.send(new PutItemCommand({ TableName: table, Item: keys.blockMark(player, by) }));
      const put = new PutItemCommand({
        TableName: table,
        Item: { ...keys.block(by, player), at: { S: at } },
        ConditionExpression: 'attribute_not_exists(pk)',
      });
      await ifHolds(client.send(put));
    },

    async remove(by, player) {
      await client.send(new DeleteItemCommand({ TableName: table, Key: keys.block(by, player) }));
    },

    async has(by, player) {
      const get = new GetItemCommand({ TableName: table, Key: keys.block(by, player), ConsistentRead: true });
      return (await client.send(get)).Item !== undefined;
    },

    async count(by) {
      let count = 0;
      for await (const page of paginateQuery({ client }, { ...madeBy(by), Select: 'COUNT' })) count += page.Count ?? 0;
      return count;
    },

    async page(by, limit, after) {
      const query = new QueryCommand({
        ...madeBy(by),
        Limit: limit,
        ...(after === null ? {} : { ExclusiveStartKey: keys.block(by, after) }),
      });
      const { Items: items = [], LastEvaluatedKey: last } = await client.send(query);
      const blocks = items.flatMap(({ sk, at }) => {
        const player = playerIn(sk?.S, MADE);
        return player === null ? [] : [{ player, at: at?.S ?? '' }];
      });
      return { blocks, next: playerIn(last?.sk?.S, MADE) };
    },

    async near(player) {
      const query = {
        TableName: table,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': keys.block(player, '').pk },
        ProjectionExpression: 'sk',
        ConsistentRead: true,
      };
      const blocked = new Set<PlayerId>();
      const marked = new Set<PlayerId>();
      for await (const { Items: items = [] } of paginateQuery({ client }, query)) {
        for (const { sk } of items) {
          const made = playerIn(sk?.S, MADE);
          const mark = playerIn(sk?.S, MARK);
          if (made !== null) blocked.add(made);
          if (mark !== null) marked.add(mark);
        }
      }
      return { blocked, marked };
    },
  };
}

function playerIn(sortKey: string | undefined, kind: string): PlayerId | null {
  const player = sortKey?.slice(kind.length) ?? '';
  return sortKey?.startsWith(kind) === true && isPlayerId(player) ? player : null;
}
