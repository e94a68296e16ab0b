/** The table's stream as a Lambda function: brings the lists of every match in a batch up to its log. */
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { games } from '../../domain/games.ts';
import { writeLine } from '../lambda/log-line.ts';
import { tableName } from '../lambda/table-name.ts';
import { dynamoClient } from '../store/client.ts';
import { dynamoLog } from '../store/dynamo-log.ts';
import { dynamoLists } from '../store/lists.ts';
import { matchesIn } from './commit-notices.ts';
import { type Projection, projectMatch } from './project.ts';

let projection: Projection | undefined;

function connect(): Projection {
  const table = tableName();
  const client = dynamoClient();
  return { games, log: dynamoLog(client, table, games), lists: dynamoLists(client, table) };
}

/** Told again of the first match that failed, and of all after it. */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  projection ??= connect();
  const batchItemFailures: { itemIdentifier: string }[] = [];
  for (const [match, itemIdentifier] of matchesIn(event.Records)) {
    try {
      await projectMatch(projection, match);
    } catch (error) {
      const { name, message, stack } = error instanceof Error ? error : new Error(String(error));
      writeLine({ level: 'error', message: 'not projected', match, error: `${name}: ${message}`, stack });
      batchItemFailures.push({ itemIdentifier });
    }
  }
  return { batchItemFailures };
}
