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
  /** The most urgent first: by deadline, then by how long it has waited. Eventually consistent. */
  of(player: PlayerId): Promise<readonly OpenTurn[]>;
}

export function dynamoTurns(client: DynamoDBClient, table: string, now: () => Date): Turns {
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

    async of(player) {
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
      return turns.sort((a, b) => (urgency(a) < urgency(b) ? -1 : 1));
    },
  };
}

/** Times of this one form sort as texts, and `~` comes after all of them. */
function urgency({ deadline, since, match }: OpenTurn): string {
  return `${deadline ?? '~'} ${since} ${match}`;
}
