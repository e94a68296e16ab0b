/**
 * Lists of matches: read models that only the stream writes, each entry at most as new as the match's log.
 * An entry's place is fixed by when the match was created, so a newer state of it replaces the older in one Put.
 */
import {
  ConditionalCheckFailedException,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import type { MatchSight } from '../../domain/match/sight.ts';
import type { MatchId, MatchStatus, PlayerId } from '../../domain/match/types.ts';
import { pack, unpack } from './packing.ts';
import { keys } from './table.ts';

/** What everybody who may see the list may see of the match. */
export type ListedSight = Omit<MatchSight, 'position' | 'view' | 'chance'>;

export type ListName = 'public' | `player#${PlayerId}`;

export interface ListQuery {
  readonly list: ListName;
  readonly status: MatchStatus | null;
  readonly game: string | null;
  readonly limit: number;
  /** Where the last page ended: a sort key. */
  readonly after: string | null;
}

export interface ListPage {
  readonly matches: readonly ListedSight[];
  readonly next: string | null;
}

export interface Lists {
  put(list: ListName, match: ListedSight): Promise<void>;
  /** Takes the match off, unless a newer state of it has been put there. */
  remove(list: ListName, match: Pick<ListedSight, 'id' | 'createdAt' | 'head'>): Promise<void>;
  /** Newest first, eventually consistent. */
  page(query: ListQuery): Promise<ListPage>;
  /** Up to which commit the lists tell of a match; 0 if they do not yet. */
  progress(match: MatchId): Promise<number>;
  setProgress(match: MatchId, seq: number): Promise<void>;
}

/** Pages that one request reads at most when a filter passes most entries over. */
const PAGES_MOST = 5;

export function dynamoLists(client: DynamoDBClient, table: string): Lists {
  return {
    async put(list, match) {
      const item = {
        ...keys.listed(list, match.createdAt, match.id),
        seq: { N: String(match.head.seq) },
        game: { S: match.game },
        status: { S: match.status },
        match: { B: pack(match) },
      };
      await ignoringOlder(() =>
        client.send(
          new PutItemCommand({
            TableName: table,
            Item: item,
            ConditionExpression: 'attribute_not_exists(pk) OR seq < :seq',
            ExpressionAttributeValues: { ':seq': item.seq },
          }),
        ),
      );
    },

    async remove(list, match) {
      await ignoringOlder(() =>
        client.send(
          new DeleteItemCommand({
            TableName: table,
            Key: keys.listed(list, match.createdAt, match.id),
            ConditionExpression: 'attribute_not_exists(pk) OR seq <= :seq',
            ExpressionAttributeValues: { ':seq': { N: String(match.head.seq) } },
          }),
        ),
      );
    },

    async page({ list, status, game, limit, after }) {
      const { pk } = keys.listed(list, '', '');
      const conditions = [
        ...(status === null ? [] : ['#status = :status']),
        ...(game === null ? [] : ['#game = :game']),
      ];
      const matches: ListedSight[] = [];
      let from = after;
      for (let pages = 0; pages < PAGES_MOST && matches.length < limit; pages += 1) {
        const answer = await client.send(
          new QueryCommand({
            TableName: table,
            KeyConditionExpression: 'pk = :pk',
            ExpressionAttributeValues: {
              ':pk': pk,
              ...(status === null ? {} : { ':status': { S: status } }),
              ...(game === null ? {} : { ':game': { S: game } }),
            },
            ...(conditions.length === 0
              ? {}
              : {
                  FilterExpression: conditions.join(' AND '),
                  ExpressionAttributeNames: {
                    ...(status === null ? {} : { '#status': 'status' }),
                    ...(game === null ? {} : { '#game': 'game' }),
                  },
                }),
            ScanIndexForward: false,
            Limit: limit - matches.length,
            ...(from === null ? {} : { ExclusiveStartKey: { pk, sk: { S: from } } }),
          }),
        );
        for (const item of answer.Items ?? []) {
          matches.push(unpack(item.match?.B ?? new Uint8Array()) as ListedSight);
        }
        from = answer.LastEvaluatedKey?.sk?.S ?? null;
        if (from === null) break;
      }
      return { matches, next: from };
    },

    async progress(match) {
      const { Item: item } = await client.send(new GetItemCommand({ TableName: table, Key: keys.progress(match) }));
      return Number(item?.seq?.N ?? 0);
    },

    async setProgress(match, seq) {
      await ignoringOlder(() =>
        client.send(
          new PutItemCommand({
            TableName: table,
            Item: { ...keys.progress(match), seq: { N: String(seq) } },
            ConditionExpression: 'attribute_not_exists(pk) OR seq < :seq',
            ExpressionAttributeValues: { ':seq': { N: String(seq) } },
          }),
        ),
      );
    },
  };
}

/** An entry that is as new already stays: that is what makes the stream's work safe to repeat. */
async function ignoringOlder(put: () => Promise<unknown>): Promise<void> {
  try {
    await put();
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error;
  }
}
