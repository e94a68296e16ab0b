/** Rematches over HTTP: who plays whom again, by whose chance, and that there is one however often it is agreed on. */
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { verifyRecord } from '../../domain/match/verify.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Answer, type Client, type MatchBody, newMatch, newPlayer } from '../support/clients.ts';

interface Again extends MatchBody {
  readonly rematch: string | null;
  readonly rematchOf: string | null;
  readonly offers: readonly { readonly offer: string; readonly commitment?: string }[];
  readonly chance: { readonly commitment: string; readonly entropies: readonly string[]; readonly seed?: string };
}

let api: TestApi;
let ada: Client;
let bob: Client;
let cyd: Client;

beforeAll(async () => {
  api = await startApi();
  ada = await newPlayer(api.send, 'Ada');
  bob = await newPlayer(api.send, 'Bob');
  cyd = await newPlayer(api.send, 'Cyd');
});
afterAll(() => api.end());

const read = async (as: Client, match: string) => (await as.call<Again>('GET', `/v1/matches/${match}`)).body;
const offer = (as: Client, match: string, more: Record<string, unknown> = {}) =>
  as.call<Again>('POST', `/v1/matches/${match}/offers`, { kind: 'rematch', ...more });
const answer = (as: Client, match: string, { body }: Answer<Again>, how = 'accept', given?: Record<string, unknown>) =>
  as.call<Again>('POST', `/v1/matches/${match}/offers/${body.offers[0]?.offer}/${how}`, given);
const playersOf = ({ seats }: Pick<MatchBody, 'seats'>) => seats.map(({ player }) => player?.id);

async function over(more: Record<string, unknown> = {}): Promise<string> {
  const { id } = await newMatch(ada, bob, more);
  await bob.call('POST', `/v1/matches/${id}/resign`);
  return id;
}

async function soundRecord(as: Client, match: string): Promise<string> {
  for (const form of ['full', 'compact']) {
    const { text } = await as.call('GET', `/v1/matches/${match}/record?form=${form}`);
    expect(verifyRecord(text, games)).toMatchObject({ verdict: 'ok', fault: null });
  }
  return (await as.call('GET', `/v1/matches/${match}/record`)).text;
}

test('everybody sits one seat further, under the same settings, and the two are linked', async () => {
  const clock = { kind: 'bank', initial: 'P2D', increment: 'PT1H' };
  const id = await over({ clock, vacation: false, visibility: 'public' });
  const made = await offer(bob, id, { entropy: 'of bob' });
  expect(made.status).toBe(201);
  expect(await read(ada, id)).toMatchObject({ rematch: null, rematchOf: null });
  const agreed = await answer(ada, id, made, 'accept', { entropy: 'of ada' });
  expect(agreed.body).toMatchObject({ status: 'finished', offers: [], rematch: expect.stringMatching(/^m_/) });
  const next = await read(cyd, agreed.body.rematch ?? '');
  expect(next).toMatchObject({ status: 'active', rematchOf: id, rematch: null, visibility: 'public', toMove: [1] });
  expect(next).toMatchObject({ game: 'aquaignis', clock: { ...clock, vacation: false, state: 'running' } });
  expect(playersOf(next)).toEqual([...playersOf(await read(cyd, id))].reverse());
  expect(playersOf(next)[0]).toBe(bob.id);
  // The seed was committed to before anybody answered, and both have given their share.
  expect(next.chance).toEqual({ commitment: made.body.offers[0]?.commitment, entropies: ['of bob', 'of ada'] });
  expect((await offer(ada, id)).body).toMatchObject({
    code: 'offer_unavailable',
    detail: 'There is a rematch already.',
  });

  const first = await soundRecord(ada, id);
  await soundRecord(ada, next.id);
  expect((await bob.call('POST', `/v1/matches/${next.id}/moves`, { ply: 0, moves: ['spawn 4'] })).status).toBe(200);
  await ada.call('POST', `/v1/matches/${next.id}/resign`);
  const { seed = '' } = (await read(ada, next.id)).chance;
  expect(createHash('sha256').update(Buffer.from(seed, 'hex')).digest('hex')).toBe(next.chance.commitment);
  expect(first).not.toContain(seed);
  expect(await soundRecord(ada, next.id)).toContain(id);

  // A rematch has a rematch, and then everybody sits where they began.
  const third = await answer(bob, next.id, await offer(ada, next.id));
  expect(playersOf(await read(bob, third.body.rematch ?? ''))).toEqual(playersOf(await read(bob, id)));
});

test('every step may be sent twice, and of fifty acceptances at once there is one match', async () => {
  const id = await over();
  const made = await offer(ada, id, { ply: 0 });
  expect((await offer(ada, id, { ply: 0 })).text).toBe(made.text);
  expect((await offer(bob, id)).body).toMatchObject({ code: 'offer_live' });
  expect((await answer(ada, id, made)).body).toMatchObject({ code: 'not_asked' });
  const answers = await Promise.all(Array.from({ length: 50 }, () => answer(bob, id, made)));
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  expect(answers[0]).toMatchObject({ status: 200 });
  const rematch = answers[0]?.body.rematch ?? '';
  await api.background.idle();
  expect((await read(ada, rematch)).head.seq).toBe(1);
  const mine = await bob.call<{ matches: Again[] }>('GET', '/v1/matches?mine=true');
  expect(mine.body.matches.filter(({ rematchOf }) => rematchOf === id).map((each) => each.id)).toEqual([rematch]);
  expect(mine.body.matches.find((each) => each.id === id)).toMatchObject({ rematch });
});

test('of three all have to agree, also who dropped out; one who declines ends it', async () => {
  const { body } = await ada.call<Again>('POST', '/v1/matches', {
    ...{ game: 'astromagie', seats: 3, visibility: 'private', options: { deals: 2 } },
    invited: [bob.id, cyd.id],
  });
  await bob.call('POST', `/v1/matches/${body.id}/join`);
  await cyd.call('POST', `/v1/matches/${body.id}/join`);
  expect((await offer(ada, body.id)).body).toMatchObject({ code: 'offer_unavailable' });
  await cyd.call('POST', `/v1/matches/${body.id}/resign`);
  await bob.call('POST', `/v1/matches/${body.id}/resign`);
  const declined = await offer(ada, body.id);
  expect((await answer(cyd, body.id, declined, 'decline')).body.offers).toEqual([]);
  expect((await answer(bob, body.id, declined)).body).toMatchObject({ code: 'offer_over' });
  const made = await offer(cyd, body.id);
  expect((await answer(ada, body.id, made)).body).toMatchObject({ rematch: null, offers: [{ accepted: [1] }] });
  const { rematch } = (await answer(bob, body.id, made)).body;
  const next = await read(ada, rematch ?? '');
  expect(playersOf(next)).toEqual([cyd.id, ada.id, bob.id]);
  expect(next).toMatchObject({
    visibility: 'private',
    options: { deals: 2 },
    seats: Array(3).fill({ status: 'playing' }),
  });
  const stranger = await newPlayer(api.send, 'Dan');
  expect((await stranger.call('GET', `/v1/matches/${rematch}`)).status).toBe(404);
  await soundRecord(cyd, body.id);
  await soundRecord(ada, next.id);
});

test('there is none of a match that was never played, of one that goes on, and of one that was played alone', async () => {
  const open = await ada.call<Again>('POST', '/v1/matches', { game: 'aquaignis' });
  expect((await offer(ada, open.body.id)).body).toMatchObject({ code: 'match_not_started' });
  await ada.call('POST', `/v1/matches/${open.body.id}/leave`);
  expect((await offer(ada, open.body.id)).body).toMatchObject({ code: 'offer_unavailable' });
  const { id } = await newMatch(ada, bob);
  expect((await offer(ada, id)).body).toMatchObject({
    code: 'offer_unavailable',
    detail: 'The match is not over yet.',
  });
  const alone = await ada.call<Again>('POST', '/v1/matches', { game: 'abiegnus', options: { mode: 'solitaire' } });
  await ada.call('POST', `/v1/matches/${alone.body.id}/resign`);
  expect((await offer(ada, alone.body.id)).body).toMatchObject({ code: 'offer_unavailable' });
  const done = await over();
  expect((await offer(cyd, done)).body).toMatchObject({ code: 'not_seated' });
  expect((await offer(ada, done, { entropy: 'a|b' })).body).toMatchObject({ code: 'invalid' });
});

test('only a rematch takes a share in its chance', async () => {
  const { id } = await newMatch(ada, bob);
  const draw = await ada.call<Again>('POST', `/v1/matches/${id}/offers`, { kind: 'draw' });
  expect((await answer(bob, id, draw, 'accept', { entropy: 'x' })).body).toMatchObject({
    ...{ status: 422, code: 'invalid' },
    errors: [{ in: 'body', pointer: '/entropy' }],
  });
  expect((await answer(bob, id, draw, 'decline', { entropy: 'x' })).body).toMatchObject({ code: 'invalid' });
});

test('what was agreed on is made though who agreed last is gone before it is, and is there before anybody is told', async () => {
  const id = await over();
  const made = await offer(ada, id);
  const { log } = api.deps;
  const dies = api.appWith({
    log: {
      ...log,
      append: (next, ...rest) => (next.id === id ? log.append(next, ...rest) : Promise.reject(new Error('gone'))),
    },
  });
  const path = `/v1/matches/${id}/offers/${made.body.offers[0]?.offer}/accept`;
  const headers = { Authorization: `Bearer ${bob.token}` };
  expect((await dies(path, { method: 'POST', headers })).status).toBe(500);
  await api.background.idle();
  const { rematch } = await read(ada, id);
  expect(await read(ada, rematch ?? '')).toMatchObject({ status: 'active', rematchOf: id });
  expect((await answer(bob, id, made)).body).toMatchObject({ rematch });
  const feed = await ada.call<{ entries: { type: string; match: string }[] }>('GET', '/v1/me/events?limit=100');
  const types = feed.body.entries.filter(({ match }) => match === id || match === rematch).map(({ type }) => type);
  expect(types).toEqual(expect.arrayContaining(['rematch.agreed', 'seat.joined', 'match.started']));
});
