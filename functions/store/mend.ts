/** What a rebuild writes past the read models themselves. */
import {
  type AttributeValue,
  DeleteItemCommand,
  type DynamoDBClient,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { MatchId } from '../../domain/match/types.ts';
import { ifHolds } from './conditional.ts';
import { keys } from './table.ts';
import type { ModelEntry } from './table-scan.ts';

type Key = Record<string, AttributeValue>;

export function keyOf(entry: ModelEntry): Key {
  switch (entry.kind) {
    case 'turn':
      return keys.turn(entry.player, entry.match);
    case 'invitation':
      return keys.invitation(entry.player, entry.at, entry.match);
    case 'result':
      return keys.result(entry.player, entry.match);
    case 'clock':
      return keys.clock(entry.match);
    case 'listed':
      return keys.listed(entry.list, entry.createdAt, entry.match);
  }
}

/** Deletes what says that it knows more of a match than there is, unless it has been written anew meanwhile. */
export async function dropEntry(client: DynamoDBClient, table: string, key: Key, seq: number): Promise<void> {
  const drop = new DeleteItemCommand({
    TableName: table,
    Key: key,
    ConditionExpression: 'seq = :seq',
    ExpressionAttributeValues: { ':seq': { N: String(seq) } },
  });
  await ifHolds(client.send(drop));
}

/** Notes beside a match's progress up to where its read models have been made again. */
export async function markRebuilt(
  client: DynamoDBClient,
  table: string,
  match: MatchId,
  seq: number,
  expires: number | null,
): Promise<void> {
  await client.send(
    new UpdateItemCommand({
      TableName: table,
      Key: keys.progress(match),
      UpdateExpression: `SET rebuilt = :rebuilt, seq = if_not_exists(seq, :none)${expires === null ? '' : ', expires = :expires'}`,
      ExpressionAttributeValues: {
        ':rebuilt': { N: String(seq) },
        ':none': { N: '0' },
        ...(expires === null ? {} : { ':expires': { N: String(expires) } }),
      },
    }),
  );
}
