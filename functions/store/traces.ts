/**
 * Where players have left something that no list of theirs is sure to lead to: matches in which they said something, also
 * such as they have left since, and their forks. The stream notes it, before it looks whether the account is closed.
 */
import { type DynamoDBClient, PutItemCommand, paginateQuery } from '@aws-sdk/client-dynamodb';
import { isMatchId } from '../../domain/match/ids.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { keys } from './table.ts';

export type TraceKind = 'talk' | 'fork';

export interface Traces {
  /** May be noted again. */
  put(player: PlayerId, kind: TraceKind, match: MatchId): Promise<void>;
  /** By match id, those after one, as they are now. */
  of(player: PlayerId, kind: TraceKind, after?: string): AsyncIterable<MatchId>;
}

export function dynamoTraces(client: DynamoDBClient, table: string): Traces {
  return {
    async put(player, kind, match) {
      await client.send(new PutItemCommand({ TableName: table, Item: keys.trace(player, kind, match) }));
    },

    async *of(player, kind, after = '') {
      const { pk, sk } = keys.trace(player, kind, after);
      const input = {
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: { ':pk': pk, ':from': sk, ':to': keys.trace(player, kind, '~').sk },
        ConsistentRead: true,
      };
      for await (const { Items: items = [] } of paginateQuery({ client }, input)) {
        for (const item of items) {
          const match = item.sk?.S?.slice(kind.length + 1) ?? '';
          if (isMatchId(match) && match > after) yield match;
        }
      }
    },
  };
}
