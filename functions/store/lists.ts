/**
 * Lists of matches: read models that only the stream writes, each entry at most as new as the match's log.
 * An entry's place is fixed by when the match was created, so a newer state of it replaces the older in one Put.
 */
import { type AttributeValue, type DynamoDBClient, GetItemCommand, paginateQuery } from '@aws-sdk/client-dynamodb';
import type { Outcome } from '../../domain/game.ts';
import type { ListedClock } from '../../domain/match/clock/sight.ts';
import type { OutcomeSight } from '../../domain/match/ending.ts';
import { isMatchId } from '../../domain/match/ids.ts';
import type { MatchSight } from '../../domain/match/sight.ts';
import type { MatchId, MatchStatus, PlayerId } from '../../domain/match/types.ts';
import { expiring, modelsExpire } from './expiry.ts';
import { filteredPage } from './filtered-page.ts';
import { goneItem, NOT_GONE, putNewer } from './newer.ts';
import { pack, unpack } from './packing.ts';
import { keys } from './table.ts';

/** What everybody who may see the list may see of the match. */
export type ListedSight = Omit<MatchSight, 'position' | 'view' | 'chance' | 'clock' | 'offers' | 'invitations'> & {
  readonly clock: ListedClock;
};

/** `lobby`: public matches that still have a free seat. `forks`: those of one player, which are in no other list. */
export type ListName = 'public' | 'lobby' | `player#${PlayerId}` | `forks#${PlayerId}`;

export interface ListQuery {
  readonly list: ListName;
  readonly status: MatchStatus | null;
  readonly game: string | null;
  /** What else is asked of a match. */
  readonly wanted?: (match: ListedSight) => boolean;
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
  /**
   * Takes the match off, unless a newer state of it has been put there. A mark stays for a while, so that older work
   * that was held up cannot put it back.
   */
  remove(list: ListName, match: Pick<ListedSight, 'id' | 'createdAt' | 'head'>): Promise<void>;
  /** Newest first, eventually consistent. */
  page(query: ListQuery): Promise<ListPage>;
  /** Matches of the player's that have begun and are not over; strongly consistent. */
  active(player: PlayerId): Promise<readonly MatchId[]>;
  /** Up to which commit the lists tell of a match; 0 if they do not yet. */
  progress(match: MatchId): Promise<number>;
  /** `expires`: when the database drops it, in seconds since 1970; null: never. */
  setProgress(match: MatchId, seq: number, expires: number | null): Promise<void>;
}

/** Where a page ends whose last match is this one. */
export function placeOf({ createdAt, id }: Pick<ListedSight, 'createdAt' | 'id'>): string {
  return keys.listed('', createdAt, id).sk.S;
}

/**
 * Entries from before there were ratings do not tell that their match is not rated, and older ones of how it ended only
 * what its game says.
 */
function listedIn(item: Record<string, AttributeValue>): ListedSight {
  const listed = unpack(item.match?.B ?? new Uint8Array()) as Omit<ListedSight, 'rated' | 'outcome'> &
    Pick<Partial<ListedSight>, 'rated'> & { readonly outcome: (Outcome & Partial<OutcomeSight>) | null };
  const { rated = false, outcome } = listed;
  return {
    ...listed,
    rated,
    outcome: outcome === null ? null : { ...outcome, text: outcome.text ?? outcome.detail.text },
  };
}

export function dynamoLists(client: DynamoDBClient, table: string, now: () => Date): Lists {
  return {
    put: (list, match) =>
      putNewer(client, table, {
        ...keys.listed(list, match.createdAt, match.id),
        seq: { N: String(match.head.seq) },
        game: { S: match.game },
        status: { S: match.status },
        match: { B: pack(match) },
        ...expiring(modelsExpire(match.fork)),
      }),

    remove: (list, match) =>
      putNewer(client, table, goneItem(keys.listed(list, match.createdAt, match.id), match.head.seq, now())),

    async page({ list, status, game, wanted = () => true, limit, after }) {
      const { pk } = keys.listed(list, '', '');
      const conditions = [
        NOT_GONE,
        ...(status === null ? [] : ['#status = :status']),
        ...(game === null ? [] : ['#game = :game']),
      ];
      const page = await filteredPage(
        client,
        {
          TableName: table,
          partition: pk,
          FilterExpression: conditions.join(' AND '),
          ExpressionAttributeValues: {
            ...(status === null ? {} : { ':status': { S: status } }),
            ...(game === null ? {} : { ':game': { S: game } }),
          },
          ...(status === null && game === null
            ? {}
            : {
                ExpressionAttributeNames: {
                  ...(status === null ? {} : { '#status': 'status' }),
                  ...(game === null ? {} : { '#game': 'game' }),
                },
              }),
        },
        { limit, after },
        (item) => {
          const match = listedIn(item);
          return wanted(match) ? match : null;
        },
      );
      return { matches: page.entries, next: page.next };
    },

    async active(player) {
      const matches: MatchId[] = [];
      const input = {
        TableName: table,
        KeyConditionExpression: 'pk = :pk',
        FilterExpression: `${NOT_GONE} AND #status = :active`,
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: { ':pk': keys.listed(`player#${player}`, '', '').pk, ':active': { S: 'active' } },
        ProjectionExpression: 'sk',
        ConsistentRead: true,
      };
      for await (const page of paginateQuery({ client }, input)) {
        for (const { sk } of page.Items ?? []) {
          const match = sk?.S?.split('#')[1] ?? '';
          if (isMatchId(match)) matches.push(match);
        }
      }
      return matches;
    },

    async progress(match) {
      const { Item: item } = await client.send(new GetItemCommand({ TableName: table, Key: keys.progress(match) }));
      return Number(item?.seq?.N ?? 0);
    },

    setProgress: (match, seq, expires) =>
      putNewer(client, table, { ...keys.progress(match), seq: { N: String(seq) }, ...expiring(expires) }),
  };
}
