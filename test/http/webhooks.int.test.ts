/** A webhook's life as its owner sees it: changed, rotated, deleted; and nobody else's business. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PlayerId } from '../../domain/match/types.ts';
import { type Client, newPlayer } from '../support/clients.ts';
import { create, listed, type QuietApi, startQuietApi, URL, type WebhookBody, webhookOf } from './webhook-kit.ts';

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

/** As the worker does when the ping has been answered. */
const answered = (player: Client, id: WebhookBody['id']) =>
  quiet.deps.webhooks.change(player.id as PlayerId, id, { status: 'enabled' });

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
    expect(await quiet.pingsOf(ada)).toHaveLength(1);
  });

  test('another URL has to answer first', async () => {
    const hook = await webhookOf(ada);
    await answered(ada, hook.id);
    const changed = await hook.change({ url: 'https://other.example' });
    expect(changed.body).toMatchObject({ url: 'https://other.example/', status: 'unverified' });
    expect(await quiet.pingsOf(ada)).toHaveLength(2);
  });

  test('a ping that waits is not asked for twice, but sent at once', async () => {
    const hook = await webhookOf(ada);
    const [ping] = await quiet.pingsOf(ada);
    if (ping === undefined) throw new Error('no ping');
    await quiet.deps.deliveries.add(hook.id, ping);
    quiet.woken.length = 0;
    for (const change of [{ url: 'https://other.example/' }, { url: 'https://other.example/' }, { enabled: true }]) {
      expect((await hook.change(change)).body).toMatchObject({ url: 'https://other.example/', status: 'unverified' });
    }
    const message = { player: ada.id, webhook: hook.id, lane: 'account' };
    expect(quiet.woken).toEqual([message, message, message]);
    expect(await quiet.pingsOf(ada)).toHaveLength(1);
  });

  test('disabled it stays as it is until it is enabled, then has to answer, and begins where the feed stands', async () => {
    const hook = await webhookOf(ada);
    await answered(ada, hook.id);
    const off = { status: 'disabled', disabledFor: 'owner' };
    expect((await hook.change({ enabled: false })).body).toMatchObject(off);
    expect((await hook.change({ enabled: false, url: 'https://other.example/' })).body).toMatchObject(off);
    expect((await hook.change({ url: URL, events: ['turn.started'] })).body).toMatchObject({ ...off, url: URL });
    expect(await quiet.pingsOf(ada)).toHaveLength(1);
    const [ping] = await quiet.pingsOf(ada);
    const on = { status: 'unverified', disabledFor: null };
    expect((await hook.change({ enabled: true })).body).toMatchObject({ ...on, events: ['turn.started'] });
    expect(await quiet.pingsOf(ada)).toHaveLength(2);
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
    const [ping] = await quiet.pingsOf(ada);
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
