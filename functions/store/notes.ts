/** Players' private notes: one text for each match, its owner's alone. */
import {
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateQuery,
} from '@aws-sdk/client-dynamodb';
import { isMatchId } from '../../domain/match/ids.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { keys } from './table.ts';

export interface Notes {
  /** Empty where there are none. */
  get(player: PlayerId, match: MatchId): Promise<string>;
  /** Takes the place of what was there; an empty text leaves nothing. */
  put(player: PlayerId, match: MatchId, text: string): Promise<void>;
  /** All of a player's by match, those on matches after one; eventually consistent. */
  of(player: PlayerId, after: string): AsyncIterable<{ readonly match: MatchId; readonly text: string }>;
}

export function dynamoNotes(client: DynamoDBClient, table: string): Notes {
  return {
    async get(player, match) {
      const { Item: item } = await client.send(
        new GetItemCommand({ TableName: table, Key: keys.notes(player, match), ConsistentRead: true }),
      );
      return item?.text?.S ?? '';
    },

    async put(player, match, text) {
      const key = keys.notes(player, match);
      if (text === '') await client.send(new DeleteItemCommand({ TableName: table, Key: key }));
      else await client.send(new PutItemCommand({ TableName: table, Item: { ...key, text: { S: text } } }));
    },

    async *of(player, after) {
      const { pk } = keys.notes(player, '');
      const isAll = after === '';
      const input = {
        TableName: table,
        KeyConditionExpression: isAll ? 'pk = :pk' : 'pk = :pk AND sk > :after',
        ExpressionAttributeValues: { ':pk': pk, ...(isAll ? {} : { ':after': { S: after } }) },
      };
      for await (const { Items: items = [] } of paginateQuery({ client }, input)) {
        for (const { sk, text } of items) {
          const match = sk?.S ?? '';
          if (isMatchId(match)) yield { match, text: text?.S ?? '' };
        }
      }
    },
  };
}
