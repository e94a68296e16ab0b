/**
 * What is said in matches: one item a message, numbered on from the one before it. A conditional Put takes the next
 * number, so that numbers have no gaps, and of two that speak at once one goes second.
 */
import {
  type AttributeValue,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateQuery,
  QueryCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { isPlayerId } from '../../domain/match/ids.ts';
import { LISTENERS, type Message } from '../../domain/match/talk.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { SEATS } from '../../domain/seat.ts';
import { ifHolds } from './conditional.ts';
import { putNewer } from './newer.ts';
import { keys } from './table.ts';

/** `request` tells the request that said it from all others of its match. */
export type StoredMessage = Message & { readonly request: string };

/** What is kept of a request that may come again. */
export interface Saying {
  /** A digest of what it asks for, by which another under the same key is known. */
  readonly content: string;
  /** The message of this request, if there is one, has a higher number than this. */
  readonly after: number;
}

export interface Talk {
  /** Up to `limit` messages after number `after`, in order, as they are now; fewer only where there are no more. */
  read(match: MatchId, after: number, limit: number): Promise<readonly StoredMessage[]>;
  /** The number of the newest message; 0 if there is none. */
  newest(match: MatchId): Promise<number>;
  /** False if another message has that number. */
  put(match: MatchId, message: StoredMessage): Promise<boolean>;
  /** Takes the text out of all that the player has said in the match; the messages stay, without one. */
  blank(match: MatchId, player: PlayerId): Promise<void>;
  /** Of a request that comes several times, what was noted of it first. */
  note(match: MatchId, request: string, saying: Saying): Promise<Saying>;
  /** Up to which message the seats have been told; 0 if of none. */
  told(match: MatchId): Promise<number>;
  setTold(match: MatchId, number: number): Promise<void>;
}

type Item = Record<string, AttributeValue>;

export function dynamoTalk(client: DynamoDBClient, table: string): Talk {
  async function query(match: MatchId, from: number, limit: number, forward: boolean): Promise<readonly Item[]> {
    const items: Item[] = [];
    let next: Item | undefined;
    do {
      const page = await client.send(
        new QueryCommand({
          TableName: table,
          KeyConditionExpression: 'pk = :pk AND sk BETWEEN :from AND :to',
          ExpressionAttributeValues: {
            ':pk': keys.message(match, from).pk,
            ':from': keys.message(match, from).sk,
            ':to': { S: 'message#:' },
          },
          ConsistentRead: true,
          ScanIndexForward: forward,
          Limit: limit - items.length,
          ...(next === undefined ? {} : { ExclusiveStartKey: next }),
        }),
      );
      items.push(...(page.Items ?? []));
      next = page.LastEvaluatedKey;
    } while (next !== undefined && items.length < limit);
    return items;
  }

  return {
    read: async (match, after, limit) => (await query(match, after + 1, limit, true)).map(fromItem),

    async newest(match) {
      const [item] = await query(match, 0, 1, false);
      return item === undefined ? 0 : numberOf(item);
    },

    async put(match, { number, at, seq, by, player, to, text, request }) {
      const item = {
        ...keys.message(match, number),
        at: { S: at },
        seq: { N: String(seq) },
        seat: { N: String(by) },
        player: { S: player },
        to: { S: to },
        text: { S: text },
        request: { S: request },
      };
      const put = new PutItemCommand({ TableName: table, Item: item, ConditionExpression: 'attribute_not_exists(pk)' });
      return (await ifHolds(client.send(put))) !== null;
    },

    async blank(match, player) {
      const input = {
        TableName: table,
        KeyConditionExpression: 'pk = :pk AND begins_with(sk, :message)',
        FilterExpression: 'player = :player AND attribute_exists(#text)',
        ExpressionAttributeNames: { '#text': 'text' },
        ExpressionAttributeValues: {
          ':pk': keys.message(match, 0).pk,
          ':message': { S: 'message#' },
          ':player': { S: player },
        },
        ProjectionExpression: 'pk, sk',
        ConsistentRead: true,
      };
      for await (const { Items: items = [] } of paginateQuery({ client }, input)) {
        for (const Key of items) await client.send(blanking(table, Key));
      }
    },

    async note(match, request, saying) {
      const key = keys.saying(match, request);
      const put = new PutItemCommand({
        TableName: table,
        Item: { ...key, content: { S: saying.content }, after: { N: String(saying.after) } },
        ConditionExpression: 'attribute_not_exists(pk)',
      });
      if ((await ifHolds(client.send(put))) !== null) return saying;
      const { Item: first } = await client.send(
        new GetItemCommand({ TableName: table, Key: key, ConsistentRead: true }),
      );
      return { content: first?.content?.S ?? '', after: Number(first?.after?.N ?? 0) };
    },

    async told(match) {
      const key = keys.talkProgress(match);
      const { Item: item } = await client.send(new GetItemCommand({ TableName: table, Key: key }));
      return Number(item?.seq?.N ?? 0);
    },

    setTold: (match, number) => putNewer(client, table, { ...keys.talkProgress(match), seq: { N: String(number) } }),
  };
}

function blanking(table: string, Key: Item): UpdateItemCommand {
  return new UpdateItemCommand({
    TableName: table,
    Key,
    UpdateExpression: 'REMOVE #text',
    ExpressionAttributeNames: { '#text': 'text' },
  });
}

function numberOf(item: Item): number {
  return Number(item.sk?.S?.slice('message#'.length));
}

function fromItem(item: Item): StoredMessage {
  const by = SEATS.find((seat) => seat === Number(item.seat?.N));
  const to = LISTENERS.find((listeners) => listeners === item.to?.S);
  const player = item.player?.S ?? '';
  if (by === undefined || to === undefined || !isPlayerId(player)) throw new Error('what is stored is no message');
  return {
    number: numberOf(item),
    at: item.at?.S ?? '',
    seq: Number(item.seq?.N ?? 0),
    ...{ by, player, to },
    text: item.text?.S ?? '',
    request: item.request?.S ?? '',
  };
}
