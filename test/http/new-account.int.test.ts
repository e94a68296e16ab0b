/** Making an account when answers get lost: under an Idempotency-Key there is one, however often it is asked for. */
import { randomUUID } from 'node:crypto';
import { ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Tokens } from '../../functions/store/tokens.ts';
import { type Answer, clientOf, nobody, type Send } from '../support/clients.ts';
import { type QuietApi, startQuietApi } from './webhook-kit.ts';

interface Made {
  readonly player: { readonly id: string; readonly name: string };
  readonly token: string;
}

let quiet: QuietApi;

beforeAll(async () => {
  quiet = await startQuietApi();
});
afterAll(() => quiet.end());

const make = (key: string, name = 'Ada', send: Send = quiet.send): Promise<Answer<Made>> =>
  nobody(send).call<Made>('POST', '/v1/players', { name }, { 'Idempotency-Key': key });
const as = ({ body }: Answer<Made>) => clientOf(quiet.send, body.player.id, body.token);
const REUSED = { status: 422, code: 'idempotency_key_reused' };

async function allItems(): Promise<string> {
  const { client, table } = quiet.api.database;
  return JSON.stringify((await client.send(new ScanCommand({ TableName: table }))).Items);
}

test('the same request gives the same account and token, whatever its player has done since', async () => {
  const key = randomUUID();
  const first = await make(key);
  expect(first.status).toBe(201);
  expect((await as(first).call('PATCH', '/v1/me', { name: 'Ada King' })).status).toBe(200);
  const stored = await allItems();
  expect((await make(key)).text).toBe(first.text);
  expect(await allItems()).toBe(stored);
  expect((await as(first).call('GET', '/v1/me')).body).toMatchObject({ player: { name: 'Ada King' } });
});

test('other keys, and no key, make other accounts; of a key nothing is kept', async () => {
  const keys = [randomUUID(), randomUUID()] as const;
  const made = [await make(keys[0]), await make(keys[1])];
  for (let n = 0; n < 2; n += 1) made.push(await nobody(quiet.send).call<Made>('POST', '/v1/players', { name: 'Ada' }));
  expect(new Set(made.map(({ body }) => body.player.id)).size).toBe(4);
  expect(new Set(made.map(({ body }) => body.token)).size).toBe(4);
  const stored = await allItems();
  for (const key of keys) expect(stored).not.toContain(key);
});

test('requests that race make one account', async () => {
  const key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 20 }, () => make(key)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  const { tokens } = (await as(answers[0] as Answer<Made>).call<{ tokens: unknown[] }>('GET', '/v1/me/tokens')).body;
  expect(tokens).toHaveLength(1);
});

test.each<keyof Tokens>(['add', 'activate'])('killed before `%s`, the next request finishes it', async (step) => {
  const key = randomUUID();
  const killed = quiet.with({
    tokens: {
      ...quiet.deps.tokens,
      [step]: () => Promise.reject(new Error('killed')),
    },
  });
  expect((await make(key, 'Ada', killed)).status).toBe(500);
  const made = await make(key);
  expect(made.status).toBe(201);
  expect((await as(made).call('GET', '/v1/me')).body).toMatchObject({ player: made.body.player });
});

test('another name under the key is another request', async () => {
  const key = randomUUID();
  await make(key);
  expect((await make(key, 'Eve')).body).toMatchObject(REUSED);
});

test('a token that was revoked, and an account that was closed, do not come back', async () => {
  const [revoked, closed] = [randomUUID(), randomUUID()];
  const ada = as(await make(revoked));
  const { tokens } = (await ada.call<{ tokens: { id: string }[] }>('GET', '/v1/me/tokens')).body;
  await ada.call('DELETE', `/v1/me/tokens/${tokens[0]?.id}`);
  expect((await make(revoked)).body).toMatchObject(REUSED);
  expect((await ada.call('GET', '/v1/me')).status).toBe(401);

  const eve = as(await make(closed, 'Eve'));
  await quiet.deps.players.close(eve.id as never, new Date());
  expect((await make(closed, 'Eve')).body).toMatchObject(REUSED);
});

test('after a day the key opens nothing', async () => {
  const key = randomUUID();
  const first = await make(key);
  const after = (hours: number) => {
    const then = new Date(Date.now() + hours * 3_600_000);
    return quiet.with({ now: () => then, receivedAt: () => then });
  };
  expect((await make(key, 'Ada', after(23))).text).toBe(first.text);
  expect((await make(key, 'Ada', after(24.1))).body).toMatchObject(REUSED);
});

test.each([
  ['a word', 'sign-up'],
  ['a UUID of a name', '2ed6657d-e927-568b-95e1-2665a8aea6a2'],
  ['a UUID of a time', 'c232ab00-9414-11ec-b3c8-9f6bdeced846'],
  ['capitals', '9B1DEB4D-3B7D-4BAD-9BDD-2B0D7B3DCB6D'],
])('a key that can be guessed, or be written in two ways, is none: %s', async (_what, key) => {
  expect((await make(key)).body).toMatchObject({
    status: 422,
    errors: [{ in: 'header', pointer: '/idempotency-key' }],
  });
});
