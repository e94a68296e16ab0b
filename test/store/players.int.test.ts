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
  language: null,
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

  test('change their name and language, each by itself, here at once and elsewhere within a minute', async () => {
    const [here, there] = [dynamoPlayers(meter.client, database.table), dynamoPlayers(meter.client, database.table)];
    for (const players of [here, there]) expect(await players.byId(ada.id)).toEqual(ada);
    await here.change(ada.id, { name: 'Ada King' });
    await here.change(ada.id, { language: 'en-GB' });
    const changed = { ...ada, name: 'Ada King', language: 'en-GB' };
    expect(await here.byId(ada.id)).toEqual(changed);
    expect(await there.byId(ada.id)).toEqual(ada);
    expect(await there.fresh(ada.id)).toEqual(changed);
    expect(await there.byId(ada.id)).toEqual(changed);
    await here.change(ada.id, { name: ada.name, language: null });
    expect(await there.fresh(ada.id)).toEqual(ada);
  });

  test('that are closed are found by nobody, changed by nobody, and made by nobody again', async () => {
    const eve: Player = { ...ada, id: 'p_eeeeeeeeeeeeeeee', name: 'Eve' };
    const [here, there] = [dynamoPlayers(meter.client, database.table), dynamoPlayers(meter.client, database.table)];
    await here.create(eve);
    expect(await there.byId(eve.id)).toEqual(eve);
    expect(await here.closedAt(eve.id)).toBeNull();
    const at = new Date('2030-02-02T10:00:00.000Z');
    await here.close(eve.id, at);
    await here.close(eve.id, new Date('2030-02-03T10:00:00.000Z'));
    await there.change(eve.id, { name: 'Eve again' });
    expect(await here.byId(eve.id)).toBeNull();
    expect(await there.byId(eve.id)).toEqual(eve);
    for (const players of [here, there]) {
      expect(await players.closedAt(eve.id)).toEqual(at);
      expect(await players.fresh(eve.id)).toBeNull();
      expect(await players.byId(eve.id)).toBeNull();
      await expect(players.create(eve)).rejects.toThrow();
    }
    await here.close('p_0000000000000000', at);
    expect(await here.closedAt('p_0000000000000000')).toBeNull();
  });

  test('are not made by a change', async () => {
    const players = dynamoPlayers(meter.client, database.table);
    await players.change('p_0000000000000000', { name: 'Nobody' });
    expect(await players.fresh('p_0000000000000000')).toBeNull();
  });

  test('may have a language from the start', async () => {
    const players = dynamoPlayers(meter.client, database.table);
    const bea: Player = { ...ada, id: 'p_bbbbbbbbbbbbbbbb', language: 'hu' };
    await players.create(bea);
    expect(await players.byId(bea.id)).toEqual(bea);
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
