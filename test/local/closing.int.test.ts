/** On one machine the same process closes an account and does what follows. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { PlayerId } from '../../domain/match/types.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, type MatchBody, newMatch, newPlayer } from '../support/clients.ts';

let api: TestApi;
let eve: Client;
let bob: Client;

beforeAll(async () => {
  api = await startApi();
  [eve, bob] = [await newPlayer(api.send, 'Eve'), await newPlayer(api.send, 'Bob')];
});
afterAll(() => api.end());

test('streams end, matches are resigned, and what is personal goes, without anybody else asking', async () => {
  const { id } = await newMatch(eve, bob);
  await eve.call('PUT', `/v1/matches/${id}/notes`, { text: 'Bob folds when it rains.' });
  await eve.call('POST', `/v1/matches/${id}/talk`, { text: 'Good luck!', to: 'all' });
  await api.background.idle();
  const stream = await fetch(`${api.url}/v1/me/events`, {
    headers: { Authorization: `Bearer ${eve.token}`, Accept: 'application/x-ndjson' },
  });
  const told = stream.text();

  expect((await eve.call('DELETE', '/v1/me')).status).toBe(204);
  expect(await eve.call('GET', '/v1/me')).toMatchObject({ status: 401 });
  await api.background.idle();
  expect(await told).toContain('match.started');
  expect((await bob.call<MatchBody>('GET', `/v1/matches/${id}`)).body).toMatchObject({
    status: 'finished',
    outcome: { winners: [2], reason: 'resignation' },
    seats: [{ player: { name: 'deleted player' } }, { player: { name: 'Bob' } }],
  });
  const talk = await bob.call<{ messages: unknown[] }>('GET', `/v1/matches/${id}/talk`);
  expect(talk.body.messages).toMatchObject([{ number: 1, text: '' }]);
  expect(await api.deps.notes.get(eve.id as PlayerId, id as never)).toBe('');
  expect(await api.deps.tokens.of(eve.id as PlayerId, new Date())).toEqual([]);
  expect((await bob.call<{ entries: { type: string }[] }>('GET', '/v1/me/events')).body.entries.at(-1)).toMatchObject({
    type: 'match.finished',
  });
  expect(api.lines.filter(({ level }) => level === 'error')).toEqual([]);
});

test('what the server stores for it later goes again', async () => {
  const [codes, notes] = [api.deps.recovery, api.deps.notes];
  await codes.replace(eve.id as PlayerId, { generation: 1, request: null, digests: ['00'] });
  await notes.put(eve.id as PlayerId, 'm_0000000000000000', 'late');
  await api.background.idle();
  expect(await codes.codes(eve.id as PlayerId)).toBeNull();
  expect(await notes.get(eve.id as PlayerId, 'm_0000000000000000')).toBe('');
});

test('a token that expires closes no account', async () => {
  const { body } = await bob.call<{ token: string }>('POST', '/v1/me/tokens', {
    name: 'for a while',
    scopes: ['matches:read', 'matches:play', 'talk', 'webhooks', 'account'],
    expiresAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  const mortal = { Authorization: `Bearer ${body.token}` };
  const refused = await bob.call('DELETE', '/v1/me', undefined, mortal);
  expect(refused).toMatchObject({ status: 403, body: { code: 'insufficient_scope' } });
  expect((await bob.call('GET', '/v1/me')).status).toBe(200);
});
