import { setTimeout as sleep } from 'node:timers/promises';
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

describe('accounts', () => {
  test('are found by id, and by nothing else', async () => {
    const players = dynamoPlayers(meter.client, database.table);
    await players.create(ada);
    expect(await players.byId(ada.id)).toEqual(ada);
    expect(await players.byId('p_0000000000000000')).toBeNull();
  });

  test('cannot be made twice under one id', async () => {
    const players = dynamoPlayers(meter.client, database.table);
    await expect(players.create({ ...ada, name: 'Eve' })).rejects.toThrow();
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
    for (let n = 0; n < 5; n += 1) await players.byId(ada.id);
    expect(meter.take().requests).toEqual(['GetItem']);
    await later(59_000);
    await players.byId(ada.id);
    expect(meter.take().requests).toEqual([]);
    await later(2000);
    expect(await players.byId(ada.id)).toEqual(ada);
    expect(meter.take().requests).toEqual(['GetItem']);
  });
});
