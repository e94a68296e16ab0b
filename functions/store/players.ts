/** Accounts and their tokens. Of a token only its SHA-256 is kept. */
import { createHash } from 'node:crypto';
import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { LRUCache } from 'lru-cache';
import { isPlayerId } from '../../domain/match/ids.ts';
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
  create(player: Player, token: string): Promise<void>;
  /** The player whose token this is; up to a minute out of date. */
  byToken(token: string): Promise<Player | null>;
  /** Up to a minute out of date. */
  byId(id: PlayerId): Promise<Player | null>;
}

const CACHE_MS = 60_000;
const CACHED_MOST = 10_000;

export function dynamoPlayers(client: DynamoDBClient, table: string): Players {
  const players = new LRUCache<string, Player>({ max: CACHED_MOST, ttl: CACHE_MS });
  const tokens = new LRUCache<string, PlayerId>({ max: CACHED_MOST, ttl: CACHE_MS });

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

    async create(player, token) {
      // The profile first: a crash between the two leaves an account that nobody can use, not a token without one.
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
      await client.send(
        new PutItemCommand({
          TableName: table,
          Item: { ...keys.token(digestOfToken(token)), player: { S: player.id }, createdAt: { S: player.createdAt } },
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      );
    },

    async byToken(token) {
      const digest = digestOfToken(token);
      const cached = tokens.get(digest);
      if (cached !== undefined) return byId(cached);
      const key = keys.token(digest);
      const { Item: item } = await client.send(
        new GetItemCommand({ TableName: table, Key: key, ConsistentRead: true }),
      );
      const id = item?.player?.S;
      if (id === undefined || !isPlayerId(id)) return null;
      tokens.set(digest, id);
      return byId(id);
    },
  };
}

function digestOfToken(token: string): string {
  return createHash('sha256').update(token, 'utf8').digest('hex');
}
