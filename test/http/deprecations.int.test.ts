/** An operation that will go, as it will be told one day; none goes today. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../functions/api/app.ts';
import { DEPRECATIONS, type Deprecations } from '../../functions/api/deprecations.ts';
import { describeApi } from '../../functions/api/openapi.ts';
import { OPERATION_SCOPES } from '../../functions/api/operation-scopes.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Answer, type Client, clientOf, newPlayer, nobody, type Send } from '../support/clients.ts';

const TABLE: Deprecations = {
  'GET /v1/matches': {
    since: '2027-03-01T00:00:00Z',
    sunset: '2027-09-01T12:00:00Z',
    link: 'https://plypost.example/changes#lists',
  },
};
const LINK = '<https://plypost.example/changes#lists>; rel="deprecation"; type="text/html"';
const TOLD = ['@1803859200', 'Wed, 01 Sep 2027 12:00:00 GMT'];

let api: TestApi;
let send: Send;
let ada: Client;
beforeAll(async () => {
  api = await startApi();
  send = api.appWith({ deprecations: TABLE });
  const { id, token } = await newPlayer(api.send, 'Ada');
  ada = clientOf(send, id, token);
});
afterAll(() => api.end());

const told = ({ headers }: Answer) => [headers.get('Deprecation'), headers.get('Sunset')];

test('every answer of it tells since when, until when, and where to read on', async () => {
  const good = await ada.call('GET', '/v1/matches');
  const refused = await clientOf(send, '', 'plypost_wrong').call('GET', '/v1/matches');
  const invalid = await ada.call('GET', '/v1/matches?limit=0');
  expect([good.status, refused.status, invalid.status]).toEqual([200, 401, 422]);
  for (const answer of [good, refused, invalid]) {
    expect(told(answer)).toEqual(TOLD);
    expect(answer.headers.get('Link')).toBe(LINK);
  }
});

test('its link stands beside that of the list', async () => {
  for (let n = 0; n < 2; n += 1) await ada.call('POST', '/v1/matches', { game: 'aquaignis' });
  const page = () => ada.call('GET', '/v1/matches?mine=true&limit=1');
  await expect.poll(async () => (await page()).body.next).toEqual(expect.any(String));
  expect((await page()).headers.get('Link')).toMatch(
    /^<https:[^>]*>; rel="deprecation"; .*, <\?mine=[^>]*>; rel="next"$/,
  );
});

test('no other operation tells it', async () => {
  expect(told(await ada.call('POST', '/v1/matches', {}))).toEqual([null, null]);
  expect(told(await ada.call('GET', '/v1/matches/m_0000000000000000'))).toEqual([null, null]);
  expect(told(await nobody(api.send).call('GET', '/v1/matches'))).toEqual([null, null]);
});

test('the description marks it, with both headers on every answer', () => {
  const { paths } = describeApi(createApp(api.deps), TABLE);
  const marked = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { deprecated }]) => deprecated)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  expect(marked).toEqual(Object.keys(TABLE));
  for (const { headers } of Object.values(paths['/v1/matches']?.get?.responses ?? {})) {
    expect(Object.keys(headers ?? {})).toEqual(expect.arrayContaining(['X-Request-Id', 'Deprecation', 'Sunset']));
  }
});

test('what is in the table is an operation, with an end after its beginning', () => {
  for (const [operation, { since, sunset }] of Object.entries({ ...DEPRECATIONS, ...TABLE })) {
    expect(Object.keys(OPERATION_SCOPES)).toContain(operation);
    expect(Date.parse(sunset)).toBeGreaterThan(Date.parse(since));
  }
});
