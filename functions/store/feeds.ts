/**
 * One feed per player, across all matches. What one commit tells one player is one item, numbered on from the item
 * before it; a conditional Put takes the next number, so that numbers have no gaps, none is seen before those below
 * it, and of two that write at once one goes second. Entries are never changed, and kept 30 days.
 */
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import type { FeedEntry, Notice } from './feed-entry.ts';
import { feedStart } from './feed-start.ts';
import { pack, unpack } from './packing.ts';
import { keys } from './table.ts';

export const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
/** Items are kept a day longer than promised, so that no clock's error takes one too soon. */
const KEPT_MS = (KEPT_DAYS + 1) * DAY_MS;
/** How far clocks of different machines may differ. */
const SKEW_MS = 120_000;
/** The most that one item tells; a commit tells fewer. */
export const ENTRIES_AN_ITEM = 16;
const LOOK_BACK = 5;
const TRIES_MOST = 100;

/** What an item was made of, by which it is known when it comes again. Of one match they come in order. */
export type FeedSource = { readonly match: MatchId; readonly seq: number } | { readonly key: string };

export interface FeedPage {
  readonly entries: readonly FeedEntry[];
  readonly more: boolean;
}

export interface Feeds {
  /** Adds what a source tells, once however often it is called. `at` is when that happened (RFC 3339). */
  append(player: PlayerId, source: FeedSource, at: string, notices: readonly Notice[]): Promise<void>;
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

interface Item {
  readonly first: number;
  readonly last: number;
  readonly wrote: number;
  readonly source: string;
  readonly seq: number;
  readonly at: string;
  readonly notices: readonly Notice[];
}

export function dynamoFeeds(client: DynamoDBClient, table: string, now: () => Date): Feeds {
  async function query(
    player: PlayerId,
    from: number,
    forward: boolean,
    limit: number,
    before?: number,
  ): Promise<Item[]> {
    const { Items: items = [] } = await client.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': keys.feedEntry(player, 0).pk,
          ':from': keys.feedEntry(player, from).sk,
          ':to': keys.feedEntry(player, (before ?? Number.MAX_SAFE_INTEGER) - 1).sk,
        },
        ConsistentRead: true,
        ScanIndexForward: forward,
        Limit: limit,
      }),
    );
    return items.map(fromItem);
  }

  /** The newest item, and whether the feed has told of the source: looked for as far back as it can stand. */
  async function look(
    player: PlayerId,
    source: FeedSource,
    at: string,
  ): Promise<{ newest: Item | null; told: boolean }> {
    let newest: Item | null = null;
    const since = Math.min(Date.parse(at), now().getTime()) - SKEW_MS;
    let before: number | undefined;
    for (;;) {
      const items = await query(player, 0, false, LOOK_BACK, before);
      newest ??= items[0] ?? null;
      for (const item of items) {
        if (tells(item, source)) return { newest, told: true };
        // The newest of its match is of a commit before it, so what comes before that is too.
        const isBefore = 'match' in source && item.source === source.match;
        if (isBefore || item.wrote < since) return { newest, told: false };
        before = item.first;
      }
      if (items.length < LOOK_BACK) return { newest, told: false };
    }
  }

  async function put(
    player: PlayerId,
    first: number,
    source: FeedSource,
    at: string,
    notices: readonly Notice[],
  ): Promise<boolean> {
    const wrote = now().getTime();
    const item = {
      ...keys.feedEntry(player, first),
      count: { N: String(notices.length) },
      wrote: { N: String(wrote) },
      expires: { N: String(Math.ceil((wrote + KEPT_MS) / 1000)) },
      at: { S: at },
      source: { S: 'match' in source ? source.match : source.key },
      seq: { N: String('match' in source ? source.seq : 0) },
      notices: { B: pack(notices) },
    };
    try {
      await client.send(
        new PutItemCommand({ TableName: table, Item: item, ConditionExpression: 'attribute_not_exists(pk)' }),
      );
      return true;
    } catch (error) {
      if (error instanceof ConditionalCheckFailedException) return false;
      throw error;
    }
  }

  async function head(player: PlayerId): Promise<number | null> {
    const [newest] = await query(player, 0, false, 1);
    return newest?.last ?? null;
  }

  return {
    head,

    async append(player, source, at, notices) {
      if (notices.length === 0) return;
      if (notices.length > ENTRIES_AN_ITEM) throw new RangeError(`more than ${ENTRIES_AN_ITEM} notices at once`);
      for (let tries = 0; tries < TRIES_MOST; tries += 1) {
        const { newest, told } = await look(player, source, at);
        if (told) return;
        const first = newest === null ? await feedStart(client, table, player, now()) : newest.last + 1;
        if (await put(player, first, source, at, notices)) return;
      }
      throw new Error('too many writers on one feed at once');
    },

    async read(player, after, limit) {
      // The item that has the next entry may begin so far below it, and as many items may stand between.
      const from = Math.max(0, after - ENTRIES_AN_ITEM + 2);
      const items = await query(player, from, true, limit + ENTRIES_AN_ITEM);
      const fresh = items.flatMap(entriesOf).filter(({ id }) => Number(id) > after);
      const [oldest] = fresh;
      if (oldest === undefined) {
        // Of an empty feed all that is known is that its numbers are drawn from the clock.
        if (after > ((await head(player)) ?? now().getTime())) throw new CursorError('ahead');
      } else if (after > 0 && Number(oldest.id) !== after + 1) {
        throw new CursorError('expired');
      }
      return { entries: fresh.slice(0, limit), more: fresh.length > limit };
    },
  };
}

function tells(item: Item, source: FeedSource): boolean {
  return 'match' in source ? item.source === source.match && item.seq >= source.seq : item.source === source.key;
}

function fromItem(item: Record<string, AttributeValue>): Item {
  const first = Number(item.sk?.S?.slice('entry#'.length));
  return {
    first,
    last: first + Number(item.count?.N) - 1,
    wrote: Number(item.wrote?.N),
    source: item.source?.S ?? '',
    seq: Number(item.seq?.N),
    at: item.at?.S ?? '',
    notices: unpack(item.notices?.B ?? new Uint8Array()) as Notice[],
  };
}

function entriesOf({ first, at, notices }: Item): readonly FeedEntry[] {
  return notices.map((notice, n) => ({ id: String(first + n), at, ...notice }));
}
