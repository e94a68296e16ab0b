/** Reads which matches a batch of table changes tells of. */
import type { DynamoDBRecord } from 'aws-lambda';
import { isMatchId } from '../../domain/match/ids.ts';
import type { MatchId } from '../../domain/match/types.ts';

const MATCH = 'match#';
const COMMIT = 'commit#';

/** The matches with new commits, in the order of the stream, each with the number of its first record in the batch. */
export function matchesIn(records: readonly DynamoDBRecord[]): ReadonlyMap<MatchId, string> {
  const matches = new Map<MatchId, string>();
  for (const { dynamodb } of records) {
    const pk = dynamodb?.Keys?.pk?.S ?? '';
    const sk = dynamodb?.Keys?.sk?.S ?? '';
    const match = pk.slice(MATCH.length);
    if (!pk.startsWith(MATCH) || !sk.startsWith(COMMIT) || !isMatchId(match) || matches.has(match)) continue;
    // Without its number a failure could not be told for one record alone; an empty one stands for the whole batch.
    matches.set(match, dynamodb?.SequenceNumber ?? '');
  }
  return matches;
}
