/** Whether a query failed because the table was made before there was the index that it asks. */
import { DynamoDBServiceException } from '@aws-sdk/client-dynamodb';

export function isWithoutIndex(error: unknown): boolean {
  if (!(error instanceof DynamoDBServiceException)) return false;
  return error.name === 'ValidationException' && error.message.includes('index');
}
