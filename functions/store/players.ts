/** Accounts. */
import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { LRUCache } from 'lru-cache';
import type { PlayerId } from '../../domain/match/types.ts';
import { changing } from './changing.ts';
import { ifHolds } from './conditional.ts';
import { keys } from './table.ts';

export interface Player {
  readonly id: PlayerId;
  readonly name: string;
  /** BCP 47. */
  readonly language: string | null;
  /** 32 hex digits that never leave: makes the ids of a player's matches unguessable for others. */
  readonly secret: string;
  readonly createdAt: string;
}

export interface Players {
  create(player: Player): Promise<void>;
  /** Up to a minute out of date. */
  byId(id: PlayerId): Promise<Player | null>;
  /** As they are now. */
  fresh(id: PlayerId): Promise<Player | null>;
  /** What is left out stays; where there is no such player nothing is done. */
  change(id: PlayerId, change: Partial<Pick<Player, 'name' | 'language'>>): Promise<void>;
}

const CACHE_MS = 60_000;
const CACHED_MOST = 10_000;

export function dynamoPlayers(client: DynamoDBClient, table: string): Players {
  const players = new LRUCache<string, Player>({ max: CACHED_MOST, ttl: CACHE_MS });

  async function fresh(id: PlayerId): Promise<Player | null> {
    const key = keys.player(id);
    const { Item: item } = await client.send(new GetItemCommand({ TableName: table, Key: key, ConsistentRead: true }));
    if (item === undefined) return null;
    const player = playerFrom(id, item);
    players.set(id, player);
    return player;
  }

  return {
    byId: async (id) => players.get(id) ?? fresh(id),
    fresh,

    async create(player) {
      await client.send(
        new PutItemCommand({
          TableName: table,
          Item: {
            ...keys.player(player.id),
            name: { S: player.name },
            ...(player.language === null ? {} : { language: { S: player.language } }),
            secret: { B: Buffer.from(player.secret, 'hex') },
            createdAt: { S: player.createdAt },
          },
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      );
    },

    async change(id, change) {
      const { update, names, values } = changing(change);
      if (update === '') return;
      const command = new UpdateItemCommand({
        TableName: table,
        Key: keys.player(id),
        UpdateExpression: update,
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: names,
        ...(Object.keys(values).length === 0 ? {} : { ExpressionAttributeValues: values }),
        ReturnValues: 'ALL_NEW',
      });
      const changed = await ifHolds(client.send(command));
      if (changed?.Attributes !== undefined) players.set(id, playerFrom(id, changed.Attributes));
    },
  };
}

function playerFrom(id: PlayerId, item: Record<string, AttributeValue>): Player {
  return {
    id,
    name: item.name?.S ?? '',
    language: item.language?.S ?? null,
    secret: Buffer.from(item.secret?.B ?? []).toString('hex'),
    createdAt: item.createdAt?.S ?? '',
  };
}
