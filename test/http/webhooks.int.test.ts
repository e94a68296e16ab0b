/** A webhook's life as its owner sees it: made, changed, rotated, deleted; and nobody else's business. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PlayerId } from '../../domain/match/types.ts';
import { type Client, type MatchBody, newMatch, newPlayer } from '../support/clients.ts';
import { create, type QuietApi, startQuietApi, type WebhookBody, webhookOf } from './webhook-kit.ts';

const URL = 'https://bot.example/plypost';

let quiet: QuietApi;
let ada: Client;
let bob: Client;

beforeAll(async () => {
  quiet = await startQuietApi();
});
afterAll(() => quiet.end());
beforeEach(async () => {
  ada = await newPlayer(quiet.send, 'Ada');
  bob = await newPlayer(quiet.send, 'Bob');
});

const listed = async (player: Client) =>
  (await player.call<{ webhooks: WebhookBody[] }>('GET', '/v1/webhooks')).body.webhooks;
const pings = async (player: Client) => (await quiet.feedOf(player)).filter(({ type }) => type === 'webhook.ping');

/** As the worker does when the ping has been answered. */
const answered = (player: Client, id: WebhookBody['id']) =>
  quiet.deps.webhooks.change(player.id as PlayerId, id, { status: 'enabled' });

describe('making one', () => {
  test('tells it with its secret, and asks for its ping once', async () => {
    const made = await create(ada);
    expect(made.status).toBe(201);
    const { webhook, secret } = made.body;
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect(webhook).toEqual({
      id: expect.stringMatching(/^w_[0-9a-z]{16}$/),
      url: URL,
      events: null,
      match: null,
      status: 'unverified',
      disabledFor: null,
      oldSecretUntil: null,
      failingSince: null,
      createdAt: expect.any(String),
    });
    expect(await listed(ada)).toEqual([webhook]);
    expect((await ada.call('GET', `/v1/webhooks/${webhook.id}`)).body).toEqual(webhook);
    expect(await quiet.feedOf(ada)).toEqual([
      { id: expect.any(String), at: webhook.createdAt, type: 'webhook.ping', webhook: webhook.id },
    ]);
  });

  test('begins where the feed stands', async () => {
    const { id, createdAt } = (await create(ada)).body.webhook;
    await quiet.deps.feeds.append(ada.id as PlayerId, { key: 'a' }, String(createdAt), [
      { type: 'webhook.disabled', webhook: id, reason: 'gone' },
    ]);
    const [, newest] = await quiet.feedOf(ada);
    const second = (await create(ada)).body.webhook;
    const kept = await quiet.deps.webhooks.get(ada.id as PlayerId, second.id);
    expect(kept?.cursor).toBe(Number(newest?.id));
    expect((await quiet.deps.webhooks.get(ada.id as PlayerId, id))?.cursor).toBe(0);
  });

  test('takes a choice of types and a match', async () => {
    const match = await newMatch(ada, bob, { visibility: 'private', invited: [bob.id] });
    const wish = { events: ['turn.started', 'webhook.disabled'], match: match.id };
    const made = await create(bob, wish);
    expect(made.body.webhook).toMatchObject({ url: URL, ...wish });
    expect((await create(ada, { events: null, match: null })).body.webhook).toMatchObject({
      events: null,
      match: null,
    });
  });

  test('for a match takes a seat in it', async () => {
    const open = await newMatch(ada, bob);
    const closed = await newMatch(ada, bob, { visibility: 'private', invited: [bob.id] });
    const cyd = await newPlayer(quiet.send, 'Cyd');
    expect((await create(cyd, { match: open.id })).body).toMatchObject({ status: 403, code: 'not_seated' });
    expect((await create(cyd, { match: closed.id })).body).toMatchObject({ status: 404, code: 'not_found' });
    expect((await create(cyd, { match: 'm_0000000000000000' })).body).toMatchObject({ status: 404, code: 'not_found' });
    const left = await ada.call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis' });
    await bob.call('POST', `/v1/matches/${left.body.id}/leave`);
    expect((await create(bob, { match: left.body.id })).body).toMatchObject({ code: 'not_seated' });
    expect(await listed(cyd)).toEqual([]);
    expect(await quiet.feedOf(cyd)).toEqual([]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no URL', { url: undefined }, '/url'],
    ['null for a URL', { url: null }, '/url'],
    ['a number for a URL', { url: 7 }, '/url'],
    ['an empty URL', { url: '' }, '/url'],
    ['a very long URL', { url: `https://bot.example/${'x'.repeat(2048)}` }, '/url'],
    ['an unknown field', { colour: 'blue' }, '/colour'],
    ['a secret of one’s own', { secret: 'whsec_mine' }, '/secret'],
    ['a status', { status: 'enabled' }, '/status'],
    ['no types', { events: [] }, '/events'],
    ['a type twice', { events: ['turn.started', 'turn.started'] }, '/events'],
    ['an unknown type', { events: ['turn.began'] }, '/events/0'],
    ['a type that comes anyway', { events: ['webhook.ping'] }, '/events/0'],
    ['a text for types', { events: 'turn.started' }, '/events'],
    ['what is no match’s id', { match: 'm_1' }, '/match'],
    ['a number for a match', { match: 7 }, '/match'],
  ])('refuses %s', async (_what, body, pointer) => {
    const made = await create(ada, body);
    expect(made.body).toMatchObject({ status: 422, code: 'invalid' });
    expect(made.body.errors).toEqual([{ in: 'body', pointer, detail: expect.any(String) }]);
    expect(await listed(ada)).toEqual([]);
  });

  /** All the spellings are in the tests of addresses. */
  test.each([
    'http://bot.example/',
    'https://localhost/',
    'http://127.0.0.1:8080/',
    'https://127.1/',
    'https://0x7f000001/',
    'https://[::1]/',
    'https://[::ffff:10.0.0.1]/',
    'https://10.1.2.3/',
    'https://169.254.169.254/latest/meta-data/',
    'https://ada:secret@bot.example/',
    'ftp://bot.example/',
    'bot.example',
  ])('never goes to %s', async (url) => {
    const made = await create(ada, { url });
    expect(made.body).toMatchObject({ code: 'invalid', errors: [{ in: 'body', pointer: '/url' }] });
    const kind = await webhookOf(ada);
    expect((await kind.change({ url })).body).toMatchObject({ code: 'invalid', errors: [{ pointer: '/url' }] });
    expect((await kind.get()).body.url).toBe(URL);
  });

  test('goes to this machine where that is allowed, and nowhere else without TLS', async () => {
    const local = await newPlayer(quiet.with({ webhookLoopback: true }), 'Loc');
    expect((await create(local, { url: 'http://127.0.0.1:8080/hooks' })).status).toBe(201);
    expect((await create(local, { url: 'http://bot.example/' })).status).toBe(422);
    expect((await create(local, { url: 'https://10.1.2.3/' })).status).toBe(422);
  });

  test('at most twenty', async () => {
    for (let n = 0; n < 19; n += 1) expect((await create(ada)).status).toBe(201);
    const last = await create(ada, {}, 'last');
    expect(last.status).toBe(201);
    expect((await create(ada)).body).toMatchObject({ status: 409, code: 'too_many_webhooks' });
    expect(await create(ada, {}, 'last')).toMatchObject({ status: 201, text: last.text });
    expect((await create(bob)).status).toBe(201);
    await ada.call('DELETE', `/v1/webhooks/${last.body.webhook.id}`);
    expect((await create(ada)).status).toBe(201);
    expect(await listed(ada)).toHaveLength(20);
  });

  test('at most twenty, also of many at once', async () => {
    for (let n = 0; n < 15; n += 1) await create(ada);
    const racers = await Promise.all(Array.from({ length: 12 }, () => create(ada)));
    const hooks = await listed(ada);
    expect(hooks.length).toBeLessThanOrEqual(20);
    const made = racers.filter(({ status }) => status === 201).map(({ body }) => body.webhook.id);
    expect(
      hooks
        .slice(15)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(made.sort());
    expect(racers.every(({ status }) => status === 201 || status === 409)).toBe(true);
  });
});

describe('under an Idempotency-Key', () => {
  test('the same request makes one webhook, with one secret and one ping, however late', async () => {
    const first = await create(ada, {}, 'k');
    const again = await create(ada, {}, 'k');
    expect(again).toMatchObject({ status: 201, text: first.text });
    expect(await pings(ada)).toHaveLength(1);
    await ada.call('PATCH', `/v1/webhooks/${first.body.webhook.id}`, { url: 'https://other.example/' });
    const late = await create(ada, {}, 'k');
    expect(late.body.secret).toBe(first.body.secret);
    expect(late.body.webhook).toMatchObject({ id: first.body.webhook.id, url: 'https://other.example/' });
    expect(await listed(ada)).toHaveLength(1);
  });

  test('racing requests make one', async () => {
    const racers = await Promise.all(Array.from({ length: 10 }, () => create(ada, {}, 'k')));
    expect(new Set(racers.map(({ status, text }) => `${status} ${JSON.parse(text).secret}`)).size).toBe(1);
    expect(racers[0]?.status).toBe(201);
    expect(await listed(ada)).toHaveLength(1);
    expect(await pings(ada)).toHaveLength(1);
  });

  test('what the first could not do the second does', async () => {
    const busy = Object.assign(new Error('busy'), { name: 'ThrottlingException' });
    const broken = { ...quiet.deps.feeds, append: () => Promise.reject(busy) };
    const { token } = ada;
    const response = await quiet.with({ feeds: broken })('/v1/webhooks', {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json', 'Idempotency-Key': 'k' },
      body: JSON.stringify({ url: URL }),
    });
    expect(response.status).toBe(503);
    expect(await pings(ada)).toHaveLength(0);
    expect((await create(ada, {}, 'k')).status).toBe(201);
    expect(await pings(ada)).toHaveLength(1);
    expect(await listed(ada)).toHaveLength(1);
  });

  test('another request is told so', async () => {
    const match = await newMatch(ada, bob);
    const { webhook } = (await create(ada, {}, 'k')).body;
    for (const body of [{ url: 'https://other.example/' }, { events: ['turn.started'] }, { match: match.id }]) {
      expect((await create(ada, body, 'k')).body).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    }
    expect(await listed(ada)).toEqual([webhook]);
  });

  test('a secret that was rotated is not told again', async () => {
    const made = await create(ada, {}, 'k');
    const path = `/v1/webhooks/${made.body.webhook.id}/rotate-secret`;
    const rotated = await ada.call<{ secret: string }>('POST', path);
    const late = await create(ada, {}, 'k');
    expect(late.body).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    for (const secret of [made.body.secret, rotated.body.secret]) expect(late.text).not.toContain(secret);
  });

  test('it is the player’s own', async () => {
    const [first, other] = [await create(ada, {}, 'k'), await create(bob, {}, 'k')];
    expect(other.status).toBe(201);
    expect(other.body.webhook.id).not.toBe(first.body.webhook.id);
    expect(other.body.secret).not.toBe(first.body.secret);
  });
});

describe('changing one', () => {
  test('changes what is named, and all else stays', async () => {
    const hook = await webhookOf(ada);
    await answered(ada, hook.id);
    const before = (await hook.get()).body;
    const events = await hook.change({ events: ['match.finished'] });
    expect(events).toMatchObject({ status: 200, body: { ...before, events: ['match.finished'] } });
    expect((await hook.change({ events: null })).body).toEqual(before);
    expect((await hook.change({})).body).toEqual(before);
    expect((await hook.change({ enabled: true, url: URL })).body).toEqual(before);
    expect((await hook.get()).body).toEqual(before);
    expect(await pings(ada)).toHaveLength(1);
  });

  test('another URL has to answer first', async () => {
    const hook = await webhookOf(ada);
    await answered(ada, hook.id);
    const changed = await hook.change({ url: 'https://other.example' });
    expect(changed.body).toMatchObject({ url: 'https://other.example/', status: 'unverified' });
    expect(await pings(ada)).toHaveLength(2);
  });

  test('a ping that waits is not asked for twice, but sent at once', async () => {
    const hook = await webhookOf(ada);
    const [ping] = await pings(ada);
    if (ping === undefined) throw new Error('no ping');
    await quiet.deps.deliveries.add(hook.id, ping);
    quiet.woken.length = 0;
    for (const change of [{ url: 'https://other.example/' }, { url: 'https://other.example/' }, { enabled: true }]) {
      expect((await hook.change(change)).body).toMatchObject({ url: 'https://other.example/', status: 'unverified' });
    }
    const message = { player: ada.id, webhook: hook.id, lane: 'account' };
    expect(quiet.woken).toEqual([message, message, message]);
    expect(await pings(ada)).toHaveLength(1);
  });

  test('disabled it stays as it is until it is enabled, then has to answer, and begins where the feed stands', async () => {
    const hook = await webhookOf(ada);
    await answered(ada, hook.id);
    const off = { status: 'disabled', disabledFor: 'owner' };
    expect((await hook.change({ enabled: false })).body).toMatchObject(off);
    expect((await hook.change({ enabled: false, url: 'https://other.example/' })).body).toMatchObject(off);
    expect((await hook.change({ url: URL, events: ['turn.started'] })).body).toMatchObject({ ...off, url: URL });
    expect(await pings(ada)).toHaveLength(1);
    const [ping] = await pings(ada);
    const on = { status: 'unverified', disabledFor: null };
    expect((await hook.change({ enabled: true })).body).toMatchObject({ ...on, events: ['turn.started'] });
    expect(await pings(ada)).toHaveLength(2);
    const kept = await quiet.deps.webhooks.get(ada.id as PlayerId, hook.id);
    expect(kept?.cursor).toBe(Number(ping?.id));
  });

  test.each(['gone', 'failing'] as const)('one that was %s is enabled as if it were new', async (disabledFor) => {
    const hook = await webhookOf(ada);
    const failingSince = '2026-11-01T00:00:00.000Z';
    await quiet.deps.webhooks.change(ada.id as PlayerId, hook.id, { status: 'disabled', disabledFor, failingSince });
    expect((await hook.change({ enabled: false })).body).toMatchObject({ status: 'disabled', disabledFor });
    const enabled = await hook.change({ enabled: true });
    expect(enabled.body).toMatchObject({ status: 'unverified', disabledFor: null, failingSince: null });
  });

  test.each([
    [{ url: null }, '/url'],
    [{ events: [] }, '/events'],
    [{ enabled: 'yes' }, '/enabled'],
    [{ match: null }, '/match'],
    [{ status: 'enabled' }, '/status'],
  ])('refuses %j', async (change, pointer) => {
    const hook = await webhookOf(ada);
    expect((await hook.change(change)).body).toMatchObject({ status: 422, errors: [{ in: 'body', pointer }] });
  });
});

describe('rotating its secret', () => {
  test('gives a new one; the old signs for a day', async () => {
    const hook = await webhookOf(ada);
    const before = Date.now();
    const rotated = await hook.rotate();
    expect(rotated.status).toBe(200);
    expect(rotated.body.secret).toMatch(/^whsec_/);
    expect(rotated.body.secret).not.toBe(hook.secret);
    const until = String(rotated.body.webhook.oldSecretUntil);
    expect(Date.parse(until) - before).toBeGreaterThan(86_400_000 - 10);
    expect(Date.parse(until) - before).toBeLessThan(86_400_000 + 10_000);
    const kept = await quiet.deps.webhooks.get(ada.id as PlayerId, hook.id);
    expect(kept?.secrets).toEqual([
      { secret: rotated.body.secret, expires: null },
      { secret: hook.secret, expires: until },
    ]);
    const later = new Date(Date.now() + 86_400_001);
    const then = await quiet.with({ now: () => later })(hook.path, {
      headers: { Authorization: `Bearer ${ada.token}` },
    });
    expect(await then.json()).toMatchObject({ oldSecretUntil: null });
  });

  test('under a key gives the same again while it is the newest, and never one that was given up', async () => {
    const hook = await webhookOf(ada);
    const first = await hook.rotate('k');
    expect(await hook.rotate('k')).toMatchObject({ status: 200, text: first.text });
    const racers = await Promise.all([hook.rotate('l'), hook.rotate('l'), hook.rotate('l')]);
    expect(new Set(racers.map(({ body }) => body.secret)).size).toBe(1);
    const late = await hook.rotate('k');
    expect(new Set([hook.secret, first.body.secret, racers[0]?.body.secret, late.body.secret]).size).toBe(4);
    const kept = await quiet.deps.webhooks.get(ada.id as PlayerId, hook.id);
    expect(kept?.secrets.map(({ secret }) => secret)).toEqual([late.body.secret, racers[0]?.body.secret]);
  });
});

describe('deleting one', () => {
  test('is done once and answered alike ever after', async () => {
    const hook = await webhookOf(ada);
    const other = await webhookOf(ada);
    for (let n = 0; n < 2; n += 1) {
      const deleted = await ada.call('DELETE', hook.path);
      expect(deleted).toMatchObject({ status: 204, text: '' });
      expect(deleted.headers.get('X-Request-Id')).not.toBeNull();
    }
    expect((await hook.get()).status).toBe(404);
    expect((await listed(ada)).map(({ id }) => id)).toEqual([other.id]);
    expect((await ada.call('DELETE', '/v1/webhooks/hello')).body).toMatchObject({ status: 422 });
  });
});

/** Requests about a webhook or a delivery, each right for its owner. */
const REQUESTS: readonly [string, string, unknown?][] = [
  ['GET', ''],
  ['PATCH', '', { enabled: false }],
  ['POST', '/rotate-secret'],
  ['POST', '/test'],
  ['GET', '/deliveries'],
  ['POST', '/deliveries/{delivery}/redeliver'],
  ['POST', '/replay', { since: new Date().toISOString() }],
];

describe('another player’s', () => {
  test.each(REQUESTS)('%s %s: there is none', async (method, path, body) => {
    const hook = await webhookOf(ada);
    const [ping] = await pings(ada);
    if (ping === undefined) throw new Error('no ping');
    await quiet.deps.deliveries.add(hook.id, ping);
    const before = [await hook.get(), await ada.call('GET', `${hook.path}/deliveries`)].map(({ text }) => text);
    const feed = await quiet.feedOf(ada);
    quiet.woken.length = 0;

    const at = path.replace('{delivery}', ping.id);
    const theirs = await bob.call(method, `${hook.path}${at}`, body);
    const none = await bob.call(method, `/v1/webhooks/w_0000000000000000${at}`, body);
    expect(theirs.body).toEqual({ ...none.body, requestId: theirs.body.requestId });
    expect(theirs.body).toMatchObject({ status: 404, code: 'not_found' });
    // Nor does anything wrong with the request tell that it is there.
    expect((await bob.call(method, `${hook.path}${at}?x=1`, body)).status).toBe(404);
    if (method !== 'GET') expect((await bob.call(method, `${hook.path}${at}`, '{')).status).toBe(404);
    expect((await bob.call(method, `/v1/webhooks/hello${at}`, body)).status).toBe(404);

    expect([await hook.get(), await ada.call('GET', `${hook.path}/deliveries`)].map(({ text }) => text)).toEqual(
      before,
    );
    expect(await quiet.feedOf(ada)).toEqual(feed);
    expect(quiet.woken).toEqual([]);
    expect((await ada.call(method, `${hook.path}${at}`, body)).status).toBeLessThan(300);
  });

  test('is not deleted', async () => {
    const hook = await webhookOf(ada);
    expect((await bob.call('DELETE', hook.path)).status).toBe(204);
    expect((await hook.get()).status).toBe(200);
  });

  test('is in no list', async () => {
    await webhookOf(ada);
    expect(await listed(bob)).toEqual([]);
  });
});

test('secrets are in no answer but their own, nor URLs or secrets in any line of the log', async () => {
  const url = 'https://bot.example/?token=hush-hush';
  const made = await create(ada, { url }, 'k');
  const { id } = made.body.webhook;
  const path = `/v1/webhooks/${id}`;
  const rotated = await ada.call<{ secret: string }>('POST', `${path}/rotate-secret`);
  const secrets = [made.body.secret, rotated.body.secret];
  const others = await Promise.all([
    ada.call('GET', path),
    ada.call('GET', '/v1/webhooks'),
    ada.call('PATCH', path, { enabled: false }),
    ada.call('PATCH', path, { enabled: true }),
    ada.call('GET', `${path}/deliveries`),
    ada.call('POST', `${path}/test`),
    create(ada, { url }, 'k'),
    create(ada, {}, 'k'),
  ]);
  for (const { text } of others) for (const secret of secrets) expect(text).not.toContain(secret.slice(6));
  const log = JSON.stringify(quiet.api.lines);
  expect(log).toContain(id);
  for (const hidden of [...secrets.map((secret) => secret.slice(6)), 'hush-hush']) expect(log).not.toContain(hidden);
});
