/** A player's leave over HTTP. What follows from it in matches is tested with the stream. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, clientOf, newMatch, newPlayer, type Send } from '../support/clients.ts';

let api: TestApi;
let send: Send;
let ada: Client;
let now: Date;

beforeAll(async () => {
  api = await startApi();
  send = api.appWith({ now: () => now, receivedAt: () => now });
});
beforeEach(async () => {
  now = new Date('2030-05-10T12:00:00.000Z');
  ada = await newPlayer(send, 'Ada');
});
afterAll(() => api.end());

const PATH = '/v1/me/vacation';
const get = async () => (await ada.call('GET', PATH)).body;
const put = (from: string, to: string, timeZone?: string) => ada.call('PUT', PATH, { from, to, timeZone });
const end = () => ada.call('DELETE', PATH);
const all = (used: number) => [
  { year: 2030, used, left: 30 - used },
  { year: 2031, used: 0, left: 30 },
];

test('there is none at first', async () => {
  expect(await get()).toEqual({ timeZone: 'UTC', vacation: null, days: all(0) });
});

test('it is set, upcoming, running, and over', async () => {
  const set = await put('2030-05-11', '2030-05-12', 'europe/berlin');
  const vacation = {
    ...{ from: '2030-05-11', to: '2030-05-12' },
    ...{ begins: '2030-05-10T22:00:00.000Z', ends: '2030-05-12T22:00:00.000Z' },
  };
  expect(set.status).toBe(200);
  expect(set.body).toEqual({
    timeZone: 'Europe/Berlin',
    vacation: { ...vacation, state: 'upcoming' },
    days: all(2),
  });
  expect(await get()).toEqual(set.body);
  now = new Date('2030-05-10T22:00:00.000Z');
  expect(await get()).toMatchObject({ vacation: { ...vacation, state: 'running' } });
  now = new Date('2030-05-12T22:00:00.000Z');
  expect(await get()).toEqual({ timeZone: 'Europe/Berlin', vacation: null, days: all(2) });
});

test('of today it begins now, and sent again later it is the same', async () => {
  const first = await put('2030-05-10', '2030-05-12');
  expect(first.body).toMatchObject({ vacation: { begins: now.toISOString(), state: 'running' } });
  now = new Date('2030-05-11T12:00:00.000Z');
  expect((await put('2030-05-10', '2030-05-12')).text).toBe(first.text);
});

test('the zone is remembered', async () => {
  await put('2030-05-11', '2030-05-12', 'Asia/Tokyo');
  expect((await put('2030-06-01', '2030-06-01')).body).toMatchObject({
    timeZone: 'Asia/Tokyo',
    vacation: { begins: '2030-05-31T15:00:00.000Z' },
  });
});

test('it is ended, and ending it again changes nothing', async () => {
  await put('2030-05-10', '2030-05-30');
  now = new Date('2030-05-12T12:00:00.000Z');
  const ended = await end();
  expect(ended.body).toEqual({ timeZone: 'UTC', vacation: null, days: all(3) });
  now = new Date('2030-05-13T12:00:00.000Z');
  expect((await end()).body).toEqual(ended.body);
});

test('one that is to come is dropped, and its days are there again', async () => {
  await put('2030-06-01', '2030-06-30');
  expect((await get()).days).toEqual(all(30));
  expect((await end()).body.days).toEqual(all(0));
});

test('too long: it is told how many days are left in which year, and nothing is changed', async () => {
  const before = (await put('2030-12-20', '2031-01-05')).body;
  const refused = await put('2030-12-20', '2031-01-31');
  expect(refused.status).toBe(409);
  expect(refused.body).toMatchObject({
    code: 'vacation_too_long',
    detail: 'You asked for 31 days of 2031 and have 30 days of vacation left in it, of 30.',
  });
  expect(await get()).toEqual(before);
});

describe('invalid', () => {
  test.each<[string, Record<string, unknown>, string]>([
    ['no dates', {}, '/from'],
    ['no end', { from: '2030-06-01' }, '/to'],
    ['no date', { from: '2030-02-30', to: '2030-06-01' }, '/from'],
    ['a time', { from: '2030-06-01T00:00:00Z', to: '2030-06-01' }, '/from'],
    ['a number', { from: 20300601, to: '2030-06-01' }, '/from'],
    ['the end before the start', { from: '2030-06-02', to: '2030-06-01' }, '/to'],
    ['over', { from: '2030-05-01', to: '2030-05-09' }, '/to'],
    ['far ahead', { from: '2031-05-11', to: '2031-05-11' }, '/to'],
    ['no zone', { from: '2030-06-01', to: '2030-06-01', timeZone: 'Mars/Olympus' }, '/timeZone'],
    ['an offset', { from: '2030-06-01', to: '2030-06-01', timeZone: '+02:00' }, '/timeZone'],
    ['an empty zone', { from: '2030-06-01', to: '2030-06-01', timeZone: '' }, '/timeZone'],
    ['another field', { from: '2030-06-01', to: '2030-06-01', days: 3 }, '/days'],
  ])('%s', async (_what, body, pointer) => {
    const { status, body: problem } = await ada.call('PUT', PATH, body);
    expect([status, problem.code]).toEqual([422, 'invalid']);
    expect(problem.errors).toContainEqual({ in: 'body', pointer, detail: expect.any(String) });
    expect(await get()).toEqual({ timeZone: 'UTC', vacation: null, days: all(0) });
  });
});

test('too often: after three beginnings within a day it is told when there may be another', async () => {
  const day = () => now.toISOString().slice(0, 10);
  for (const _ of [1, 2, 3]) {
    expect((await put(day(), day())).status).toBe(200);
    now = new Date(now.getTime() + 60_000);
    await end();
    now = new Date(now.getTime() + 60_000);
  }
  const refused = await put(day(), day());
  expect(refused.status).toBe(429);
  expect(refused.body).toMatchObject({
    code: 'vacation_too_often',
    detail: expect.stringContaining('again from 2030-05-11T12:00:00.000Z on'),
  });
  const wait = Number(refused.headers.get('Retry-After'));
  now = new Date(now.getTime() + wait * 1000);
  expect((await put(day(), day())).status).toBe(200);
});

test('at once: each change is made on what the other has left, and the budget holds', async () => {
  const wishes = ['2030-05-10', '2030-05-11', '2030-05-12', '2030-05-13'].map((to) => put('2030-05-10', to));
  const answers = await Promise.all([...wishes, end(), end()]);
  expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  const { book, version } = await api.deps.vacations.book(ada.id as `p_${string}`);
  // All are of one instant: only the last to be stored has any length.
  expect(book.leaves.length).toBeLessThanOrEqual(1);
  expect(version).toBeGreaterThanOrEqual(4);
});

test('what follows is told: the matches know of it without anybody’s asking', async () => {
  const [cyd, dot] = [await newPlayer(api.send, 'Cyd'), await newPlayer(api.send, 'Dot')];
  const match = await newMatch(cyd, dot);
  await api.background.idle();
  const today = new Date().toISOString().slice(0, 10);
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  const state = async () => {
    await api.background.idle();
    return (await cyd.call<{ clock: { state: string } }>('GET', `/v1/matches/${match.id}`)).body.clock.state;
  };
  expect(await state()).toBe('running');
  await cyd.call('PUT', PATH, { from: today, to: tomorrow });
  expect(await state()).toBe('away');
  await cyd.call('DELETE', PATH);
  expect(await state()).toBe('running');
});

test('it is the caller’s alone', async () => {
  await put('2030-05-11', '2030-05-12', 'Asia/Tokyo');
  const bob = await newPlayer(send, 'Bob');
  expect((await clientOf(send, bob.id, bob.token).call('GET', PATH)).body).toMatchObject({
    timeZone: 'UTC',
    vacation: null,
  });
});
