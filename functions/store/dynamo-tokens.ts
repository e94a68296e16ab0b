/**
 * Tokens in the table. What a token may is kept once, in its player's list; by the hash of its text one finds only where.
 * So revoking it is one write.
 */
import {
  type AttributeValue,
  DeleteItemCommand,
  type DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  paginateQuery,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import { LRUCache } from 'lru-cache';
import { ID_ALPHABET, ID_LENGTH, isPlayerId } from '../../domain/match/ids.ts';
import { ifHolds } from './conditional.ts';
import { keys } from './table.ts';
import { entryItem, isRevoked, pointerItem, tokenFrom } from './token-item.ts';
import { digestOfToken, FIRST_TOKEN, hourOf, isExpired, type Token, type TokenId, type Tokens } from './tokens.ts';
import { isUnavailable } from './unavailable.ts';

type Item = Record<string, AttributeValue>;

const CACHE_MS = 60_000;
const CACHED_MOST = 10_000;

export function dynamoTokens(client: DynamoDBClient, table: string): Tokens {
  const cache = new LRUCache<string, Token>({ max: CACHED_MOST, ttl: CACHE_MS });

  async function read(key: Item): Promise<Item | undefined> {
    return (await client.send(new GetItemCommand({ TableName: table, Key: key, ConsistentRead: true }))).Item;
  }

  async function lookUp(digest: string, at: Date): Promise<Token | null> {
    const pointer = await read(keys.token(digest));
    const player = pointer?.player?.S ?? '';
    if (pointer === undefined || !isPlayerId(player)) return null;
    const isOld = pointer.id?.S === undefined;
    const id = (pointer.id?.S ?? idOfOld(digest)) as TokenId;
    const entry = await read(keys.tokenEntry(player, id));
    if (entry === undefined ? !isOld : isRevoked(entry)) return null;
    const createdAt = pointer.createdAt ?? { S: '' };
    const token = tokenFrom(entry ?? { ...keys.tokenEntry(player, id), name: { S: FIRST_TOKEN }, createdAt });
    if (isExpired(token, at)) return null;
    if ((token.lastUsed ?? '') < hourOf(at)) await recordUse(token, digest, at, isOld);
    return token;
  }

  /** At most once an hour a token: of those who look it up at once the first writes. An old one gets into the list so. */
  async function recordUse({ player, id, name, createdAt }: Token, digest: string, at: Date, isOld: boolean) {
    const naming = 'SET lastUsed = :hour, digest = :digest, #name = :name, createdAt = :created';
    const update = new UpdateItemCommand({
      TableName: table,
      Key: keys.tokenEntry(player, id),
      UpdateExpression: isOld ? naming : 'SET lastUsed = :hour',
      ConditionExpression: `${isOld ? '' : 'attribute_exists(pk) AND '}attribute_not_exists(revoked) AND (attribute_not_exists(lastUsed) OR lastUsed < :hour)`,
      ...(isOld ? { ExpressionAttributeNames: { '#name': 'name' } } : {}),
      ExpressionAttributeValues: {
        ':hour': { S: hourOf(at) },
        ...(isOld ? { ':digest': { S: digest }, ':name': { S: name }, ':created': { S: createdAt } } : {}),
      },
    });
    try {
      await ifHolds(client.send(update));
    } catch (error) {
      // No request is to fail for this: a later one writes it.
      if (!(error instanceof Error && isUnavailable(error))) throw error;
    }
  }

  return {
    async find(text, at) {
      const digest = digestOfToken(text);
      const known = cache.get(digest);
      if (known !== undefined) return isExpired(known, at) ? null : known;
      const token = await lookUp(digest, at);
      if (token !== null) cache.set(digest, token);
      return token;
    },

    async add(token, text) {
      const item = entryItem(token, digestOfToken(text));
      const put = new PutItemCommand({ TableName: table, Item: item, ConditionExpression: 'attribute_not_exists(pk)' });
      return (await ifHolds(client.send(put))) !== null;
    },

    async activate(token, text) {
      await client.send(new PutItemCommand({ TableName: table, Item: pointerItem(token, digestOfToken(text)) }));
    },

    async get(player, id) {
      const item = await read(keys.tokenEntry(player, id));
      if (item === undefined) return null;
      if (isRevoked(item)) return { revoked: true };
      return { revoked: false, token: tokenFrom(item), digest: item.digest?.S ?? '' };
    },

    async of(player, at) {
      const query = {
        TableName: table,
        KeyConditionExpression: 'pk = :pk',
        ExpressionAttributeValues: { ':pk': keys.tokenEntry(player, '').pk },
        ConsistentRead: true,
      };
      const tokens: Token[] = [];
      for await (const { Items: items = [] } of paginateQuery({ client }, query)) {
        tokens.push(...items.filter((item) => !isRevoked(item)).map(tokenFrom));
      }
      const inTime = (token: Token) => `${token.createdAt} ${token.id}`;
      return tokens
        .filter((token) => !isExpired(token, at))
        .sort((a, b) => (inTime(a) < inTime(b) ? -1 : inTime(a) > inTime(b) ? 1 : 0));
    },

    async revoke(player, id) {
      const update = new UpdateItemCommand({
        TableName: table,
        Key: keys.tokenEntry(player, id),
        // The mark stays: a request sent again under its key must not bring a token back that was perhaps stolen.
        UpdateExpression: 'SET revoked = :true REMOVE #name',
        ConditionExpression: 'attribute_exists(pk)',
        ExpressionAttributeNames: { '#name': 'name' },
        ExpressionAttributeValues: { ':true': { BOOL: true } },
        ReturnValues: 'ALL_NEW',
      });
      const answer = await ifHolds(client.send(update));
      // Here at once; elsewhere when it is looked up again.
      cache.delete(answer?.Attributes?.digest?.S ?? '');
    },

    async withdraw(player, id) {
      await client.send(new DeleteItemCommand({ TableName: table, Key: keys.tokenEntry(player, id) }));
    },
  };
}

/** The id of a token that was made before tokens had any. */
function idOfOld(digest: string): TokenId {
  const bytes = Buffer.from(digest, 'hex').subarray(0, ID_LENGTH);
  return `t_${Array.from(bytes, (byte) => ID_ALPHABET[byte & 31]).join('')}`;
}
