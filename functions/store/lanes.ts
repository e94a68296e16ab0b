/**
 * Lanes: what waits to be delivered to one webhook of one match, or of the account, in order. Whoever works on a lane
 * holds it for a while; all that is written meanwhile is written only as long as nobody else has taken it.
 */
import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  UpdateItemCommand,
  type UpdateItemCommandInput,
} from '@aws-sdk/client-dynamodb';
import { ifHolds } from './conditional.ts';
import type { WebhookId } from './feed-entry.ts';
import { expires, fromItem, type LaneState } from './lane-item.ts';
import { keys } from './table.ts';
import type { Lane } from './webhooks.ts';

/** Longer than a try takes, with all that is read and written around it. */
export const LEASE_MS = 30_000;
/** How much before its time something may be tried: queues count in seconds. */
export const EARLY_MS = 1_000;

export interface HeldLane extends LaneState {
  readonly webhook: WebhookId;
  readonly lane: Lane;
  readonly owner: string;
  readonly leasedUntil: number;
}

export interface Lanes {
  read(webhook: WebhookId, lane: Lane): Promise<LaneState | null>;
  /**
   * Takes the lane, under a name that nobody else uses, if nobody holds it, something waits in it, and it is due or
   * `early`. Null if not.
   */
  claim(webhook: WebhookId, lane: Lane, owner: string, early: boolean): Promise<HeldLane | null>;
  /** The lane held for longer, as it is then; null if it has been lost to another. */
  renew(held: HeldLane): Promise<HeldLane | null>;
  /**
   * Takes a number out, unless something was put in meanwhile: then it is still there. Null if that was the last one and
   * the lane has been let go, or if it was lost to another.
   */
  takeOut(held: HeldLane, entry: number): Promise<HeldLane | null>;
  /**
   * Lets the lane go, with a new `due` if one is given: null. Where something was put in meanwhile it is still held, as
   * it is then.
   */
  letGo(held: HeldLane, due?: number): Promise<HeldLane | null>;
  /** Lets it go whatever has come meanwhile. */
  release(held: Pick<HeldLane, 'webhook' | 'lane' | 'owner'>): Promise<void>;
}

type Update = Pick<UpdateItemCommandInput, 'UpdateExpression' | 'ConditionExpression'> & {
  readonly values?: Record<string, AttributeValue>;
};

const MINE = '#owner = :owner';
const NAMES = { '#owner': 'owner' };

export function dynamoLanes(client: DynamoDBClient, table: string, now: () => Date): Lanes {
  /** The item after it; null if the condition does not hold. */
  async function update(
    { webhook, lane, owner }: Pick<HeldLane, 'webhook' | 'lane' | 'owner'>,
    { values = {}, ...expressions }: Update,
  ): Promise<Record<string, AttributeValue> | null> {
    const command = new UpdateItemCommand({
      TableName: table,
      Key: keys.lane(webhook, lane),
      ...expressions,
      ExpressionAttributeNames: NAMES,
      ExpressionAttributeValues: { ':owner': { S: owner }, ...values },
      ReturnValues: 'ALL_NEW',
    });
    const answer = await ifHolds(client.send(command));
    return answer === null ? null : (answer.Attributes ?? {});
  }

  const leased = (): Record<string, AttributeValue> => ({
    ':until': { N: String(now().getTime() + LEASE_MS) },
    ':expires': expires(now()),
  });

  function held<Of extends Pick<HeldLane, 'webhook' | 'lane' | 'owner'>>(
    { webhook, lane, owner }: Of,
    item: Record<string, AttributeValue> | null,
  ): HeldLane | null {
    if (item === null) return null;
    const state = fromItem(item);
    return { ...state, webhook, lane, owner, leasedUntil: state.leasedUntil ?? 0 };
  }

  async function renew(of: HeldLane): Promise<HeldLane | null> {
    const item = await update(of, {
      UpdateExpression: 'SET lease = :until, expires = :expires',
      ConditionExpression: MINE,
      values: leased(),
    });
    return held(of, item);
  }

  return {
    renew,

    async read(webhook, lane) {
      const { Item: item } = await client.send(
        new GetItemCommand({ TableName: table, Key: keys.lane(webhook, lane), ConsistentRead: true }),
      );
      return item === undefined ? null : fromItem(item);
    },

    async claim(webhook, lane, owner, early) {
      const time = now().getTime();
      const item = await update(
        { webhook, lane, owner },
        {
          UpdateExpression: 'SET lease = :until, #owner = :owner, expires = :expires, seen = changes',
          // Its own claim it may find where the answer to it was lost and the request was made again.
          ConditionExpression: [
            'attribute_exists(pending)',
            `(attribute_not_exists(lease) OR lease <= :now OR ${MINE})`,
            ...(early ? [] : ['(attribute_not_exists(due) OR due <= :soon)']),
          ].join(' AND '),
          values: {
            ...leased(),
            ':now': { N: String(time) },
            ...(early ? {} : { ':soon': { N: String(time + EARLY_MS) } }),
          },
        },
      );
      return held({ webhook, lane, owner }, item);
    },

    async takeOut(of, entry) {
      const isLast = of.pending.length === 1 && of.pending[0] === entry;
      const done = await update(of, {
        UpdateExpression: isLast
          ? 'SET expires = :expires REMOVE lease, #owner, due DELETE pending :entry'
          : 'SET lease = :until, expires = :expires DELETE pending :entry',
        ConditionExpression: `${MINE} AND changes = :changes`,
        values: {
          ':entry': { NS: [String(entry)] },
          ':changes': { N: String(of.changes) },
          ...(isLast ? { ':expires': expires(now()) } : leased()),
        },
      });
      if (done !== null) return isLast ? null : held(of, done);
      // What was put in meanwhile may be this number once more: it is looked at again before it goes.
      return renew(of);
    },

    async letGo(of, due) {
      const gone = await update(of, {
        UpdateExpression: `SET expires = :expires${due === undefined ? '' : ', due = :due'} REMOVE lease, #owner`,
        ConditionExpression: `${MINE} AND changes = :changes`,
        values: {
          ':expires': expires(now()),
          ':changes': { N: String(of.changes) },
          ...(due === undefined ? {} : { ':due': { N: String(due) } }),
        },
      });
      return gone === null ? renew(of) : null;
    },

    async release(of) {
      await update(of, { UpdateExpression: 'REMOVE lease, #owner', ConditionExpression: MINE });
    },
  };
}
