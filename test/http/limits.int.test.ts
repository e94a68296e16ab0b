/** Budgets of requests: whose they are, what they hold back, and how they are told. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ApiDeps } from '../../functions/api/deps.ts';
import { countRequests } from '../../functions/api/limits/limits.ts';
import { everyPolicy, POLICIES } from '../../functions/api/limits/policies.ts';
import { startApi, type TestApi, UNFOLLOWED } from '../support/api.ts';
import { type Answer, type Client, clientOf, newMatch, newPlayer, nobody, type Send } from '../support/clients.ts';

let api: TestApi;
let ada: Client;
let ben: Client;
let match: string;

beforeAll(async () => {
  api = await startApi(undefined, { source: UNFOLLOWED });
  [ada, ben] = [await newPlayer(api.send, 'Ada'), await newPlayer(api.send, 'Ben')];
  match = (await newMatch(ada, ben, { visibility: 'public' })).id;
});
afterAll(() => api.end());

const QUOTA = 3;

/** A server at which no time passes, unless it is told otherwise. */
function limited(changed: Partial<ApiDeps> = {}): Send {
  const moment = new Date();
  return api.appWith({
    limits: countRequests(everyPolicy({ quota: QUOTA, seconds: 60 })),
    receivedAt: () => moment,
    address: () => '203.0.113.7',
    ...changed,
  });
}

const as = (send: Send, { id, token }: Client) => clientOf(send, id, token);
const statuses = async (times: number, ask: () => Promise<Answer>) => {
  const seen: number[] = [];
  for (let n = 0; n < times; n += 1) seen.push((await ask()).status);
  return seen;
};
const fields = ({ headers }: Answer) =>
  ['RateLimit', 'RateLimit-Policy', 'Retry-After'].map((name) => headers.get(name));

test('every answer tells what is left, and a refusal when to come back', async () => {
  const me = as(limited(), ada);
  const answers = [];
  for (let n = 0; n < 4; n += 1) answers.push(await me.call('GET', '/v1/me'));
  expect(answers.map(fields)).toEqual([
    ['"reads";r=2;t=20', '"reads";q=3;w=60', null],
    ['"reads";r=1;t=40', '"reads";q=3;w=60', null],
    ['"reads";r=0;t=20', '"reads";q=3;w=60', null],
    ['"reads";r=0;t=20', '"reads";q=3;w=60', '20'],
  ]);
  expect(answers[3]).toMatchObject({ status: 429, body: { status: 429, code: 'rate_limited' } });
  expect(answers[3]?.headers.get('Content-Type')).toBe('application/problem+json');
});

test('who waits as long as they were told to is let in', async () => {
  let now = Date.now();
  const me = as(limited({ receivedAt: () => new Date(now) }), ada);
  expect(await statuses(4, () => me.call('GET', '/v1/me'))).toEqual([200, 200, 200, 429]);
  const { headers } = await me.call('GET', '/v1/me');
  now += Number(headers.get('Retry-After')) * 1000 - 1000;
  expect((await me.call('GET', '/v1/me')).status).toBe(429);
  now += 1000;
  expect(await statuses(2, () => me.call('GET', '/v1/me'))).toEqual([200, 429]);
});

test('listing, talking and failing cannot eat what moves need', async () => {
  const me = as(limited(), ada);
  expect(await statuses(9, () => me.call('GET', '/v1/matches'))).toContain(429);
  expect(await statuses(9, () => me.call('POST', `/v1/matches/${match}/talk`, {}))).toContain(429);
  expect(await statuses(9, () => me.call('POST', '/v1/players', {}))).toContain(429);
  const moved = await me.call('POST', `/v1/matches/${match}/moves`, { ply: 0, moves: ['spawn 4'] });
  expect(moved.status).toBe(200);
  expect(moved.headers.get('RateLimit')).toMatch(/^"moves";r=2;/);
  expect(await statuses(3, () => me.call('POST', `/v1/matches/${match}/resign`, { no: 1 }))).toEqual([422, 422, 429]);
});

test('a refused request does nothing', async () => {
  const send = limited();
  expect(await statuses(3, () => as(send, ben).call('POST', `/v1/matches/${match}/offers`, {}))).toEqual([
    422, 422, 422,
  ]);
  expect((await as(send, ben).call('POST', `/v1/matches/${match}/resign`)).status).toBe(429);
  expect((await ben.call('GET', `/v1/matches/${match}`)).body.status).toBe('active');
});

test('each token has budgets of its own, whatever address it is used at', async () => {
  const send = limited();
  const { body } = await ada.call<{ token: string }>('POST', '/v1/me/tokens', {
    name: 'Bot',
    scopes: ['matches:read'],
  });
  expect(await statuses(4, () => as(send, ada).call('GET', '/v1/me'))).toEqual([200, 200, 200, 429]);
  expect((await as(send, ben).call('GET', '/v1/me')).status).toBe(200);
  expect((await clientOf(send, ada.id, body.token).call('GET', '/v1/me')).status).toBe(200);
});

test('who comes without a good token shares the budgets of their address, and takes nothing from tokens', async () => {
  let address = '2001:db8::1';
  const send = limited({ address: () => address });
  const wrong = clientOf(send, '', 'plypost_wrong');
  expect((await nobody(send).call('GET', '/v1/games')).status).toBe(200);
  expect((await wrong.call('GET', '/v1/games')).status).toBe(401);
  address = '2001:db8::2';
  expect((await nobody(send).call('GET', '/v1/nothing')).status).toBe(404);
  expect((await wrong.call('GET', '/v1/games')).status).toBe(429);
  expect((await nobody(send).call('GET', '/v1/games')).status).toBe(429);
  expect((await as(send, ada).call('GET', '/v1/games')).status).toBe(200);
  address = '2001:db8:0:1::1';
  expect((await nobody(send).call('GET', '/v1/games')).status).toBe(200);
});

test('accounts count by address, also with a token', async () => {
  const send = limited();
  const make = (client: Client) => client.call('POST', '/v1/players', { name: 'Cyd' });
  expect(await statuses(3, () => make(as(send, ada)))).toEqual([201, 201, 201]);
  expect((await make(nobody(send))).status).toBe(429);
  expect((await nobody(send).call('POST', '/v1/recover', { player: ada.id, code: 'none' })).status).toBe(429);
  expect((await as(send, ada).call('GET', '/v1/me')).status).toBe(200);
});

test('the description and the page to read it on are not counted, nor is a preflight', async () => {
  const send = limited();
  const preflight = { Origin: 'https://client.example', 'Access-Control-Request-Method': 'GET' };
  expect(await statuses(9, () => nobody(send).call('GET', '/docs'))).toEqual(Array(9).fill(200));
  expect(await statuses(9, () => nobody(send).call('GET', '/v1/openapi.json'))).not.toContain(429);
  expect(await statuses(9, () => nobody(send).call('OPTIONS', '/v1/me', undefined, preflight))).toEqual(
    Array(9).fill(204),
  );
  expect((await nobody(send).call('GET', '/v1/games')).status).toBe(200);
});

test('a server that does not count tells nothing of budgets', async () => {
  expect(fields(await nobody(api.send).call('GET', '/v1/games'))).toEqual([null, null, null]);
});

test('over a real connection it is the address of the other end that counts, whatever a header says', async () => {
  const counted: string[] = [];
  const real = countRequests();
  const counting = await startApi(undefined, {
    source: UNFOLLOWED,
    limits: {
      ...real,
      take(policy, who, at) {
        counted.push(who);
        return real.take(policy, who, at);
      },
    },
  });
  try {
    const headers = { 'X-Forwarded-For': '198.51.100.1', Forwarded: 'for=198.51.100.1', 'X-Real-IP': '198.51.100.1' };
    const { status, headers: answered } = await nobody(counting.send).call('GET', '/v1/games', undefined, headers);
    expect(status).toBe(200);
    expect(answered.get('RateLimit')).toBe(`"reads";r=${POLICIES.reads.quota - 1};t=1`);
    expect(counted).toEqual(['127.0.0.1']);
  } finally {
    await counting.end();
  }
});
