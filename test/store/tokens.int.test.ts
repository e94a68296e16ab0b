/** Tokens as they are kept: by their hash, with one write an hour at most, and good for nothing once revoked. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteItemCommand, PutItemCommand, ScanCommand, UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { dynamoTokens } from '../../functions/store/dynamo-tokens.ts';
import { SCOPES } from '../../functions/store/scopes.ts';
import { keys } from '../../functions/store/table.ts';
import { digestOfToken, type Token, type TokenId } from '../../functions/store/tokens.ts';
import { around } from '../support/around.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { type Meter, meteredClient } from '../support/meter.ts';

let database: TestTable;
let meter: Meter;
let made = 0;

beforeAll(async () => {
  database = await startTable();
  meter = meteredClient(database.endpoint);
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  meter.client.destroy();
  await database.stop();
});

const AT = new Date('2030-01-01T10:20:30.000Z');
const HOUR = '2030-01-01T10:00:00.000Z';
const plus = (ms: number) => new Date(AT.getTime() + ms);

const store = () => dynamoTokens(meter.client, database.table);

async function newToken(more: Partial<Token> = {}): Promise<{ token: Token; text: string }> {
  made += 1;
  const token: Token = {
    id: `t_${String(made).padStart(16, '0')}`,
    player: `p_${String(made).padStart(16, 'a')}` as Token['player'],
    name: 'Bot',
    scopes: ['matches:read', 'talk'],
    match: null,
    seat: null,
    createdAt: '2030-01-01T00:00:00.000Z',
    expiresAt: null,
    lastUsed: null,
    ...more,
  };
  const text = `plypost_this-is-token-${made}`;
  expect(await store().add(token, text)).toBe(true);
  await store().activate(token, text);
  return { token, text };
}

describe('a token', () => {
  test('is found by its text, as it was made, and by nothing else', async () => {
    const whole = { match: 'm_0000000000000001', seat: 2, expiresAt: '2031-01-01T00:00:00.000Z' } as const;
    const { token, text } = await newToken(whole);
    expect(await store().find(text, AT)).toEqual(token);
    for (const wrong of [`${text} `, text.toUpperCase(), token.id, digestOfToken(text)]) {
      expect(await store().find(wrong, AT), wrong).toBeNull();
    }
    expect(await store().of(token.player, AT)).toEqual([{ ...token, lastUsed: HOUR }]);
    expect(await store().of('p_0000000000000000', AT)).toEqual([]);
  });

  test('is kept as a hash alone', async () => {
    const { Items = [] } = await database.client.send(new ScanCommand({ TableName: database.table }));
    expect(Items.length).toBeGreaterThan(1);
    expect(JSON.stringify(Items)).not.toMatch(/plypost_|this-is-token/);
  });

  test('that was added and not activated is good for nothing', async () => {
    const { token } = await newToken();
    const half = { ...token, id: 't_half000000000000' } as const;
    expect(await store().add(half, 'half')).toBe(true);
    expect(await store().find('half', AT)).toBeNull();
    await store().activate(half, 'half');
    expect((await store().find('half', AT))?.id).toBe(half.id);
  });

  test('is made once under one id', async () => {
    const { token, text } = await newToken();
    expect(await store().add({ ...token, name: 'Other' }, 'other')).toBe(false);
    expect((await store().find(text, AT))?.name).toBe('Bot');
  });

  test('expires at its time, also where it is remembered, and is not listed then', async () => {
    const { token, text } = await newToken({ expiresAt: plus(10).toISOString() });
    const tokens = store();
    expect(await tokens.find(text, plus(9))).not.toBeNull();
    expect(await tokens.find(text, plus(10))).toBeNull();
    expect(await store().find(text, plus(10))).toBeNull();
    expect(await tokens.of(token.player, plus(9))).toHaveLength(1);
    expect(await tokens.of(token.player, plus(10))).toEqual([]);
  });

  test('that is unknown is looked up each time, for it may come to be', async () => {
    const tokens = store();
    expect(await tokens.find(`plypost_this-is-token-${made + 1}`, AT)).toBeNull();
    const { text } = await newToken();
    expect(await tokens.find(text, AT)).not.toBeNull();
  });
});

describe('revoking', () => {
  test('holds at once where it was done, and elsewhere within a minute', async () => {
    const real = performance.now.bind(performance);
    let ahead = 0;
    vi.spyOn(performance, 'now').mockImplementation(() => real() + ahead);
    const { token, text } = await newToken();
    const [here, there] = [store(), store()];
    for (const tokens of [here, there]) expect(await tokens.find(text, AT)).not.toBeNull();
    await here.revoke(token.player, token.id);
    expect(await here.find(text, AT)).toBeNull();
    expect(await here.of(token.player, AT)).toEqual([]);
    ahead += 60_001;
    // The cache looks at the clock once a millisecond at most.
    await sleep(10);
    expect(await there.find(text, AT)).toBeNull();
  });

  test('is for good: neither use nor making it anew brings it back', async () => {
    const { token, text } = await newToken();
    await store().revoke(token.player, token.id);
    expect(await store().add(token, text)).toBe(false);
    await store().activate(token, text);
    expect(await store().find(text, AT)).toBeNull();
    expect(await store().get(token.player, token.id)).toEqual({ revoked: true });
    await store().revoke(token.player, token.id);
    await store().revoke(token.player, 't_neverthere000000');
    expect(await store().get(token.player, 't_neverthere000000')).toBeNull();
  });
});

describe('what it costs', () => {
  test('two reads a minute, and one write an hour for the last use', async () => {
    const { token, text } = await newToken();
    meter.take();
    const tokens = store();
    await tokens.find(text, AT);
    expect(meter.take().requests).toEqual(['GetItem', 'GetItem', 'UpdateItem']);
    for (let n = 0; n < 5; n += 1) await tokens.find(text, AT);
    expect(meter.take().requests).toEqual([]);
    await store().find(text, plus(30 * 60_000));
    expect(meter.take().requests).toEqual(['GetItem', 'GetItem']);
    await store().find(text, plus(60 * 60_000));
    expect(meter.take().requests).toEqual(['GetItem', 'GetItem', 'UpdateItem']);
    expect((await tokens.of(token.player, AT))[0]?.lastUsed).toBe('2030-01-01T11:00:00.000Z');
  });

  test('of many look-ups at once one write is stored', async () => {
    const { token, text } = await newToken();
    meter.take();
    // None is written before all have looked.
    let looked = 0;
    let go = () => {};
    const all = new Promise<void>((resolve) => {
      go = resolve;
    });
    const client = around(meter.client, async (ask, command) => {
      if (!(command instanceof UpdateItemCommand)) return ask();
      looked += 1;
      if (looked === 20) go();
      await all;
      return ask();
    });
    await Promise.all(Array.from({ length: 20 }, () => dynamoTokens(client, database.table).find(text, AT)));
    const { requests, writeUnits } = meter.take();
    expect(requests.filter((request) => request === 'UpdateItem').length).toBe(20);
    expect(writeUnits).toBe(1);
    expect((await store().of(token.player, AT))[0]?.lastUsed).toBe(HOUR);
  });

  test('a last use that cannot be written refuses nobody', async () => {
    const { text } = await newToken();
    const client = meteredClient(database.endpoint).client;
    const busy = Object.assign(new Error('busy'), { name: 'ThrottlingException', $fault: 'client' });
    let refused = 0;
    client.middlewareStack.add(
      (next, context) => async (args) => {
        if (context.commandName !== 'UpdateItemCommand') return next(args);
        refused += 1;
        throw busy;
      },
      { step: 'initialize', priority: 'high' },
    );
    expect(await dynamoTokens(client, database.table).find(text, AT)).not.toBeNull();
    expect(refused).toBe(1);
    client.destroy();
  });
});

describe('a token from before there were scopes', () => {
  const player = 'p_00000000000000aa';
  const text = 'plypost_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE';
  const key = keys.token(digestOfToken(text));

  test('is good for all, gets into the list by its first use, and can be revoked', async () => {
    const old = { ...key, player: { S: player }, createdAt: { S: '2029-01-01T00:00:00.000Z' } };
    await database.client.send(new PutItemCommand({ TableName: database.table, Item: old }));
    const found = await store().find(text, AT);
    expect(found).toMatchObject({ player, scopes: SCOPES, match: null, seat: null, expiresAt: null });
    const id = found?.id as TokenId;
    expect(await store().of(player, AT)).toEqual([{ ...found, lastUsed: HOUR }]);
    expect((await store().find(text, plus(3_600_000)))?.id).toBe(id);
    const tokens = store();
    await tokens.find(text, AT);
    await tokens.revoke(player, id);
    expect(await tokens.find(text, plus(7_200_000))).toBeNull();
    expect(await store().find(text, plus(7_200_000))).toBeNull();
    expect(await store().of(player, AT)).toEqual([]);
  });

  test('what has no account behind it is nothing', async () => {
    await database.client.send(new DeleteItemCommand({ TableName: database.table, Key: key }));
    expect(await store().find(text, AT)).toBeNull();
  });
});
