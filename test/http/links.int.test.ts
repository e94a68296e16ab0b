/** `Link: <…>; rel="next"`: whoever follows it alone has read the whole list. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, newMatch, newPlayer } from '../support/clients.ts';
import { create, startQuietApi } from './webhook-kit.ts';

let api: TestApi;
let ada: Client;
let match: string;

beforeAll(async () => {
  api = await startApi();
  const send = api.appWith({});
  [ada] = [await newPlayer(send, 'Ada')];
  const ben = await newPlayer(send, 'Ben');
  for (let n = 0; n < 5; n += 1) match = (await newMatch(ada, ben)).id;
  for (let n = 0; n < 5; n += 1) await ada.call('POST', `/v1/matches/${match}/talk`, { text: `${n}`, to: 'all' });
  for (let n = 0; n < 3; n += 1) await ada.call('POST', `/v1/matches/${match}/offers`, { kind: 'draw' });
});
afterAll(() => api.end());

const NEXT = /^<(\?[^>]+)>; rel="next"$/;

/** What stands in each page's list, until a page has no link. */
async function follow(client: Client, path: string, list: string): Promise<unknown[][]> {
  const pages: unknown[][] = [];
  let url = new URL(path, 'http://any.example');
  while (pages.length < 100) {
    const answer = await client.call<Record<string, unknown[]>>('GET', url.pathname + url.search);
    expect(answer.status, answer.text).toBe(200);
    pages.push(answer.body[list] ?? []);
    const link = answer.headers.get('Link');
    if (link === null) return pages;
    expect(link).toMatch(NEXT);
    // As any client resolves it, against the URL that it asked for.
    url = new URL(NEXT.exec(link)?.[1] ?? '', url);
  }
  throw new Error('the links have no end');
}

test.each([
  ['matches', 'of matches', () => '/v1/matches?mine=true'],
  ['messages', 'of talk', () => `/v1/matches/${match}/talk?after=0`],
  ['commits', 'of what happened in a match', () => `/v1/matches/${match}/events?after=0`],
  ['entries', 'of what happened to a player', () => '/v1/me/events?after=0'],
  ['turns', 'of what waits for a player', () => '/v1/me/turns?'],
])('the list %s (%s) is read to its end by links', async (list, _, path) => {
  const whole = async () => (await follow(ada, path(), list)).flat();
  await expect.poll(async () => (await whole()).length).toBeGreaterThanOrEqual(3);
  const all = await whole();
  const pages = await follow(ada, `${path()}&limit=2`, list);
  expect(pages.flat().map(keyOf)).toEqual(all.map(keyOf));
  expect(pages.map(({ length }) => length).slice(0, -1)).toEqual(Array(pages.length - 1).fill(2));
  expect(pages.length).toBe(Math.ceil(all.length / 2));
});

test('the ledger of a clock is read to its end by links, also over commits without an entry', async () => {
  const [whole] = await follow(ada, `/v1/matches/${match}/clock`, 'entries');
  const pages = await follow(ada, `/v1/matches/${match}/clock?limit=1`, 'entries');
  expect(whole?.length).toBeGreaterThan(1);
  expect(pages.flat()).toEqual(whole);
  const { head } = (await ada.call<{ head: { seq: number } }>('GET', `/v1/matches/${match}`)).body;
  expect(pages).toHaveLength(head.seq);
});

/** A match tells how much time is left, which differs from one reading to the next. */
function keyOf(entry: unknown): unknown {
  const { id, match: of, number, seq } = entry as Record<string, unknown>;
  return id ?? (number === undefined && seq === undefined ? of : (number ?? seq));
}

test('what else was asked for stays in the link, and what had to be encoded', async () => {
  const { headers } = await ada.call('GET', '/v1/matches?limit=1&mine=true&game=aquaignis');
  const target = NEXT.exec(headers.get('Link') ?? '')?.[1] ?? '';
  const query = new URLSearchParams(target);
  expect([...query.keys()]).toEqual(['limit', 'mine', 'game', 'cursor']);
  expect([query.get('limit'), query.get('mine'), query.get('game')]).toEqual(['1', 'true', 'aquaignis']);
});

test('the list of deliveries is read to its end by links', async () => {
  const quiet = await startQuietApi();
  try {
    const owner = await newPlayer(quiet.send, 'Ada');
    const { id } = (await create(owner)).body.webhook;
    for (let n = 0; n < 4; n += 1) await owner.call('POST', `/v1/webhooks/${id}/test`);
    for (const entry of await quiet.feedOf(owner)) await quiet.deps.deliveries.add(id, entry);
    const pages = await follow(owner, `/v1/webhooks/${id}/deliveries?limit=2`, 'deliveries');
    expect(pages.map(({ length }) => length)).toEqual([2, 2, 1]);
  } finally {
    await quiet.end();
  }
});

test('an answer that is no page has none', async () => {
  for (const path of [
    '/v1/me/turns',
    `/v1/matches/${match}/clock`,
    '/v1/me/tokens',
    '/v1/webhooks',
    '/v1/games',
    `/v1/matches/${match}`,
  ]) {
    const { status, headers } = await ada.call('GET', path);
    expect([path, status, headers.get('Link')]).toEqual([path, 200, null]);
  }
  const lines = { Accept: 'application/x-ndjson' };
  const stream = await ada.call('GET', `/v1/matches/${match}/events?limit=1`, undefined, lines);
  expect([stream.status, stream.headers.get('Link')]).toEqual([200, null]);
});
