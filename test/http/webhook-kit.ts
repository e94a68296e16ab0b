/** The API with nobody behind it: what is to be sent is written down, and nothing is sent. */
import type { PlayerId } from '../../domain/match/types.ts';
import type { ApiDeps } from '../../functions/api/deps.ts';
import { type DeliveryRecords, dynamoDeliveries } from '../../functions/store/dynamo-deliveries.ts';
import { dynamoLog } from '../../functions/store/dynamo-log.ts';
import { dynamoWebhooks } from '../../functions/store/dynamo-webhooks.ts';
import type { FeedEntry, WebhookId } from '../../functions/store/feed-entry.ts';
import { dynamoFeeds } from '../../functions/store/feeds.ts';
import { dynamoTalk } from '../../functions/store/talk.ts';
import { dynamoVacations } from '../../functions/store/vacations.ts';
import type { LaneMessage } from '../../functions/store/webhooks.ts';
import { startApi, type TestApi } from '../support/api.ts';
import type { Answer, Client, Send } from '../support/clients.ts';

export interface WebhookBody {
  readonly id: WebhookId;
  readonly url: string;
  readonly status: string;
  readonly [field: string]: unknown;
}

export interface MadeBody {
  readonly webhook: WebhookBody;
  readonly secret: string;
}

export interface DeliveryBody {
  readonly id: string;
  readonly webhookId: string;
  readonly type: string;
  readonly state: string;
  readonly tries: readonly unknown[];
  readonly [field: string]: unknown;
}

export interface QuietApi {
  readonly api: TestApi;
  readonly send: Send;
  readonly deps: ApiDeps;
  /** What the worker writes of deliveries. */
  readonly records: DeliveryRecords;
  /** Of what the worker was told. */
  readonly woken: LaneMessage[];
  with(changed: Partial<ApiDeps>): Send;
  /** A player's whole feed. */
  feedOf(player: Client): Promise<readonly FeedEntry[]>;
  pingsOf(player: Client): Promise<readonly FeedEntry[]>;
  end(): Promise<void>;
}

export async function startQuietApi(): Promise<QuietApi> {
  const api = await startApi();
  const woken: LaneMessage[] = [];
  const { client, table } = api.database;
  const now = () => new Date();
  const deliveries = dynamoDeliveries(client, table, now);
  const quiet: Partial<ApiDeps> = {
    // Nobody is told of what is stored, so nothing follows from it and no worker begins to send.
    log: dynamoLog(client, table, api.deps.games),
    feeds: dynamoFeeds(client, table, now),
    talk: dynamoTalk(client, table),
    vacations: dynamoVacations(client, table),
    webhooks: dynamoWebhooks(client, table, now),
    deliveries,
    lanes: { send: async (message) => void woken.push(message) },
    webhookLoopback: false,
  };
  const deps = { ...api.deps, ...quiet };
  const feedOf = async (player: Client) => (await deps.feeds.read(player.id as PlayerId, 0, 1000)).entries;
  return {
    api,
    send: api.appWith(quiet),
    deps,
    records: deliveries,
    woken,
    with: (changed) => api.appWith({ ...quiet, ...changed }),
    feedOf,
    pingsOf: async (player) => (await feedOf(player)).filter(({ type }) => type === 'webhook.ping'),
    end: () => api.end(),
  };
}

export const URL = 'https://bot.example/plypost';

export function create(
  player: Client,
  body: Record<string, unknown> = {},
  key?: string,
): Promise<Answer<MadeBody & Record<string, unknown>>> {
  return player.call(
    'POST',
    '/v1/webhooks',
    { url: URL, ...body },
    key === undefined ? {} : { 'Idempotency-Key': key },
  );
}

export async function listed(player: Client): Promise<readonly WebhookBody[]> {
  return (await player.call<{ webhooks: WebhookBody[] }>('GET', '/v1/webhooks')).body.webhooks;
}

/** A new webhook of the player’s, and what may be asked of it. */
export async function webhookOf(player: Client, body: Record<string, unknown> = {}) {
  const made = await create(player, body);
  if (made.status !== 201) throw new Error(`no webhook: ${made.text}`);
  const { webhook, secret } = made.body;
  const path = `/v1/webhooks/${webhook.id}`;
  return {
    id: webhook.id,
    secret,
    path,
    get: () => player.call<WebhookBody>('GET', path),
    change: (change: Record<string, unknown>) => player.call<WebhookBody>('PATCH', path, change),
    rotate: (key?: string) =>
      player.call<MadeBody>(
        'POST',
        `${path}/rotate-secret`,
        undefined,
        key === undefined ? {} : { 'Idempotency-Key': key },
      ),
  };
}
