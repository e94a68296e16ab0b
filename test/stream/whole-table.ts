/** A test's table as a whole: read, emptied, filled. */
import { type AttributeValue, BatchWriteItemCommand, paginateScan, type WriteRequest } from '@aws-sdk/client-dynamodb';
import type { TestTable } from '../support/engine.ts';

export type Item = Record<string, AttributeValue>;
type Place = Pick<TestTable, 'client' | 'table'>;

/** The most that one request writes. */
const AT_ONCE = 25;

export async function allItems({ client, table }: Place): Promise<Item[]> {
  const items: Item[] = [];
  for await (const page of paginateScan({ client }, { TableName: table, ConsistentRead: true })) {
    items.push(...(page.Items ?? []));
  }
  return items;
}

export async function putItems(place: Place, items: readonly Item[]): Promise<void> {
  await write(
    place,
    items.map((Item) => ({ PutRequest: { Item } })),
  );
}

export async function dropItems(place: Place, items: readonly Item[]): Promise<void> {
  await write(
    place,
    items.map(({ pk = { S: '' }, sk = { S: '' } }) => ({ DeleteRequest: { Key: { pk, sk } } })),
  );
}

export async function emptyTable(place: Place): Promise<void> {
  await dropItems(place, await allItems(place));
}

async function write({ client, table }: Place, requests: readonly WriteRequest[]): Promise<void> {
  for (let n = 0; n < requests.length; n += AT_ONCE) {
    const some = requests.slice(n, n + AT_ONCE);
    await client.send(new BatchWriteItemCommand({ RequestItems: { [table]: some } }));
  }
}
