/** Deletes the items of a partition. */
import { type AttributeValue, DeleteItemCommand, type DynamoDBClient, paginateQuery } from '@aws-sdk/client-dynamodb';

const AT_ONCE = 8;

/** All that are there. May be broken off and begun again. */
export async function eraseItems(client: DynamoDBClient, table: string, pk: AttributeValue): Promise<void> {
  const input = {
    TableName: table,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ProjectionExpression: 'pk, sk',
    ConsistentRead: true,
  };
  for await (const { Items: items = [] } of paginateQuery({ client }, input)) {
    for (let n = 0; n < items.length; n += AT_ONCE) {
      const some = items.slice(n, n + AT_ONCE);
      await Promise.all(some.map((Key) => client.send(new DeleteItemCommand({ TableName: table, Key }))));
    }
  }
}
