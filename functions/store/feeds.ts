/**
 * One feed per player, across all matches, of numbered entries that are never changed and kept 30 days. None is seen
 * before those with lower numbers.
 */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { PlayerId } from '../../domain/match/types.ts';
import type { FeedEntry, Notice } from './feed-entry.ts';
import {
  ENTRIES_AN_ITEM,
  entriesOf,
  type FeedItem,
  type FeedSource,
  isPast,
  isSame,
  placeOf,
  putItem,
  readItems,
  stillKept,
  tells,
} from './feed-items.ts';
import { feedStart } from './feed-start.ts';
import { oneAtATime } from './one-at-a-time.ts';

export { ENTRIES_AN_ITEM, type FeedSource, KEPT_DAYS } from './feed-items.ts';

/** How far clocks of different machines may differ. */
const SKEW_MS = 120_000;
const LOOK_BACK = 5;
const LOOK_BACK_MOST = 320;
const TRIES_MOST = 100;

export interface FeedPage {
  readonly entries: readonly FeedEntry[];
  readonly more: boolean;
}

export interface Feeds {
  /**
   * Adds what a source tells, once however often it is called; not if it is past. `at` is when it happened (RFC 3339).
   * The number of the first of these entries; null where it told of nothing, or the feed knows of more by now.
   */
  append(player: PlayerId, source: FeedSource, at: string, notices: readonly Notice[]): Promise<number | null>;
  /** Up to `limit` entries after number `after` (0: from the oldest kept), in order. @throws CursorError */
  read(player: PlayerId, after: number, limit: number): Promise<FeedPage>;
  /** The number of the newest entry; null if there is none. */
  head(player: PlayerId): Promise<number | null>;
}

/** `expired`: entries after the cursor have been dropped since. `ahead`: it is of no entry that there ever was. */
export class CursorError extends Error {
  override readonly name = 'CursorError';
  readonly kind: 'expired' | 'ahead';
  constructor(kind: 'expired' | 'ahead') {
    super(`the cursor is ${kind}`);
    this.kind = kind;
  }
}

export function dynamoFeeds(client: DynamoDBClient, table: string, now: () => Date): Feeds {
  /** Those who write in this process would only be in each other's way. */
  const inTurn = oneAtATime<PlayerId>();

  /**
   * The newest item, and the one that tells of the source: looked for as far back as it can stand, but only after number
   * `after`. Up to there it does not.
   */
  async function look(
    player: PlayerId,
    source: FeedSource,
    at: string,
    after: number,
  ): Promise<{ newest: FeedItem | null; telling: FeedItem | null }> {
    let newest: FeedItem | null = null;
    const told = 'key' in source && source.since !== undefined ? source.since : Number.POSITIVE_INFINITY;
    const since = Math.min(Date.parse(at), told, now().getTime()) - SKEW_MS;
    let to = Number.MAX_SAFE_INTEGER;
    // As a rule the newest few tell; in a feed that is filling fast it is a long way back.
    for (let limit = LOOK_BACK; ; limit = Math.min(limit * 2, LOOK_BACK_MOST)) {
      const items = await readItems(client, table, player, { to, newestFirst: true, limit });
      newest ??= items[0] ?? null;
      for (const item of items) {
        if (item.last <= after) return { newest, telling: null };
        if (tells(item, source)) return { newest, telling: item };
        // The newest of its match is of a commit (or message) before it, so what comes before that is too.
        const isBefore = item.source === placeOf(source).name;
        if (isBefore || item.wrote < since) return { newest, telling: null };
        to = item.first - 1;
      }
      if (items.length < limit) return { newest, telling: null };
    }
  }

  async function head(player: PlayerId): Promise<number | null> {
    const [newest] = await readItems(client, table, player, { newestFirst: true, limit: 1 });
    return newest?.last ?? null;
  }

  async function add(
    player: PlayerId,
    told: { source: FeedSource; at: string; notices: readonly Notice[] },
  ): Promise<number | null> {
    let after = 'key' in told.source ? (told.source.after ?? 0) : 0;
    for (let tries = 0; tries < TRIES_MOST; tries += 1) {
      const { newest, telling } = await look(player, told.source, told.at, after);
      if (newest?.closed === true) return null;
      // What others add meanwhile comes after that, and so does a Put of this very call whose answer was lost.
      after = newest?.last ?? 0;
      if (telling !== null) return isSame(telling, told.source) ? telling.first : null;
      const first = newest === null ? await feedStart(client, table, player, now()) : newest.last + 1;
      if (await putItem(client, table, player, first, told, now())) return first;
    }
    throw new Error('too many writers on one feed at once');
  }

  return {
    head,

    async append(player, source, at, notices) {
      if (notices.length === 0 || isPast(at, now())) return null;
      if (notices.length > ENTRIES_AN_ITEM) throw new RangeError(`more than ${ENTRIES_AN_ITEM} notices at once`);
      return inTurn(player, () => add(player, { source, at, notices }));
    },

    async read(player, after, limit) {
      if (after > Number.MAX_SAFE_INTEGER) throw new CursorError('ahead');
      // From the item that has entry `after` in it, which may have more entries after that one.
      const from = Math.max(0, after - ENTRIES_AN_ITEM + 1);
      const items = stillKept(
        await readItems(client, table, player, { from, limit: limit + ENTRIES_AN_ITEM + 1 }),
        now(),
      );
      const fresh = items.flatMap(entriesOf).filter(({ id }) => Number(id) > after);
      const goesOn = items.some(({ first, last }) => last >= after && first <= after + 1);
      if (after > 0 && !goesOn) {
        const newest = await head(player);
        // Of an empty feed all that is known is that its numbers are drawn from the clock.
        if (after > (newest ?? now().getTime())) throw new CursorError('ahead');
        if (newest !== null && newest !== after) throw new CursorError('expired');
      }
      return { entries: fresh.slice(0, limit), more: fresh.length > limit };
    },
  };
}
