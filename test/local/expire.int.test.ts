/** What has had its time is deleted where the database does not do it. */
import {
  type AttributeValue,
  BatchWriteItemCommand,
  type DynamoDBClient,
  PutItemCommand,
  paginateScan,
  ScanCommand,
} from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { type Expiry, type ExpiryLine, startExpiry } from '../../functions/local/expire.ts';
import { createTable } from '../../functions/store/table.ts';
import { around } from '../support/around.ts';
import { startTable, type TestTable } from '../support/engine.ts';

type Item = Record<string, AttributeValue>;

const HOUR = 3600;
const NOW = 1_900_000_000;

let engine: TestTable;
let table: string;
let tables = 0;
let seconds = NOW;
let lines: ExpiryLine[];
let expiry: Expiry | undefined;

beforeAll(async () => {
  engine = await startTable();
});
afterAll(() => engine.stop());
beforeEach(async () => {
  tables += 1;
  table = `plypost-${tables}`;
  await createTable(engine.client, table);
  lines = [];
  seconds = NOW;
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(async () => {
  await expiry?.stop();
  vi.useRealTimers();
});

function start(client: DynamoDBClient = engine.client): void {
  expiry = startExpiry({
    client,
    table,
    now: () => new Date(seconds * 1000 + 999),
    report: (line) => lines.push(line),
  });
}

/** `expires` in seconds; null: it has no end. */
function item(name: string, expires: number | null): Item {
  return {
    pk: { S: `of#${name}` },
    sk: { S: 'one' },
    ...(expires === null ? {} : { expires: { N: String(expires) } }),
  };
}

async function put(...items: readonly Item[]): Promise<void> {
  for (let n = 0; n < items.length; n += 25) {
    const requests = items.slice(n, n + 25).map((Item) => ({ PutRequest: { Item } }));
    await engine.client.send(new BatchWriteItemCommand({ RequestItems: { [table]: requests } }));
  }
}

async function left(): Promise<string[]> {
  const names: string[] = [];
  for await (const page of paginateScan({ client: engine.client }, { TableName: table })) {
    names.push(...(page.Items ?? []).map(({ pk }) => pk?.S?.slice('of#'.length) ?? ''));
  }
  return names.sort();
}

const becomes = (names: readonly string[]) => vi.waitFor(async () => expect(await left()).toEqual(names), 20_000);

test('goes, whatever page of the table it is in; all else stays', async () => {
  const old = Array.from({ length: 250 }, (_, n) => item(`old ${n}`, NOW - n));
  const kept = Array.from({ length: 120 }, (_, n) => item(`kept ${n}`, n % 2 === 0 ? null : NOW + 1 + n));
  await put(...old, ...kept);
  start();
  await becomes(kept.map(({ pk }) => pk?.S?.slice(3) ?? '').sort());
  expect(lines).toEqual([]);
});

test('goes at the next sweep, six hours later, once its time has come', async () => {
  await put(item('later', NOW + HOUR), item('now', NOW));
  start();
  await becomes(['later']);
  seconds += 6 * HOUR;
  vi.advanceTimersByTime(5 * HOUR * 1000);
  expect(await left()).toEqual(['later']);
  vi.advanceTimersByTime(HOUR * 1000);
  await becomes([]);
});

test('stays where it has been written anew meanwhile', async () => {
  await put(item('one', NOW), item('two', NOW), item('three', NOW));
  let scanned = false;
  const client = around(engine.client, async (go, command) => {
    const answer = await go();
    if (command instanceof ScanCommand && !scanned) {
      scanned = true;
      await engine.client.send(new PutItemCommand({ TableName: table, Item: item('one', null) }));
      await engine.client.send(new PutItemCommand({ TableName: table, Item: item('two', NOW + HOUR) }));
    }
    return answer;
  });
  start(client);
  await becomes(['one', 'two']);
  expect(lines).toEqual([]);
});

test('a sweep that breaks off is told, and made good by the next', async () => {
  await put(item('one', NOW));
  let down = true;
  const client = around(engine.client, (go) => (down ? Promise.reject(new Error('down')) : go()));
  start(client);
  await vi.waitFor(() => expect(lines).toEqual([{ level: 'error', message: 'not expired', error: 'Error: down' }]));
  expect(await left()).toEqual(['one']);
  down = false;
  vi.advanceTimersByTime(6 * HOUR * 1000);
  await becomes([]);
});

test('stops at once, in the middle of a sweep, and does not begin another', async () => {
  await put(...Array.from({ length: 300 }, (_, n) => item(`old ${n}`, NOW)));
  let requests = 0;
  let reached: () => void = () => undefined;
  const half = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const client = around(engine.client, (go) => {
    requests += 1;
    if (requests === 50) reached();
    return go();
  });
  start(client);
  await half;
  await expiry?.stop();
  const { length } = await left();
  expect(length).toBeGreaterThan(240);
  expect(requests).toBeLessThan(55);
  vi.advanceTimersByTime(24 * HOUR * 1000);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(await left()).toHaveLength(length);
  expect(lines).toEqual([]);
});
