/** Players' private notes: one text for each match, its owner's alone. */
import { DeleteItemCommand, type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { keys } from './table.ts';

export interface Notes {
  /** Empty where there are none. */
  get(player: PlayerId, match: MatchId): Promise<string>;
  /** Takes the place of what was there; an empty text leaves nothing. */
  put(player: PlayerId, match: MatchId, text: string): Promise<void>;
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
  };
}
