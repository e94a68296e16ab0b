/** Webhooks from the first ping to the last message, over HTTP, with a receiver on this machine. */
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { sendMoves } from '../support/aquaignis.ts';
import { type Client, newMatch, newPlayer } from '../support/clients.ts';
import { onRequests, stopReceivers } from '../webhooks/receivers.ts';
import { type DeliveryBody, webhookOf } from './webhook-kit.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi(undefined, { webhookLoopback: true });
});
afterEach(stopReceivers);
afterAll(() => api.end());

interface Payload {
  readonly type: string;
  readonly timestamp: string;
  readonly data: Readonly<Record<string, unknown>>;
}

interface Got extends Payload {
  readonly id: string;
  readonly text: string;
  readonly headers: Record<string, string>;
}

/** A player with a webhook that has answered, and what it got after its ping. */
async function listening(body: Record<string, unknown> = {}) {
  const all: Got[] = [];
  const receiver = { status: 204 };
  const { url } = await onRequests(async (request, response) => {
    const sent = await text(request);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    if (receiver.status < 300) {
      all.push({ ...(JSON.parse(sent) as Payload), id: headers['webhook-id'] ?? '', text: sent, headers });
    }
    response.writeHead(receiver.status).end();
  });
  const ada = await newPlayer(api.send, 'Ada');
  const bob = await newPlayer(api.send, 'Bob');
  const hook = await webhookOf(ada, { url: url.href, ...body });
  await expect.poll(async () => (await hook.get()).body.status).toBe('enabled');
  const [ping] = all.splice(0);
  const deliveries = async () =>
    (await ada.call<{ deliveries: DeliveryBody[] }>('GET', `${hook.path}/deliveries?limit=100`)).body.deliveries;
  return { ada, bob, hook, ping, got: all, receiver, deliveries };
}

const done = () => api.background.idle();

async function feedOf(player: Client) {
  return (await player.call<{ entries: Record<string, unknown>[] }>('GET', '/v1/me/events')).body.entries;
}

const types = (got: readonly Pick<Payload, 'type'>[]) => got.map(({ type }) => type);

test('a new one gets its ping, signed, and is enabled by its answer', async () => {
  const { ada, hook, ping, deliveries } = await listening();
  if (ping === undefined) throw new Error('no ping');
  const [entry] = await feedOf(ada);
  expect(ping).toMatchObject({ type: 'webhook.ping', timestamp: entry?.at, data: { webhook: hook.id } });
  expect(new Webhook(hook.secret).verify(ping.text, ping.headers)).toEqual(JSON.parse(ping.text));
  const tries = [{ at: expect.any(String), status: 204, error: null, ms: expect.any(Number) }];
  const delivery = { id: entry?.id, webhookId: ping.id, type: 'webhook.ping', match: null, at: entry?.at };
  await done();
  expect(await deliveries()).toEqual([{ ...delivery, state: 'delivered', tries, nextTryAt: null }]);
});

test('it gets what the feed tells, in the order of each match', async () => {
  const { ada, bob, got, hook, deliveries } = await listening();
  const { id } = await newMatch(ada, bob);
  await done();
  await sendMoves(ada, id, 0, 'spawn 3');
  await sendMoves(bob, id, 1, 'spawn 2', 'charge 2');
  await done();
  await ada.call('POST', `/v1/matches/${id}/resign`);
  await done();
  const told = (await feedOf(ada)).slice(1);
  expect(got.map(({ type, timestamp, data }) => ({ type, at: timestamp, ...data }))).toEqual(told);
  expect(types(got).filter((type) => type === 'turn.started')).toHaveLength(2);
  expect(got.map((message) => message.id)).toEqual(told.map((entry) => `${hook.id}_${entry.id}`));
  expect((await deliveries()).map(({ state, webhookId }) => [state, webhookId]).reverse()).toEqual(
    [{ id: expect.any(String) }, ...got].map((message) => ['delivered', message.id]),
  );
});

test('one for a match and some types gets those alone', async () => {
  const ada = await newPlayer(api.send, 'Ada');
  const bob = await newPlayer(api.send, 'Bob');
  const wanted = await ada.call<{ id: string }>('POST', '/v1/matches', { game: 'aquaignis' });
  const got: Payload[] = [];
  const { url } = await onRequests(async (request, response) => {
    got.push(JSON.parse(await text(request)) as Payload);
    response.end();
  });
  const match = wanted.body.id;
  const hook = await webhookOf(ada, { url: url.href, match, events: ['match.started', 'match.finished'] });
  await expect.poll(async () => (await hook.get()).body.status).toBe('enabled');
  await newMatch(ada, bob);
  await bob.call('POST', `/v1/matches/${match}/join`);
  await bob.call('POST', `/v1/matches/${match}/resign`);
  await done();
  expect(types(got)).toEqual(['webhook.ping', 'match.started', 'match.finished']);
  for (const { data } of got.slice(1)) expect(data.match).toBe(match);
});

test('during a rotation either secret verifies', async () => {
  const { got, hook, ada } = await listening();
  const { secret } = (await hook.rotate()).body;
  const sent = await ada.call('POST', `${hook.path}/test`);
  await done();
  expect(got).toMatchObject([{ type: 'webhook.test', id: sent.body.webhookId }]);
  const [message] = got;
  if (message === undefined) throw new Error('no message');
  for (const each of [secret, hook.secret]) {
    expect(new Webhook(each).verify(message.text, message.headers)).toEqual(JSON.parse(message.text));
  }
});

test('what failed is told, and sent at once when it is asked for', async () => {
  const { ada, hook, got, receiver, deliveries } = await listening();
  receiver.status = 500;
  const sent = await ada.call<{ id: string }>('POST', `${hook.path}/test`);
  await done();
  const [failed] = await deliveries();
  expect(failed).toMatchObject({ id: sent.body.id, state: 'pending', tries: [{ status: 500, error: null }] });
  expect(Date.parse(String(failed?.nextTryAt)) - Date.now()).toBeGreaterThan(3000);
  expect((await hook.get()).body.failingSince).toEqual(expect.any(String));

  receiver.status = 204;
  const again = await ada.call('POST', `${hook.path}/deliveries/${sent.body.id}/redeliver`);
  expect(again.status).toBe(202);
  await done();
  expect(types(got)).toEqual(['webhook.test']);
  const [delivered] = await deliveries();
  expect(delivered).toMatchObject({ state: 'delivered', nextTryAt: null, tries: [{ status: 500 }, { status: 204 }] });
  expect((await hook.get()).body.failingSince).toBeNull();

  await ada.call('POST', `${hook.path}/deliveries/${sent.body.id}/redeliver`);
  await done();
  expect(got).toHaveLength(2);
  expect(got[1]?.id).toBe(got[0]?.id);
});

test('disabled it gets nothing; enabled again, what is new, and by a replay also what it missed', async () => {
  const { ada, bob, hook, got } = await listening();
  const since = new Date().toISOString();
  await hook.change({ enabled: false });
  const missed = await newMatch(ada, bob);
  await done();
  await hook.change({ enabled: true });
  await expect.poll(async () => (await hook.get()).body.status).toBe('enabled');
  await done();
  expect(types(got)).toEqual(['webhook.ping']);
  const next = await newMatch(ada, bob);
  await done();
  expect(new Set(got.slice(1).map(({ data }) => data.match))).toEqual(new Set([next.id]));

  got.length = 0;
  const replayed = await ada.call<{ queued: number }>('POST', `${hook.path}/replay`, { since });
  await done();
  const of = (match: string) => types(got.filter(({ data }) => data.match === match));
  expect(of(missed.id)).toEqual(of(next.id));
  expect(of(missed.id)).toContain('turn.started');
  expect(got).toHaveLength(replayed.body.queued);
});

test('sent elsewhere, it waits for the ping to be answered there', async () => {
  const { ada, bob, hook, got } = await listening();
  const there: Payload[] = [];
  let status = 500;
  const { url } = await onRequests(async (request, response) => {
    there.push(JSON.parse(await text(request)) as Payload);
    response.writeHead(status).end();
  });
  expect((await hook.change({ url: url.href })).body.status).toBe('unverified');
  const { id } = await newMatch(ada, bob);
  await done();
  expect(types(there)).toEqual(['webhook.ping']);
  expect((await hook.get()).body.status).toBe('unverified');

  status = 200;
  there.length = 0;
  await hook.change({ url: url.href });
  await expect.poll(async () => (await hook.get()).body.status, { timeout: 10_000 }).toBe('enabled');
  await done();
  expect(types(there)[0]).toBe('webhook.ping');
  const told = (await feedOf(ada)).filter(({ match }) => match === id).map(({ type }) => type);
  expect(types(there.slice(1))).toEqual(told);
  expect(got).toEqual([]);
});

test('one that is gone is disabled, and its owner is told', async () => {
  const { ada, hook, receiver } = await listening();
  receiver.status = 410;
  await ada.call('POST', `${hook.path}/test`);
  await done();
  expect((await hook.get()).body).toMatchObject({ status: 'disabled', disabledFor: 'gone' });
  expect((await feedOf(ada)).at(-1)).toMatchObject({ type: 'webhook.disabled', webhook: hook.id, reason: 'gone' });
  expect((await ada.call('POST', `${hook.path}/test`)).body.code).toBe('webhook_disabled');
});

test('deleted it gets nothing more', async () => {
  const { ada, bob, hook, got } = await listening();
  await ada.call('DELETE', hook.path);
  await newMatch(ada, bob);
  await done();
  expect(got).toEqual([]);
});
