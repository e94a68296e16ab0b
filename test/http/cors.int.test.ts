/** Clients in browsers, on pages of any origin. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../functions/api/app.ts';
import { describeApi } from '../../functions/api/openapi.ts';
import { startApi, type TestApi, UNFOLLOWED } from '../support/api.ts';
import { newMatch, newPlayer, nobody } from '../support/clients.ts';

const ORIGIN = 'https://client.example';

let api: TestApi;
beforeAll(async () => {
  api = await startApi(undefined, { source: UNFOLLOWED });
});
afterAll(() => api.end());

const listOf = (text: string | null) => (text ?? '').split(', ');

describe('a preflight', () => {
  const ask = (path: string, method: string, headers = 'authorization') =>
    nobody(api.send).call('OPTIONS', path, undefined, {
      Origin: ORIGIN,
      'Access-Control-Request-Method': method,
      'Access-Control-Request-Headers': headers,
    });

  test('of every operation is answered, with all that its requests need', async () => {
    const { paths } = describeApi(createApp(api.deps));
    const operations = Object.entries(paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, { parameters = [] }]) => ({ path, method, parameters })),
    );
    expect(operations.length).toBeGreaterThan(40);
    for (const { path, method, parameters } of operations) {
      const answer = await ask(path.replaceAll(/[{}]/g, ''), method.toUpperCase());
      expect([answer.status, answer.text]).toEqual([204, '']);
      expect(answer.headers.get('Access-Control-Allow-Origin')).toBe('*');
      expect(listOf(answer.headers.get('Access-Control-Allow-Methods'))).toContain(method.toUpperCase());
      const sent = parameters.filter((each) => each.in === 'header').map(({ name }) => name);
      const allowed = listOf(answer.headers.get('Access-Control-Allow-Headers')).map((name) => name.toLowerCase());
      const needed = ['Authorization', 'Content-Type', ...sent].map((name) => name.toLowerCase());
      expect(allowed).toEqual(expect.arrayContaining(needed));
    }
  });

  test('is kept for two hours, and allows no cookies', async () => {
    const { headers } = await ask('/v1/me', 'PATCH');
    expect(headers.get('Access-Control-Max-Age')).toBe('7200');
    expect(headers.has('Access-Control-Allow-Credentials')).toBe(false);
  });

  test('is answered where there is nothing: what there is the request itself is told', async () => {
    expect((await ask('/v1/nothing', 'GET')).status).toBe(204);
  });
});

test('OPTIONS that is no preflight is a method that no path has', async () => {
  for (const headers of [{}, { Origin: ORIGIN }, { 'Access-Control-Request-Method': 'GET' }]) {
    const answer = await nobody(api.send).call('OPTIONS', '/v1/games', undefined, headers);
    expect([answer.status, answer.headers.get('Allow')]).toEqual([405, 'GET, HEAD']);
  }
});

test('answers of every kind may be read by a page, with every header that tells something', async () => {
  const [ada, ben] = [await newPlayer(api.send, 'Ada'), await newPlayer(api.send, 'Ben')];
  const { id } = await newMatch(ada, ben);
  const from = { Origin: ORIGIN };
  const answers = [
    await ada.call('GET', '/v1/me', undefined, from),
    await ada.call('DELETE', '/v1/me/vacation', undefined, from),
    await ada.call('DELETE', '/v1/me/tokens/t_0000000000000000', undefined, from),
    await ada.call('GET', `/v1/matches/${id}/board.txt`, undefined, from),
    await ada.call('GET', `/v1/matches/${id}/record`, undefined, from),
    await ada.call('GET', `/v1/matches/${id}/events?limit=1`, undefined, { ...from, Accept: 'text/event-stream' }),
    await ada.call('POST', '/v1/me', undefined, from),
    await nobody(api.send).call('GET', '/v1/me', undefined, from),
    await nobody(api.send).call('GET', '/v1/nothing', undefined, from),
  ];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 204, 200, 200, 200, 405, 401, 404]);
  for (const { headers } of answers) {
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*');
    const exposed = listOf(headers.get('Access-Control-Expose-Headers')).map((name) => name.toLowerCase());
    // Browsers show these of themselves.
    const shown = ['cache-control', 'content-language', 'content-length', 'content-type', 'expires', 'last-modified'];
    const hidden = [...headers.keys()].filter((name) => ![...shown, ...exposed].includes(name));
    const nothingToTell = ['connection', 'date', 'keep-alive', 'transfer-encoding', 'x-content-type-options'];
    expect(hidden.filter((name) => !/^access-control-|^x-accel-/.test(name) && !nothingToTell.includes(name))).toEqual(
      [],
    );
  }
});

test('every header that the description tells is one that a page may read', async () => {
  const { components } = describeApi(createApp(api.deps));
  const { headers } = await nobody(api.send).call('GET', '/v1/games');
  expect(listOf(headers.get('Access-Control-Expose-Headers'))).toEqual(
    expect.arrayContaining([...Object.keys(components.headers ?? {}), 'Allow', 'Deprecation', 'Sunset']),
  );
});
