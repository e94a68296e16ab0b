/** Webhooks in the table, and what the worker finds out about them. */
import {
  type AttributeValue,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateQuery,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import type { PlayerId } from '../../domain/match/types.ts';
import { type Change, toAttribute } from './changing.ts';
import { ifHolds } from './conditional.ts';
import type { WebhookId } from './feed-entry.ts';
import { keys } from './table.ts';
import { changing, fromItem, toItem } from './webhook-item.ts';
import type { Untold, Webhook, Webhooks } from './webhooks.ts';

/**
 * What tries tell of a webhook. `webhook` is it as it was when the try began: what was found out of one URL says nothing
 * of another that has been set since.
 */
export interface WebhookFindings {
  /** Its ping was answered: enables it if it is still unverified. */
  verified(webhook: Webhook): Promise<void>;
  /**
   * A try at that time failed. The webhook as it is then; null if it is gone, or leads elsewhere. It is failing since the
   * first of the failures that follow each other without a long silence.
   */
  failed(webhook: Webhook, at: string): Promise<Webhook | null>;
  /** It answered, after it had been failing. */
  succeeded(webhook: Webhook): Promise<void>;
  /** Disables it, unless it is or, where it was failing, has answered since; the telling is owed from then on. */
  disable(webhook: Webhook, untold: Untold): Promise<void>;
  /** The owner's feed tells of it now. */
  told(webhook: Webhook, untold: Untold): Promise<void>;
}

/** Longer than any two tries of a delivery lie apart. */
const SILENCE_MS = 36 * 3_600_000;
/** A deleted webhook stays marked until nothing is left that was made for it. */
const MARKED_MS = 41 * 86_400_000;

const THERE = 'attribute_exists(pk) AND attribute_not_exists(gone)';

/** Further names and values of a condition. */
type More = Pick<Change, 'names' | 'values'>;

export function dynamoWebhooks(client: DynamoDBClient, table: string, now: () => Date): Webhooks & WebhookFindings {
  /** The item as it is then; null if there is none, or the condition does not hold. */
  async function update(
    player: PlayerId,
    id: WebhookId,
    { update, names, values }: Change,
    condition = '',
    more: More = { names: {}, values: {} },
  ): Promise<Webhook | null> {
    const allValues: Record<string, AttributeValue> = { ...values, ...more.values };
    const answer = await ifHolds(
      client.send(
        new UpdateItemCommand({
          TableName: table,
          Key: keys.webhook(player, id),
          UpdateExpression: update,
          ConditionExpression: condition === '' ? THERE : `${THERE} AND ${condition}`,
          ExpressionAttributeNames: { ...names, ...more.names },
          ...(Object.keys(allValues).length === 0 ? {} : { ExpressionAttributeValues: allValues }),
          ReturnValues: 'ALL_NEW',
        }),
      ),
    );
    return answer === null ? null : fromItem(answer.Attributes ?? {});
  }

  const sameUrl = ({ url }: Webhook): More => ({ names: { '#url': 'url' }, values: { ':url': toAttribute(url) } });

  async function get(player: PlayerId, id: WebhookId): Promise<Webhook | null> {
    const { Item: item } = await client.send(
      new GetItemCommand({ TableName: table, Key: keys.webhook(player, id), ConsistentRead: true }),
    );
    return item === undefined || isGone(item) ? null : fromItem(item);
  }

  return {
    get,

    async create(webhook) {
      const put = client.send(
        new PutItemCommand({
          TableName: table,
          Item: toItem(webhook),
          ConditionExpression: 'attribute_not_exists(pk)',
        }),
      );
      return (await ifHolds(put)) !== null;
    },

    async of(player) {
      const { pk } = keys.webhook(player, '');
      const query = {
        TableName: table,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': pk },
        ConsistentRead: true,
      };
      const webhooks: Webhook[] = [];
      for await (const { Items: items = [] } of paginateQuery({ client }, query)) {
        webhooks.push(...items.filter((item) => !isGone(item)).map(fromItem));
      }
      return webhooks.sort((a, b) => compare(a.createdAt, b.createdAt) || compare(a.id, b.id));
    },

    async change(player, id, change) {
      const enabled = change.status === 'enabled' ? { enabledAt: now().toISOString() } : {};
      const changes = changing({ ...change, ...enabled });
      return changes.update === '' ? get(player, id) : update(player, id, changes);
    },

    async advance(player, id, cursor) {
      await update(player, id, changing({ cursor }), '#cursor < :cursor');
    },

    async remove(player, id) {
      const mark = { ...keys.webhook(player, id), gone: { BOOL: true }, expires: expires(now()) };
      const put = new PutItemCommand({ TableName: table, Item: mark, ConditionExpression: 'attribute_exists(pk)' });
      await ifHolds(client.send(put));
    },

    async withdraw(player, id) {
      await client.send(new DeleteItemCommand({ TableName: table, Key: keys.webhook(player, id) }));
    },

    async rotate(seen, secrets) {
      const more = { names: {}, values: { ':seen': toAttribute(seen.secrets) } };
      return update(seen.player, seen.id, changing({ secrets }), '#secrets = :seen', more);
    },

    async verified(webhook) {
      const change = changing({ status: 'enabled', enabledAt: now().toISOString() });
      const { names, values } = sameUrl(webhook);
      const unverified = { names, values: { ...values, ':unverified': { S: 'unverified' } } };
      await update(webhook.player, webhook.id, change, '#url = :url AND #status = :unverified', unverified);
    },

    async failed(webhook, at) {
      const { failedAt = at } = webhook;
      const isAnew = Date.parse(at) - Date.parse(failedAt) > SILENCE_MS;
      const change = {
        update: `SET #failed = :at, #since = ${isAnew ? ':at' : 'if_not_exists(#since, :at)'}`,
        names: { '#since': 'failingSince', '#failed': 'failedAt' },
        values: { ':at': { S: at } },
      };
      return update(webhook.player, webhook.id, change, '#url = :url', sameUrl(webhook));
    },

    async succeeded(webhook) {
      const change = changing({ failingSince: null, answeredAt: now().toISOString() });
      await update(webhook.player, webhook.id, change, '#url = :url', sameUrl(webhook));
    },

    async disable(webhook, untold) {
      const change = changing({ status: 'disabled', disabledFor: untold.reason, untold });
      const { names, values } = sameUrl(webhook);
      const enabled = '#url = :url AND #status <> :status';
      if (untold.reason === 'gone') {
        await update(webhook.player, webhook.id, change, enabled, { names, values });
        return;
      }
      await update(webhook.player, webhook.id, change, `${enabled} AND #since = :since`, {
        names: { ...names, '#since': 'failingSince' },
        values: { ...values, ':since': { S: webhook.failingSince ?? '' } },
      });
    },

    async told(webhook, untold) {
      const more = { names: {}, values: { ':untold': toAttribute(untold) } };
      await update(webhook.player, webhook.id, changing({ untold: null }), '#untold = :untold', more);
    },
  };
}

function isGone(item: Record<string, AttributeValue>): boolean {
  return item.gone?.BOOL === true;
}

function expires(at: Date): AttributeValue {
  return { N: String(Math.ceil((at.getTime() + MARKED_MS) / 1000)) };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
