/** Making webhooks: what is taken, how many, and the same request again. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { PlayerId } from '../../domain/match/types.ts';
import { type Client, type MatchBody, newMatch, newPlayer } from '../support/clients.ts';
import { create, listed, type QuietApi, startQuietApi, URL, webhookOf } from './webhook-kit.ts';

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
    expect(await quiet.pingsOf(ada)).toHaveLength(1);
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
    expect(await quiet.pingsOf(ada)).toHaveLength(1);
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
    expect(await quiet.pingsOf(ada)).toHaveLength(0);
    expect((await create(ada, {}, 'k')).status).toBe(201);
    expect(await quiet.pingsOf(ada)).toHaveLength(1);
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
