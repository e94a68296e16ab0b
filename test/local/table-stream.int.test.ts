/** The stream of a real table, where the engine has one: the embedded one has none, and says so. */
import { DeleteItemCommand, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { STREAM_FILTERS } from '../../functions/local/event-filter.ts';
import { dynamoPositions } from '../../functions/local/stream-positions.ts';
import { streamArnOf, streamSource, streamsClient } from '../../functions/local/stream-source.ts';
import { followTable } from '../../functions/local/table-stream.ts';
import { keys } from '../../functions/store/table.ts';
import { engineName, startTable, type TestTable } from '../support/engine.ts';

let database: TestTable;

beforeAll(async () => {
  database = await startTable();
});
afterAll(() => database?.stop());

const MATCH = 'm_0000000000000001';
const put = (item: ReturnType<typeof keys.commit>) =>
  database.client.send(
    new PutItemCommand({ TableName: database.table, Item: { ...item, events: { B: new Uint8Array([1, 2, 3]) } } }),
  );

async function follow(told: DynamoDBRecord[]) {
  const client = streamsClient(database.endpoint);
  const arn = (await streamArnOf(database.client, database.table)) ?? '';
  const failures: unknown[] = [];
  const stream = followTable({
    source: streamSource(client, arn),
    positions: dynamoPositions(database.client, database.table),
    filters: STREAM_FILTERS,
    batchSize: 2,
    triesMost: 1,
    async handler({ Records }) {
      told.push(...Records);
      return { batchItemFailures: [] };
    },
    gaveUp: (records) => failures.push(...records),
    failed: (error) => failures.push(error),
  });
  return {
    stream,
    failures,
    async end() {
      await stream.stop();
      client.destroy();
    },
  };
}

test.skipIf(engineName === 'local')('the embedded engine has no stream', async () => {
  expect(await streamArnOf(database.client, database.table)).toBeNull();
});

test.skipIf(engineName !== 'local')('changes are told in order and once, also across a restart', async () => {
  const numbers = (records: readonly DynamoDBRecord[]) => records.map(({ dynamodb }) => dynamodb?.Keys?.sk?.S);
  for (let seq = 1; seq <= 5; seq += 1) await put(keys.commit(MATCH, seq));
  await put(keys.progress(MATCH));
  const told: DynamoDBRecord[] = [];
  const first = await follow(told);
  await first.stream.idle();
  expect(numbers(told)).toEqual([1, 2, 3, 4, 5].map((seq) => `commit#0000000${seq}`));
  expect(told[0]?.dynamodb?.NewImage).toEqual({ ...keys.commit(MATCH, 1), events: { B: 'AQID' } });
  await first.end();

  await put(keys.commit(MATCH, 6));
  await put(keys.commit(MATCH, 6));
  await database.client.send(new DeleteItemCommand({ TableName: database.table, Key: keys.commit(MATCH, 5) }));
  const later: DynamoDBRecord[] = [];
  const second = await follow(later);
  await second.stream.idle();
  await put(keys.feedEntry('p_0000000000000001', 7));
  await second.stream.idle();
  await second.end();
  expect(numbers(later)).toEqual(['commit#00000006', 'entry#0000000000000007']);
  expect([first.failures, second.failures]).toEqual([[], []]);
});
