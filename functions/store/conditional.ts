/** Writes with a condition, of which it is no error that it does not hold. */
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';

/** What was answered; null if the condition did not hold. */
export async function ifHolds<Answer>(answer: Promise<Answer>): Promise<Answer | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return null;
    throw error;
  }
}
