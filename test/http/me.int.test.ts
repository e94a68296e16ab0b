/** What players change of themselves: name, time zone, language. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { dynamoPlayers } from '../../functions/store/players.ts';
import { type Client, clientOf, type MatchBody, newMatch, newPlayer } from '../support/clients.ts';
import { type QuietApi, startQuietApi } from './webhook-kit.ts';

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

const change = (body: Record<string, unknown>, who = ada) => who.call('PATCH', '/v1/me', body);
const me = async (who = ada) => (await who.call('GET', '/v1/me')).body;

test('at first there is a name, and the zone is UTC', async () => {
  expect(await me()).toEqual({ player: { id: ada.id, name: 'Ada' }, timeZone: 'UTC', language: null });
});

test('each is changed by itself, and what is left out stays', async () => {
  const player = { id: ada.id, name: 'Ada' };
  expect((await change({ language: 'PT-br' })).body).toEqual({ player, timeZone: 'UTC', language: 'pt-BR' });
  expect((await change({ timeZone: 'america/sao_paulo' })).body).toMatchObject({ timeZone: 'America/Sao_Paulo' });
  expect((await change({ name: ' Ádá 🎲 ' })).body).toEqual({
    player: { id: ada.id, name: 'Ádá 🎲' },
    timeZone: 'America/Sao_Paulo',
    language: 'pt-BR',
  });
  const before = await me();
  expect((await change({})).body).toEqual(before);
  expect((await change({ name: 'Ádá 🎲', timeZone: 'America/Sao_Paulo', language: 'pt-BR' })).body).toEqual(before);
  expect((await change({ language: null })).body).toEqual({ ...before, language: null });
  expect(await me()).toEqual({ ...before, language: null });
  expect(await me(bob)).toEqual({ player: { id: bob.id, name: 'Bob' }, timeZone: 'UTC', language: null });
});

test('a name may be that of another, and is shown where the player is', async () => {
  const match = await newMatch(ada, bob);
  expect((await change({ name: 'Bob' })).status).toBe(200);
  const shown = await bob.call<MatchBody>('GET', `/v1/matches/${match.id}`);
  expect(shown.body.seats.map(({ player }) => player?.name)).toEqual(['Bob', 'Bob']);
});

test('whoever asks for themselves is told what holds now, also where the old name is still remembered', async () => {
  const { client, table } = quiet.api.database;
  const there = clientOf(quiet.with({ players: dynamoPlayers(client, table) }), ada.id, ada.token);
  const match = await newMatch(ada, bob);
  const seen = async () => (await there.call<MatchBody>('GET', `/v1/matches/${match.id}`)).body.seats[0]?.player?.name;
  expect(await seen()).toBe('Ada');
  await change({ name: 'Adah' });
  expect(await seen()).toBe('Ada');
  expect(await me(there)).toMatchObject({ player: { name: 'Adah' } });
  expect(await seen()).toBe('Adah');
});

describe('the time zone', () => {
  test('is the one in which vacations count, whichever way it was set', async () => {
    await change({ timeZone: 'Asia/Tokyo' });
    const vacation = await ada.call('GET', '/v1/me/vacation');
    expect(vacation.body).toMatchObject({ timeZone: 'Asia/Tokyo', vacation: null });
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const set = await ada.call<{ vacation: { begins: string } }>('PUT', '/v1/me/vacation', { from: day, to: day });
    expect(set.body.vacation.begins).toMatch(/T15:00:00\.000Z$/);
    await ada.call('PUT', '/v1/me/vacation', { from: day, to: day, timeZone: 'Europe/Berlin' });
    expect(await me()).toMatchObject({ timeZone: 'Europe/Berlin' });
  });

  test('leaves a vacation that is set as it is', async () => {
    const day = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10);
    const set = await ada.call('PUT', '/v1/me/vacation', { from: day, to: day, timeZone: 'Europe/Berlin' });
    await change({ timeZone: 'America/New_York' });
    const { vacation } = (await ada.call('GET', '/v1/me/vacation')).body;
    expect(vacation).toEqual(set.body.vacation);
  });

  test('of two changes at once both are made', async () => {
    const answers = await Promise.all([
      change({ timeZone: 'Asia/Tokyo', name: 'One' }),
      change({ timeZone: 'Europe/Berlin', name: 'Two' }),
      change({ language: 'de' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const after = await me();
    expect(['Asia/Tokyo', 'Europe/Berlin']).toContain(after.timeZone);
    expect(after.language).toBe('de');
  });
});

test.each<[string, Record<string, unknown>, string]>([
  ['an empty name', { name: '' }, '/name'],
  ['an invisible name', { name: '\u200b' }, '/name'],
  ['a name of 41 characters', { name: 'x'.repeat(41) }, '/name'],
  ['no name at all', { name: null }, '/name'],
  ['no such zone', { timeZone: 'Mars/Olympus' }, '/timeZone'],
  ['an offset for a zone', { timeZone: '+02:00' }, '/timeZone'],
  ['no zone', { timeZone: null }, '/timeZone'],
  ['an empty language', { language: '' }, '/language'],
  ['a language in words', { language: 'Old English' }, '/language'],
  ['an underscore in a language', { language: 'pt_BR' }, '/language'],
  ['a very long language', { language: `en-x${'-abcdefgh'.repeat(4)}` }, '/language'],
  ['an unknown field', { colour: 'blue' }, '/colour'],
])('%s is refused, and nothing is changed with it', async (_what, wrong, pointer) => {
  const refused = await change({ name: 'Other', language: 'de', ...wrong });
  expect(refused.body).toMatchObject({ status: 422, code: 'invalid', errors: [{ in: 'body', pointer }] });
  expect(await me()).toEqual({ player: { id: ada.id, name: 'Ada' }, timeZone: 'UTC', language: null });
});
