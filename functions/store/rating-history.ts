/** A player's ratings, match by match. */
import { type DynamoDBClient, paginateQuery } from '@aws-sdk/client-dynamodb';
import type { PlayerId } from '../../domain/match/types.ts';
import type { Standing } from '../../domain/rating/rate.ts';
import { ratedMatchIn, standingIn } from './rating-item.ts';
import type { RatedMatch } from './ratings.ts';
import { keys } from './table.ts';

export interface RatedEntry extends RatedMatch {
  /** Right after the match. */
  readonly standing: Standing;
}

export interface RatingHistory {
  /** By when the matches ended, those after one; eventually consistent. */
  of(game: string, player: PlayerId, after: RatedMatch | null): AsyncIterable<RatedEntry>;
}

export function dynamoRatingHistory(client: DynamoDBClient, table: string): RatingHistory {
  return {
    async *of(game, player, after) {
      const from = keys.rated(game, player, after?.finishedAt ?? '', after?.match ?? '');
      const input = {
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
        ExpressionAttributeValues: {
          ':pk': from.pk,
          ':from': from.sk,
          ':to': keys.rated(game, player, '~', '').sk,
        },
      };
      for await (const { Items: items = [] } of paginateQuery({ client }, input)) {
        for (const item of items) {
          const match = item.sk?.S === from.sk.S ? null : ratedMatchIn(game, item.sk?.S ?? '');
          const standing = standingIn(item);
          if (match !== null && standing !== null) yield { ...match, standing };
        }
      }
    },
  };
}
