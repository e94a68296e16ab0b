/**
 * When each match is to be looked at next, to warn or to end: a read model that the stream writes and sweeps put on,
 * found by time through a sparse index. The matches are spread over a few partitions of the index, since deadlines come in crowds.
 */
import { createHash } from 'node:crypto';
import { type AttributeValue, type DynamoDBClient, paginateQuery } from '@aws-sdk/client-dynamodb';
import { isMatchId } from '../../domain/match/ids.ts';
import type { MatchId } from '../../domain/match/types.ts';
import { goneItem, putNewer } from './newer.ts';
import { DUE, DUE_INDEX, DUE_SHARD, keys } from './table.ts';

/** `due` in milliseconds since 1970. */
export interface DueMatch {
  readonly match: MatchId;
  readonly due: number;
}

export interface Dues {
  /** `seq`: the newest commit that this is known by. Null: there is nothing to wait for. */
  put(match: MatchId, seq: number, dueAt: number | null): Promise<void>;
  /** What is due at or before an instant (milliseconds since 1970), oldest first in each shard. Eventually consistent. */
  upTo(instant: number): AsyncIterable<DueMatch>;
}

export const SHARDS = 8;
const PAGE = 100;

export function dynamoDues(client: DynamoDBClient, table: string, now: () => Date): Dues {
  async function* shard(number: number, instant: number): AsyncGenerator<readonly DueMatch[], undefined> {
    const input = {
      TableName: table,
      IndexName: DUE_INDEX,
      KeyConditionExpression: `${DUE_SHARD} = :shard AND ${DUE} <= :instant`,
      ExpressionAttributeValues: { ':shard': { S: shardName(number) }, ':instant': { N: String(instant) } },
    };
    for await (const page of paginateQuery({ client, pageSize: PAGE }, input)) {
      yield (page.Items ?? []).flatMap(dueMatchIn);
    }
    return undefined;
  }

  return {
    put: (match, seq, dueAt) =>
      putNewer(
        client,
        table,
        dueAt === null
          ? goneItem(keys.clock(match), seq, now())
          : {
              ...keys.clock(match),
              seq: { N: String(seq) },
              [DUE_SHARD]: { S: shardName(shardOf(match)) },
              [DUE]: { N: String(dueAt) },
            },
      ),

    /** A page of each shard in turn, so that a crowd in one holds up no other. */
    async *upTo(instant) {
      let open = Array.from({ length: SHARDS }, (_, number) => shard(number, instant));
      while (open.length > 0) {
        const further: typeof open = [];
        for (const pages of open) {
          const page = await pages.next();
          if (page.done === true) continue;
          further.push(pages);
          yield* page.value;
        }
        open = further;
      }
    },
  };
}

/** What an item or an entry of the index tells; nothing if it has no time. */
export function dueMatchIn({ pk, due }: Record<string, AttributeValue>): DueMatch[] {
  const match = pk?.S?.slice('match#'.length) ?? '';
  return isMatchId(match) && due?.N !== undefined ? [{ match, due: Number(due.N) }] : [];
}

export function shardOf(match: MatchId): number {
  return (createHash('sha256').update(match).digest()[0] ?? 0) % SHARDS;
}

const shardName = (number: number) => `due#${number}`;
