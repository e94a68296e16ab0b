/** Notes over HTTP: each player's own, on each match that they may read. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, type MatchBody, newMatch, newPlayer, nobody } from '../support/clients.ts';

let api: TestApi;
let ada: Client;
let bob: Client;
let cyd: Client;
let path: string;

beforeAll(async () => {
  api = await startApi();
  const send = api.appWith({});
  [ada, bob, cyd] = [await newPlayer(send, 'Ada'), await newPlayer(send, 'Bob'), await newPlayer(send, 'Cyd')];
});
beforeEach(async () => {
  path = `/v1/matches/${(await newMatch(ada, bob)).id}/notes`;
});
afterAll(() => api.end());

const write = (who: Client, text: string) => who.call<{ text: string }>('PUT', path, { text });
const read = async (who: Client) => (await who.call<{ text: string }>('GET', path)).body;

test('are their writer’s alone', async () => {
  expect(await read(ada)).toEqual({ text: '' });
  const written = await write(ada, 'Bob opens\nat the fourth flow.');
  expect([written.status, written.body]).toEqual([200, { text: 'Bob opens\nat the fourth flow.' }]);
  await write(cyd, 'an onlooker’s');
  expect(await read(ada)).toEqual({ text: 'Bob opens\nat the fourth flow.' });
  expect(await read(bob)).toEqual({ text: '' });
  expect(await read(cyd)).toEqual({ text: 'an onlooker’s' });
  expect((await nobody(api.send).call('GET', path)).status).toBe(401);
});

test('are replaced, and written again they are the same; an empty text leaves nothing', async () => {
  for (const text of ['one', 'two', 'two', '', '', 'three']) {
    expect((await write(ada, text)).body).toEqual({ text });
    expect(await read(ada)).toEqual({ text });
  }
});

test('are of one match', async () => {
  await write(ada, 'here');
  path = `/v1/matches/${(await newMatch(ada, bob)).id}/notes`;
  expect(await read(ada)).toEqual({ text: '' });
});

test('there are none on a match that one may not read', async () => {
  const wish = { game: 'aquaignis', visibility: 'private' };
  path = `/v1/matches/${(await ada.call<MatchBody>('POST', '/v1/matches', wish)).body.id}/notes`;
  expect((await write(ada, 'mine')).status).toBe(200);
  expect((await write(bob, 'mine')).status).toBe(404);
  expect((await bob.call('GET', path)).status).toBe(404);
});

test('of two at once one is there, whole', async () => {
  const texts = Array.from({ length: 20 }, (_, n) => `${n} `.repeat(300));
  const answers = await Promise.all(texts.map((text) => write(ada, text)));
  expect(answers.map(({ status }) => status)).toEqual(texts.map(() => 200));
  expect(texts).toContain((await read(ada)).text);
});

test('hold 2,000 characters of any language, and no control characters', async () => {
  for (const text of ['x'.repeat(2000), '😀'.repeat(2000), '\n']) {
    expect((await write(ada, text)).status).toBe(200);
    expect(await read(ada)).toEqual({ text });
  }
  for (const text of ['x'.repeat(2001), 'a\tb', 'a\ud800', 'a\u2029b', null, 7]) {
    const { status, body } = await ada.call('PUT', path, { text });
    expect([status, body.code]).toEqual([422, 'invalid']);
  }
  expect((await ada.call('PUT', path, {})).status).toBe(422);
  expect((await ada.call('PUT', path, { text: 'a', at: 1 })).status).toBe(422);
  expect(await read(ada)).toEqual({ text: '\n' });
});
