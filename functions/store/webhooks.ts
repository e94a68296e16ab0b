/** What is kept of webhooks: the hooks themselves, what is to be delivered to each, and in which order. */
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import type { FeedEntry, NoticeType, WebhookId } from './feed-entry.ts';

/**
 * `unverified`: only its ping is sent, all else waits until that has been answered. `disabled`: nothing is sent, and
 * nothing new is kept for it.
 */
export type WebhookStatus = 'unverified' | 'enabled' | 'disabled';

export interface Webhook {
  readonly id: WebhookId;
  readonly player: PlayerId;
  readonly url: string;
  /** Null: all types. */
  readonly events: readonly NoticeType[] | null;
  /** Null: all of the player's matches. */
  readonly match: MatchId | null;
  readonly status: WebhookStatus;
  readonly disabledFor: 'gone' | 'failing' | 'owner' | null;
  /** Newest first; the second, of a rotation, signs until `expires`. */
  readonly secrets: readonly { readonly secret: string; readonly expires: string | null }[];
  readonly createdAt: string;
  /** Since when every try has failed; null if the last one did not. */
  readonly failingSince: string | null;
  /** Up to which number of the player's feed deliveries have been made of its entries. */
  readonly cursor: number;
  /** When a try last failed. */
  readonly failedAt?: string;
  /** When it was last enabled. What failed before that is tried at once. */
  readonly enabledAt?: string;
  /** When it last answered after it had been failing. */
  readonly answeredAt?: string;
  /** A disabling of which the owner's feed has not been told yet. */
  readonly untold?: Untold;
}

export interface Untold {
  readonly at: string;
  readonly reason: 'gone' | 'failing';
}

export type DeliveryState = 'pending' | 'delivered' | 'failed' | 'dropped';

/** One try. `status` is what the receiver answered, `error` why there was no answer. */
export interface Try {
  readonly at: string;
  readonly status: number | null;
  readonly error: string | null;
  readonly ms: number;
}

export interface Delivery {
  readonly webhook: WebhookId;
  /** The entry of the owner's feed; its number tells deliveries of one webhook apart. */
  readonly entry: FeedEntry;
  readonly state: DeliveryState;
  /** Tries that failed since it was made or asked for again. */
  readonly failures: number;
  /** The newest last; the last ten. */
  readonly tries: readonly Try[];
  /** When it is tried next; null where it is not. */
  readonly nextTryAt: string | null;
  /** The receiver asked for that time, or one before it (`Retry-After`): until then it is to be left alone. */
  readonly askedToWait: boolean;
}

/** Entries of one match are delivered in order, those of the account in an order of their own. */
export type Lane = MatchId | 'account';

/**
 * Says that a lane is to be looked at. `due` (milliseconds since 1970) is that of the lane for whose sake the message
 * was sent; without it something new may be there.
 */
export interface LaneMessage {
  readonly player: PlayerId;
  readonly webhook: WebhookId;
  readonly lane: Lane;
  readonly due?: number;
}

/** Where deliveries wait for the worker: at least once, not before the delay has passed (up to 15 minutes). */
export interface LaneQueue {
  send(message: LaneMessage, delaySeconds: number): Promise<void>;
}

export function laneOf(entry: FeedEntry): Lane {
  return 'match' in entry ? entry.match : 'account';
}

/** Whether the entry is to be delivered to the webhook. */
export function concerns(webhook: Webhook, entry: FeedEntry): boolean {
  if (entry.type === 'webhook.ping' || entry.type === 'webhook.test') return entry.webhook === webhook.id;
  if (webhook.match !== null && !('match' in entry && entry.match === webhook.match)) return false;
  return webhook.events === null || webhook.events.includes(entry.type);
}

/** What an owner, or the worker, may change of a webhook. */
export type WebhookChange = Partial<
  Pick<Webhook, 'url' | 'events' | 'status' | 'disabledFor' | 'secrets' | 'failingSince'>
>;

export interface Webhooks {
  /** False if there is one of that id. */
  create(webhook: Webhook): Promise<boolean>;
  get(player: PlayerId, id: WebhookId): Promise<Webhook | null>;
  /** All of a player's, oldest first, as they are now. */
  of(player: PlayerId): Promise<readonly Webhook[]>;
  /** The webhook as it is then; null if there is none. */
  change(player: PlayerId, id: WebhookId, change: WebhookChange): Promise<Webhook | null>;
  /** Moves the cursor on; never back. */
  advance(player: PlayerId, id: WebhookId, cursor: number): Promise<void>;
  /** Other secrets; null if there is no such webhook, or it has others than `seen` by now. */
  rotate(seen: Webhook, secrets: Webhook['secrets']): Promise<Webhook | null>;
  /** For good: none of the same id can be made for a while. */
  remove(player: PlayerId, id: WebhookId): Promise<void>;
  /** As if it had never been made. */
  withdraw(player: PlayerId, id: WebhookId): Promise<void>;
}

export interface DeliveryPage {
  readonly deliveries: readonly Delivery[];
  /** Pass as `before` to go on; null at the end. */
  readonly next: number | null;
}

/** What the API and the stream need of deliveries; the worker's own view of lanes stands beside it. */
export interface Deliveries {
  /** Makes deliveries of entries, each once, and puts them into their lanes: those in which any is still to be made. */
  add(webhook: WebhookId, ...entries: readonly FeedEntry[]): Promise<readonly Lane[]>;
  get(webhook: WebhookId, entry: number): Promise<Delivery | null>;
  /** Newest first. */
  page(webhook: WebhookId, before: number | null, limit: number): Promise<DeliveryPage>;
  /** Puts a delivery back into its lane, with all its tries before it; makes it where there is none. */
  again(webhook: WebhookId, entry: FeedEntry): Promise<void>;
  /** The lanes in which something waits. */
  lanes(webhook: WebhookId): Promise<readonly Lane[]>;
}
