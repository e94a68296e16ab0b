/** The matches that wait for a player: a read model that only the stream writes. */
import { type DynamoDBClient, paginateQuery } from '@aws-sdk/client-dynamodb';
import { isMatchId } from '../../domain/match/ids.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { goneItem, NOT_GONE, putNewer } from './newer.ts';
import { keys } from './table.ts';

/**
 * A turn that has begun; `since` is the time of the commit that began it, `deadline` when its time is up as far as leave
 * and pauses are known (RFC 3339); null where no time is counted.
 */
export interface OpenTurn {
  readonly match: MatchId;
  readonly game: string;
  readonly seat: number;
  readonly turn: number;
  readonly since: string;
  readonly deadline: string | null;
}

export interface Turns {
  /** `seq`: the newest commit that this is known by. */
  put(player: PlayerId, turn: OpenTurn, seq: number): Promise<void>;
  remove(player: PlayerId, match: MatchId, seq: number): Promise<void>;
  /**
   * The most urgent first: by deadline, then by how long it has waited. `after`: the place of the last turn of the page
   * before. Eventually consistent; every page reads all that wait for the player, since urgency is no key.
   */
  page(player: PlayerId, limit: number, after: string | null): Promise<TurnPage>;
}

export interface TurnPage {
  readonly turns: readonly OpenTurn[];
  /** The place of its last turn; null where nothing comes after it. */
  readonly next: string | null;
}

export function dynamoTurns(client: DynamoDBClient, table: string, now: () => Date): Turns {
  async function all(player: PlayerId): Promise<readonly OpenTurn[]> {
    const turns: OpenTurn[] = [];
    const input = {
      TableName: table,
      KeyConditionExpression: 'pk = :pk',
      FilterExpression: NOT_GONE,
      ExpressionAttributeValues: { ':pk': keys.turn(player, '').pk },
    };
    for await (const page of paginateQuery({ client }, input)) {
      for (const { sk, game, seat, turn, since, deadline } of page.Items ?? []) {
        const match = sk?.S ?? '';
        if (!isMatchId(match)) continue;
        turns.push({
          match,
          game: game?.S ?? '',
          seat: Number(seat?.N),
          turn: Number(turn?.N),
          since: since?.S ?? '',
          deadline: deadline?.S ?? null,
        });
      }
    }
    return turns;
  }

  return {
    put: (player, { match, game, seat, turn, since, deadline }, seq) =>
      putNewer(client, table, {
        ...keys.turn(player, match),
        seq: { N: String(seq) },
        game: { S: game },
        seat: { N: String(seat) },
        turn: { N: String(turn) },
        since: { S: since },
        ...(deadline === null ? {} : { deadline: { S: deadline } }),
      }),

    remove: (player, match, seq) => putNewer(client, table, goneItem(keys.turn(player, match), seq, now())),

    async page(player, limit, after) {
      const waiting = (await all(player)).map((turn) => ({ turn, place: placeOf(turn) }));
      const rest = waiting
        .filter(({ place }) => after === null || place > after)
        .sort((a, b) => (a.place < b.place ? -1 : 1));
      const page = rest.slice(0, limit);
      return {
        turns: page.map(({ turn }) => turn),
        next: rest.length > page.length ? (page.at(-1)?.place ?? null) : null,
      };
    },
  };
}

/** Times of this one form sort as texts, and `~` comes after all of them. */
function placeOf({ deadline, since, match }: OpenTurn): string {
  return `${deadline ?? '~'} ${since} ${match}`;
}
