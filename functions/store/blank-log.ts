/** Takes what is personal out of a match's log: of each text its digest stays, which is all that hashes are taken of. */
import { type AttributeValue, type DynamoDBClient, paginateQuery, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import type { Catalogue } from '../../domain/games.ts';
import { gameOf } from '../../domain/match/evolve.ts';
import { blankOptions, isLegible } from '../../domain/match/personal.ts';
import type { MatchId } from '../../domain/match/types.ts';
import { blankedFields, type Item } from './commit-item.ts';
import { keys } from './table.ts';

/** May be broken off and begun again: what is blank stays so. */
export async function blankLog(client: DynamoDBClient, table: string, games: Catalogue, match: MatchId): Promise<void> {
  const input = {
    TableName: table,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :commit)',
    ExpressionAttributeValues: { ':pk': keys.commit(match, 0).pk, ':commit': { S: 'commit#' } },
    ConsistentRead: true,
  };
  const blank = (of: { readonly game: string; readonly rules: string; readonly options: unknown }) => {
    const game = gameOf(of, games);
    return isLegible(game, of.options) ? blankOptions(game, of.options) : null;
  };
  for await (const { Items: items = [] } of paginateQuery({ client }, input)) {
    for (const item of items) {
      const fields = blankedFields(item, blank);
      if (Object.keys(fields).length > 0) await client.send(changing(table, item, fields));
    }
  }
}

function changing(
  table: string,
  { pk = { S: '' }, sk = { S: '' } }: Item,
  fields: Readonly<Record<string, Uint8Array | null>>,
): UpdateItemCommand {
  const names: Record<string, string> = {};
  const values: Record<string, AttributeValue> = {};
  const set: string[] = [];
  const remove: string[] = [];
  for (const [field, packed] of Object.entries(fields)) {
    names[`#${field}`] = field;
    if (packed === null) remove.push(`#${field}`);
    else {
      set.push(`#${field} = :${field}`);
      values[`:${field}`] = { B: packed };
    }
  }
  return new UpdateItemCommand({
    TableName: table,
    Key: { pk, sk },
    UpdateExpression: [
      set.length > 0 ? `SET ${set.join(', ')}` : '',
      remove.length > 0 ? `REMOVE ${remove.join(', ')}` : '',
    ].join(' '),
    ConditionExpression: 'attribute_exists(pk)',
    ExpressionAttributeNames: names,
    ...(set.length > 0 ? { ExpressionAttributeValues: values } : {}),
  });
}
