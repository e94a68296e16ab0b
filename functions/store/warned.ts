/**
 * Which warnings have been told of a seat's turn. Feeds know it too, but for so long only as entries are kept: a pause can
 * put a deadline off by more than that.
 */
import { type DynamoDBClient, GetItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { Warning } from '../../domain/match/clock/warnings.ts';
import type { MatchId } from '../../domain/match/types.ts';
import { ifHolds } from './conditional.ts';
import { keys } from './table.ts';

export type TurnMark = Pick<Warning, 'run' | 'mark'>;

export interface Warned {
  has(match: MatchId, of: TurnMark): Promise<boolean>;
  note(match: MatchId, of: TurnMark): Promise<void>;
}

/** One item for each seat and mark. A turn is known by when it began: a takeback can bring its number back. */
export function dynamoWarned(client: DynamoDBClient, table: string): Warned {
  return {
    async has(match, { run, mark }) {
      const Key = keys.warned(match, run.seat, mark);
      const { Item: item } = await client.send(new GetItemCommand({ TableName: table, Key, ConsistentRead: true }));
      return Number(item?.since?.N ?? Number.NEGATIVE_INFINITY) >= run.since;
    },

    async note(match, { run, mark }) {
      const since = { N: String(run.since) };
      const put = new PutItemCommand({
        TableName: table,
        Item: { ...keys.warned(match, run.seat, mark), since },
        ConditionExpression: 'attribute_not_exists(pk) OR since <= :since',
        ExpressionAttributeValues: { ':since': since },
      });
      await ifHolds(client.send(put));
    },
  };
}
