/** Deletes the items of a partition. */
import { type AttributeValue, DeleteItemCommand, type DynamoDBClient, paginateQuery } from '@aws-sdk/client-dynamodb';

const AT_ONCE = 8;

/** All that are there, `but` the one of that sort key. May be broken off and begun again. */
export async function eraseItems(
  client: DynamoDBClient,
  table: string,
  pk: AttributeValue,
  { but }: { readonly but?: AttributeValue } = {},
): Promise<void> {
  const input = {
    TableName: table,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ProjectionExpression: 'pk, sk',
    ConsistentRead: true,
  };
  for await (const { Items: items = [] } of paginateQuery({ client }, input)) {
    const all = items.filter(({ sk }) => sk?.S !== but?.S);
    for (let n = 0; n < all.length; n += AT_ONCE) {
      const some = all.slice(n, n + AT_ONCE);
      await Promise.all(some.map((Key) => client.send(new DeleteItemCommand({ TableName: table, Key }))));
    }
  }
}
