/** What an operation does not know is refused, on every one of them: nothing is done that was perhaps not meant. */
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BODY_BYTES_MOST } from '../../functions/api/json-body.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, type MatchBody, newMatch, newPlayer } from '../support/clients.ts';

let api: TestApi;
let ada: Client;
let match: MatchBody;

beforeAll(async () => {
  api = await startApi();
  ada = await newPlayer(api.send, 'Ada');
  match = await newMatch(ada, await newPlayer(api.send, 'Bob'));
});
afterAll(() => api.end());

const BODIES: Readonly<Record<string, unknown>> = {
  'POST /v1/players': { name: 'Cyd' },
  'POST /v1/recover': { player: 'p_0000000000000000', code: '00000-00000-00000-00000' },
  'PATCH /v1/me': { language: 'de' },
  'POST /v1/me/tokens': { name: 'Bot', scopes: ['talk'] },
  'POST /v1/matches': { game: 'aquaignis' },
  'POST /v1/links/preview': { code: `${'0'.repeat(16)}-${'0'.repeat(26)}` },
  'POST /v1/links/open': { code: `${'0'.repeat(16)}-${'0'.repeat(26)}` },
  'POST /v1/matches/:match/invitations': { player: 'p_0000000000000000' },
  'POST /v1/matches/:match/invitations/decline': { reason: 'later' },
  'POST /v1/matches/:match/offers': { kind: 'draw' },
  'POST /v1/matches/:match/talk': { text: 'Good luck!', to: 'all' },
  'PUT /v1/matches/:match/notes': { text: 'Bob opens at the fourth flow.' },
  'PUT /v1/matches/:match/plan': { ply: 0, branches: [{ when: ['spawn 4'], answer: ['spawn 4'] }] },
  'POST /v1/matches/:match/moves': { ply: 0, moves: ['spawn 4'] },
};
const POSTS = [
  '/v1/players',
  '/v1/me/tokens',
  '/v1/me/recovery-codes',
  '/v1/recover',
  '/v1/links/preview',
  '/v1/links/open',
  '/v1/matches',
  ...[
    'join',
    'invitations',
    'invitations/accept',
    'invitations/decline',
    'links',
    'leave',
    'moves',
    'resign',
    'forks',
    'talk',
    'offers',
    'offers/1/accept',
    'offers/1/decline',
    'offers/1/withdraw',
  ].map((what) => `/v1/matches/:match/${what}`),
];
const GETS = [
  '/v1/players/:player',
  '/v1/me',
  '/v1/me/blocks',
  '/v1/me/tokens',
  '/v1/me/invitations',
  '/v1/me/export',
  '/v1/games',
  '/v1/games/aquaignis',
  '/v1/games/aquaignis/leaderboard',
  '/v1/matches',
  '/v1/matches/:match',
].concat(
  ['legal-moves', 'links', 'clock', 'talk', 'notes', 'plan', 'events', 'record', 'board.txt'].map(
    (what) => `/v1/matches/:match/${what}`,
  ),
);
const WITH_BODY = [
  'PATCH /v1/me',
  'PUT /v1/matches/:match/notes',
  'PUT /v1/matches/:match/plan',
  ...POSTS.map((path) => `POST ${path}`),
];
const DELETES = [
  '/v1/me',
  '/v1/me/tokens/t_0000000000000000',
  '/v1/me/blocks/:player',
  '/v1/matches/:match/invitations/p_0000000000000000',
  '/v1/matches/:match/links/9',
  '/v1/matches/:match/plan',
];
const ALL = [
  'PUT /v1/me/blocks/:player',
  ...DELETES.map((path) => `DELETE ${path}`),
  ...WITH_BODY,
  ...GETS.map((path) => `GET ${path}`),
];

function parts(route: string): readonly [string, string] {
  const [method = '', path = ''] = route.split(' ');
  return [method, path.replace(':match', match.id).replace(':player', ada.id)];
}

async function unchanged(): Promise<void> {
  const now = await ada.call<MatchBody>('GET', `/v1/matches/${match.id}`);
  expect(now.body.head).toEqual(match.head);
  const talk = await ada.call<{ messages: unknown[] }>('GET', `/v1/matches/${match.id}/talk`);
  expect(talk.body.messages).toEqual([]);
  expect((await ada.call('GET', `/v1/matches/${match.id}/notes`)).body).toEqual({ text: '' });
  expect((await ada.call('GET', `/v1/matches/${match.id}/plan`)).body).toEqual({ plan: null });
}

test.each(ALL)('%s refuses a parameter that it does not have', async (route) => {
  const [method, path] = parts(route);
  const answer = await ada.call(method, `${path}?dry_run=true`, BODIES[route]);
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual([{ in: 'query', pointer: '/dry_run', detail: 'Unknown parameter.' }]);
  await unchanged();
});

describe.each(WITH_BODY)('%s', (route) => {
  test.each([
    [422, JSON.stringify({ ...(BODIES[route] ?? {}), colour: 'blue' }), 'application/json'],
    [415, 'garbage', 'text/plain'],
    [415, '{}', 'application/json; charset=UTF-16'],
    [400, '{', 'application/json'],
    [413, `"${'x'.repeat(BODY_BYTES_MOST)}"`, 'application/json'],
  ])('tells %i', async (status, body, type) => {
    const [method, path] = parts(route);
    const answer = await ada.call(method, path, body, { 'Content-Type': type });
    expect(answer.status).toBe(status);
    await unchanged();
  });

  test('takes no compressed body', async () => {
    const [method, path] = parts(route);
    const answer = await ada.call(method, path, BODIES[route] ?? {}, { 'Content-Encoding': 'gzip' });
    expect(answer.status).toBe(415);
    await unchanged();
  });
});

test.each([
  ['GET /v1/games HTTP/1.1\r\nHost: x\r\nX-Long: '.concat('x'.repeat(20_000), '\r\n\r\n'), 431],
  ['GARBAGE\r\n\r\n', 400],
  ['GET /v1/games HTTP/1.1\r\nHost: x\r\nContent-Length: many\r\n\r\n', 400],
])('what HTTP itself cannot read is told as a problem too', async (request, status) => {
  const { port } = new URL(api.url);
  const socket = connect(Number(port), '127.0.0.1');
  socket.write(request);
  const [head = '', body = ''] = (await text(socket)).split('\r\n\r\n');
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
  expect(head).toContain('application/problem+json');
  expect(JSON.parse(body)).toMatchObject({ status, code: 'malformed' });
});
