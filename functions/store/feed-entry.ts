/**
 * What a player's feed tells. Kinds about matches are made in `domain/match/notices.ts`, of what is said in them in
 * `domain/match/talk.ts`, of plans in `domain/match/plan/types.ts`, those about the account here;
 * a new kind is one more member, and one more schema in `functions/api/schemas/feed.ts`.
 */
import type { MatchNotice } from '../../domain/match/notices.ts';
import type { PlanNotice } from '../../domain/match/plan/types.ts';
import type { TalkNotice } from '../../domain/match/talk.ts';

export type WebhookId = `w_${string}`;

export type AccountNotice =
  /** Sent to a new webhook, to prove that somebody answers there. */
  | { readonly type: 'webhook.ping'; readonly webhook: WebhookId }
  /** Sent when the owner asks for one. */
  | { readonly type: 'webhook.test'; readonly webhook: WebhookId }
  | { readonly type: 'webhook.disabled'; readonly webhook: WebhookId; readonly reason: 'gone' | 'failing' };

export type Notice = MatchNotice | TalkNotice | PlanNotice | AccountNotice;
export type NoticeType = Notice['type'];

/** One line of a feed. */
export type FeedEntry = Notice & {
  /** Its number in the feed, as decimal digits; a cursor. */
  readonly id: string;
  /** When it happened: RFC 3339, UTC, milliseconds. */
  readonly at: string;
};
