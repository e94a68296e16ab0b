/**
 * How read models are written: an item tells up to which commit of its match it knows (`seq`), and gives way to one
 * that knows as much or more. That makes the stream's work safe to repeat, to run late, and to make anew.
 */
import { type AttributeValue, type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import { ifHolds } from './conditional.ts';

type Item = Record<string, AttributeValue>;

/** What was taken off stays marked for so long: much longer than work can be held up. */
const GONE_SECONDS = 7 * 86_400;

/** Filters out what was taken off. */
export const NOT_GONE = 'attribute_not_exists(gone)';

export function goneItem(key: Item, seq: number, now: Date): Item {
  const expires = Math.ceil(now.getTime() / 1000) + GONE_SECONDS;
  return { ...key, seq: { N: String(seq) }, gone: { BOOL: true }, expires: { N: String(expires) } };
}

export async function putNewer(client: DynamoDBClient, table: string, item: Item): Promise<void> {
  const put = new PutItemCommand({
    TableName: table,
    Item: item,
    ConditionExpression: 'attribute_not_exists(pk) OR seq <= :seq',
    ExpressionAttributeValues: { ':seq': item.seq ?? { N: '0' } },
  });
  await ifHolds(client.send(put));
}
