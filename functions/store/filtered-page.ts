/** One page of a list of which not everything is shown: filled from as much as one request may look at. */
import {
  type AttributeValue,
  type DynamoDBClient,
  QueryCommand,
  type QueryCommandInput,
} from '@aws-sdk/client-dynamodb';

type Item = Record<string, AttributeValue>;

export interface FilteredPage<Entry> {
  readonly entries: readonly Entry[];
  /** Where the page ends: a sort key; null if there is no more. */
  readonly next: string | null;
}

/** Pages that one request reads at most when most entries are passed over, and how many entries those after the first have. */
const PAGES_MOST = 5;
const FURTHER_PAGE = 100;

/** Newest first, from sort key `after` on. `read` gives null for what is not to be shown. */
export async function filteredPage<Entry>(
  client: DynamoDBClient,
  query: QueryCommandInput & { readonly partition: AttributeValue },
  { limit, after }: { readonly limit: number; readonly after: string | null },
  read: (item: Item) => Entry | null,
): Promise<FilteredPage<Entry>> {
  const { partition: pk, ...input } = query;
  const entries: Entry[] = [];
  let from = after;
  for (let pages = 0; pages < PAGES_MOST && entries.length < limit; pages += 1) {
    const answer = await client.send(
      new QueryCommand({
        ...input,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ...input.ExpressionAttributeValues, ':pk': pk },
        ScanIndexForward: false,
        Limit: pages === 0 ? limit : Math.max(limit, FURTHER_PAGE),
        ...(from === null ? {} : { ExclusiveStartKey: { pk, sk: { S: from } } }),
      }),
    );
    for (const item of answer.Items ?? []) {
      if (entries.length === limit) return { entries, next: from };
      const entry = read(item);
      if (entry !== null) entries.push(entry);
      from = item.sk?.S ?? null;
    }
    from = answer.LastEvaluatedKey?.sk?.S ?? null;
    if (from === null) break;
  }
  return { entries, next: from };
}
