/** What is kept of recovery codes: their hashes. Which of them were used the tokens tell that were made of them. */
import { createHash } from 'node:crypto';
import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { PlayerId } from '../../domain/match/types.ts';
import { ifHolds } from './conditional.ts';
import { readJson } from './stored-json.ts';
import { keys } from './table.ts';

export interface RecoveryCodes {
  /** Counts the sets that the player has had. */
  readonly generation: number;
  /** Tells the request that made them from others; null where it may not be sent again. */
  readonly request: string | null;
  readonly digests: readonly string[];
}

export interface Recovery {
  codes(player: PlayerId): Promise<RecoveryCodes | null>;
  /** Replaces the set before; false if another one has. */
  replace(player: PlayerId, codes: RecoveryCodes): Promise<boolean>;
}

export function digestOfCode(player: PlayerId, code: string): string {
  return createHash('sha256').update(`${player}|${code}`, 'utf8').digest('hex');
}

export function dynamoRecovery(client: DynamoDBClient, table: string): Recovery {
  return {
    async codes(player) {
      const { Item: item } = await client.send(
        new GetItemCommand({ TableName: table, Key: keys.recovery(player), ConsistentRead: true }),
      );
      if (item === undefined) return null;
      return {
        generation: Number(item.generation?.N),
        request: item.request?.S ?? null,
        digests: readJson(item.digests?.S ?? '[]') as readonly string[],
      };
    },

    async replace(player, { generation, request, digests }) {
      const put = new PutItemCommand({
        TableName: table,
        Item: {
          ...keys.recovery(player),
          generation: { N: String(generation) },
          ...(request === null ? {} : { request: { S: request } }),
          digests: { S: JSON.stringify(digests) },
        },
        ...(generation === 1
          ? { ConditionExpression: 'attribute_not_exists(pk)' }
          : {
              ConditionExpression: 'generation = :before',
              ExpressionAttributeValues: { ':before': { N: String(generation - 1) } },
            }),
      });
      return (await ifHolds(client.send(put))) !== null;
    },
  };
}
