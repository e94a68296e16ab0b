/**
 * `kill -9` at any moment, and all is told all the same: feeds tell what the logs say, once and in order, webhooks get
 * every entry, lists agree, and what was put off comes at its time.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { hasty } from '../support/bots.ts';
import { readLog, type SentCommit } from '../support/chain.ts';
import type { Client, MatchBody } from '../support/clients.ts';

import { progress } from '../support/progress.ts';
import { randomFrom } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import type { Accept } from '../support/streams.ts';
import { Table } from '../support/table.ts';
import { type Expected, expectedOf } from './kill-expected.ts';
import { type Entry, type Follower, followFeed } from './kill-follower.ts';
import { Receiver } from './kill-receiver.ts';
import { deliveriesOf, feedOf, firstPending, listed, Server, seen } from './kill-server.ts';

/** On the second engine fewer will do: the database is then no part of what is killed. */
const STOPS = rounds({ soak: 30, brief: 8, local: 4 });
/** How many commands are answered between a start and the kill, at most; the kill itself comes at a random moment. */
const COMMANDS = 24;
/** Every so often the stop is an orderly one, the next start is killed before it is ready, the receiver is down. */
const ORDERLY_EVERY = 5;
const EARLY_EVERY = 7;
const DOWN_EVERY = 4;
const TOLD_WITHIN_MS = 30_000;
/** Whoever was killed may hold a lane for half a minute. */
const SETTLED_WITHIN_MS = 60_000;
/** A queue counts in seconds. */
const ROUNDED_MS = 1_000;
const LATE_MS = 3_000;

interface Member {
  readonly client: Client;
  readonly name: string;
  readonly hook: string;
  /** What the webhook is for. */
  readonly types: readonly string[] | null;
  readonly follower: Follower;
  /** At last. */
  feed: readonly Entry[];
  /** By match. */
  expected: ReadonlyMap<string, Expected>;
}

const random = randomFrom();
let server: Server;
let receiver: Receiver;

beforeAll(async () => {
  receiver = await Receiver.start(random);
  server = await Server.new();
});
afterAll(async () => {
  await server?.end();
  await receiver?.stop();
});

async function newHook(owner: Client, name: string, events: readonly string[] | null = null): Promise<string> {
  const wish = { url: receiver.url(name), events };
  const made = await owner.call<{ webhook: { id: string }; secret: string }>('POST', '/v1/webhooks', wish);
  expect(made.status, made.text).toBe(201);
  receiver.knows(name, made.body.secret);
  return made.body.webhook.id;
}

const KINDS: readonly { name: string; types: Member['types']; accept: Accept }[] = [
  { name: 'ada', types: null, accept: 'application/json' },
  { name: 'bob', types: ['turn.started', 'move.made', 'match.finished'], accept: 'application/x-ndjson' },
  { name: 'cyd', types: null, accept: 'text/event-stream' },
];

describe(`after ${STOPS} stops`, () => {
  const members: Member[] = [];
  /** Matches that are public, and are given up before they begin. */
  const gone: string[] = [];
  let givenUp = 0;

  beforeAll(async () => {
    console.log(`seed ${random.seed}`);
    for (const { name, types, accept } of KINDS) {
      const client = await server.newPlayer(name);
      const hook = await newHook(client, name, types);
      const follower = followFeed(client, accept, () => server.url);
      members.push({ client, name, hook, types, follower, feed: [], expected: new Map() });
    }
    // Until then nothing else is sent; one may still be unverified at the first kill.
    await vi.waitFor(
      async () => {
        for (const { client, hook } of members.slice(1)) {
          expect((await client.call('GET', `/v1/webhooks/${hook}`)).body.status).toBe('enabled');
        }
      },
      { timeout: TOLD_WITHIN_MS, interval: 20 },
    );
    const tables = members.map(({ client }, n) => {
      const second = members[(n + 1) % members.length]?.client ?? client;
      return new Table([client, second], hasty, randomFrom(random.seed + n));
    });
    const answered = () => tables.reduce((sum, table) => sum + table.answers, 0);
    const tell = progress('stops', STOPS);

    receiver.wild = true;
    for (let round = 1; round <= STOPS; round += 1) {
      const down = new AbortController();
      const load = Promise.all([...tables.map((table) => table.play(server.url, down.signal)), comeAndGo()]);
      load.catch(() => undefined);
      const away = round % DOWN_EVERY === 0 ? receiver.beDown(random.below(300)) : undefined;
      if (away !== undefined) receiver.failNext('ada');
      const wanted = answered() + random.below(COMMANDS);
      while (answered() < wanted) await sleep(2);
      await sleep(random.below(50));
      await (round % ORDERLY_EVERY === 0 ? server.stop() : server.kill());
      down.abort();
      await load;
      await away;
      if (round % EARLY_EVERY === 0) await server.startInVain(random.below(600));
      await server.start();
      tell(round, `${answered()} commands answered`);
    }
    const up = new AbortController();
    await Promise.all([...tables.map((table) => table.play(server.url, up.signal, 5)), comeAndGo()]);
    receiver.wild = false;

    const logs = new Map<string, readonly SentCommit[]>();
    for (const [n, { client }] of members.entries()) {
      const matches = [...(tables[n]?.acknowledged.keys() ?? [])];
      for (const match of matches) await tables[n]?.check(client, match);
      for (const match of [...matches, ...(n === 0 ? gone : [])]) logs.set(match, await readLog(client, match));
    }
    for (const member of members) {
      const of = ([match, log]: readonly [string, readonly SentCommit[]]) => expectedOf(match, log, member.client.id);
      member.expected = new Map([...logs].map((one) => [one[0], of(one)]));
    }
    const resent = tables.reduce((sum, table) => sum + table.resent, 0);
    console.log(`${answered()} commands answered, ${resent} moves sent again, ${logs.size} matches`);
    expect(resent).toBeGreaterThan(0);
    expect(gone.length).toBeGreaterThan(0);
  }, 300_000);

  afterAll(() => Promise.all(members.map(({ follower }) => follower.stop())));

  /** A public match is made and given up. What was not answered is sent again the next time. */
  async function comeAndGo(): Promise<void> {
    const [owner] = members;
    const wish = { game: 'aquaignis', visibility: 'public' };
    const key = { 'Idempotency-Key': `gone-${givenUp}` };
    const made = await owner?.client.call<MatchBody>('POST', '/v1/matches', wish, key).catch(() => undefined);
    if (made?.status !== 201) return;
    const { id } = made.body;
    if (!gone.includes(id)) gone.push(id);
    const left = await owner?.client.call('POST', `/v1/matches/${id}/leave`).catch(() => undefined);
    if (left?.status === 200) givenUp += 1;
  }

  test('feeds tell what the logs say, once and in order, also to who read on all the time', async () => {
    for (const member of members) {
      const { client, expected, follower } = member;
      const count = [...expected.values()].reduce((sum, { told }) => sum + told.length, 1);
      const waiting = { timeout: TOLD_WITHIN_MS, interval: 200 };
      const feed = await vi.waitFor(async () => {
        const read = await feedOf(client);
        expect(read.length).toBeGreaterThanOrEqual(count);
        return read;
      }, waiting);
      const first = Number(feed[0]?.id);
      expect(feed.map(({ id }) => Number(id))).toEqual(feed.map((_, n) => first + n));
      for (const [match, { told }] of expected) {
        expect(feed.filter((entry) => entry.match === match).map(({ id: _, ...entry }) => entry)).toEqual(told);
      }
      const besides = feed.filter(({ match }) => match === undefined || !expected.has(match));
      expect(besides).toMatchObject([{ type: 'webhook.ping', webhook: member.hook }]);

      await vi.waitFor(() => expect(follower.entries.length).toBeGreaterThanOrEqual(count), waiting);
      expect(follower.entries).toEqual(feed);
      expect(follower.cuts()).toBeGreaterThan(0);
      member.feed = feed;
    }
  });

  test('lists and open turns tell what the matches do', async () => {
    for (const { client, expected } of members) {
      const mine = [...expected].flatMap(([match, { seated }]) => (seated ? [match] : []));
      expect(await listed(client, 'mine=true&')).toEqual(await seen(client, mine));
      expect(await listed(client, '')).toEqual(await seen(client, gone));
      expect(await listed(client, 'status=open&')).toEqual([]);
      const open = [...expected.values()].flatMap((one) => one.open ?? []);
      const { turns } = (await client.call('GET', '/v1/me/turns')).body;
      expect(turns).toEqual(open.sort((a, b) => (a.since + a.match < b.since + b.match ? -1 : 1)));
    }
  });

  /** What of a webhook is not done, though nothing stands in its way. */
  async function overdue({ client, hook, feed, types }: Member): Promise<string[]> {
    const deliveries = await deliveriesOf(client, hook);
    const made = new Set(deliveries.map(({ id }) => id));
    const missing = feed.filter((entry) => concerns(entry, hook, types) && !made.has(entry.id));
    const from = Date.now() - LATE_MS;
    const due = firstPending(deliveries).filter(({ nextTryAt }) => nextTryAt === null || Date.parse(nextTryAt) < from);
    return [...missing.map(({ id }) => `${id} is missing`), ...due.map(({ id }) => `${id} is due`)];
  }

  test('webhooks got every entry, of each match in order, or it was no longer true', async () => {
    for (const member of members) {
      const { client, hook, name, feed, types, expected } = member;
      const waiting = { timeout: SETTLED_WITHIN_MS, interval: 200 };
      await vi.waitFor(async () => expect(await overdue(member)).toEqual([]), waiting);
      // What waits for its time need not be waited for.
      const deliveries = await vi.waitFor(async () => {
        const read = await deliveriesOf(client, hook);
        for (const { id } of firstPending(read)) {
          await client.call('POST', `/v1/webhooks/${hook}/deliveries/${id}/redeliver`);
        }
        expect(firstPending(read)).toEqual([]);
        return read;
      }, waiting);

      const entries = feed.filter((entry) => concerns(entry, hook, types));
      expect(deliveries.map(({ id, webhookId, type, at }) => ({ id, webhookId, type, at }))).toEqual(
        entries.map(({ id, type, at }) => ({ id, webhookId: `${hook}_${id}`, type, at })),
      );
      const receipts = receiver.receiptsOf(name);
      const taken = new Set(receipts.filter(({ status }) => status !== null && status < 300).map(({ id }) => id));
      for (const [n, { id, type, at, ...data }] of entries.entries()) {
        const { state, webhookId } = deliveries[n] ?? {};
        const payloads = receipts.filter((receipt) => receipt.id === webhookId).map(({ payload }) => payload);
        for (const payload of payloads) expect(payload).toEqual({ type, timestamp: at, data: { id, ...data } });
        if (state === 'dropped') {
          expect(type).toBe('turn.started');
          expect(data.turn).not.toBe(expected.get(data.match ?? '')?.open?.turn);
        } else {
          expect(state).toBe('delivered');
          expect(taken, `${name}: ${type} ${id}`).toContain(webhookId);
        }
      }
      expect([...new Set(receipts.map(({ id }) => id))].filter((id) => !id.startsWith(`${hook}_`))).toEqual([]);
      for (const match of [undefined, ...expected.keys()]) {
        const inMatch = receipts.filter(({ payload }) => payload.data.match === match);
        const firstTimes = [...new Set(inMatch.map(({ payload }) => Number(payload.data.id)))];
        expect(firstTimes).toEqual(firstTimes.toSorted((a, b) => a - b));
      }
      const dropped = deliveries.filter(({ state }) => state === 'dropped').length;
      console.log(`${name}: ${entries.length} deliveries, ${dropped} of them dropped, ${receipts.length} tries`);
    }
    expect(receiver.faults).toEqual([]);
    console.log(`${receiver.failed} tries failed`);
    expect(receiver.failed, 'tries that failed').toBeGreaterThan(0);
  });
});

function concerns({ type, webhook }: Entry, hook: string, types: Member['types']): boolean {
  return types === null || types.includes(type) || webhook === hook;
}

describe('a retry', () => {
  const stops = [
    { name: 'that was put off before a kill -9 comes at its time', stop: () => server.kill(), late: false },
    { name: 'that was put off before an orderly stop comes at its time', stop: () => server.stop(), late: false },
    { name: 'whose time is past at the start comes at once', stop: () => server.kill(), late: true },
  ];

  test.each(stops)('$name', async ({ stop, late }) => {
    const name = `dee-${random.next()}`;
    const owner = await server.newPlayer(name);
    const hook = await newHook(owner, name);
    const deliveries = () => deliveriesOf(owner, hook);
    await vi.waitFor(async () => expect(await deliveries()).toMatchObject([{ state: 'delivered' }]), 10_000);
    receiver.failNext(name);
    const { id } = (await owner.call('POST', `/v1/webhooks/${hook}/test`)).body;
    const due = await vi.waitFor(async () => {
      const { nextTryAt = null } = (await deliveries()).find((one) => one.id === id) ?? {};
      expect(nextTryAt).not.toBeNull();
      return Date.parse(nextTryAt ?? '');
    }, 10_000);
    await sleep(300);
    await stop();
    if (late) await sleep(due - Date.now() + ROUNDED_MS);
    await server.start();
    const ready = Date.now();
    const again = await vi.waitFor(() => {
      const [, second] = receiver.receiptsOf(name).filter(({ payload }) => payload.data.id === id);
      if (second === undefined) throw new Error('it has not come again');
      return second;
    }, 20_000);
    expect(again.at - due).toBeGreaterThanOrEqual(-ROUNDED_MS);
    expect(again.at - Math.max(due, ready)).toBeLessThan(LATE_MS);
  });
});
