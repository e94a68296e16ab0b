/** What the worker is handed: nothing in it reads a clock, draws randomness or opens a connection by itself. */
import type { Catalogue } from '../../domain/games.ts';
import type { DeliveryRecords } from '../store/dynamo-deliveries.ts';
import type { WebhookFindings } from '../store/dynamo-webhooks.ts';
import type { Feeds } from '../store/feeds.ts';
import type { Lanes } from '../store/lanes.ts';
import type { MatchLog } from '../store/match-log.ts';
import type { Deliveries, LaneQueue, Webhooks } from '../store/webhooks.ts';
import type { SendResult } from './send.ts';

export interface WorkerDeps {
  readonly webhooks: Pick<Webhooks, 'get'> & WebhookFindings;
  readonly deliveries: Pick<Deliveries, 'get' | 'again' | 'lanes'> & DeliveryRecords;
  readonly lanes: Lanes;
  readonly feeds: Pick<Feeds, 'append'>;
  readonly log: Pick<MatchLog, 'load'>;
  readonly games: Catalogue;
  readonly queue: LaneQueue;
  /** `sendOnce`, with its settings. Takes no longer than `SEND_TIMEOUT_MS`. */
  send(url: URL, headers: Readonly<Record<string, string>>, body: string): Promise<SendResult>;
  now(): Date;
  /** From 0 up to 1. */
  random(): number;
  /** A name that nobody has had before. */
  uuid(): string;
}
