/** The stream function on the bundle that would be deployed, told of changes as DynamoDB Streams tells them. */
import { type AttributeValue, GetItemCommand, PutItemCommand, paginateQuery } from '@aws-sdk/client-dynamodb';
import type { DynamoDBBatchResponse } from 'aws-lambda';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keys } from '../../functions/store/table.ts';
import { type Client, newMatch, newPlayer, nobody } from '../support/clients.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { type Deployment, type Environment, synthesize } from './deployment.ts';
import { functionLog } from './function-log.ts';
import { type Handler, throughGateway } from './gateway.ts';

type Item = Record<string, AttributeValue>;
type StreamHandler = (event: unknown) => Promise<DynamoDBBatchResponse>;

const log = functionLog();

let deployment: Deployment;
let database: TestTable;
let stream: StreamHandler;
let ada: Client;
let bob: Client;
let anyone: Client;

beforeAll(async () => {
  deployment = synthesize();
  database = await startTable();
  const send = throughGateway((await deployment.container<Handler>('Api', database)).handler);
  ({ handler: stream } = await container(database));
  ada = await newPlayer(send, 'Ada');
  bob = await newPlayer(send, 'Bob');
  anyone = nobody(send);
});

afterAll(async () => {
  await database?.stop();
  await deployment?.remove();
});

const container = (environment: Environment) => deployment.container<StreamHandler>('Stream', environment);

async function commitsOf(match: string): Promise<Item[]> {
  const items: Item[] = [];
  const input = {
    TableName: database.table,
    KeyConditionExpression: 'pk = :pk AND begins_with(sk, :commit)',
    ExpressionAttributeValues: { ':pk': keys.commit(match, 1).pk, ':commit': { S: 'commit#' } },
  };
  for await (const page of paginateQuery({ client: database.client }, input)) items.push(...(page.Items ?? []));
  return items;
}

/** The envelope as the stream hands it to a function; binary values are in base64 there. */
function streamEvent(items: readonly Item[]) {
  return {
    Records: items.map((item, n) => ({
      eventID: `f07f8ca4b0b26cb9c4e5e77e69f274e${n}`,
      eventName: 'INSERT',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'eu-central-1',
      dynamodb: {
        ApproximateCreationDateTime: 1_773_342_238,
        Keys: { pk: item.pk, sk: item.sk },
        NewImage: Object.fromEntries(
          Object.entries(item).map(([name, { B: bytes, ...value }]) => [
            name,
            bytes === undefined ? value : { B: Buffer.from(bytes).toString('base64') },
          ]),
        ),
        SequenceNumber: sequenceNumber(n),
        SizeBytes: 480,
        StreamViewType: 'NEW_IMAGE',
      },
      eventSourceARN: 'arn:aws:dynamodb:eu-central-1:123456789012:table/plypost/stream/2026-03-12T19:03:58.000',
    })),
  };
}

const sequenceNumber = (n: number) => `4421584500000000017450439${n}`;

const listed = async (reader: Client, path = '/v1/matches') =>
  (await reader.call<{ matches: { id: string; status: string; head: unknown }[] }>('GET', path)).body.matches;

describe('the lists', () => {
  test('have a match once the stream has told of it, and only then', async () => {
    const match = await newMatch(ada, bob, { visibility: 'public' });
    expect((await listed(anyone)).map(({ id }) => id)).not.toContain(match.id);

    const answer = await stream(streamEvent(await commitsOf(match.id)));
    expect(answer).toEqual({ batchItemFailures: [] });
    expect(await listed(anyone)).toContainEqual(
      expect.objectContaining({ id: match.id, status: 'active', head: match.head }),
    );
  });

  test('are the same after a batch that is told twice, or late', async () => {
    const match = await newMatch(ada, bob, { visibility: 'public' });
    const [created, ...later] = await commitsOf(match.id);
    if (created === undefined) throw new Error('no commit');
    await stream(streamEvent([created, ...later]));
    const before = await listed(anyone);
    await stream(streamEvent([created]));
    await stream(streamEvent([created, ...later]));
    expect(await listed(anyone)).toEqual(before);
  });

  test('wait for nothing else that changes in the table', async () => {
    const progress = { ...keys.progress('m_0000000000000001'), seq: { N: '1' } };
    const player = { ...keys.player(ada.id), name: { S: 'Ada' } };
    const odd = { pk: { S: 'match#elsewhere' }, sk: { S: 'commit#00000001' } };
    expect(await stream(streamEvent([progress, player, odd]))).toEqual({ batchItemFailures: [] });
  });
});

describe('what fails', () => {
  test('is set aside, and told in the words that raise the alarm; the other matches of the batch are done', async () => {
    const broken = 'm_0000000000000002';
    const item = {
      ...keys.commit(broken, 1),
      at: { N: '0' },
      ply: { N: '0' },
      events: { B: new Uint8Array([1, 255]) },
    };
    await database.client.send(new PutItemCommand({ TableName: database.table, Item: item }));
    const match = await newMatch(ada, bob, { visibility: 'public' });
    const [first, second] = await commitsOf(match.id);
    if (first === undefined || second === undefined) throw new Error('no commits');

    const lines = await log.during(async () => {
      const answer = await stream(streamEvent([first, item, item, second]));
      expect(answer).toEqual({ batchItemFailures: [] });
    });
    expect(lines).toEqual([expect.objectContaining({ level: 'ERROR', message: 'set aside', topic: broken })]);
    expect((await listed(anyone)).map(({ id }) => id)).toContain(match.id);
    const kept = await database.client.send(
      new GetItemCommand({ TableName: database.table, Key: keys.setAside(broken), ConsistentRead: true }),
    );
    expect(kept.Item?.error?.S).toMatch(/\S/);
  });

  test('for want of the database is all told, to be tried again', async () => {
    const { handler: cut } = await container({ ...database, endpoint: 'http://127.0.0.1:9' });
    const [one, two] = [await newMatch(ada, bob), await newMatch(bob, ada)];
    const items = [...(await commitsOf(one.id)), ...(await commitsOf(two.id))];
    await log.during(async () => {
      expect(await cut(streamEvent(items))).toEqual({
        batchItemFailures: [{ itemIdentifier: sequenceNumber(0) }, { itemIdentifier: sequenceNumber(2) }],
      });
    });
  });

  test('for want of the table’s name fails the whole batch', async () => {
    const { handler: lost } = await container({ endpoint: database.endpoint });
    await expect(lost(streamEvent([]))).rejects.toThrow('PLYPOST_TABLE');
  });
});

test('nothing was asked for that the function’s role does not allow', () => {
  expect(deployment.refused('Stream')).toEqual([]);
});
