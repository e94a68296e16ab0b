/** The API function on the bundle that would be deployed, asked by the events that API Gateway sends. */
import { readFileSync } from 'node:fs';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { POLICIES } from '../../functions/api/limits/policies.ts';
import { keys } from '../../functions/store/table.ts';
import { type Client, clientOf, type MatchBody, newMatch, newPlayer, nobody } from '../support/clients.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { type Deployment, type Environment, synthesize } from './deployment.ts';
import { functionLog } from './function-log.ts';
import { type Asked, gatewayEvent, type Handler, throughGateway } from './gateway.ts';

const BROKEN_MATCH = 'm_0000000000000000';

const log = functionLog();

let deployment: Deployment;
let database: TestTable;
let handler: Handler;
let ada: Client;
let bob: Client;

const container = (environment: Environment = database) => deployment.container<Handler>('Api', environment);
const ask = (asked: Asked) => handler(gatewayEvent(asked));
const bearer = (client: Client) => ({ authorization: `Bearer ${client.token}` });
const json = { 'content-type': 'application/json' };

beforeAll(async () => {
  deployment = synthesize();
  database = await startTable();
  ({ handler } = await container());
  const send = throughGateway(handler);
  ada = await newPlayer(send, 'Ada');
  bob = await newPlayer(send, 'Bob');
});

afterAll(async () => {
  await database?.stop();
  await deployment?.remove();
});

describe.each([
  ['plain bodies', false],
  ['bodies in base64', true],
] as const)('two players with %s', (_, base64) => {
  test('play: a match is made, joined, moved in, and a retry gets the first answer again', async () => {
    const send = throughGateway(handler, base64);
    const [first, second] = [await newPlayer(send, 'Ádám 🎲'), await newPlayer(send, 'Bea')];
    const match = await newMatch(first, second, { visibility: 'public' });
    expect(match).toMatchObject({ status: 'active', ply: 0, seats: [{ player: { name: 'Ádám 🎲' } }, {}] });

    const path = `/v1/matches/${match.id}/moves`;
    const mover = match.toMove[0] === 1 ? first : second;
    const dry = await mover.call<MatchBody>('POST', `${path}?dry-run=true`, { ply: 0, moves: ['spawn 2'] });
    expect(dry).toMatchObject({ status: 200, body: { ply: 1, head: match.head } });

    const moved = await mover.call<MatchBody>('POST', path, { ply: 0, moves: ['spawn 2'] });
    expect(moved).toMatchObject({ status: 200, body: { ply: 1, head: { seq: match.head.seq + 1 } } });
    const other = mover === first ? second : first;
    expect((await other.call('POST', path, { ply: 1, moves: ['spawn 1'] })).status).toBe(200);
    const again = await mover.call('POST', path, { ply: 0, moves: ['spawn 2'] });
    expect(again.text).toBe(moved.text);

    const stale = await other.call('POST', path, { ply: 0, moves: ['spawn 3'] });
    expect(stale).toMatchObject({ status: 409, body: { code: 'stale_ply', ply: 2 } });
    const illegal = await other.call('POST', path, { ply: 2, moves: ['advance 7'] });
    expect(illegal).toMatchObject({ status: 422, body: { code: 'illegal_move', index: 0 } });
  });
});

test('what happens in a match is sent whole: what there is, or what is waited for', async () => {
  const { id } = await newMatch(ada, bob);
  const path = `/v1/matches/${id}/events`;
  const as = (accept: string, query = '') => ask({ method: 'GET', path: path + query, headers: { accept } });
  const events = await as('text/event-stream');
  expect(events).toMatchObject({ statusCode: 200, isBase64Encoded: false });
  expect(events.headers).toMatchObject({ 'content-type': 'text/event-stream', 'cache-control': 'no-store' });
  expect(events.body).toMatch(
    /^retry: 500\nid: 0\n\nid: 1\nevent: commit\ndata: .*\n\nid: 2\nevent: commit\ndata: .*\n\n$/,
  );
  const waiting = as('application/x-ndjson', '?after=2');
  const moved = await ada.call('POST', `/v1/matches/${id}/moves`, { ply: 0, moves: ['spawn 2'] });
  expect(moved.status).toBe(200);
  expect((await waiting).body).toMatch(/^\{"seq":3,.*\}\n$/);
  await ada.call('POST', `/v1/matches/${id}/resign`);
  expect(await as('text/event-stream', '?after=4')).toMatchObject({ statusCode: 204, body: '' });
  expect(JSON.parse((await as('text/html')).body)).toMatchObject({ code: 'not_acceptable' });
});

test('a token for one match is made, used, listed and revoked', async () => {
  const { id } = await newMatch(ada, bob);
  const wish = { name: 'Bot', scopes: ['matches:play'], match: id, seat: 1, expiresAt: '2099-01-01T00:00:00Z' };
  const made = await ada.call<{ token: string; details: { id: string } }>('POST', '/v1/me/tokens', wish);
  expect(made.status).toBe(201);
  const bot = clientOf(throughGateway(handler), ada.id, made.body.token);
  expect((await bot.call('POST', `/v1/matches/${id}/moves`, { ply: 0, moves: ['spawn 2'] })).status).toBe(200);
  const refused = await bot.call('GET', '/v1/me/tokens');
  expect(refused.body).toMatchObject({ status: 403, code: 'insufficient_scope' });
  expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer error="insufficient_scope", scope="account"');
  const { tokens } = (await ada.call<{ tokens: { id: string; lastUsed: string }[] }>('GET', '/v1/me/tokens')).body;
  expect(tokens[1]).toMatchObject({ id: made.body.details.id, lastUsed: expect.stringMatching(/T\d\d:00:00.000Z$/) });
  expect((await ada.call('DELETE', `/v1/me/tokens/${made.body.details.id}`)).status).toBe(204);
  expect((await bot.call('GET', '/v1/me')).status).toBe(401);
});

test('a player changes their name, time zone and language', async () => {
  const cyd = await newPlayer(throughGateway(handler), 'Cyd');
  const changed = await cyd.call('PATCH', '/v1/me', { name: 'Cid', timeZone: 'Asia/Tokyo', language: 'ja' });
  const expected = { player: { id: cyd.id, name: 'Cid' }, timeZone: 'Asia/Tokyo', language: 'ja' };
  expect(changed).toMatchObject({ status: 200, body: expected });
  expect((await cyd.call('GET', '/v1/me')).body).toEqual(expected);
});

test('who has lost every token gets a new one for a recovery code', async () => {
  const send = throughGateway(handler);
  const lost = await newPlayer(send, 'Lost');
  const { codes } = (await lost.call<{ codes: string[] }>('POST', '/v1/me/recovery-codes')).body;
  const body = { player: lost.id, code: codes[3] };
  const found = await nobody(send).call<{ token: string }>('POST', '/v1/recover', body);
  expect(found.status).toBe(201);
  expect((await clientOf(send, lost.id, found.body.token).call('GET', '/v1/me')).status).toBe(200);
  expect((await nobody(send).call('POST', '/v1/recover', body)).body.code).toBe('wrong_code');
});

test('a body in base64 is the same body', async () => {
  const headers = { ...json, ...bearer(ada), 'idempotency-key': 'same' };
  const asked = { method: 'POST', path: '/v1/matches', headers, body: '{"game":"aquaignis","entropy":"Höhe 🎲"}' };
  const [plain, encoded] = [await ask(asked), await ask({ ...asked, base64: true })];
  expect([plain.statusCode, encoded.statusCode]).toEqual([201, 201]);
  expect(encoded.body).toBe(plain.body);
  expect(JSON.parse(plain.body).chance.entropies[0]).toBe('Höhe 🎲');
});

describe('a page of another origin', () => {
  const origin = 'https://client.example';

  test('is told by the function that it may ask, on every path and without a token', async () => {
    const headers = {
      origin,
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    };
    const answer = await ask({ method: 'OPTIONS', path: '/v1/matches/m_0000000000000001/moves', headers });
    expect(answer).toMatchObject({ statusCode: 204, body: '' });
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-methods': expect.stringContaining('POST'),
      'access-control-allow-headers': expect.stringMatching(/Authorization.*Content-Type/),
    });
  });

  test('may read the answer, also of a function that is broken', async () => {
    const { handler: lost } = await container({ endpoint: database.endpoint });
    for (const [answering, status] of [[handler, 200] as const, [lost, 500] as const]) {
      const answer = await answering(gatewayEvent({ method: 'GET', path: '/v1/games', headers: { origin } }));
      expect(answer.statusCode).toBe(status);
      const headers = new Headers(answer.headers);
      expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(headers.get('Access-Control-Expose-Headers')).toContain('X-Request-Id');
    }
  });
});

test('requests count by the address that the gateway saw, whatever a header says', async () => {
  const { handler: counting } = await container({ ...database, limits: true });
  const timeEpoch = Date.now();
  const from = async (sourceIp: string, forwarded: string) => {
    const { requestContext, ...event } = gatewayEvent({
      method: 'POST',
      path: '/v1/players',
      headers: { ...json, 'x-forwarded-for': forwarded },
      body: '{"name":""}',
      timeEpoch,
    });
    return counting({ ...event, requestContext: { ...requestContext, http: { ...requestContext.http, sourceIp } } });
  };
  for (let n = 0; n < POLICIES.accounts.quota; n += 1) {
    expect((await from('198.51.100.1', `192.0.2.${n}`)).statusCode).toBe(422);
  }
  const refused = await from('198.51.100.1', '192.0.2.250');
  expect(refused).toMatchObject({ statusCode: 429, headers: { 'retry-after': '60' } });
  expect(JSON.parse(refused.body).code).toBe('rate_limited');
  expect((await from('198.51.100.2', '198.51.100.1')).statusCode).toBe(422);
});

describe('requests that cannot be met', () => {
  const move = (more: Partial<Asked>) => ask({ method: 'POST', path: '/v1/players', headers: json, ...more });

  test.each([
    ['malformed JSON', { body: '{"name":' }, 400, 'malformed'],
    ['no body', {}, 400, 'malformed'],
    [
      'a body that is no JSON',
      { body: 'name=Ada', headers: { 'content-type': 'text/plain' } },
      415,
      'unsupported_media_type',
    ],
    ['a body of more than 64 KB', { body: JSON.stringify({ name: 'a'.repeat(65_536) }) }, 413, 'too_large'],
    ['the same in base64', { body: JSON.stringify({ name: 'a'.repeat(65_536) }), base64: true }, 413, 'too_large'],
    ['an unknown field', { body: '{"name":"Ada","rank":1}' }, 422, 'invalid'],
    ['another method', { method: 'DELETE' }, 405, 'method_not_allowed'],
    ['a method that no request may have', { method: 'TRACE' }, 405, 'method_not_allowed'],
    ['an unknown path', { path: '/v1/nothing' }, 404, 'not_found'],
    ['a path that is no good text', { method: 'GET', path: '/v1/matches/%E0%A4%A' }, 404, 'not_found'],
    [
      'a wrong token',
      { headers: { ...json, authorization: 'Bearer no' }, body: '{"name":"Ada"}' },
      401,
      'unauthenticated',
    ],
  ] as const)('%s', async (_, more, status, code) => {
    const answer = await move(more);
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toBe('application/problem+json');
    expect(JSON.parse(answer.body)).toMatchObject({ status, code, requestId: answer.headers['x-request-id'] });
  });

  test('a body with a GET is passed over', async () => {
    const answer = await ask({ method: 'GET', path: '/v1/me', headers: { ...json, ...bearer(ada) }, body: '{}' });
    expect(answer.statusCode).toBe(200);
  });

  test('what the gateway has decoded in a path stays in the path', async () => {
    const answer = await handler({ ...gatewayEvent({ method: 'GET', path: '/v1/games' }), rawPath: '/v1/games?x#y' });
    expect(answer.statusCode).toBe(404);
  });
});

describe('what the gateway knows', () => {
  test('a commit has the time at which the gateway received the request', async () => {
    const timeEpoch = Date.UTC(2031, 4, 17, 8, 30, 15, 250);
    const made = await ask({
      method: 'POST',
      path: '/v1/matches',
      headers: { ...json, ...bearer(ada) },
      body: '{"game":"aquaignis"}',
      timeEpoch,
    });
    const match = JSON.parse(made.body);
    expect(match.createdAt).toBe('2031-05-17T08:30:15.250Z');
    const events = await ask({ method: 'GET', path: `/v1/matches/${match.id}/events` });
    expect(JSON.parse(events.body)).toMatchObject({ commits: [{ seq: 1, at: '2031-05-17T08:30:15.250Z' }] });
  });

  test('the id of a request is the gateway’s, in the answer and in the log', async () => {
    const asked = { method: 'GET', path: '/v1/nothing', requestId: 'LXg0UhCjliAEPUw=' };
    const lines = await log.during(async () => {
      const answer = await ask(asked);
      expect(answer.headers['x-request-id']).toBe('LXg0UhCjliAEPUw=');
      expect(JSON.parse(answer.body).requestId).toBe('LXg0UhCjliAEPUw=');
    });
    expect(lines).toEqual([
      expect.objectContaining({ level: 'INFO', message: 'request', requestId: 'LXg0UhCjliAEPUw=', status: 404 }),
    ]);
  });

  test('the query string is read as it was sent', async () => {
    const { status, body } = await ada.call('GET', '/v1/matches?status=%61ctive&game=aqu%61ignis');
    expect([status, body]).toEqual([200, expect.objectContaining({ matches: expect.any(Array) })]);
    expect((await ada.call('GET', '/v1/matches?status=%00')).status).toBe(422);
  });

  test('a stage with a name puts it before the path, where it does not count', async () => {
    const { requestContext, ...event } = gatewayEvent({ method: 'GET', path: '/v1/me', headers: bearer(bob) });
    const staged = { ...event, rawPath: '/beta/v1/me', requestContext: { ...requestContext, stage: 'beta' } };
    expect(JSON.parse((await handler(staged)).body)).toMatchObject({ player: { id: bob.id, name: 'Bob' } });
  });
});

describe('documents', () => {
  test.each([
    ['/v1/openapi.json', 'application/json', 'openapi.json'],
    ['/docs/swagger-ui.css', 'text/css; charset=utf-8', 'swagger-ui.css'],
    ['/docs/swagger-ui-bundle.js', 'text/javascript; charset=utf-8', 'swagger-ui-bundle.js'],
  ])('%s is sent as text from the bundle’s folder', async (path, type, file) => {
    const answer = await ask({ method: 'GET', path });
    expect([answer.statusCode, answer.headers['content-type'], answer.isBase64Encoded]).toEqual([200, type, false]);
    expect(answer.body).toBe(readFileSync(`${deployment.folderOf('Api')}/documents/${file}`, 'utf8'));
  });

  test('the description is the one of the project, and the page names nothing from elsewhere', async () => {
    const described = JSON.parse((await ask({ method: 'GET', path: '/v1/openapi.json' })).body);
    expect(described.openapi).toBe('3.1.0');
    expect(Object.keys(described.paths)).toContain('/v1/matches/{match}/moves');
    const page = await ask({ method: 'GET', path: '/docs' });
    expect([page.statusCode, page.isBase64Encoded]).toEqual([200, false]);
    expect(page.body).not.toMatch(/https?:\/\//);
  });

  test('HEAD is GET without the body', async () => {
    const answer = await ask({ method: 'HEAD', path: '/docs' });
    expect([answer.statusCode, answer.body]).toEqual([200, '']);
  });
});

describe('when something breaks', () => {
  const NOTHING_INTERNAL = /at .*\.(ts|mjs|js)|ECONN|zlib|Error|127\.0\.0\.1|PLYPOST/;

  test('a database that does not answer is 503, and only the log tells why', async () => {
    const { handler: cut } = await container({ ...database, endpoint: 'http://127.0.0.1:9' });
    const lines = await log.during(async () => {
      const answer = await cut(gatewayEvent({ method: 'GET', path: `/v1/matches/${BROKEN_MATCH}` }));
      expect(answer).toMatchObject({ statusCode: 503, headers: { 'retry-after': '1' } });
      expect(JSON.parse(answer.body).code).toBe('unavailable');
      expect(answer.body).not.toMatch(NOTHING_INTERNAL);
    });
    expect(lines).toContainEqual(expect.objectContaining({ level: 'ERROR', message: 'unavailable' }));
  });

  test('a log that cannot be read is 500 with an id under which the log tells where', async () => {
    const item = {
      ...keys.commit(BROKEN_MATCH, 1),
      at: { N: '0' },
      ply: { N: '0' },
      events: { B: Buffer.from([1, 255]) },
    };
    await database.client.send(new PutItemCommand({ TableName: database.table, Item: item }));
    const asked = { method: 'GET', path: `/v1/matches/${BROKEN_MATCH}`, requestId: 'Broken1=' };
    const lines = await log.during(async () => {
      const answer = await ask(asked);
      expect(answer.statusCode).toBe(500);
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'internal', requestId: 'Broken1=' });
      expect(answer.body).not.toMatch(NOTHING_INTERNAL);
    });
    const line = lines.find(({ level }) => level === 'ERROR');
    expect(line).toMatchObject({ message: 'internal', requestId: 'Broken1=', stack: expect.stringContaining(' at ') });
  });

  test('a function that was deployed without its table answers 500, and works once it has one', async () => {
    const { handler: lost, env } = await container({ endpoint: database.endpoint });
    const lines = await log.during(async () => {
      const answer = await lost(gatewayEvent({ method: 'GET', path: '/v1/games', requestId: 'Lost1=' }));
      expect(answer).toMatchObject({ statusCode: 500, headers: { 'content-type': 'application/problem+json' } });
      expect(JSON.parse(answer.body)).toMatchObject({ code: 'internal', requestId: 'Lost1=' });
      expect(answer.body).not.toMatch(NOTHING_INTERNAL);
    });
    expect(lines[0]).toMatchObject({ requestId: 'Lost1=', error: expect.stringContaining('PLYPOST_TABLE') });
    env.PLYPOST_TABLE = database.table;
    expect((await lost(gatewayEvent({ method: 'GET', path: '/v1/games' }))).statusCode).toBe(200);
  });

  test.each([
    ['nothing', null],
    ['a schedule', { source: 'aws.events', 'detail-type': 'Scheduled Event', detail: {} }],
    ['an event of the older format', { httpMethod: 'GET', path: '/v1/games', headers: {}, requestContext: {} }],
  ])('%s is no request: the invocation fails', async (_, event) => {
    await expect(handler(event)).rejects.toThrow('payload format 2.0');
  });

  test('a request without a token reads what is open to all', async () => {
    expect((await nobody(throughGateway(handler)).call('GET', '/v1/games')).status).toBe(200);
  });
});

test('the client of the queue lies beside the bundle, since hardly any request needs it', () => {
  const code = (file: string) => readFileSync(`${deployment.folderOf('Api')}/${file}`, 'utf8');
  expect(code('sqs-queue.mjs')).toContain('AmazonSQS');
  expect(code('index.mjs')).not.toContain('AmazonSQS');
});

test('nothing was asked for that the function’s role does not allow', () => {
  expect(deployment.refused('Api')).toEqual([]);
});
