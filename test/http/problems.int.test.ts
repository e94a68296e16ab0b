/** Problems: which comes first where several things are wrong, and what none of them ever tells. */
import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import type { ApiDeps } from '../../functions/api/deps.ts';
import { PROBLEMS, type ProblemCode } from '../../functions/api/problem-codes.ts';
import { dynamoClient } from '../../functions/store/client.ts';
import { dynamoLog } from '../../functions/store/dynamo-log.ts';
import { dynamoTokens } from '../../functions/store/dynamo-tokens.ts';
import { dynamoLists } from '../../functions/store/lists.ts';
import { dynamoPlayers } from '../../functions/store/players.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, clientOf, type MatchBody, newMatch, newPlayer } from '../support/clients.ts';
import { legal, MISSING, MOVES, TABLE, type Wrong } from './problem-table.ts';

let api: TestApi;
let ada: Client;
let bob: Client;
let cyd: Client;
/** A token of Ada's that is for talking only. */
let talker: string;
/** Matches of Ada (seat 1) and Bob by what they are: `active` at ply 1 with Bob to move, the others untouched. */
const matches: Record<string, string> = {};

beforeAll(async () => {
  api = await startApi();
  [ada, bob, cyd] = (await Promise.all(['Ada', 'Bob', 'Cyd'].map((name) => newPlayer(api.send, name)))) as [
    Client,
    Client,
    Client,
  ];
  const make = async (body: Record<string, unknown> = {}) =>
    (await ada.call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis', ...body })).body.id;
  matches.open = await make();
  matches.private = await make({ visibility: 'private' });
  matches.active = (await newMatch(ada, bob)).id;
  await ada.call('POST', `/v1/matches/${matches.active}/moves`, { ply: 0, moves: ['spawn 3'] });
  matches.over = (await newMatch(ada, bob)).id;
  const talk = { name: 'For talking', scopes: ['talk'] };
  talker = (await ada.call<{ token: string }>('POST', '/v1/me/tokens', talk)).body.token;
  await ada.call('POST', `/v1/matches/${matches.over}/moves`, { ply: 0, moves: ['spawn 3'] });
  await ada.call('POST', `/v1/matches/${matches.over}/resign`);
  await api.background.idle();
});
afterAll(() => api.end());

function ask({ who = 'ada', method = 'POST', path, body, headers }: Omit<Wrong, 'what' | 'expected'>) {
  const token = { ada: ada.token, talker, bob: bob.token, cyd: cyd.token, nobody: null, bad: 'plypost_wrong' }[who];
  const at = path.replace(/\{(\w+)\}/g, (_, name: string) => matches[name] ?? MISSING);
  return clientOf(api.send, '', token).call(method, at, body, headers);
}

test.each(TABLE)('$expected: $what', async (row) => {
  const answer = await ask(row);
  const { status, title } = PROBLEMS[row.expected];
  expect(answer.text).not.toBe('');
  expect(answer.body).toMatchObject({
    type: `urn:plypost:problem:${row.expected}`,
    title,
    status,
    code: row.expected,
    requestId: answer.headers.get('X-Request-Id'),
    ...row.tells,
  });
  expect(answer.status).toBe(status);
  expect(answer.headers.get('Content-Type')).toBe('application/problem+json');
  expect(answer.headers.get('Cache-Control')).toBe('no-store');
  if (status === 401) {
    const sent = row.who === 'bad' || /^Bearer\b/.test(row.headers?.Authorization ?? '');
    expect(answer.headers.get('WWW-Authenticate')).toBe(sent ? 'Bearer error="invalid_token"' : 'Bearer');
  }
  if (status === 405) expect(answer.headers.get('Allow')).toMatch(/^(GET|POST)/);
  if (row.expected === 'invalid') {
    expect(answer.body.errors).toEqual(
      expect.arrayContaining([expect.objectContaining({ pointer: expect.any(String), detail: expect.any(String) })]),
    );
  }
  if (row.expected === 'illegal_move') expect(answer.body.detail).toMatch(/^[A-Z].+\.$/);
});

test('every code that can be met here is met', () => {
  const met = new Set(TABLE.map(({ expected }) => expected));
  const elsewhere: readonly ProblemCode[] = [
    ...([
      'idempotency_key_reused',
      'not_your_seat',
      'too_many_tokens',
      'wrong_code',
      'rate_limited',
      'too_many_webhooks',
      'webhook_disabled',
    ] as const),
    ...(['internal', 'unavailable'] as const),
    ...(['player_seated', 'too_many_invitations', 'too_many_links', 'link_over'] as const),
    ...(['offer_unavailable', 'offer_live', 'offer_over', 'time_up', 'vacation_too_long'] as const),
    ...(['match_not_over', 'is_fork', 'vacation_too_often', 'kept_apart', 'too_many_blocks'] as const),
    ...(['plans_unavailable', 'plan_firing'] as const),
  ];
  const codes = Object.keys(PROBLEMS).filter((code) => !elsewhere.some((each) => each === code));
  expect([...met].sort()).toEqual(codes.sort());
});

test.each([
  ['/v1/players', 'POST'],
  ['/v1/players/p_0000000000000000', 'GET, HEAD'],
  ['/v1/me', 'DELETE, GET, HEAD, PATCH'],
  ['/v1/me/events', 'GET, HEAD'],
  ['/v1/games', 'GET, HEAD'],
  ['/v1/matches', 'GET, HEAD, POST'],
  ['/v1/matches/m_0000000000000000/moves', 'POST'],
  ['/v1/matches/m_0000000000000000/events', 'GET, HEAD'],
  ['/v1/matches/m_0000000000000000/talk', 'GET, HEAD, POST'],
  ['/v1/matches/m_0000000000000000/forks', 'POST'],
  ['/v1/matches/m_0000000000000000/invitations', 'POST'],
  ['/v1/matches/m_0000000000000000/invitations/p_0000000000000000', 'DELETE'],
  ['/v1/matches/m_0000000000000000/invitations/decline', 'POST'],
  ['/v1/matches/m_0000000000000000/links', 'GET, HEAD, POST'],
  ['/v1/links/open', 'POST'],
  ['/v1/matches/m_0000000000000000/notes', 'GET, HEAD, PUT'],
  ['/v1/matches/m_0000000000000000/plan', 'DELETE, GET, HEAD, PUT'],
  ['/docs', 'GET, HEAD'],
])('%s allows %s', async (path, allow) => {
  const answer = await ask({ method: 'PROPFIND', path });
  expect(answer.status).toBe(405);
  expect(answer.headers.get('Allow')).toBe(allow);
});

test('pointers name each wrong field', async () => {
  const { body } = await ask({
    path: '/v1/matches',
    body: { game: 1, seats: 0, 'a/b~c': 1, options: [], entropy: 'a|b' },
  });
  const errors = body.errors as { pointer: string; in: string }[];
  expect(errors.map(({ pointer }) => pointer).sort()).toEqual(['/a~1b~0c', '/entropy', '/game', '/options', '/seats']);
  const moves = await ask({ path: MOVES, body: { ply: 1, moves: ['spawn 1', 2, null] } });
  expect((moves.body.errors as { pointer: string }[]).map(({ pointer }) => pointer)).toEqual(['/moves/1', '/moves/2']);
  const query = await ask({ method: 'GET', path: '/v1/matches?limit=0&status=gone&what=1' });
  const places = (query.body.errors as { pointer: string; in: string }[]).map(
    ({ in: part, pointer }) => `${part} ${pointer}`,
  );
  expect(places.sort()).toEqual(['query /limit', 'query /status', 'query /what']);
});

describe('the size of a body', () => {
  /** Sent by hand: fetch would not say one thing and send another. */
  function post(headers: Record<string, string>, chunks: readonly string[]): Promise<number> {
    return new Promise((resolve, reject) => {
      const sending = request(`${api.url}/v1/players`, { method: 'POST', headers }, (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      });
      sending.on('error', reject);
      for (const chunk of chunks) sending.write(chunk);
      sending.end();
    });
  }
  const json = { 'Content-Type': 'application/json' };
  const padded = (bytes: number) => {
    const body = JSON.stringify({ name: 'Ada' });
    return body + ' '.repeat(bytes - body.length);
  };

  test('64 KB are taken, one byte more is not', async () => {
    expect(await post({ ...json, 'Content-Length': '65536' }, [padded(65_536)])).toBe(201);
    expect(await post({ ...json, 'Content-Length': '65537' }, [padded(65_537)])).toBe(413);
  });

  test('the same in chunks, whose number nobody told', async () => {
    const chunked = { ...json, 'Transfer-Encoding': 'chunked' };
    const parts = (bytes: number) => padded(bytes).match(/.{1,8192}/gs) ?? [];
    expect(await post(chunked, parts(65_536))).toBe(201);
    expect(await post(chunked, parts(65_537))).toBe(413);
  });

  test('many bytes in few characters count as bytes', async () => {
    const answer = await ask({ path: '/v1/players', who: 'nobody', body: `{"name":"${'é'.repeat(33_000)}"}` });
    expect(answer.status).toBe(413);
  });
});

describe('what breaks on our side', () => {
  const SECRET = 'the combination is 1-2-3';
  const breaks = async (): Promise<never> => {
    throw new Error(SECRET);
  };

  const places: readonly [string, () => Partial<ApiDeps>, string, string][] = [
    ['the log', () => ({ log: { ...api.deps.log, load: breaks } }), 'GET', `/v1/matches/${MISSING}`],
    ['the log while storing', () => ({ log: { ...api.deps.log, append: breaks } }), 'POST', '/v1/matches'],
    ['the lists', () => ({ lists: { ...api.deps.lists, page: breaks } }), 'GET', '/v1/matches'],
    ['looking a token up', () => ({ tokens: { ...api.deps.tokens, find: breaks } }), 'GET', '/v1/me'],
    ['making an account', () => ({ players: { ...api.deps.players, create: breaks } }), 'POST', '/v1/players'],
    ['the documents', () => ({ documents: { read: breaks } }), 'GET', '/docs/swagger-ui.css'],
  ];

  test.each(places)(
    '%s: 500 with an id that the log has too, and nothing of the cause',
    async (_name, deps, method, path) => {
      const send = api.appWith(deps());
      const bodies: Record<string, unknown> = { '/v1/matches': { game: 'aquaignis' }, '/v1/players': { name: 'Eve' } };
      const body = method === 'POST' ? bodies[path] : undefined;
      api.lines.length = 0;
      const answer = await clientOf(send, ada.id, ada.token).call(method, path, body);
      const requestId = answer.headers.get('X-Request-Id');
      expect(answer.status).toBe(500);
      expect(answer.body).toEqual({
        type: 'urn:plypost:problem:internal',
        title: PROBLEMS.internal.title,
        status: 500,
        code: 'internal',
        requestId,
      });
      expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
      const lines = api.lines.filter((line) => line.requestId === requestId);
      expect(lines.map(({ level, message }) => `${level} ${message}`)).toEqual(['error internal', 'info request']);
      expect(JSON.stringify(lines)).toContain(SECRET);
    },
  );

  test('a request id of the caller’s own is not taken over', async () => {
    const answer = await ask({ method: 'GET', path: '/v1/games', headers: { 'X-Request-Id': 'mine' } });
    expect(answer.headers.get('X-Request-Id')).not.toBe('mine');
  });

  test('the log lines of requests hold no token, no body and no query', async () => {
    api.lines.length = 0;
    await ask({ path: `${MOVES}?dry-run=true`, body: { ply: 1, moves: ['a secret thought'] } });
    expect(api.lines.length).toBeGreaterThan(0);
    const text = JSON.stringify(api.lines);
    for (const secret of [ada.token ?? '-', 'secret thought', 'dry-run']) expect(text).not.toContain(secret);
  });

  test('a database that cannot be reached: 503, with when to try again', async () => {
    const client = dynamoClient('http://127.0.0.1:9');
    try {
      const send = api.appWith({
        log: dynamoLog(client, 'gone', games),
        lists: dynamoLists(client, 'gone', () => new Date()),
        players: dynamoPlayers(client, 'gone'),
        tokens: dynamoTokens(client, 'gone'),
      });
      for (const [method, path, token] of [
        ['GET', '/v1/matches', null],
        ['GET', `/v1/matches/${MISSING}`, null],
        ['GET', '/v1/me', ada.token],
      ] as const) {
        const answer = await clientOf(send, '', token).call(method, path);
        expect(answer.body).toMatchObject({ status: 503, code: 'unavailable' });
        expect(answer.status).toBe(503);
        expect(answer.headers.get('Retry-After')).toBe('1');
        expect(answer.text).not.toMatch(/ECONN|127\.0\.0\.1/);
      }
      // What needs no database is there all the same.
      expect((await clientOf(send, '', null).call('GET', '/v1/games')).status).toBe(200);
    } finally {
      client.destroy();
    }
  });

  test.each([
    'ProvisionedThroughputExceededException',
    'ThrottlingException',
    'RequestLimitExceeded',
    'InternalServerError',
    'TimeoutError',
  ])('%s of the database: 503', async (name) => {
    const load = async (): Promise<never> => {
      throw Object.assign(new Error('busy'), { name });
    };
    const send = api.appWith({ log: { ...api.deps.log, load } });
    expect((await clientOf(send, '', null).call('GET', `/v1/matches/${MISSING}`)).status).toBe(503);
  });

  test('a match that will not stand still: 503', async () => {
    const send = api.appWith({ log: { ...api.deps.log, append: async () => false } });
    const answer = await clientOf(send, bob.id, bob.token).call('POST', `/v1/matches/${matches.active}/moves`, legal);
    expect(answer.status).toBe(503);
  });
});
