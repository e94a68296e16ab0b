/** Tokens that are good for less than all: making, listing, revoking. What each may do is in `scopes.int.test.ts`. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { everyHalfSecond } from '../../functions/api/every-half-second.ts';
import { SCOPES } from '../../functions/store/scopes.ts';
import type { Token } from '../../functions/store/tokens.ts';
import { type Answer, type Client, clientOf, type MatchBody, newMatch, newPlayer } from '../support/clients.ts';
import { type QuietApi, startQuietApi } from './webhook-kit.ts';

interface Made {
  readonly token: string;
  readonly details: Token & { readonly current: boolean };
  readonly code?: string;
  readonly errors?: unknown;
}

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

const make = (who: Client, body: Record<string, unknown> = {}, key?: string): Promise<Answer<Made>> =>
  who.call<Made>(
    'POST',
    '/v1/me/tokens',
    { name: 'Bot', scopes: ['matches:read'], ...body },
    key === undefined ? {} : { 'Idempotency-Key': key },
  );
const listed = async (who: Client) =>
  (await who.call<{ tokens: Made['details'][] }>('GET', '/v1/me/tokens')).body.tokens;
const withToken = (token: string | null) => clientOf(quiet.send, ada.id, token);

describe('making one', () => {
  test('tells it once, and all about it', async () => {
    const expiresAt = '2099-06-01T02:00:00+02:00';
    const made = await make(ada, { name: '  Bot 🤖 ', scopes: ['talk', 'matches:read'], expiresAt });
    expect(made.status).toBe(201);
    expect(made.body.token).toMatch(/^plypost_[0-9A-Za-z]{49}$/);
    expect(made.body.details).toEqual({
      id: expect.stringMatching(/^t_[0-9a-z]{16}$/),
      name: 'Bot 🤖',
      scopes: ['matches:read', 'talk'],
      match: null,
      seat: null,
      createdAt: expect.any(String),
      expiresAt: '2099-06-01T00:00:00.000Z',
      lastUsed: null,
      current: false,
    });
    const tokens = await listed(ada);
    expect(tokens).toEqual([
      expect.objectContaining({ name: 'Made with the account', scopes: SCOPES }),
      made.body.details,
    ]);
    expect(JSON.stringify(tokens)).not.toContain('plypost_');
    expect((await withToken(made.body.token).call('GET', '/v1/me')).body).toMatchObject({ player: { id: ada.id } });
  });

  test('the list tells which one is asking, and in which hour each was last used', async () => {
    const { token, details } = (await make(ada, { scopes: ['account'] })).body;
    const [first, second] = await listed(withToken(token));
    expect([first?.current, second?.current]).toEqual([false, true]);
    for (const each of [first, second]) expect(each?.lastUsed).toMatch(/^\d{4}-\d{2}-\d{2}T\d{2}:00:00\.000Z$/);
    expect(details.lastUsed).toBeNull();
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no name', { name: undefined }, '/name'],
    ['a name of blanks', { name: ' ' }, '/name'],
    ['a name that is too long', { name: 'x'.repeat(41) }, '/name'],
    ['no scopes', { scopes: undefined }, '/scopes'],
    ['an empty list of scopes', { scopes: [] }, '/scopes'],
    ['a scope twice', { scopes: ['talk', 'talk'] }, '/scopes'],
    ['an unknown scope', { scopes: ['matches:write'] }, '/scopes/0'],
    ['a time that is past', { expiresAt: '2020-01-01T00:00:00Z' }, '/expiresAt'],
    ['a date for a time', { expiresAt: '2099-01-01' }, '/expiresAt'],
    ['what is no match’s id', { match: 'm_1' }, '/match'],
    ['a seat of no match', { seat: 1 }, '/seat'],
    ['a seat that no match has', { seat: 6 }, '/seat'],
    ['an unknown field', { colour: 'blue' }, '/colour'],
  ])('refuses %s', async (_what, body, pointer) => {
    const made = await make(ada, body);
    expect(made.body).toMatchObject({ status: 422, code: 'invalid', errors: [{ in: 'body', pointer }] });
    expect(await listed(ada)).toHaveLength(1);
  });

  test('for one match takes one that may be read, a seat of it, and scopes that are about matches', async () => {
    const match = await newMatch(ada, bob, { visibility: 'private', invited: [bob.id] });
    const cyd = await newPlayer(quiet.send, 'Cyd');
    const whole = { match: match.id, seat: 1, scopes: ['matches:play'] };
    expect((await make(ada, whole)).body.details).toMatchObject(whole);
    expect((await make(cyd, { match: match.id })).body).toMatchObject({ status: 404, code: 'not_found' });
    expect((await make(cyd, { match: 'm_0000000000000000' })).body).toMatchObject({ status: 404, code: 'not_found' });
    const refused = async (more: Record<string, unknown>) => (await make(ada, { ...whole, ...more })).body.errors;
    expect(await refused({ seat: 2 })).toMatchObject([{ pointer: '/seat', detail: 'Yours is seat 1.' }]);
    expect(await refused({ seat: 3 })).toMatchObject([{ pointer: '/seat' }]);
    expect(await refused({ scopes: ['talk', 'webhooks', 'account'] })).toMatchObject([{ pointer: '/scopes' }]);
  });

  test('at most fifty, also of many at once', async () => {
    for (let n = 0; n < 44; n += 1) expect((await make(ada)).status).toBe(201);
    const racers = await Promise.all(Array.from({ length: 12 }, () => make(ada)));
    const tokens = await listed(ada);
    expect(tokens.length).toBeLessThanOrEqual(50);
    const made = racers.filter(({ status }) => status === 201).map(({ body }) => body.details.id);
    expect(
      tokens
        .slice(45)
        .map(({ id }) => id)
        .sort(),
    ).toEqual(made.sort());
    expect(racers.filter(({ status }) => status !== 201).every(({ body }) => body.code === 'too_many_tokens')).toBe(
      true,
    );
    for (const { id } of tokens.slice(45)) await ada.call('DELETE', `/v1/me/tokens/${id}`);
    expect((await make(ada)).status).toBe(201);
  });
});

describe('a token makes none', () => {
  test('with scopes that it has not', async () => {
    const narrow = withToken((await make(ada, { scopes: ['account', 'talk'] })).body.token);
    const refused = await make(narrow, { scopes: ['talk', 'matches:play', 'webhooks'] });
    expect(refused.body).toMatchObject({ status: 403, code: 'insufficient_scope' });
    expect(refused.headers.get('WWW-Authenticate')).toBe(
      'Bearer error="insufficient_scope", scope="matches:play webhooks"',
    );
    expect((await make(narrow, { scopes: ['talk'] })).status).toBe(201);
  });

  test('that outlives it', async () => {
    const ends = '2099-01-01T00:00:00.000Z';
    const mortal = withToken((await make(ada, { scopes: ['account'], expiresAt: ends })).body.token);
    for (const expiresAt of [undefined, null, '2099-01-01T00:00:00.001Z']) {
      const refused = await make(mortal, { scopes: ['account'], expiresAt });
      expect(refused.body).toMatchObject({ status: 403, code: 'insufficient_scope' });
      expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer error="insufficient_scope"');
    }
    expect((await make(mortal, { scopes: ['account'], expiresAt: ends })).status).toBe(201);
  });
});

describe('under an Idempotency-Key', () => {
  test('the same request gives the same token, however late, and makes one', async () => {
    const first = await make(ada, {}, 'k');
    await withToken(first.body.token).call('GET', '/v1/me');
    const late = await make(ada, {}, 'k');
    expect(late.status).toBe(201);
    expect(late.body.token).toBe(first.body.token);
    expect(late.body.details.id).toBe(first.body.details.id);
    expect(await listed(ada)).toHaveLength(2);
  });

  test('racing requests make one', async () => {
    const racers = await Promise.all(Array.from({ length: 20 }, () => make(ada, {}, 'k')));
    expect(new Set(racers.map(({ status, body }) => `${status} ${body.token}`)).size).toBe(1);
    expect(racers[0]?.status).toBe(201);
    expect(await listed(ada)).toHaveLength(2);
    expect((await withToken(racers[0]?.body.token ?? '').call('GET', '/v1/me')).status).toBe(200);
  });

  test('what the first could not finish the second does', async () => {
    const busy = Object.assign(new Error('busy'), { name: 'ThrottlingException' });
    const tokens = { ...quiet.deps.tokens, activate: () => Promise.reject(busy) };
    const broken = clientOf(quiet.with({ tokens }), ada.id, ada.token);
    expect((await make(broken, {}, 'k')).status).toBe(503);
    const again = await make(ada, {}, 'k');
    expect(again.status).toBe(201);
    expect((await withToken(again.body.token).call('GET', '/v1/me')).status).toBe(200);
    expect(await listed(ada)).toHaveLength(2);
  });

  test('another request is told so, and so is the same one with another token', async () => {
    await make(ada, {}, 'k');
    const more = [{ name: 'Other' }, { scopes: ['talk'] }, { expiresAt: '2099-01-01T00:00:00Z' }];
    for (const body of more) {
      expect((await make(ada, body, 'k')).body).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    }
    const other = withToken((await make(ada, { scopes: [...SCOPES] })).body.token);
    const refused = await make(other, {}, 'k');
    expect(refused.body).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    expect(refused.text).not.toContain('plypost_');
  });

  test('a token that was revoked is not told or made again', async () => {
    const made = await make(ada, {}, 'k');
    await ada.call('DELETE', `/v1/me/tokens/${made.body.details.id}`);
    const late = await make(ada, {}, 'k');
    expect(late.body).toMatchObject({ status: 422, code: 'idempotency_key_reused' });
    expect((await withToken(made.body.token).call('GET', '/v1/me')).status).toBe(401);
  });

  test('it is the player’s own', async () => {
    const [first, other] = [await make(ada, {}, 'k'), await make(bob, {}, 'k')];
    expect(other.status).toBe(201);
    expect(other.body.token).not.toBe(first.body.token);
    expect(other.body.details.id).not.toBe(first.body.details.id);
  });
});

describe('revoking', () => {
  test('ends a token, and may be done again; what is another’s stays', async () => {
    const { token, details } = (await make(ada)).body;
    const path = `/v1/me/tokens/${details.id}`;
    expect((await bob.call('DELETE', path)).status).toBe(204);
    expect((await withToken(token).call('GET', '/v1/me')).status).toBe(200);
    for (let n = 0; n < 2; n += 1) expect((await ada.call('DELETE', path)).status).toBe(204);
    const refused = await withToken(token).call('GET', '/v1/games');
    expect(refused.body).toMatchObject({ status: 401, code: 'unauthenticated' });
    expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer error="invalid_token"');
    expect(await listed(ada)).toHaveLength(1);
    expect((await ada.call('DELETE', '/v1/me/tokens/nonsense')).status).toBe(422);
  });

  test('ends a wait that it began', async () => {
    const match = await newMatch(ada, bob);
    const { token, details } = (await make(ada)).body;
    const waiting = clientOf(quiet.with({ wake: everyHalfSecond }), ada.id, token).call<{ commits: unknown[] }>(
      'GET',
      `/v1/matches/${match.id}/events?after=2&wait=25`,
    );
    await sleep(200);
    await ada.call('DELETE', `/v1/me/tokens/${details.id}`);
    await ada.call('POST', `/v1/matches/${match.id}/moves`, { ply: 0, moves: ['spawn 3'] });
    expect(await waiting).toMatchObject({ status: 200, body: { commits: [] } });
  });

  test('ends streams that it opened', async () => {
    const match = await newMatch(ada, bob);
    const { token, details } = (await make(ada)).body;
    const response = await quiet.with({ wake: everyHalfSecond })(`/v1/matches/${match.id}/events`, {
      method: 'GET',
      headers: { Authorization: `Bearer ${token}`, Accept: 'application/x-ndjson' },
    });
    const lines: string[] = [];
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const piece of response.body ?? []) lines.push(decoder.decode(piece));
    })();
    await expect.poll(() => lines.join('')).toContain('"seq":2');
    await ada.call('DELETE', `/v1/me/tokens/${details.id}`);
    const moved = await ada.call<MatchBody>('POST', `/v1/matches/${match.id}/moves`, { ply: 0, moves: ['spawn 3'] });
    expect(moved.status).toBe(200);
    await reading;
    expect(lines.join('')).not.toContain('"seq":3');
  });
});

test('a token whose checksum is wrong costs no look-up', async () => {
  let asked = 0;
  const find: typeof quiet.deps.tokens.find = async () => {
    asked += 1;
    return null;
  };
  const send = quiet.with({ tokens: { ...quiet.deps.tokens, find } });
  const { token } = (await make(ada)).body;
  const wrong = token.slice(0, -1) + (token.endsWith('0') ? '1' : '0');
  expect((await clientOf(send, '', wrong).call('GET', '/v1/me')).status).toBe(401);
  expect(asked).toBe(0);
  expect((await clientOf(send, '', token).call('GET', '/v1/me')).status).toBe(401);
  expect(asked).toBe(1);
});
