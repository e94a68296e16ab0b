/**
 * What came of a player's matches: a read model that only the stream writes, one small item for each finished match, so that
 * none counts twice however often the stream tells of it.
 */
import { type DynamoDBClient, paginateQuery } from '@aws-sdk/client-dynamodb';
import { RESULTS, type Result } from '../../domain/match/result.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { goneItem, NOT_GONE, putNewer } from './newer.ts';
import { keys } from './table.ts';

export interface PlayedMatch {
  readonly match: MatchId;
  readonly game: string;
  readonly result: Result;
}

/** How many matches of a game ended how. */
export type Tally = { readonly game: string } & Readonly<Record<Result, number>>;

export interface Results {
  /** `seq`: the newest commit that this is known by. */
  put(player: PlayerId, played: PlayedMatch, seq: number): Promise<void>;
  remove(player: PlayerId, match: MatchId, seq: number): Promise<void>;
  /** By game. Eventually consistent. */
  of(player: PlayerId): Promise<readonly Tally[]>;
}

export function dynamoResults(client: DynamoDBClient, table: string, now: () => Date): Results {
  return {
    put: (player, { match, game, result }, seq) =>
      putNewer(client, table, {
        ...keys.result(player, match),
        seq: { N: String(seq) },
        game: { S: game },
        result: { S: result },
      }),

    remove: (player, match, seq) => putNewer(client, table, goneItem(keys.result(player, match), seq, now())),

    async of(player) {
      const games = new Map<string, Tally>();
      const input = {
        TableName: table,
        KeyConditionExpression: 'pk = :pk',
        FilterExpression: NOT_GONE,
        ExpressionAttributeValues: { ':pk': keys.result(player, '').pk },
      };
      for await (const page of paginateQuery({ client }, input)) {
        for (const { game: id, result: text } of page.Items ?? []) {
          const game = id?.S ?? '';
          const result = RESULTS.find((each) => each === text?.S);
          if (result === undefined) continue;
          const tally = games.get(game) ?? { game, won: 0, lost: 0, drawn: 0, aborted: 0 };
          games.set(game, { ...tally, [result]: tally[result] + 1 });
        }
      }
      return [...games.values()].sort((a, b) => (a.game < b.game ? -1 : 1));
    },
  };
}
