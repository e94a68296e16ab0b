/** Closing an account that is killed anywhere, or that requests run into that were under way, ends as one that went well. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { dynamoRatings } from '../../functions/store/dynamo-ratings.ts';
import { dynamoErasure } from '../../functions/store/erasure.ts';
import { dynamoFeeds } from '../../functions/store/feeds.ts';
import { keys } from '../../functions/store/table.ts';
import { around } from '../support/around.ts';
import { type Client, type MatchBody, newMatch } from '../support/clients.ts';
import { randomFrom } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { type Estate, estateIn, found, newWorld, QUESTION, type World } from './closing-kit.ts';
import { inTurns } from './in-turns.ts';
import { dropItems, emptyTable, type Item, putItems } from './whole-table.ts';

const KILLS = rounds({ soak: 200, brief: 6, local: 3 });
const ORDERS = rounds({ soak: 200, brief: 30, local: 3 });
const random = randomFrom();
console.log(`seed ${random.seed}`);

let world: World;
let estate: Estate;
let player: PlayerId;
/** With the account just closed, and nothing done yet that follows from it. */
let closed: readonly Item[];
/** The player at servers that still take the account for open. */
let elsewhere: Client;
let further: Client;

beforeAll(async () => {
  world = await newWorld();
  estate = await estateIn(world);
  player = estate.eve.id as PlayerId;
  [elsewhere, further] = [world.server()(estate.eve), world.server()(estate.eve)];
  for (const there of [elsewhere, further]) expect((await there.call('GET', '/v1/me')).status).toBe(200);
  expect((await estate.eve.call('DELETE', '/v1/me')).status).toBe(204);
  closed = await world.items();
});
afterAll(() => world.end());

const nameOf = ({ pk, sk }: Item) => `${pk?.S} ${sk?.S}`;
const sorted = (items: readonly Item[]) => items.map((item) => JSON.stringify(item)).sort();

/** A process that dies before or after its n-th request. */
function dying(n: number, when: 'before' | 'after'): DynamoDBClient {
  let requests = 0;
  return around(world.api.database.client, async (go) => {
    requests += 1;
    if (requests > n || (requests === n && when === 'before')) throw new Error('dead');
    const answer = await go();
    if (requests >= n) throw new Error('dead');
    return answer;
  });
}

describe('killed', () => {
  test('before or after some request and told again, it makes the same', async () => {
    let requests = 0;
    const counted = around(world.api.database.client, (go) => {
      requests += 1;
      return go();
    });
    await world.work(counted).closeAccount(player);
    const made = sorted(await world.items());
    expect(requests).toBeGreaterThan(60);

    for (let kill = 0; kill < KILLS; kill += 1) {
      await emptyTable(world.api.database);
      await putItems(world.api.database, closed);
      const when = random.pick(['before', 'after'] as const);
      const n = 1 + random.below(requests);
      await expect(world.work(dying(n, when)).closeAccount(player)).rejects.toThrow('dead');
      await world.work().closeAccount(player);
      expect(sorted(await world.items()), `killed ${when} request ${n}`).toEqual(made);
    }
  });

  test('before anything is done it is found at the next start', async () => {
    await emptyTable(world.api.database);
    await putItems(world.api.database, closed);
    await world.settle();
    expect(await found(world)).toEqual([]);
  });
});

describe('a request that was under way, at a server that did not know yet', () => {
  const divination = { game: 'abiegnus', options: { mode: 'divination', ptah: 'c3', question: QUESTION } };
  const scopes = ['matches:read'];
  const writes: readonly (readonly [string, string, string | (() => string), unknown])[] = [
    ['a note', 'PUT', () => `/v1/matches/${estate.over}/notes`, { text: 'Quillfeather again' }],
    ['something said', 'POST', () => `/v1/matches/${estate.three}/talk`, { text: 'Quillfeather again', to: 'all' }],
    ['a token', 'POST', '/v1/me/tokens', { name: 'Quillfeather again', scopes }],
    ['recovery codes', 'POST', '/v1/me/recovery-codes', undefined],
    ['a webhook', 'POST', '/v1/webhooks', { url: 'https://quillfeather.example/again' }],
    ['a vacation', 'PUT', '/v1/me/vacation', { from: '2030-06-01', to: '2030-06-05', timeZone: 'Pacific/Chatham' }],
    ['a question', 'POST', '/v1/matches', divination],
    ['an open match', 'POST', '/v1/matches', { game: 'aquaignis' }],
    ['a seat', 'POST', () => `/v1/matches/${estate.left}/join`, undefined],
    ['an offer of a rematch', 'POST', () => `/v1/matches/${estate.rated}/offers`, { kind: 'rematch' }],
    ['a fork', 'POST', () => `/v1/matches/${estate.running}/forks`, {}],
  ];

  test.each(writes)('brings nothing back: %s', async (_what, method, path, body) => {
    const before = await world.items();
    const answer = await elsewhere.call(method, typeof path === 'string' ? path : path(), body);
    // It has been stored, and then is taken away.
    expect(answer.status, answer.text).toBeLessThan(300);
    const known = new Set(before.map(nameOf));
    const added = (await world.items()).filter((item) => !known.has(nameOf(item)));
    expect(added.length).toBeGreaterThan(0);
    await world.heard(added);
    await world.settle();

    expect(await found(world)).toEqual([]);
    expect(await found(world, 'chatham')).toEqual([]);
    for (const kind of ['notes', 'tokens', 'webhooks', 'results']) {
      const own = (await world.items()).filter(({ pk, gone }) => pk?.S === `${kind}#${player}` && gone === undefined);
      expect(own).toEqual([]);
    }
    const ids = [...new Set(added.map(({ pk }) => pk?.S ?? ''))].filter((pk) => pk.startsWith('match#'));
    for (const id of ids) {
      const state = (await world.work().projection.log.load(id.slice('match#'.length) as MatchId))?.state;
      const seat = state?.seats.find((each) => each.player === player);
      const isLeft = state?.status !== 'active' || seat?.status !== 'playing' || state.fork !== null;
      expect([isLeft, state?.offers.live]).toEqual([true, []]);
    }
  });

  test('a name is not changed back', async () => {
    const answer = await further.call('PATCH', '/v1/me', { name: 'Quillfeather again' });
    expect(answer.status).toBe(401);
    expect(await found(world)).toEqual([]);
  });

  test('a snapshot that was written after the texts had been blanked is blanked too', async () => {
    const late = closed
      .filter(({ pk, snapshot }) => pk?.S === `match#${estate.asked}` && snapshot !== undefined)
      .slice(-1);
    await putItems(world.api.database, late);
    await dropItems(world.api.database, [keys.progress(estate.asked)]);
    expect((await found(world)).length).toBe(1);
    await world.heard(late);
    expect(await found(world)).toEqual([]);
  });

  test('a match that begins with the player in it does not keep the other waiting', async () => {
    const there = (await elsewhere.call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis' })).body.id;
    await estate.bob.call('POST', `/v1/matches/${there}/join`);
    await world.settle();
    const { body } = await estate.bob.call<MatchBody>('GET', `/v1/matches/${there}`);
    expect(body).toMatchObject({ status: 'finished', outcome: { winners: [2], reason: 'resignation' } });
    expect((await newMatch(estate.bob, estate.cyd)).status).toBe('active');
  });
});

describe('in whatever order requests go', () => {
  test('nothing is added to a feed that is closed', async () => {
    const notice = { type: 'turn.started', match: estate.running, game: 'aquaignis', seat: 1, turn: 1 } as never;
    const at = world.at.toISOString();
    for (let round = 0; round < ORDERS; round += 1) {
      const id: PlayerId = `p_${String(round).padStart(16, '0')}`;
      const { clients, run } = inTurns(world.api.database.client, 3, random.pick);
      const feeds = clients.map((client) => dynamoFeeds(client, world.api.database.table, () => world.at));
      const [first] = feeds;
      if (round % 2 === 0)
        await dynamoFeeds(world.api.database.client, world.api.database.table, () => world.at).append(
          id,
          { key: 'before' },
          at,
          [notice],
        );
      const eraser = clients[2];
      if (first === undefined || eraser === undefined) throw new Error('no clients');
      const settings = { games, now: () => world.at };
      await run([
        async () => void (await feeds[0]?.append(id, { key: 'one' }, at, [notice])),
        async () => void (await feeds[1]?.append(id, { key: 'two' }, at, [notice])),
        () => dynamoErasure(eraser, world.api.database.table, settings).feed(id),
      ]);
      const left = (await world.items()).filter(({ pk }) => pk?.S === `feed#${id}`);
      expect(left.filter(({ notices }) => notices !== undefined)).toEqual([]);
    }
  });

  test('nobody comes back into the leaderboard', async () => {
    const { client, table } = world.api.database;
    for (let round = 0; round < ORDERS; round += 1) {
      const id: PlayerId = `p_${String(round).padStart(16, '1')}`;
      const rated = { game: 'aquaignis', finishedAt: world.at.toISOString(), match: estate.rated as MatchId };
      const standing = { rating: 1500, deviation: 200, volatility: 0.06, matches: 1, at: world.at.toISOString() };
      await dynamoRatings(client, table).write(rated, id, 0, standing);
      const { clients, run } = inTurns(client, 3, random.pick);
      const [one, two, three] = clients.map((each) => dynamoRatings(each, table));
      await run([
        async () => one?.refresh('aquaignis', id),
        async () => two?.refresh('aquaignis', id),
        async () => three?.close('aquaignis', id),
      ]);
      await dynamoRatings(client, table).refresh('aquaignis', id);
      const [item] = (await world.items()).filter(({ pk, sk }) => pk?.S?.endsWith(id) && sk?.S === 'standing');
      expect(Object.keys(item ?? {}).sort()).toEqual(['closed', 'pk', 'sk', 'version']);
    }
  });
});
