/** Finds at a start what waits to be delivered. The worker sees which of it is due, and sends for the rest in time. */
import { type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import type { PlayerId } from '../../domain/match/types.ts';
import type { WebhookId } from '../store/feed-entry.ts';
import type { Lanes } from '../store/lanes.ts';
import type { Lane } from '../store/webhooks.ts';
import { delayUntil } from '../webhooks/lane-delay.ts';
import type { LocalLaneQueue } from './lane-queue.ts';

const TELL_EVERY_MS = 2000;

export interface Resuming {
  readonly client: DynamoDBClient;
  readonly table: string;
  readonly queue: Pick<LocalLaneQueue, 'resend'>;
  now(): Date;
  /** Called every two seconds, as long as the table is read. */
  tell(itemsRead: number): void;
  /** Given where no other process works on the table: whoever holds a lane is gone, and it is released. */
  readonly alone?: Pick<Lanes, 'release'>;
}

/** The players who have webhooks: entries of their feeds may not have become deliveries yet. */
export async function resumeLanes(resuming: Resuming): Promise<readonly PlayerId[]> {
  const { client, table, queue, now, tell, alone } = resuming;
  const players = new Map<WebhookId, PlayerId>();
  const waiting: { webhook: WebhookId; lane: Lane; owner: string | undefined; leasedUntil: number }[] = [];
  const input = {
    TableName: table,
    FilterExpression: 'attribute_exists(pending) OR (begins_with(pk, :webhooks) AND attribute_not_exists(gone))',
    ExpressionAttributeValues: { ':webhooks': { S: 'webhooks#' } },
    ProjectionExpression: 'pk, sk, lease, #owner',
    ExpressionAttributeNames: { '#owner': 'owner' },
    ConsistentRead: true,
  };
  let read = 0;
  let told = Date.now();
  for await (const page of paginateScan({ client }, input)) {
    for (const item of page.Items ?? []) {
      const [kind, id = ''] = item.pk?.S?.split('#') ?? [];
      const sk = item.sk?.S ?? '';
      if (kind === 'webhooks') players.set(sk as WebhookId, id as PlayerId);
      else {
        const lane = sk.slice('lane#'.length) as Lane;
        const leasedUntil = Number(item.lease?.N ?? 0);
        waiting.push({ webhook: id as WebhookId, lane, owner: item.owner?.S, leasedUntil });
      }
    }
    read += page.ScannedCount ?? 0;
    if (Date.now() - told >= TELL_EVERY_MS) {
      tell(read);
      told = Date.now();
    }
  }
  for (const { webhook, lane, owner, leasedUntil } of waiting) {
    const player = players.get(webhook);
    if (player === undefined) continue;
    const released = alone !== undefined && owner !== undefined;
    if (released) await alone.release({ webhook, lane, owner });
    // A lane that was being worked on is still held for a while by somebody who may be gone.
    queue.resend({ player, webhook, lane }, released ? 0 : delayUntil(leasedUntil, now()));
  }
  return [...new Set(players.values())];
}
