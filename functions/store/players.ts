/** Accounts. */
import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { LRUCache } from 'lru-cache';
import type { PlayerId } from '../../domain/match/types.ts';
import { keys } from './table.ts';

export interface Player {
  readonly id: PlayerId;
  readonly name: string;
  /** 32 hex digits that never leave: makes the ids of a player's matches unguessable for others. */
  readonly secret: string;
  readonly createdAt: string;
}

export interface Players {
  create(player: Player): Promise<void>;
  /** Up to a minute out of date. */
  byId(id: PlayerId): Promise<Player | null>;
}

const CACHE_MS = 60_000;
const CACHED_MOST = 10_000;

export function dynamoPlayers(client: DynamoDBClient, table: string): Players {
  const players = new LRUCache<string, Player>({ max: CACHED_MOST, ttl: CACHE_MS });

  async function byId(id: PlayerId): Promise<Player | null> {
    const cached = players.get(id);
    if (cached !== undefined) return cached;
    const key = keys.player(id);
    const { Item: item } = await client.send(new GetItemCommand({ TableName: table, Key: key, ConsistentRead: true }));
    if (item === undefined) return null;
    const player: Player = {
      id,
      name: item.name?.S ?? '',
      secret: Buffer.from(item.secret?.B ?? []).toString('hex'),
      createdAt: item.createdAt?.S ?? '',
    };
    players.set(id, player);
    return player;
  }

  return {
    byId,

    async create(player) {
      await client.send(
        new PutItemCommand({
          TableName: table,
          Item: {
            ...keys.player(player.id),
            name: { S: player.name },
            secret: { B: Buffer.from(player.secret, 'hex') },
            createdAt: { S: player.createdAt },
          },
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      );
    },
  };
}
