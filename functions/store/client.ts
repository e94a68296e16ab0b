/** The connection to DynamoDB. */
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';

/** A database that does not answer in this time, in milliseconds, is taken for one that cannot be reached. */
const TIMES = { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true };

/** Where `endpoint` is given it is an engine on this machine, which takes any credentials. */
export function dynamoClient(endpoint?: string): DynamoDBClient {
  const retries = { maxAttempts: 3, requestHandler: TIMES };
  if (endpoint === undefined) return new DynamoDBClient(retries);
  return new DynamoDBClient({
    ...retries,
    endpoint,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
}
