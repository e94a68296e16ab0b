/** The connection to DynamoDB. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** Where `endpoint` is given it is an engine on this machine, which takes any credentials. */
export function dynamoClient(endpoint?: string): DynamoDBClient {
  const retries = { maxAttempts: 3 };
  if (endpoint === undefined) return new DynamoDBClient(retries);
  return new DynamoDBClient({
    ...retries,
    endpoint,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
}
