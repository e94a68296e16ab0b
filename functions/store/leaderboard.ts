/**
 * The leaderboard of a game, read from an index of what the stream has written. A rating grows uncertain while its
 * player does not play, which nobody writes down: whom that has made unsure is told apart when the index is read.
 */
import { type DynamoDBClient, GetItemCommand, QueryCommand } from '@aws-sdk/client-dynamodb';
import { isPlayerId } from '../../domain/match/ids.ts';
import type { PlayerId } from '../../domain/match/types.ts';
import { type Standing, standingAt } from '../../domain/rating/rate.ts';
import { type BoardName, boardOf, type Item, standingIn } from './rating-item.ts';
import { BOARD, keys, LEADERBOARD_INDEX, RATING } from './table.ts';

/** In this order: who is established, who was and has not played for long, who has played too little yet. */
export const GROUPS = ['established', 'lapsed', 'provisional'] as const;
export type Group = (typeof GROUPS)[number];

/** With the deviation as it stands when it is read. */
export interface Ranked extends Standing {
  readonly player: PlayerId;
  readonly group: Group;
}

/** Where a page begins: at the head of a group, or after somebody in it, whose rating is as it is written. */
export interface BoardPlace {
  readonly group: Group;
  readonly after: { readonly rating: string; readonly player: PlayerId } | null;
}

export interface BoardPage {
  readonly players: readonly Ranked[];
  readonly next: BoardPlace | null;
}

export interface Leaderboard {
  /** Best first in each group; eventually consistent. */
  page(game: string, limit: number, from: BoardPlace | null): Promise<BoardPage>;
  /** How a player stands in those of the games in which a match has counted, in their order; eventually consistent. */
  of(player: PlayerId, games: readonly string[]): Promise<readonly GameStanding[]>;
}

/** With the deviation as it stands when it is read. */
export interface GameStanding extends Standing {
  readonly game: string;
}

export const TOP: BoardPlace = { group: GROUPS[0], after: null };

/** In which part of the index a group is, and which of those there are in it. */
export const PARTS: Readonly<Record<Group, { readonly board: BoardName; readonly filter: string | null }>> = {
  established: { board: 'established', filter: 'establishedUntil > :now' },
  lapsed: { board: 'established', filter: 'establishedUntil <= :now' },
  provisional: { board: 'provisional', filter: null },
};

/** Pages of the index that one request reads at most, and how many players those after the first have. */
const PAGES_MOST = 6;
const FURTHER_PAGE = 100;

export function dynamoLeaderboard(client: DynamoDBClient, table: string, now: () => Date): Leaderboard {
  async function read(game: string, place: BoardPlace, limit: number, instant: Date) {
    const { board, filter } = PARTS[place.group];
    const partition = { S: boardOf(game, board) };
    const { Items: items = [], LastEvaluatedKey: end } = await client.send(
      new QueryCommand({
        TableName: table,
        IndexName: LEADERBOARD_INDEX,
        KeyConditionExpression: `${BOARD} = :board`,
        ExpressionAttributeValues: {
          ':board': partition,
          ...(filter === null ? {} : { ':now': { N: String(instant.getTime()) } }),
        },
        ...(filter === null ? {} : { FilterExpression: filter }),
        ScanIndexForward: false,
        Limit: limit,
        ...(place.after === null ? {} : { ExclusiveStartKey: startKey(game, partition, place.after) }),
      }),
    );
    return { items, end: end ?? null };
  }

  return {
    async page(game, limit, from) {
      const instant = now();
      const players: Ranked[] = [];
      let place = from ?? TOP;
      for (let pages = 0; pages < PAGES_MOST && players.length < limit; pages += 1) {
        const wanted = limit - players.length;
        const { items, end } = await read(game, place, pages === 0 ? limit : Math.max(wanted, FURTHER_PAGE), instant);
        const taken = items.slice(0, wanted).flatMap((item) => rankedIn(item, place.group, instant));
        players.push(...taken);
        const next = items.length > wanted ? placeAfter(place, items[wanted - 1]) : placeAtEnd(place, end);
        if (next === null) return { players, next };
        place = next;
      }
      return { players, next: place };
    },

    async of(player, games) {
      const instant = now();
      const all = games.map(async (game): Promise<GameStanding[]> => {
        const { Item: item } = await client.send(
          new GetItemCommand({ TableName: table, Key: keys.standing(game, player) }),
        );
        const standing = item === undefined ? null : standingIn(item);
        return standing === null ? [] : [{ game, ...standingAt(standing, instant) }];
      });
      return (await Promise.all(all)).flat();
    },
  };
}

/** What an item of the index tells; nothing if it is of nobody. */
export function rankedIn(item: Item, group: Group, instant: Date): Ranked[] {
  const player = playerIn(item);
  const standing = standingIn(item);
  return isPlayerId(player) && standing !== null ? [{ player, group, ...standingAt(standing, instant) }] : [];
}

export function placeAfter({ group }: BoardPlace, item: Item | undefined): BoardPlace {
  const player = playerIn(item ?? {});
  return { group, after: isPlayerId(player) ? { player, rating: item?.rating?.N ?? '0' } : null };
}

/** After the last item that was looked at; at the head of the next group if that was the last of all. */
function placeAtEnd(place: BoardPlace, end: Item | null): BoardPlace | null {
  if (end !== null) return placeAfter(place, end);
  const group = GROUPS[GROUPS.indexOf(place.group) + 1];
  return group === undefined ? null : { group, after: null };
}

function playerIn({ pk }: Item): string {
  return pk?.S?.split('#')[2] ?? '';
}

function startKey(
  game: string,
  board: { readonly S: string },
  after: { readonly rating: string; readonly player: PlayerId },
) {
  return { ...keys.standing(game, after.player), [BOARD]: board, [RATING]: { N: after.rating } };
}
