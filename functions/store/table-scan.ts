/** What the table holds, found by its keys alone, whatever has become of the read models. */
import { type AttributeValue, type DynamoDBClient, paginateQuery, paginateScan } from '@aws-sdk/client-dynamodb';
import { isMatchId, isPlayerId } from '../../domain/match/ids.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { expiryIn } from './expiry.ts';
import type { ListName } from './lists.ts';
import { ratedMatchIn } from './rating-item.ts';
import type { RatedMatch } from './ratings.ts';
import { keys } from './table.ts';

/** An entry of a read model. `seq`: up to which commit of the match it says that it knows. */
export type ModelEntry = { readonly match: MatchId; readonly seq: number; readonly gone: boolean } & (
  | { readonly kind: 'listed'; readonly list: ListName; readonly createdAt: string }
  | { readonly kind: 'turn'; readonly player: PlayerId }
  | { readonly kind: 'invitation'; readonly player: PlayerId; readonly at: string }
  | { readonly kind: 'result'; readonly player: PlayerId }
  | { readonly kind: 'clock' }
);

export type Found =
  /** A match that has commits; `expires` (seconds since 1970) where they are kept for a time only. */
  | { readonly kind: 'log'; readonly match: MatchId; readonly expires: number | null }
  /** A match in which something has been said. */
  | { readonly kind: 'talk'; readonly match: MatchId }
  /** How far the stream has come with it, and a rebuild. */
  | {
      readonly kind: 'progress';
      readonly match: MatchId;
      readonly seq: number;
      readonly rebuilt: number;
      readonly expires: number | null;
    }
  /** A player with a list of matches, if only of such as have been taken off it; and one with such a list of invitations. */
  | { readonly kind: 'player' | 'guest'; readonly player: PlayerId }
  /** A player who has, or had, webhooks. */
  | { readonly kind: 'owner'; readonly player: PlayerId }
  /** A player who has closed their account. */
  | { readonly kind: 'closed'; readonly player: PlayerId }
  /** A player's rating after a match, and how the player stands. */
  | { readonly kind: 'rated'; readonly player: PlayerId; readonly of: RatedMatch }
  | { readonly kind: 'standing'; readonly player: PlayerId; readonly game: string }
  | ModelEntry;

type Item = Record<string, AttributeValue>;

/** Everything that a rebuild goes by, each log and player once; what is written meanwhile may be in it or not. */
export async function* scanTable(client: DynamoDBClient, table: string): AsyncGenerator<Found> {
  const input = {
    TableName: table,
    ProjectionExpression: 'pk, sk, seq, rebuilt, gone, expires, closedAt',
    ConsistentRead: true,
  };
  let before = '';
  for await (const { Items: items = [] } of paginateScan({ client }, input)) {
    for (const item of items) {
      const pk = item.pk?.S ?? '';
      // Items of one partition follow one another, and so do the commits in it.
      const group = item.sk?.S?.startsWith('commit#') ? `${pk} commits` : pk;
      yield* foundIn(item, group !== before);
      before = group;
    }
  }
}

function* foundIn(item: Item, isFirst: boolean): Generator<Found> {
  const [kind = '', ...rest] = (item.pk?.S ?? '').split('#');
  const id = rest.join('#');
  const sk = item.sk?.S ?? '';
  const seq = Number(item.seq?.N ?? 0);
  const gone = item.gone !== undefined;
  if (kind === 'match' && isMatchId(id)) {
    const expires = expiryIn(item);
    if (sk.startsWith('commit#') && isFirst) yield { kind: 'log', match: id, expires };
    if (sk === 'progress') yield { kind: 'progress', match: id, seq, rebuilt: Number(item.rebuilt?.N ?? 0), expires };
    if (sk === 'clock') yield { kind: 'clock', match: id, seq, gone };
  } else if (kind === 'talk' && isMatchId(id)) {
    if (isFirst) yield { kind: 'talk', match: id };
  } else if (kind === 'player' && isPlayerId(id)) {
    if (item.closedAt !== undefined) yield { kind: 'closed', player: id };
  } else if (kind === 'webhooks' && isPlayerId(id)) {
    if (isFirst) yield { kind: 'owner', player: id };
  } else if (kind === 'turns' && isPlayerId(id) && isMatchId(sk)) {
    yield { kind: 'turn', player: id, match: sk, seq, gone };
  } else if (kind === 'invited' && isPlayerId(id)) {
    if (isFirst) yield { kind: 'guest', player: id };
    const [at = '', match = ''] = sk.split('#');
    if (isMatchId(match)) yield { kind: 'invitation', player: id, at, match, seq, gone };
  } else if (kind === 'results' && isPlayerId(id) && isMatchId(sk)) {
    yield { kind: 'result', player: id, match: sk, seq, gone };
  } else if (kind === 'rating') {
    const [game = '', player = ''] = rest;
    const of = ratedMatchIn(game, sk);
    if (isPlayerId(player)) yield of === null ? { kind: 'standing', player, game } : { kind: 'rated', player, of };
  } else if (kind === 'list' && isListName(id)) {
    const player = id.slice('player#'.length);
    if (isFirst && isPlayerId(player)) yield { kind: 'player', player };
    const [createdAt = '', match = ''] = sk.split('#');
    if (isMatchId(match)) yield { kind: 'listed', list: id, createdAt, match, seq, gone };
  }
}

function isListName(text: string): text is ListName {
  const [kind, player = ''] = text.split('#');
  return text === 'public' || text === 'lobby' || ((kind === 'player' || kind === 'forks') && isPlayerId(player));
}

type KnownMatch = { readonly match: MatchId; readonly seq: number };

/**
 * Each match in a player's lists, with the number of its newest commit as the list knows it; also those taken off, and
 * those that the player was only invited to.
 */
export async function* matchesOf(client: DynamoDBClient, table: string, player: PlayerId): AsyncGenerator<KnownMatch> {
  const invited = new Map<MatchId, number>();
  for await (const { match, seq } of matchesIn(client, table, keys.invitation(player, '', '').pk)) {
    invited.set(match, Math.max(seq, invited.get(match) ?? 0));
  }
  for await (const { match, seq } of matchesIn(client, table, keys.listed(`player#${player}`, '', '').pk)) {
    yield { match, seq: Math.max(seq, invited.get(match) ?? 0) };
    invited.delete(match);
  }
  for (const [match, seq] of invited) yield { match, seq };
}

/** Whether the player has a list of matches, if only of such as have been taken off it. */
export async function hasMatches(client: DynamoDBClient, table: string, player: PlayerId): Promise<boolean> {
  for await (const _ of matchesIn(client, table, keys.listed(`player#${player}`, '', '').pk)) return true;
  return false;
}

async function* matchesIn(client: DynamoDBClient, table: string, pk: AttributeValue): AsyncGenerator<KnownMatch> {
  const input = {
    TableName: table,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
    ProjectionExpression: 'sk, seq',
    ConsistentRead: true,
  };
  for await (const { Items: items = [] } of paginateQuery({ client }, input)) {
    for (const { sk, seq } of items) {
      const match = sk?.S?.split('#')[1] ?? '';
      if (isMatchId(match)) yield { match, seq: Number(seq?.N ?? 0) };
    }
  }
}
