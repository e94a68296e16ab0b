/** What a client that waits costs in DynamoDB while nothing happens: the numbers that docs/events.md reckons with. */
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { everyHalfSecond } from '../../functions/api/every-half-second.ts';
import { dynamoLog } from '../../functions/store/dynamo-log.ts';
import { dynamoTokens } from '../../functions/store/dynamo-tokens.ts';
import { dynamoFeeds } from '../../functions/store/feeds.ts';
import { dynamoPlayers } from '../../functions/store/players.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { Mirror, playOn } from '../support/aquaignis.ts';
import { endless } from '../support/bots.ts';
import { type Client, clientOf, newMatch, newPlayer } from '../support/clients.ts';
import { type Meter, meteredClient } from '../support/meter.ts';
import { randomFrom } from '../support/random.ts';

let api: TestApi;
let meter: Meter;
let ada: Client;
let match: string;
let head: number;

beforeAll(async () => {
  api = await startApi();
  meter = meteredClient(api.database.endpoint);
  const { table } = api.database;
  // As in AWS: nobody tells who waits, and answers are sent whole.
  const send = api.appWith({
    log: dynamoLog(meter.client, table, games),
    feeds: dynamoFeeds(meter.client, table, () => new Date()),
    players: dynamoPlayers(meter.client, table),
    tokens: dynamoTokens(meter.client, table),
    wake: everyHalfSecond,
    streamMs: null,
  });
  const [one, two] = await Promise.all([newPlayer(api.send, 'Ada'), newPlayer(api.send, 'Bob')]);
  match = (await newMatch(one, two)).id;
  await playOn(match, new Mirror(), [one, two], endless(30), randomFrom(1), 40);
  await api.background.idle();
  head = 42;
  ada = clientOf(send, one.id, one.token);
  // Tokens are kept for a minute.
  await ada.call('GET', '/v1/me');
});
afterAll(async () => {
  meter.client.destroy();
  await api.end();
});

async function costOf(path: string, headers: Record<string, string> = {}) {
  meter.take();
  const answer = await ada.call('GET', path, undefined, headers);
  expect(answer.status).toBe(200);
  return { ...meter.take(), answer };
}

test('to ask whether there is anything new takes one read unit of a feed, and at most three of a match', async () => {
  const { next } = (await ada.call('GET', '/v1/me/events?after=latest')).body;
  const feed = await costOf(`/v1/me/events?after=${next}`);
  expect(feed.answer.body).toMatchObject({ entries: [] });
  expect(feed).toMatchObject({ requests: ['Query'], readUnits: 1, writeUnits: 0 });
  const log = await costOf(`/v1/matches/${match}/events?after=${head}`);
  expect(log.answer.body).toMatchObject({ commits: [], next: head });
  expect(log.requests).toEqual(['Query', 'Query']);
  expect(log.readUnits).toBeLessThanOrEqual(3);
});

test.each(['application/json', 'application/x-ndjson', 'text/event-stream'])(
  'to wait takes one read unit every half second, as %s',
  async (accept) => {
    const { next } = (await ada.call('GET', '/v1/me/events?after=latest')).body;
    const feed = await costOf(`/v1/me/events?after=${next}&wait=3`, { Accept: accept });
    expect(feed.requests.length).toBeGreaterThan(4);
    expect(feed.requests.length).toBeLessThanOrEqual(8);
    expect(feed.readUnits).toBe(feed.requests.length);
    const log = await costOf(`/v1/matches/${match}/events?after=${head}&wait=3`, { Accept: accept });
    expect(log.requests.length).toBeLessThanOrEqual(9);
    expect(log.readUnits).toBeLessThanOrEqual(log.requests.length + 1);
  },
);

test('the page tells the same', async () => {
  const page = await readFile(new URL('../../docs/events.md', import.meta.url), 'utf8');
  expect(page).toContain('| long poll or stream of 25 s | 144 | 3,600 | 7,300 |');
  // A look when it begins, one every half second, and the last when its time is up.
  expect(Math.round((144 * (25 / 0.5 + 1)) / 100) * 100).toBe(7300);
});
