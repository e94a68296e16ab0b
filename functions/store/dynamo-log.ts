/** The match log in DynamoDB: a commit is an item, `pk = match#<id>`, `sk = commit#<seq>`. */
import {
  type AttributeValue,
  ConditionalCheckFailedException,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
} from '@aws-sdk/client-dynamodb';
import type { Catalogue } from '../../domain/games.ts';
import { NO_HASH } from '../../domain/log/commit.ts';
import { evolveMatch, type MatchCommit, startMatch } from '../../domain/match/evolve.ts';
import type { MatchId, MatchState } from '../../domain/match/types.ts';
import { fromItem, hashOf, type Item, plyOf, saltKeyOf, seqOf, snapshotOf, toItem } from './commit-item.ts';
import type { LoadedMatch, MatchLog } from './match-log.ts';
import { keys } from './table.ts';

/**
 * A snapshot goes with every so many commits, and loading reads as many: the newest of them has one. With commits as
 * they come this keeps a load under 8 KB (2 read units), and a Put with its snapshot under 3 KB (3 write units).
 */
export const SNAPSHOT_EVERY = 10;

const LAST_SEQ = 99_999_999;
const BEGINNING = { hash: NO_HASH, ply: 0 } as const;

type Key = Record<string, AttributeValue>;

export function dynamoLog(client: DynamoDBClient, table: string, games: Catalogue): MatchLog {
  /** Items from `from` to `to`, in either order, all pages until `enough` says so. */
  async function query(
    match: MatchId,
    range: { from: number; to: number; forward: boolean; limit: number },
    enough: (items: readonly Item[]) => boolean,
  ): Promise<Item[]> {
    const items: Item[] = [];
    let next: Key | undefined;
    do {
      const page = await client.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
          ExpressionAttributeValues: {
            ':pk': keys.commit(match, 0).pk,
            ':from': keys.commit(match, range.from).sk,
            ':to': keys.commit(match, range.to).sk,
          },
          ConsistentRead: true,
          ScanIndexForward: range.forward,
          Limit: range.limit,
          ...(next === undefined ? {} : { ExclusiveStartKey: next }),
        }),
      );
      items.push(...(page.Items ?? []));
      next = page.LastEvaluatedKey;
    } while (next !== undefined && !enough(items));
    return items;
  }

  async function loadUpTo(match: MatchId, seq: number): Promise<LoadedMatch | null> {
    const reached = (item: Item) => seqOf(item) === 1 || snapshotOf(item) !== null;
    const range = { from: 1, to: seq, forward: false, limit: SNAPSHOT_EVERY };
    const newestFirst = await query(match, range, (items) => items.some(reached));
    return rebuild(match, newestFirst.slice(0, newestFirst.findIndex(reached) + 1).reverse());
  }

  /** `items`, oldest first, begin with the first commit or with one that has a snapshot. */
  function rebuild(match: MatchId, items: readonly Item[]): LoadedMatch | null {
    const [base, ...later] = items;
    if (base === undefined || isBeingDropped(items)) return null;
    const snapshot = snapshotOf(base);
    const recent: MatchCommit[] = [];
    let state: MatchState;
    if (snapshot !== null) {
      state = snapshot;
    } else {
      const first = fromItem(base, BEGINNING);
      recent.push(first);
      state = startMatch(match, saltKeyOf(base), first, games);
    }
    for (const item of later) {
      const commit = fromItem(item, { hash: state.head.hash, ply: state.ply });
      recent.push(commit);
      state = evolveMatch(state, commit, games);
    }
    return { state, recent, sinceSnapshot: snapshot === null ? items.length : later.length };
  }

  /** The items of a log whose time is over go one by one, in no order. */
  function isBeingDropped(items: readonly Item[]): boolean {
    return items.some((item, i) => item.expires !== undefined && seqOf(item) !== seqOf(items[0] ?? item) + i);
  }

  /** One commit, with the one before it for its `prev`. */
  async function commitAt(match: MatchId, seq: number): Promise<MatchCommit | null> {
    const [commit] = await read(match, seq - 1, 1);
    return commit ?? null;
  }

  async function read(match: MatchId, after: number, limit: number): Promise<readonly MatchCommit[]> {
    const from = Math.max(after, 1);
    const wanted = after < 1 ? limit : limit + 1;
    const range = { from, to: LAST_SEQ, forward: true, limit: wanted };
    const items = await query(match, range, (got) => got.length >= wanted);
    const commits: MatchCommit[] = [];
    let before: { hash: string; ply: number } = BEGINNING;
    for (const item of items) {
      if (seqOf(item) > after) commits.push(fromItem(item, before));
      before = { hash: hashOf(item), ply: plyOf(item) };
    }
    return commits;
  }

  async function plyAt(match: MatchId, seq: number): Promise<number> {
    const answer = await client.send(
      new GetItemCommand({
        TableName: table,
        Key: keys.commit(match, seq),
        ProjectionExpression: 'ply',
        ConsistentRead: true,
      }),
    );
    return plyOf(answer.Item ?? {});
  }

  return {
    load: (match) => loadUpTo(match, LAST_SEQ),
    loadAt: (match, seq) => loadUpTo(match, seq),
    read,

    async append(next, commit, sinceSnapshot) {
      try {
        await client.send(
          new PutItemCommand({
            TableName: table,
            Item: toItem(next, commit, sinceSnapshot + 1 >= SNAPSHOT_EVERY),
            ConditionExpression: 'attribute_not_exists(pk)',
          }),
        );
        return true;
      } catch (error) {
        if (error instanceof ConditionalCheckFailedException) return false;
        throw error;
      }
    },

    async commitPast(state, ply) {
      if (ply >= state.ply) return null;
      // Plies never go down along a log, so the place is found by halving: a few small reads however long the match.
      let low = 1;
      let high = state.head.seq;
      while (low < high) {
        const middle = Math.floor((low + high) / 2);
        if ((await plyAt(state.id, middle)) > ply) high = middle;
        else low = middle + 1;
      }
      return commitAt(state.id, low);
    },
  };
}
