/** Deliveries in the table. */
import {
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { ifHolds } from './conditional.ts';
import { expires, fromItem, newItem } from './delivery-item.ts';
import type { FeedEntry, WebhookId } from './feed-entry.ts';
import { putIntoLane, waitingLanes } from './lane-item.ts';
import { pack } from './packing.ts';
import { keys } from './table.ts';
import { type Deliveries, type Delivery, type DeliveryState, type Lane, laneOf, type Try } from './webhooks.ts';

const TRIES_KEPT = 10;
/** How much is written at once. A commit tells a player of fewer things. */
const AT_ONCE = 8;

/** How a delivery stands after a try, or without one. */
export interface Settled {
  readonly state: DeliveryState;
  readonly failures: number;
  readonly nextTryAt: string | null;
  /** Default: as it was. */
  readonly askedToWait?: boolean;
  readonly tried?: Try;
}

export interface DeliveryRecords {
  /** False if it is no longer as `seen`: settled, or asked for again, by somebody else. */
  settle(seen: Delivery, settled: Settled): Promise<boolean>;
}

export function dynamoDeliveries(client: DynamoDBClient, table: string, now: () => Date): Deliveries & DeliveryRecords {
  async function get(webhook: WebhookId, entry: number): Promise<Delivery | null> {
    const { Item: item } = await client.send(
      new GetItemCommand({ TableName: table, Key: keys.delivery(webhook, entry), ConsistentRead: true }),
    );
    return item === undefined ? null : fromItem(item);
  }

  /** False if it is settled already. */
  async function make(webhook: WebhookId, entry: FeedEntry): Promise<boolean> {
    const put = client.send(
      new PutItemCommand({
        TableName: table,
        Item: newItem(webhook, entry, now()),
        ConditionExpression: 'attribute_not_exists(pk)',
      }),
    );
    // Whoever made it may not have come to put it into its lane.
    return (await ifHolds(put)) !== null || (await get(webhook, Number(entry.id)))?.state === 'pending';
  }

  return {
    get,

    async add(webhook, ...entries) {
      const lanes = new Map<Lane, number[]>();
      for (let from = 0; from < entries.length; from += AT_ONCE) {
        const some = entries.slice(from, from + AT_ONCE);
        const waits = await Promise.all(some.map((entry) => make(webhook, entry)));
        for (const entry of some.filter((_, n) => waits[n])) {
          lanes.set(laneOf(entry), [...(lanes.get(laneOf(entry)) ?? []), Number(entry.id)]);
        }
      }
      // All of a lane at once: whoever works on it sees none before those with lower numbers.
      await Promise.all([...lanes].map(([lane, numbers]) => putIntoLane(client, table, webhook, lane, numbers, now())));
      return [...lanes.keys()];
    },

    async page(webhook, before, limit) {
      if (before === 0) return { deliveries: [], next: null };
      const { Items: items = [] } = await client.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
          ExpressionAttributeValues: {
            ':pk': keys.delivery(webhook, 0).pk,
            ':from': keys.delivery(webhook, 0).sk,
            ':to': keys.delivery(webhook, (before ?? Number.MAX_SAFE_INTEGER) - 1).sk,
          },
          ScanIndexForward: false,
          ConsistentRead: true,
          Limit: limit + 1,
        }),
      );
      const deliveries = items.slice(0, limit).map(fromItem);
      const last = deliveries.at(-1);
      return { deliveries, next: items.length > limit && last !== undefined ? Number(last.entry.id) : null };
    },

    async again(webhook, entry) {
      await client.send(
        new UpdateItemCommand({
          TableName: table,
          Key: keys.delivery(webhook, Number(entry.id)),
          UpdateExpression:
            'SET #state = :pending, failures = :none, #entry = if_not_exists(#entry, :entry), expires = :expires REMOVE nextTryAt',
          ExpressionAttributeNames: { '#state': 'state', '#entry': 'entry' },
          ExpressionAttributeValues: {
            ':pending': { S: 'pending' },
            ':none': { N: '0' },
            ':entry': { B: pack(entry) },
            ':expires': expires(now()),
          },
        }),
      );
      await putIntoLane(client, table, webhook, laneOf(entry), [Number(entry.id)], now());
    },

    lanes: (webhook) => waitingLanes(client, table, webhook),

    async settle(seen, { state, failures, nextTryAt, tried, askedToWait = seen.askedToWait }) {
      const tries = tried === undefined ? seen.tries : [...seen.tries, tried].slice(-TRIES_KEPT);
      const update = client.send(
        new UpdateItemCommand({
          TableName: table,
          Key: keys.delivery(seen.webhook, Number(seen.entry.id)),
          UpdateExpression: [
            'SET #state = :state, failures = :failures, tries = :tries, askedToWait = :asked',
            nextTryAt === null ? ' REMOVE nextTryAt' : ', nextTryAt = :next',
          ].join(''),
          ConditionExpression: '#state = :seen AND failures = :failed',
          ExpressionAttributeNames: { '#state': 'state' },
          ExpressionAttributeValues: {
            ':state': { S: state },
            ':failures': { N: String(failures) },
            ':tries': { B: pack(tries) },
            ':asked': { BOOL: askedToWait },
            ':seen': { S: seen.state },
            ':failed': { N: String(seen.failures) },
            ...(nextTryAt === null ? {} : { ':next': { S: nextTryAt } }),
          },
        }),
      );
      return (await ifHolds(update)) !== null;
    },
  };
}
