/**
 * What is taken away of an account that has been closed, kind by kind. Each may be broken off, called again, and run twice
 * at once; what comes in later, from a request that was under way, goes when it is called again.
 */
import { DeleteItemCommand, type DynamoDBClient, paginateQuery } from '@aws-sdk/client-dynamodb';
import type { Catalogue } from '../../domain/games.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { blankLog } from './blank-log.ts';
import { eraseItems } from './erase-items.ts';
import { closeFeed } from './feed-closing.ts';
import { keys } from './table.ts';
import { matchesOf } from './table-scan.ts';

export interface Erasure {
  /** With the pointers to them. */
  tokens(player: PlayerId): Promise<void>;
  recoveryCodes(player: PlayerId): Promise<void>;
  notes(player: PlayerId): Promise<void>;
  /** Those that the player made, with the marks of them. */
  blocks(player: PlayerId): Promise<void>;
  /** What was made for a webhook that is gone: deliveries, and what waits in lanes. */
  deliveries(webhook: string): Promise<void>;
  /** Of every webhook that there is or was not long ago. */
  webhookIds(player: PlayerId): Promise<readonly string[]>;
  /** Lets nothing be added any more. */
  feed(player: PlayerId): Promise<void>;
  /** What is personal in the log of a match, and in its snapshots. */
  texts(match: MatchId): Promise<void>;
  vacation(player: PlayerId): Promise<void>;
  results(player: PlayerId): Promise<void>;
  resultOf(player: PlayerId, match: MatchId): Promise<void>;
  /** Every match that the player had a seat in lately, or has one in. */
  matches(player: PlayerId): AsyncIterable<{ readonly match: MatchId }>;
}

export function dynamoErasure(
  client: DynamoDBClient,
  table: string,
  { games, now }: { readonly games: Catalogue; now(): Date },
): Erasure {
  const drop = async (Key: ReturnType<typeof keys.recovery>) => {
    await client.send(new DeleteItemCommand({ TableName: table, Key }));
  };

  async function* all(pk: { readonly S: string }, fields: string) {
    const input = {
      TableName: table,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': pk },
      ProjectionExpression: fields,
      ConsistentRead: true,
    };
    for await (const { Items: items = [] } of paginateQuery({ client }, input)) yield* items;
  }

  return {
    async tokens(player) {
      const { pk } = keys.tokenEntry(player, '');
      for await (const { digest } of all(pk, 'digest')) {
        if (digest?.S !== undefined) await drop(keys.token(digest.S));
      }
      await eraseItems(client, table, pk);
    },

    recoveryCodes: (player) => drop(keys.recovery(player)),
    notes: (player) => eraseItems(client, table, keys.notes(player, '').pk),
    async blocks(player) {
      const { pk } = keys.block(player, '');
      for await (const { sk } of all(pk, 'sk')) {
        const [kind, other] = sk?.S?.split('#') ?? [];
        if (kind === 'made' && other !== undefined) await drop(keys.blockMark(other, player));
      }
      await eraseItems(client, table, pk);
    },

    deliveries: (webhook) => eraseItems(client, table, keys.lane(webhook, '').pk),

    async webhookIds(player) {
      const ids: string[] = [];
      for await (const { sk } of all(keys.webhook(player, '').pk, 'sk')) ids.push(sk?.S ?? '');
      return ids;
    },

    feed: (player) => closeFeed(client, table, player, now),
    texts: (match) => blankLog(client, table, games, match),
    vacation: (player) => drop(keys.vacation(player)),
    results: (player) => eraseItems(client, table, keys.result(player, '').pk),
    resultOf: (player, match) => drop(keys.result(player, match)),
    matches: (player) => matchesOf(client, table, player),
  };
}
