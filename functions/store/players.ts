/**
 * Accounts. One that is closed for good stays as a mark without a name: its id is given to nobody again, and nobody finds
 * an account under it.
 */
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
  /** Closes the account for good, as of that time; nothing where it is closed. Others may see it for a minute more. */
  close(id: PlayerId, at: Date): Promise<void>;
  /** When the account was closed; null if it was not. As it is now. */
  closedAt(id: PlayerId): Promise<Date | null>;
}

/** Null of an account that is closed: it is shown wherever it played, and looked up no more often than others. */
interface Known {
  readonly player: Player | null;
}

const CACHE_MS = 60_000;
const CACHED_MOST = 10_000;

export function dynamoPlayers(client: DynamoDBClient, table: string): Players {
  const players = new LRUCache<string, Known>({ max: CACHED_MOST, ttl: CACHE_MS });

  async function fresh(id: PlayerId): Promise<Player | null> {
    const key = keys.player(id);
    const { Item: item } = await client.send(new GetItemCommand({ TableName: table, Key: key, ConsistentRead: true }));
    if (item === undefined) return null;
    const player = playerFrom(id, item);
    players.set(id, { player });
    return player;
  }

  return {
    async byId(id) {
      const known = players.get(id);
      return known === undefined ? fresh(id) : known.player;
    },

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
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(closedAt)',
        ExpressionAttributeNames: names,
        ...(Object.keys(values).length === 0 ? {} : { ExpressionAttributeValues: values }),
        ReturnValues: 'ALL_NEW',
      });
      const changed = await ifHolds(client.send(command));
      if (changed?.Attributes !== undefined) players.set(id, { player: playerFrom(id, changed.Attributes) });
    },

    async close(id, at) {
      const command = new UpdateItemCommand({
        TableName: table,
        Key: keys.player(id),
        UpdateExpression: 'SET closedAt = :at REMOVE #name, #language, secret',
        ConditionExpression: 'attribute_exists(pk) AND attribute_not_exists(closedAt)',
        ExpressionAttributeNames: { '#name': 'name', '#language': 'language' },
        ExpressionAttributeValues: { ':at': { S: at.toISOString() } },
      });
      await ifHolds(client.send(command));
      players.set(id, { player: null });
    },

    async closedAt(id) {
      const { Item: item } = await client.send(
        new GetItemCommand({
          TableName: table,
          Key: keys.player(id),
          ProjectionExpression: 'closedAt',
          ConsistentRead: true,
        }),
      );
      return item?.closedAt?.S === undefined ? null : new Date(item.closedAt.S);
    },
  };
}

/** Null where the account is closed. */
function playerFrom(id: PlayerId, item: Record<string, AttributeValue>): Player | null {
  if (item.closedAt !== undefined) return null;
  return {
    id,
    name: item.name?.S ?? '',
    language: item.language?.S ?? null,
    secret: Buffer.from(item.secret?.B ?? []).toString('hex'),
    createdAt: item.createdAt?.S ?? '',
  };
}
