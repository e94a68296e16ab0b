/** What the table holds, found by its keys alone, whatever has become of the read models. */
import { type AttributeValue, type DynamoDBClient, paginateQuery, paginateScan } from '@aws-sdk/client-dynamodb';
import { isMatchId, isPlayerId } from '../../domain/match/ids.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import type { ListName } from './lists.ts';
import { ratedMatchIn } from './rating-item.ts';
import type { RatedMatch } from './ratings.ts';
import { keys } from './table.ts';

/** An entry of a read model. `seq`: up to which commit of the match it says that it knows. */
export type ModelEntry = { readonly match: MatchId; readonly seq: number; readonly gone: boolean } & (
  | { readonly kind: 'listed'; readonly list: ListName; readonly createdAt: string }
  | { readonly kind: 'turn'; readonly player: PlayerId }
  | { readonly kind: 'result'; readonly player: PlayerId }
  | { readonly kind: 'clock' }
);

export type Found =
  /** A match that has commits. */
  | { readonly kind: 'log'; readonly match: MatchId }
  /** A match in which something has been said. */
  | { readonly kind: 'talk'; readonly match: MatchId }
  /** How far the stream has come with it, and a rebuild. */
  | { readonly kind: 'progress'; readonly match: MatchId; readonly seq: number; readonly rebuilt: number }
  /** A player with a list of matches, if only of such as have been taken off it. */
  | { readonly kind: 'player'; readonly player: PlayerId }
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
    ProjectionExpression: 'pk, sk, seq, rebuilt, gone, closedAt',
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
    if (sk.startsWith('commit#') && isFirst) yield { kind: 'log', match: id };
    if (sk === 'progress') yield { kind: 'progress', match: id, seq, rebuilt: Number(item.rebuilt?.N ?? 0) };
    if (sk === 'clock') yield { kind: 'clock', match: id, seq, gone };
  } else if (kind === 'talk' && isMatchId(id)) {
    if (isFirst) yield { kind: 'talk', match: id };
  } else if (kind === 'player' && isPlayerId(id)) {
    if (item.closedAt !== undefined) yield { kind: 'closed', player: id };
  } else if (kind === 'webhooks' && isPlayerId(id)) {
    if (isFirst) yield { kind: 'owner', player: id };
  } else if (kind === 'turns' && isPlayerId(id) && isMatchId(sk)) {
    yield { kind: 'turn', player: id, match: sk, seq, gone };
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
  return text === 'public' || text === 'lobby' || (text.startsWith('player#') && isPlayerId(text.slice(7)));
}

/** Each match in a player's list, with the number of its newest commit as the list knows it; also those taken off. */
export async function* matchesOf(
  client: DynamoDBClient,
  table: string,
  player: PlayerId,
): AsyncGenerator<{ readonly match: MatchId; readonly seq: number }> {
  const input = {
    TableName: table,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': keys.listed(`player#${player}`, '', '').pk },
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
