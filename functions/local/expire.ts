/**
 * Deletes what has had its time, where the database does not do that itself: at the start, and then every six hours,
 * in small pages with pauses between them, since everything else that this process does waits for them.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteItemCommand, type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import { ifHolds } from '../store/conditional.ts';
import { PARTITION_KEY, SORT_KEY } from '../store/table.ts';

const EVERY_MS = 6 * 3_600_000;
const PAGE = 100;
const PAUSE_MS = 25;

export interface ExpiryLine {
  readonly level: 'error';
  readonly message: 'not expired';
  readonly error: string;
}

export interface ExpirySettings {
  readonly client: DynamoDBClient;
  readonly table: string;
  now(): Date;
  /** Told of a sweep that broke off; the next begins anew. */
  report(line: ExpiryLine): void;
}

export interface Expiry {
  /** Resolves when nothing more is deleted. */
  stop(): Promise<void>;
}

export function startExpiry(settings: ExpirySettings): Expiry {
  const stopping = new AbortController();
  let sweeping: Promise<void> | null = null;

  function begin(): void {
    if (sweeping !== null) return;
    sweeping = sweep(settings, stopping.signal)
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) settings.report({ level: 'error', message: 'not expired', error: String(error) });
      })
      .finally(() => {
        sweeping = null;
      });
  }
  begin();
  const timer = setInterval(begin, EVERY_MS);
  timer.unref();

  return {
    async stop() {
      clearInterval(timer);
      stopping.abort();
      await sweeping;
    },
  };
}

async function sweep({ client, table, now }: ExpirySettings, signal: AbortSignal): Promise<void> {
  const expired = {
    ExpressionAttributeNames: { '#expires': 'expires' },
    ExpressionAttributeValues: { ':now': { N: String(Math.floor(now().getTime() / 1000)) } },
  };
  const scan = {
    TableName: table,
    ProjectionExpression: `${PARTITION_KEY}, ${SORT_KEY}`,
    FilterExpression: '#expires <= :now',
    ...expired,
    Limit: PAGE,
  };
  for await (const { Items: keys = [] } of paginateScan({ client }, scan)) {
    for (const key of keys) {
      if (signal.aborted) return;
      // Something else may have taken its place since.
      const drop = new DeleteItemCommand({
        TableName: table,
        Key: key,
        ConditionExpression: '#expires <= :now',
        ...expired,
      });
      await ifHolds(client.send(drop));
    }
    await sleep(PAUSE_MS, undefined, { signal });
  }
}
