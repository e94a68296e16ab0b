/**
 * The items of a feed: what one source tells one player, numbered on from the item before it. A conditional Put takes
 * the next number, so that numbers have no gaps, and of two that write at once one goes second.
 */
import { type AttributeValue, type DynamoDBClient, PutItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { ifHolds } from './conditional.ts';
import type { FeedEntry, Notice } from './feed-entry.ts';
import { pack, unpack } from './packing.ts';
import { keys } from './table.ts';
import { talkTopic } from './topic.ts';

export const KEPT_DAYS = 30;
const DAY_MS = 86_400_000;
/** Items are kept a day longer than promised, so that no clock's error takes one too soon. */
const KEPT_MS = (KEPT_DAYS + 1) * DAY_MS;
/** The most that one item tells; a commit tells fewer. */
export const ENTRIES_AN_ITEM = 16;

/** A commit of a match, or a message of its talk. Of one match's log, and of its talk, they come in order. */
export type NumberedSource =
  | { readonly match: MatchId; readonly seq: number }
  | { readonly talk: MatchId; readonly number: number };

/**
 * What an item was made of, by which it is known when it comes again. `after`: it can have been told of only after that
 * number, so that the feed need not be searched further back. `since`: it may have been told from that instant on (in milliseconds), although it now happened later.
 */
export type FeedSource = NumberedSource | { readonly key: string; readonly after?: number; readonly since?: number };

/** Of a key that nobody has had before. */
export const NOT_TOLD_YET = Number.MAX_SAFE_INTEGER;

export interface FeedItem {
  /** The numbers of its first and last entry. */
  readonly first: number;
  readonly last: number;
  /** When it was written, in milliseconds. */
  readonly wrote: number;
  readonly source: string;
  readonly seq: number;
  readonly at: string;
  readonly notices: readonly Notice[];
  /** Of an account that is closed: it tells nothing, and nothing comes after the last one. */
  readonly closed: boolean;
}

/** What a source tells, and when that happened (RFC 3339). */
export interface Telling {
  readonly source: FeedSource;
  readonly at: string;
  readonly notices: readonly Notice[];
}

/** What happened longer ago is not told any more: it would be in no feed either, had it been told in time. */
export function isPast(at: string, now: Date): boolean {
  return Date.parse(at) < now.getTime() - KEPT_DAYS * DAY_MS;
}

/** A source as it is stored: a name, and its number among those of that name; 0 where there is but one. */
export function placeOf(source: FeedSource): { readonly name: string; readonly seq: number } {
  if ('match' in source) return { name: source.match, seq: source.seq };
  if ('talk' in source) return { name: talkTopic(source.talk), seq: source.number };
  return { name: source.key, seq: 0 };
}

export function tells(item: FeedItem, source: FeedSource): boolean {
  const { name, seq } = placeOf(source);
  return item.source === name && item.seq >= seq;
}

/** Whether it is this very source that the item tells of, and not a later one of its match. */
export function isSame(item: FeedItem, source: FeedSource): boolean {
  return item.seq === placeOf(source).seq;
}

export function entriesOf({ first, at, notices }: FeedItem): readonly FeedEntry[] {
  return notices.map((notice, n) => ({ id: String(first + n), at, ...notice }));
}

/**
 * Of items in their order, those that are still kept. The database drops what has had its time in no order, so an item
 * that has is as good as dropped, and so are all before it.
 */
export function stillKept(items: readonly FeedItem[], now: Date): readonly FeedItem[] {
  return items.slice(items.findLastIndex(({ wrote }) => wrote + KEPT_MS <= now.getTime()) + 1);
}

export interface Range {
  /** Numbers of first entries, both included. */
  readonly from?: number;
  readonly to?: number;
  readonly newestFirst?: boolean;
  readonly limit: number;
}

/** Up to `limit` items, as they are now; fewer where there are no more. */
export async function readItems(
  client: DynamoDBClient,
  table: string,
  player: PlayerId,
  { from = 0, to = Number.MAX_SAFE_INTEGER, newestFirst = false, limit }: Range,
): Promise<readonly FeedItem[]> {
  const items: FeedItem[] = [];
  let next: Record<string, AttributeValue> | undefined;
  do {
    const page = await client.send(
      new QueryCommand({
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': keys.feedEntry(player, 0).pk,
          ':from': keys.feedEntry(player, from).sk,
          ':to': keys.feedEntry(player, to).sk,
        },
        ConsistentRead: true,
        ScanIndexForward: !newestFirst,
        Limit: limit - items.length,
        ...(next === undefined ? {} : { ExclusiveStartKey: next }),
      }),
    );
    items.push(...(page.Items ?? []).map(fromItem));
    next = page.LastEvaluatedKey;
  } while (next !== undefined && items.length < limit);
  return items;
}

/** False if another item has that number. */
export async function putItem(
  client: DynamoDBClient,
  table: string,
  player: PlayerId,
  first: number,
  { source, at, notices }: Telling,
  now: Date,
): Promise<boolean> {
  const wrote = now.getTime();
  const { name, seq } = placeOf(source);
  const item = {
    ...keys.feedEntry(player, first),
    count: { N: String(notices.length) },
    wrote: { N: String(wrote) },
    expires: { N: String(Math.ceil((wrote + KEPT_MS) / 1000)) },
    at: { S: at },
    source: { S: name },
    seq: { N: String(seq) },
    notices: { B: pack(notices) },
  };
  const put = new PutItemCommand({ TableName: table, Item: item, ConditionExpression: 'attribute_not_exists(pk)' });
  return (await ifHolds(client.send(put))) !== null;
}

function fromItem(item: Record<string, AttributeValue>): FeedItem {
  const first = Number(item.sk?.S?.slice('entry#'.length));
  return {
    first,
    last: first + Number(item.count?.N) - 1,
    wrote: Number(item.wrote?.N),
    source: item.source?.S ?? '',
    seq: Number(item.seq?.N),
    at: item.at?.S ?? '',
    notices: item.notices?.B === undefined ? [] : (unpack(item.notices.B) as Notice[]),
    closed: item.closed?.BOOL === true,
  };
}
