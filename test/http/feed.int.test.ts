/** A player's feed over HTTP: pages, cursors, waiting. */
import { setTimeout as sleep } from 'node:timers/promises';
import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { PlayerId } from '../../domain/match/types.ts';
import { keys } from '../../functions/store/table.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { sendMoves } from '../support/aquaignis.ts';
import { type Client, clientOf, newMatch, newPlayer } from '../support/clients.ts';

let api: TestApi;
let ada: Client;
let bob: Client;

beforeAll(async () => {
  api = await startApi();
  await twoPlayers();
});
afterAll(() => api.end());

/** Two players nobody else has met, so that their feeds tell of nothing else. */
async function twoPlayers(): Promise<void> {
  [ada, bob] = (await Promise.all(['Ada', 'Bob'].map((name) => newPlayer(api.send, name)))) as [Client, Client];
}

interface FeedPage extends Record<string, unknown> {
  readonly entries: readonly { readonly id: string; readonly type: string; readonly [field: string]: unknown }[];
  readonly next: string;
  readonly more: boolean;
}

const feed = (who: Client, query = '') => who.call<FeedPage>('GET', `/v1/me/events?${query}`);
const typesOf = ({ entries }: FeedPage) => entries.map(({ type }) => type);

describe('a feed', () => {
  test('tells each player what happened to them, with what they need to decide whether to look', async () => {
    await twoPlayers();
    const { id } = await newMatch(ada, bob);
    await sendMoves(ada, id, 0, 'spawn 4');
    await sendMoves(bob, id, 1, 'spawn 4', 'charge 4');
    await ada.call('POST', `/v1/matches/${id}/resign`);
    await api.background.idle();
    const told = (await feed(ada)).body;
    expect(typesOf(told)).toEqual([
      'seat.joined',
      'seat.joined',
      'match.started',
      'turn.started',
      'move.made',
      'move.made',
      'turn.started',
      'seat.resigned',
      'match.finished',
    ]);
    expect(typesOf((await feed(bob)).body)).toEqual([
      'seat.joined',
      'match.started',
      'move.made',
      'turn.started',
      'move.made',
      'seat.resigned',
      'match.finished',
    ]);
    expect(told.entries[5]).toEqual({
      id: expect.stringMatching(/^[1-9][0-9]*$/),
      at: expect.stringMatching(/Z$/),
      type: 'move.made',
      match: id,
      game: 'aquaignis',
      seq: 4,
      ply: 3,
      seat: 1,
      by: 2,
      moves: ['spawn 4', 'charge 4'],
    });
    const ids = told.entries.map((entry) => Number(entry.id));
    expect(ids).toEqual(ids.map((_, n) => (ids[0] ?? 0) + n));
    expect(told).toMatchObject({ next: told.entries.at(-1)?.id, more: false });
  });

  test('is read page by page without a gap, whatever the size of the page', async () => {
    const whole = (await feed(ada)).body.entries;
    for (const limit of [1, 2, 5, 100]) {
      const entries: unknown[] = [];
      let next = '';
      let more = true;
      while (more) {
        const page = (await feed(ada, `limit=${limit}${next === '' ? '' : `&after=${next}`}`)).body;
        expect(page.entries.length).toBeLessThanOrEqual(limit);
        entries.push(...page.entries);
        ({ next, more } = page);
      }
      expect(entries).toEqual(whole);
    }
  });

  test('that is empty gives a cursor too', async () => {
    await twoPlayers();
    for (const query of ['', 'after=0', 'after=latest', 'wait=0']) {
      expect((await feed(ada, query)).body).toEqual({ entries: [], next: '0', more: false });
    }
    await newMatch(ada, bob);
    await api.background.idle();
    expect(typesOf((await feed(ada, 'after=0')).body)[0]).toBe('seat.joined');
  });
});

describe('a cursor', () => {
  test('`latest` passes over what there is', async () => {
    await twoPlayers();
    const { id } = await newMatch(ada, bob);
    await api.background.idle();
    const { body } = await feed(ada, 'after=latest');
    expect(body).toEqual({ entries: [], next: (await feed(ada)).body.next, more: false });
    await sendMoves(ada, id, 0, 'spawn 4');
    await api.background.idle();
    expect(typesOf((await feed(ada, `after=${body.next}`)).body)).toEqual(['move.made']);
  });

  test('beyond the newest entry is refused, in whichever way it was told', async () => {
    const { next } = (await feed(ada)).body;
    const beyond = String(Number(next) + 1);
    expect(await feed(ada, `after=${beyond}`)).toMatchObject({
      status: 422,
      body: { code: 'invalid', errors: [{ in: 'query', pointer: '/after' }] },
    });
    expect(await ada.call('GET', '/v1/me/events?after=0', undefined, { 'Last-Event-ID': beyond })).toMatchObject({
      status: 422,
      body: { errors: [{ in: 'header', pointer: '/last-event-id' }] },
    });
  });

  test.each(['x', '-1', '1.5', '', 'Latest', '9007199254740993', '12345678901234567'])('%s is none', async (cursor) => {
    expect(await feed(ada, `after=${cursor}`)).toMatchObject({
      status: 422,
      body: { errors: [{ in: 'query', pointer: '/after' }] },
    });
  });

  test('after which entries are not kept any more is told so, and a new beginning is what is kept', async () => {
    await twoPlayers();
    const { id } = await newMatch(ada, bob);
    await sendMoves(ada, id, 0, 'spawn 4');
    await api.background.idle();
    const { entries } = (await feed(ada)).body;
    const [first] = entries;
    const { client, table } = api.database;
    // As the database does with what is old: the oldest item, and the two entries of the next one.
    for (const at of [0, 1]) {
      const key = keys.feedEntry(ada.id as PlayerId, Number(first?.id) + at);
      await client.send(new DeleteItemCommand({ TableName: table, Key: key }));
    }
    const kept = (await feed(ada)).body;
    expect(kept.entries).toEqual(entries.slice(-kept.entries.length));
    expect(kept.entries.length).toBeLessThan(entries.length);
    const expired = await feed(ada, `after=${first?.id}`);
    expect(expired).toMatchObject({ status: 410, body: { code: 'cursor_expired' } });
    expect(expired.body.detail).toContain('without `after`');
    const resumed = { Accept: 'text/event-stream', 'Last-Event-ID': String(first?.id) };
    expect(await ada.call('GET', '/v1/me/events', undefined, resumed)).toMatchObject({ status: 410 });
  });
});

describe('waiting', () => {
  test('ends as soon as anything happens in any match', async () => {
    await twoPlayers();
    const matches = await Promise.all([1, 2, 3].map(() => newMatch(ada, bob)));
    await api.background.idle();
    const { next } = (await feed(bob, 'after=latest')).body;
    const begun = performance.now();
    const waiting = feed(bob, `after=${next}&wait=20`);
    await sleep(100);
    await sendMoves(ada, matches[1]?.id ?? '', 0, 'spawn 4');
    const { body } = await waiting;
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(body.entries.length).toBeGreaterThan(0);
    for (const { match } of body.entries) expect(match).toBe(matches[1]?.id);
  });

  test('from now on waits for what comes', async () => {
    const waiting = feed(bob, 'after=latest&wait=20');
    await sleep(100);
    await newMatch(bob, ada);
    expect((await waiting).body.entries).not.toEqual([]);
  });

  test('ends empty when its time is up, with a cursor', async () => {
    await api.background.idle();
    const { next } = (await feed(bob, 'after=latest')).body;
    const begun = performance.now();
    expect((await feed(bob, `after=${next}&wait=1`)).body).toEqual({ entries: [], next, more: false });
    expect(performance.now() - begun).toBeGreaterThan(900);
  });
});

test('it is nobody’s but one’s own', async () => {
  expect((await clientOf(api.send, '', null).call('GET', '/v1/me/events')).status).toBe(401);
  const eve = await newPlayer(api.send, 'Eve');
  expect((await feed(eve)).body.entries).toEqual([]);
});
