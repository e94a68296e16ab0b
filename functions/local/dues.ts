/**
 * What is due on one machine. The embedded engine cannot add an index to a table that was made before there was one:
 * there the whole table is looked through, which finds the same.
 */
import { type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { type Dues, dueMatchIn, dynamoDues } from '../store/due.ts';
import { DUE, keys } from '../store/table.ts';
import { isWithoutIndex } from './without-index.ts';

export function localDues(client: DynamoDBClient, table: string, now: () => Date): Dues {
  const dues = dynamoDues(client, table, now);

  async function* scan(instant: number) {
    const input = {
      TableName: table,
      FilterExpression: `sk = :sk AND ${DUE} <= :instant`,
      ExpressionAttributeValues: { ':sk': keys.clock('').sk, ':instant': { N: String(instant) } },
    };
    for await (const { Items: items = [] } of paginateScan({ client }, input)) yield* items.flatMap(dueMatchIn);
  }

  return {
    ...dues,
    async *upTo(instant) {
      try {
        yield* dues.upTo(instant);
      } catch (error) {
        if (!isWithoutIndex(error)) throw error;
        yield* scan(instant);
      }
    },
  };
}
