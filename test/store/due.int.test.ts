/** What is to be looked at next, found by when: every match once, in pages, by what is known of it latest. */
import { CreateTableCommand, QueryCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MatchId } from '../../domain/match/types.ts';
import { localDues } from '../../functions/local/dues.ts';
import { type DueMatch, type Dues, dynamoDues, SHARDS, shardOf } from '../../functions/store/due.ts';
import { createTable, DUE_INDEX, keys, PARTITION_KEY, SORT_KEY } from '../../functions/store/table.ts';
import { allItems, emptyTable, putItems } from '../stream/whole-table.ts';
import { around } from '../support/around.ts';
import { engineName, startTable, type TestTable } from '../support/engine.ts';
import { idFrom } from '../support/matches.ts';
import { randomFrom } from '../support/random.ts';

let database: TestTable;
let dues: Dues;
const random = randomFrom();
console.log(`seed ${random.seed}`);
const now = () => new Date('2030-01-01T00:00:00.000Z');

beforeAll(async () => {
  database = await startTable();
  dues = dynamoDues(database.client, database.table, now);
});
afterAll(() => database.stop());
beforeEach(() => emptyTable(database));

async function upTo(instant: number, from: Dues = dues): Promise<DueMatch[]> {
  const found: DueMatch[] = [];
  for await (const each of from.upTo(instant)) found.push(each);
  return found;
}

const some = (count: number) => Array.from({ length: count }, () => idFrom(random));
const byMatch = (found: readonly DueMatch[]) => [...found].sort((a, b) => (a.match < b.match ? -1 : 1));

/** More than a page in one shard. */
async function manyDue(): Promise<DueMatch[]> {
  const crowd = some(2000)
    .filter((match) => shardOf(match) === 3)
    .map((match, n) => ({ match, due: 5000 - n }));
  const items = crowd.map(({ match, due }) => ({
    ...keys.clock(match),
    seq: { N: '1' },
    dueShard: { S: 'due#3' },
    due: { N: String(due) },
  }));
  expect(items.length).toBeGreaterThan(150);
  await putItems(database, items);
  return crowd;
}

describe('what is due', () => {
  test('is found from the instant on that it is due, in whatever shard it is', async () => {
    const matches = some(100);
    expect(new Set(matches.map(shardOf)).size).toBe(SHARDS);
    for (const [n, match] of matches.entries()) await dues.put(match, 1, 1000 + n);
    expect(await upTo(999)).toEqual([]);
    expect(await upTo(1000)).toEqual([{ match: matches[0], due: 1000 }]);
    const half = matches.slice(0, 30).map((match, n) => ({ match, due: 1000 + n }));
    expect(byMatch(await upTo(1029))).toEqual(byMatch(half));
  });

  test('comes oldest first within its shard, over pages, and a crowd in one holds up no other', async () => {
    const crowd = await manyDue();
    const lone = some(200).find((match) => shardOf(match) === 7) as MatchId;
    await dues.put(lone, 1, 6000);
    const found = await upTo(6000);
    expect(byMatch(found)).toEqual(byMatch([...crowd, { match: lone, due: 6000 }]));
    const ofCrowd = found.filter(({ match }) => match !== lone).map(({ due }) => due);
    expect(ofCrowd).toEqual([...ofCrowd].sort((a, b) => a - b));
    expect(found.findIndex(({ match }) => match === lone)).toBeLessThan(101);
  });

  test('is read by the index alone, with a Query for each shard', async () => {
    const commands: string[] = [];
    const client = around(database.client, (go, command) => {
      expect(command).toBeInstanceOf(QueryCommand);
      commands.push(command instanceof QueryCommand ? String(command.input.IndexName) : '');
      return go();
    });
    await upTo(1000, dynamoDues(client, database.table, now));
    expect(commands).toEqual(Array(SHARDS).fill(DUE_INDEX));
  });

  test('is one entry a match, by the newest commit that is known, and older news takes nothing back', async () => {
    const [match] = some(1) as [MatchId];
    await dues.put(match, 3, 1000);
    await dues.put(match, 5, 3000);
    await dues.put(match, 4, 2000);
    expect(await upTo(9000)).toEqual([{ match, due: 3000 }]);
    await dues.put(match, 5, 3000);
    expect(await upTo(9000)).toEqual([{ match, due: 3000 }]);
  });

  test('is in the index no more once nothing can run out, and stays out for what comes late', async () => {
    const [match] = some(1) as [MatchId];
    await dues.put(match, 3, 1000);
    await dues.put(match, 6, null);
    await dues.put(match, 5, 2000);
    expect(await upTo(9000)).toEqual([]);
    const [item] = await allItems(database);
    expect(item).toMatchObject({ gone: { BOOL: true }, expires: { N: String(Date.parse('2030-01-08') / 1000) } });
    // A match may have time again.
    await dues.put(match, 7, 3000);
    expect(await upTo(9000)).toEqual([{ match, due: 3000 }]);
    expect((await allItems(database))[0]).not.toHaveProperty('expires');
  });
});

describe('a table from before there was the index', () => {
  let table: string;
  let old: Dues;

  beforeAll(async () => {
    table = 'plypost-old';
    await database.client.send(
      new CreateTableCommand({
        TableName: table,
        BillingMode: 'PAY_PER_REQUEST',
        KeySchema: [
          { AttributeName: PARTITION_KEY, KeyType: 'HASH' },
          { AttributeName: SORT_KEY, KeyType: 'RANGE' },
        ],
        AttributeDefinitions: [
          { AttributeName: PARTITION_KEY, AttributeType: 'S' },
          { AttributeName: SORT_KEY, AttributeType: 'S' },
        ],
      }),
    );
    old = localDues(database.client, table, now);
  });

  test('gets it where the engine can, and is looked through where it cannot', async () => {
    await createTable(database.client, table);
    await createTable(database.client, table);
    const matches = some(3) as [MatchId, MatchId, MatchId];
    await old.put(matches[0], 1, 1000);
    await old.put(matches[1], 1, 2000);
    await old.put(matches[2], 1, 1000);
    await old.put(matches[2], 2, null);
    await expect.poll(() => upTo(1500, old)).toEqual([{ match: matches[0], due: 1000 }]);
    const { Count } = await database.client.send(new ScanCommand({ TableName: table }));
    expect(Count).toBe(3);
    const byIndex = () => upTo(1500, dynamoDues(database.client, table, now));
    if (engineName === 'embedded') await expect(byIndex()).rejects.toThrow('does not have the specified index');
    else await expect.poll(byIndex).toEqual([{ match: matches[0], due: 1000 }]);
  });

  test('is not looked through for any other failure', async () => {
    const client = around(database.client, () => Promise.reject(new Error('down')));
    await expect(upTo(1500, localDues(client, table, now))).rejects.toThrow('down');
  });
});
