/** What a token may do is asked of every operation, and what it may not do tells nothing of what there is. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createApp } from '../../functions/api/app.ts';
import { describeApi, type Operation } from '../../functions/api/openapi.ts';
import { OPERATION_SCOPES, scopesOf } from '../../functions/api/operation-scopes.ts';
import { SCOPES, type Scope } from '../../functions/store/scopes.ts';
import { type Client, clientOf, type MatchBody, newMatch, newPlayer } from '../support/clients.ts';
import { type QuietApi, startQuietApi } from './webhook-kit.ts';

let quiet: QuietApi;
let ada: Client;
let bob: Client;
let operations: readonly { readonly method: string; readonly path: string; readonly operation: Operation }[];

beforeAll(async () => {
  quiet = await startQuietApi();
  ada = await newPlayer(quiet.send, 'Ada');
  bob = await newPlayer(quiet.send, 'Bob');
  const { paths } = describeApi(createApp(quiet.deps));
  operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ method: method.toUpperCase(), path, operation })),
  );
});
afterAll(() => quiet.end());

async function tokenWith(who: Client, body: Record<string, unknown>): Promise<Client> {
  const made = await who.call<{ token: string }>('POST', '/v1/me/tokens', { name: 'Bot', scopes: SCOPES, ...body });
  if (made.status !== 201) throw new Error(made.text);
  return clientOf(quiet.send, who.id, made.body.token);
}

const NOWHERE = { match: 'm_0000000000000000', webhook: 'w_0000000000000000', token: 't_0000000000000000' };

const filled = (path: string, names: Record<string, string> = NOWHERE) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => names[name] ?? (name === 'game' ? 'aquaignis' : '1'));

async function codeOf(who: Client, method: string, path: string): Promise<unknown> {
  const { status, body } = await who.call(method, path);
  return status < 300 ? status : body.code;
}

describe('the table of operations', () => {
  test('has every operation, and no other', () => {
    expect(operations.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      Object.keys(OPERATION_SCOPES).sort(),
    );
  });

  test('has what is open to all with no scope, and all that changes something with one', () => {
    for (const { method, path, operation } of operations) {
      const needed = scopesOf(method, path);
      if (method !== 'GET' && !['createPlayer', 'recoverAccount'].includes(operation.operationId)) {
        expect(needed, operation.operationId).not.toEqual([]);
      }
    }
  });

  test('is what the description tells, with the problem where there is a scope', () => {
    for (const { method, path, operation } of operations) {
      const needed = scopesOf(method, path);
      const [way] = operation.security.filter((each) => 'bearer' in each);
      expect(way, operation.operationId).toEqual({ bearer: needed });
      const told = String(operation.responses['403']?.description ?? '').includes('insufficient_scope');
      expect(told, operation.operationId).toBe(needed.length > 0);
    }
  });

  test('refuses what is not in it', () => {
    expect(() => scopesOf('get', '/v1/something/:new')).toThrow('GET /v1/something/{new}');
  });
});

describe.each(SCOPES)('a token without %s', (scope) => {
  test('is refused by what needs that, and by nothing else', async () => {
    const others = await tokenWith(ada, { scopes: SCOPES.filter((each) => each !== scope) });
    for (const { method, path, operation } of operations) {
      const needs = scopesOf(method, path).includes(scope);
      const code = await codeOf(others, method, filled(path));
      if (needs) expect(code, operation.operationId).toBe('insufficient_scope');
      else expect(code, operation.operationId).not.toBe('insufficient_scope');
    }
  });
});

test('the refusal says by RFC 6750 what it takes', async () => {
  const reader = await tokenWith(ada, { scopes: ['matches:read'] });
  const refused = await reader.call('POST', '/v1/matches', { game: 'aquaignis' });
  expect(refused.status).toBe(403);
  expect(refused.headers.get('WWW-Authenticate')).toBe('Bearer error="insufficient_scope", scope="matches:play"');
  expect(refused.body).toMatchObject({ code: 'insufficient_scope', detail: expect.stringContaining('matches:play') });
});

test('what is open to all is not open to a token that is not for it', async () => {
  const match = await newMatch(ada, bob);
  const talker = await tokenWith(ada, { scopes: ['talk'] });
  expect(await codeOf(talker, 'GET', `/v1/matches/${match.id}`)).toBe('insufficient_scope');
  for (const path of ['/v1/me', '/v1/games', '/v1/games/aquaignis', '/v1/games/aquaignis/leaderboard'])
    expect(await codeOf(talker, 'GET', path)).toBe(200);
  expect((await talker.call('HEAD', `/v1/matches/${match.id}`)).status).toBe(403);
});

test('of paths and methods that there are not the same is told as ever', async () => {
  const talker = await tokenWith(ada, { scopes: ['talk'] });
  expect(await codeOf(talker, 'GET', '/v1/nothing')).toBe('not_found');
  expect(await codeOf(talker, 'PUT', '/v1/matches')).toBe('method_not_allowed');
});

describe('a token for one match', () => {
  const scopes: readonly Scope[] = ['matches:read', 'matches:play', 'talk'];

  test('does there what its scopes allow', async () => {
    const match = await newMatch(ada, bob);
    const bound = await tokenWith(ada, { scopes, match: match.id });
    const path = `/v1/matches/${match.id}`;
    for (const more of ['', '/events', '/clock', '/legal-moves', '/record', '/board.txt']) {
      expect(await codeOf(bound, 'GET', path + more)).toBe(200);
    }
    const moved = await bound.call<MatchBody>('POST', `${path}/moves`, { ply: 0, moves: ['spawn 3'] });
    expect([moved.status, moved.body.ply]).toEqual([200, 1]);
    const player = await tokenWith(ada, { scopes: ['matches:play'], match: match.id });
    expect(await codeOf(player, 'GET', path)).toBe('insufficient_scope');
    expect(await codeOf(player, 'POST', `${path}/resign`)).toBe(200);
  });

  test('touches no other, whether that is there or not, and nothing of the account', async () => {
    const match = await newMatch(ada, bob);
    const other = await newMatch(ada, bob);
    const bound = await tokenWith(ada, { scopes, match: match.id });
    const own = await tokenWith(ada, { scopes });
    for (const { method, path, operation } of operations) {
      if (scopesOf(method, path).length === 0) continue;
      for (const id of [other.id, NOWHERE.match, 'nonsense']) {
        const code = await codeOf(bound, method, filled(path, { ...NOWHERE, match: id }));
        expect(code, `${operation.operationId} ${id}`).toBe('insufficient_scope');
      }
      // So it was the match, where there is one, that made the difference.
      if (path.includes('{match}')) {
        expect(await codeOf(own, method, filled(path, { ...NOWHERE, match: other.id }))).not.toBe('insufficient_scope');
      }
    }
    for (const path of [`/v1/matches/${match.id}%2f..%2f${other.id}`, `//v1/matches/${other.id}`]) {
      expect(await codeOf(bound, 'GET', path)).not.toBe(200);
    }
  });
});

test('a token for one match neither offers a rematch nor accepts one, for that is another', async () => {
  const { id } = await newMatch(ada, bob);
  await ada.call('POST', `/v1/matches/${id}/resign`);
  const bound = await tokenWith(bob, { scopes: ['matches:play'], match: id });
  const offers = `/v1/matches/${id}/offers`;
  const offered = await bound.call('POST', offers, { kind: 'rematch' });
  expect(offered.body).toMatchObject({ status: 403, code: 'insufficient_scope' });
  const made = await ada.call<{ offers: { offer: string }[] }>('POST', offers, { kind: 'rematch' });
  const [offer] = made.body.offers;
  expect(await codeOf(bound, 'POST', `${offers}/${offer?.offer}/accept`)).toBe('insufficient_scope');
  expect(await codeOf(bound, 'POST', `${offers}/${offer?.offer}/decline`)).toBe(200);
});

describe('a token for one seat', () => {
  const open = async () => (await ada.call<MatchBody>('POST', '/v1/matches', { game: 'astromagie', seats: 4 })).body.id;

  test('takes that seat and no other, and what it takes without saying is that', async () => {
    const match = await open();
    const path = `/v1/matches/${match}/join`;
    const bound = await tokenWith(bob, { scopes: ['matches:read', 'matches:play'], match, seat: 3 });
    const refused = await bound.call('POST', path, { seat: 2 });
    expect(refused.body).toMatchObject({ status: 403, code: 'insufficient_scope' });
    const joined = await bound.call<MatchBody>('POST', path);
    expect(joined.body.seats.map(({ player }) => player?.id ?? null)).toEqual([ada.id, null, bob.id, null]);
    expect((await bound.call('POST', path)).text).toBe(joined.text);
  });

  test('is good for nothing while its player has another', async () => {
    const match = await open();
    const path = `/v1/matches/${match}`;
    const bound = await tokenWith(bob, { scopes: ['matches:read', 'matches:play'], match, seat: 3 });
    expect(await codeOf(bound, 'GET', path)).toBe(200);
    await bob.call('POST', `${path}/join`, { seat: 2 });
    for (const [method, more] of [
      ['GET', ''],
      ['GET', '/events'],
      ['GET', '/legal-moves'],
      ['POST', '/leave'],
      ['POST', '/join'],
    ] as const) {
      expect(await codeOf(bound, method, path + more), more).toBe('insufficient_scope');
    }
    await bob.call('POST', `${path}/leave`);
    await bound.call('POST', `${path}/join`);
    expect(await codeOf(bound, 'POST', `${path}/leave`)).toBe(200);
  });
});

test('a token that expires does so by when the request was received', async () => {
  const ends = Date.now() + 3_600_000;
  const mortal = await tokenWith(ada, { expiresAt: new Date(ends).toISOString() });
  const at = (ms: number) =>
    clientOf(quiet.with({ receivedAt: () => new Date(ends + ms) }), mortal.id, mortal.token).call('GET', '/v1/me');
  expect((await at(-1)).status).toBe(200);
  expect((await at(0)).status).toBe(401);
});
