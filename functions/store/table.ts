/** The one table: its keys, and how it is made where no infrastructure does it. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type AttributeDefinition,
  CreateTableCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  DynamoDBServiceException,
  type GlobalSecondaryIndex,
  ResourceInUseException,
  UpdateTableCommand,
  waitUntilTableExists,
} from '@aws-sdk/client-dynamodb';

export const PARTITION_KEY = 'pk';
export const SORT_KEY = 'sk';

/** The index of what is to be looked at: by `dueShard` and then `due`, with the keys alone. */
export const DUE_INDEX = 'due';
export const DUE_SHARD = 'dueShard';
export const DUE = 'due';

/** The index of who stands where: by `board` and then `rating`. */
export const LEADERBOARD_INDEX = 'leaderboard';
export const BOARD = 'board';
export const RATING = 'rating';
/** What else the index tells of a player. */
export const STANDING = ['deviation', 'volatility', 'matches', 'at', 'establishedUntil'];

const SEQ_DIGITS = 8;
/** Digits of the largest whole number that JavaScript can count to. */
const NUMBER_DIGITS = 16;

export const keys = {
  commit: (match: string, seq: number) => ({
    pk: { S: `match#${match}` },
    sk: { S: `commit#${String(seq).padStart(SEQ_DIGITS, '0')}` },
  }),
  player: (player: string) => ({ pk: { S: `player#${player}` }, sk: { S: 'profile' } }),
  /** The player's leave. */
  vacation: (player: string) => ({ pk: { S: `player#${player}` }, sk: { S: 'vacation' } }),
  /** Hashes of the player's recovery codes. */
  recovery: (player: string) => ({ pk: { S: `player#${player}` }, sk: { S: 'recovery' } }),
  /** Tokens are known by their SHA-256 alone; this tells where the rest is. */
  token: (digest: string) => ({ pk: { S: `token#${digest}` }, sk: { S: 'token' } }),
  /** What a token of the player's may. */
  tokenEntry: (player: string, token: string) => ({ pk: { S: `tokens#${player}` }, sk: { S: token } }),
  /** How far the stream has brought the read models of a match. */
  progress: (match: string) => ({ pk: { S: `match#${match}` }, sk: { S: 'progress' } }),
  /** How far the stream has told the seats of what is said in a match. */
  talkProgress: (match: string) => ({ pk: { S: `match#${match}` }, sk: { S: 'talk' } }),
  /** When the match is to be looked at next. */
  clock: (match: string) => ({ pk: { S: `match#${match}` }, sk: { S: 'clock' } }),
  /** The last turn in which a seat has been told of a mark. */
  warned: (match: string, seat: number, mark: string) => ({
    pk: { S: `match#${match}` },
    sk: { S: `warned#${seat}#${mark}` },
  }),
  listed: (list: string, createdAt: string, match: string) => ({
    pk: { S: `list#${list}` },
    sk: { S: `${createdAt}#${match}` },
  }),
  /** A match that the player is invited to, by when. */
  invitation: (player: string, at: string, match: string) => ({
    pk: { S: `invited#${player}` },
    sk: { S: `${at}#${match}` },
  }),
  /** What was said in a match, by its number. */
  message: (match: string, number: number) => ({
    pk: { S: `talk#${match}` },
    sk: { S: `message#${String(number).padStart(SEQ_DIGITS, '0')}` },
  }),
  /** What is known of a request to say something that may come again. */
  saying: (match: string, request: string) => ({ pk: { S: `talk#${match}` }, sk: { S: `request#${request}` } }),
  /** What the player answers in a match to moves that may come. */
  plan: (player: string, match: string) => ({ pk: { S: `plan#${match}` }, sk: { S: `plan#${player}` } }),
  /** Where a player has left something that no list of theirs is sure to lead to: what they said, and forks. */
  trace: (player: string, kind: string, match: string) => ({
    pk: { S: `traces#${player}` },
    sk: { S: `${kind}#${match}` },
  }),
  /** The player's own notes on a match. */
  notes: (player: string, match: string) => ({ pk: { S: `notes#${player}` }, sk: { S: match } }),
  /** That the player has blocked another one. */
  block: (player: string, blocked: string) => ({ pk: { S: `blocks#${player}` }, sk: { S: `made#${blocked}` } }),
  /** That the player was at some time blocked by another one. */
  blockMark: (player: string, by: string) => ({ pk: { S: `blocks#${player}` }, sk: { S: `mark#${by}` } }),
  /** Matches that wait for the player. */
  turn: (player: string, match: string) => ({ pk: { S: `turns#${player}` }, sk: { S: match } }),
  /** What came of a match for the player. */
  result: (player: string, match: string) => ({ pk: { S: `results#${player}` }, sk: { S: match } }),
  /** `first` is the number of the first of the entries in the item. */
  feedEntry: (player: string, first: number) => ({
    pk: { S: `feed#${player}` },
    sk: { S: `entry#${String(first).padStart(NUMBER_DIGITS, '0')}` },
  }),
  feedStart: (player: string) => ({ pk: { S: `feed#${player}` }, sk: { S: 'start' } }),
  webhook: (player: string, webhook: string) => ({ pk: { S: `webhooks#${player}` }, sk: { S: webhook } }),
  /** `entry` is the number of the feed's entry that is delivered. */
  delivery: (webhook: string, entry: number) => ({
    pk: { S: `webhook#${webhook}` },
    sk: { S: `delivery#${String(entry).padStart(NUMBER_DIGITS, '0')}` },
  }),
  /** What waits to be delivered in order: of one match, or of the account. */
  lane: (webhook: string, lane: string) => ({ pk: { S: `webhook#${webhook}` }, sk: { S: `lane#${lane}` } }),
  /** How a player stands in a game: what is in the leaderboard. */
  standing: (game: string, player: string) => ({ pk: { S: `rating#${game}#${player}` }, sk: { S: 'standing' } }),
  /** The player's rating right after a match. */
  rated: (game: string, player: string, finishedAt: string, match: string) => ({
    pk: { S: `rating#${game}#${player}` },
    sk: { S: `after#${finishedAt}#${match}` },
  }),
  /** Matches of a game that are to be rated, or rated again. */
  unrated: (game: string, finishedAt: string, match: string) => ({
    pk: { S: `unrated#${game}` },
    sk: { S: `${finishedAt}#${match}` },
  }),
  /** Matches that the stream could not work on. */
  setAside: (what: string) => ({ pk: { S: 'set-aside' }, sk: { S: what } }),
  /** How far a shard of the table's stream has been worked through, where no event source mapping keeps that. */
  streamPosition: (shard: string) => ({ pk: { S: 'stream-position' }, sk: { S: shard } }),
} as const;

const ATTRIBUTES: AttributeDefinition[] = [
  { AttributeName: PARTITION_KEY, AttributeType: 'S' },
  { AttributeName: SORT_KEY, AttributeType: 'S' },
  { AttributeName: DUE_SHARD, AttributeType: 'S' },
  { AttributeName: DUE, AttributeType: 'N' },
  { AttributeName: BOARD, AttributeType: 'S' },
  { AttributeName: RATING, AttributeType: 'N' },
];

const INDEXES: GlobalSecondaryIndex[] = [
  {
    IndexName: DUE_INDEX,
    KeySchema: [
      { AttributeName: DUE_SHARD, KeyType: 'HASH' },
      { AttributeName: DUE, KeyType: 'RANGE' },
    ],
    Projection: { ProjectionType: 'KEYS_ONLY' },
  },
  {
    IndexName: LEADERBOARD_INDEX,
    KeySchema: [
      { AttributeName: BOARD, KeyType: 'HASH' },
      { AttributeName: RATING, KeyType: 'RANGE' },
    ],
    Projection: { ProjectionType: 'INCLUDE', NonKeyAttributes: STANDING },
  },
];

/** Makes the table on an embedded engine or a test server; to an existing one only indexes are added. */
export async function createTable(client: DynamoDBClient, table: string): Promise<void> {
  try {
    await client.send(
      new CreateTableCommand({
        TableName: table,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [
          { AttributeName: PARTITION_KEY, KeyType: 'HASH' },
          { AttributeName: SORT_KEY, KeyType: 'RANGE' },
        ],
        AttributeDefinitions: ATTRIBUTES,
        GlobalSecondaryIndexes: INDEXES,
        // The embedded engine takes this and has no stream for all that.
        StreamSpecification: { StreamEnabled: true, StreamViewType: 'NEW_IMAGE' },
      }),
    );
  } catch (error) {
    if (!(error instanceof ResourceInUseException)) throw error;
  }
  await waitUntilTableExists({ client, maxWaitTime: 30, minDelay: 1, maxDelay: 2 }, { TableName: table });
  // One at a time: no engine makes two at once.
  for (const index of INDEXES) await addIndex(client, table, index);
}

const INDEX_TRIES = 300;
const INDEX_PAUSE_MS = 200;

/** Not every engine can; there the table is looked through instead (`functions/local/dues.ts`, `leaderboard.ts`). */
async function addIndex(client: DynamoDBClient, table: string, index: GlobalSecondaryIndex): Promise<void> {
  const { Table: found } = await client.send(new DescribeTableCommand({ TableName: table }));
  if (found?.GlobalSecondaryIndexes?.some(({ IndexName }) => IndexName === index.IndexName)) return;
  const keyNames = new Set(index.KeySchema?.map(({ AttributeName }) => AttributeName));
  const add = new UpdateTableCommand({
    TableName: table,
    AttributeDefinitions: ATTRIBUTES.filter(
      ({ AttributeName }) =>
        AttributeName === PARTITION_KEY || AttributeName === SORT_KEY || keyNames.has(AttributeName),
    ),
    GlobalSecondaryIndexUpdates: [{ Create: index }],
  });
  try {
    await client.send(add);
  } catch (error) {
    if (!(error instanceof DynamoDBServiceException) || error.$fault !== 'client') throw error;
    return;
  }
  // Some engines take no writes while they fill it.
  for (let tries = 0; tries < INDEX_TRIES; tries += 1) {
    const { Table: filled } = await client.send(new DescribeTableCommand({ TableName: table }));
    const made = filled?.GlobalSecondaryIndexes?.find(({ IndexName }) => IndexName === index.IndexName);
    if (filled?.TableStatus === 'ACTIVE' && made?.IndexStatus === 'ACTIVE') return;
    await sleep(INDEX_PAUSE_MS);
  }
}
