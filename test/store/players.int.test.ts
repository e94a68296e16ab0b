import { setTimeout as sleep } from 'node:timers/promises';
import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { dynamoPlayers, type Player } from '../../functions/store/players.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { type Meter, meteredClient } from '../support/meter.ts';

let database: TestTable;
let meter: Meter;

beforeAll(async () => {
  database = await startTable();
  meter = meteredClient(database.endpoint);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  meter.client.destroy();
  await database.stop();
});

const ada: Player = {
  id: 'p_aaaaaaaaaaaaaaaa',
  name: 'Ada Lovelace',
  secret: '00112233445566778899aabbccddeeff',
  createdAt: '2030-01-01T00:00:00.000Z',
};
const TOKEN = 'plypost_this-is-the-token-of-ada';

describe('accounts', () => {
  test('are found by token and by id, and by nothing else', async () => {
    const players = dynamoPlayers(meter.client, database.table);
    await players.create(ada, TOKEN);
    expect(await players.byToken(TOKEN)).toEqual(ada);
    expect(await players.byId(ada.id)).toEqual(ada);
    expect(await players.byToken(`${TOKEN} `)).toBeNull();
    expect(await players.byToken(TOKEN.toUpperCase())).toBeNull();
    expect(await players.byToken(ada.id)).toBeNull();
    expect(await players.byId('p_0000000000000000')).toBeNull();
  });

  test('hold no token: only its hash is at rest', async () => {
    const { Items = [] } = await database.client.send(new ScanCommand({ TableName: database.table }));
    expect(Items.length).toBeGreaterThan(1);
    const raw = Items.map((item) => JSON.stringify(item)).join('\n');
    const bytes = Items.flatMap((item) =>
      Object.values(item).flatMap(({ B }) => (B === undefined ? [] : [Buffer.from(B).toString('latin1')])),
    );
    for (const text of [raw, ...bytes]) {
      expect(text).not.toContain('plypost_');
      expect(text).not.toContain('this-is-the-token');
    }
    // And what is at rest is no token.
    const digest = Items.map(({ pk }) => pk?.S ?? '')
      .find((pk) => pk.startsWith('token#'))
      ?.slice('token#'.length);
    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(await dynamoPlayers(meter.client, database.table).byToken(digest ?? '')).toBeNull();
  });

  test('cannot be made twice under one id', async () => {
    const players = dynamoPlayers(meter.client, database.table);
    await expect(players.create({ ...ada, name: 'Eve' }, 'another')).rejects.toThrow();
    expect((await players.byId(ada.id))?.name).toBe('Ada Lovelace');
  });

  test('are kept in memory for a minute, and then looked up again', async () => {
    const real = performance.now.bind(performance);
    let ahead = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead);
    // The cache looks at the clock once a millisecond at most.
    const later = async (ms: number) => {
      ahead += ms;
      await sleep(10);
    };
    const players = dynamoPlayers(meter.client, database.table);
    meter.take();
    await players.byToken(TOKEN);
    expect(meter.take().requests).toEqual(['GetItem', 'GetItem']);
    for (let n = 0; n < 5; n += 1) await players.byToken(TOKEN);
    await players.byId(ada.id);
    await later(59_000);
    await players.byToken(TOKEN);
    expect(meter.take().requests).toEqual([]);
    await later(2000);
    expect(await players.byToken(TOKEN)).toEqual(ada);
    expect(meter.take().requests).toEqual(['GetItem', 'GetItem']);
  });

  test('that are unknown are looked up each time, for they may come to be', async () => {
    const players = dynamoPlayers(meter.client, database.table);
    expect(await players.byToken('later')).toBeNull();
    await players.create({ ...ada, id: 'p_bbbbbbbbbbbbbbbb', name: 'Bob' }, 'later');
    expect((await players.byToken('later'))?.name).toBe('Bob');
  });
});
