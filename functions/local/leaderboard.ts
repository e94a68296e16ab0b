/**
 * The leaderboard on one machine. The embedded engine cannot add an index to a table that was made before there was one:
 * there the whole table is looked through, which finds the same.
 */
import { type DynamoDBClient, paginateScan } from '@aws-sdk/client-dynamodb';
import {
  type BoardPlace,
  dynamoLeaderboard,
  GROUPS,
  type Leaderboard,
  PARTS,
  placeAfter,
  type Ranked,
  rankedIn,
  TOP,
} from '../store/leaderboard.ts';
import { boardOf, type Item } from '../store/rating-item.ts';
import { BOARD, keys } from '../store/table.ts';
import { isWithoutIndex } from './without-index.ts';

export function localLeaderboard(client: DynamoDBClient, table: string, now: () => Date): Leaderboard {
  const leaderboard = dynamoLeaderboard(client, table, now);

  /** All that is in the group, best first. */
  async function scan(game: string, { group }: BoardPlace, instant: Date): Promise<Item[]> {
    const { board, filter } = PARTS[group];
    const input = {
      TableName: table,
      FilterExpression: ['sk = :sk', `${BOARD} = :board`, ...(filter === null ? [] : [filter])].join(' AND '),
      ExpressionAttributeValues: {
        ':sk': keys.standing('', '').sk,
        ':board': { S: boardOf(game, board) },
        ...(filter === null ? {} : { ':now': { N: String(instant.getTime()) } }),
      },
    };
    const found: Item[] = [];
    for await (const { Items: items = [] } of paginateScan({ client }, input)) found.push(...items);
    return found.sort((a, b) => Number(b.rating?.N) - Number(a.rating?.N));
  }

  return {
    async page(game, limit, from) {
      try {
        return await leaderboard.page(game, limit, from);
      } catch (error) {
        if (!isWithoutIndex(error)) throw error;
      }
      const instant = now();
      const start = from ?? TOP;
      const players: Ranked[] = [];
      for (const group of GROUPS.slice(GROUPS.indexOf(start.group))) {
        const place = group === start.group ? start : { group, after: null };
        const items = await scan(game, place, instant);
        const { after } = place;
        const gone =
          after === null ? 0 : items.findIndex(({ pk }) => pk?.S === keys.standing(game, after.player).pk.S) + 1;
        const left = items.slice(gone);
        const wanted = limit - players.length;
        players.push(...left.slice(0, wanted).flatMap((item) => rankedIn(item, group, instant)));
        if (left.length > wanted) return { players, next: placeAfter(place, left[wanted - 1]) };
      }
      return { players, next: null };
    },

    of: leaderboard.of,
  };
}
