/** A lane as an item: what it holds, how something is put into it, and which of a webhook's hold anything. */
import { type AttributeValue, type DynamoDBClient, paginateQuery, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { WebhookId } from './feed-entry.ts';
import { keys } from './table.ts';
import type { Lane } from './webhooks.ts';

const LANE = 'lane#';
/** Longer than deliveries are kept. */
const KEPT_MS = 40 * 86_400_000;

export interface LaneState {
  /** Numbers of feed entries, ascending. */
  readonly pending: readonly number[];
  /** When the first of them is tried again, in milliseconds since 1970: a message has been sent to come then. */
  readonly due: number | null;
  /** Until when somebody holds the lane, in milliseconds since 1970. */
  readonly leasedUntil: number | null;
  /** How often something was put in; tells whether anything came meanwhile. */
  readonly changes: number;
  /** `changes` as it was when the lane was last taken. */
  readonly seen: number;
}

/** Puts numbers into a lane, each once however often. */
export async function putIntoLane(
  client: DynamoDBClient,
  table: string,
  webhook: WebhookId,
  lane: Lane,
  entries: readonly number[],
  at: Date,
): Promise<void> {
  await client.send(
    new UpdateItemCommand({
      TableName: table,
      Key: keys.lane(webhook, lane),
      UpdateExpression: 'SET expires = :expires ADD pending :entries, changes :one',
      ExpressionAttributeValues: {
        ':entries': { NS: entries.map(String) },
        ':one': { N: '1' },
        ':expires': expires(at),
      },
    }),
  );
}

/** The lanes of a webhook in which something waits. */
export async function waitingLanes(client: DynamoDBClient, table: string, webhook: WebhookId): Promise<Lane[]> {
  const query = {
    TableName: table,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :lane)',
    FilterExpression: 'attribute_exists(pending)',
    ExpressionAttributeValues: { ':pk': keys.lane(webhook, '').pk, ':lane': { S: LANE } },
    ProjectionExpression: 'sk',
    ConsistentRead: true,
  };
  const lanes: Lane[] = [];
  for await (const { Items: items = [] } of paginateQuery({ client }, query)) {
    lanes.push(...items.map(({ sk }) => sk?.S?.slice(LANE.length) as Lane));
  }
  return lanes;
}

export function fromItem({ pending, due, lease, changes, seen }: Record<string, AttributeValue>): LaneState {
  return {
    pending: (pending?.NS ?? []).map(Number).sort((a, b) => a - b),
    due: due?.N === undefined ? null : Number(due.N),
    leasedUntil: lease?.N === undefined ? null : Number(lease.N),
    changes: Number(changes?.N),
    seen: Number(seen?.N ?? 0),
  };
}

export function expires(at: Date): AttributeValue {
  return { N: String(Math.ceil((at.getTime() + KEPT_MS) / 1000)) };
}
