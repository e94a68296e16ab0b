/** Offers and answers sent again long after: the first answer, from the log where the match itself has forgotten. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi, UNFOLLOWED } from '../support/api.ts';
import { timesOf } from '../support/at.ts';
import { type Client, type MatchBody, newMatch, newPlayer } from '../support/clients.ts';

let api: TestApi;
let ada: Client;
let bob: Client;
let cyd: Client;

beforeAll(async () => {
  api = await startApi(undefined, { source: UNFOLLOWED });
  ada = await newPlayer(api.send, 'Ada');
  bob = await newPlayer(api.send, 'Bob');
  cyd = await newPlayer(api.send, 'Cyd');
});
afterAll(() => api.end());

interface Offered extends MatchBody {
  readonly offers: readonly { readonly offer: string; readonly kind: string }[];
}

const offer = (as: Client, match: string, body: object) =>
  as.call<Offered>('POST', `/v1/matches/${match}/offers`, body);
const answer = (as: Client, match: string, id: string, how: string, body?: object) =>
  as.call<Offered>('POST', `/v1/matches/${match}/offers/${id}/${how}`, body);

/** More offers than a match remembers. */
async function forget(match: string): Promise<void> {
  for (let n = 0; n < 22; n += 1) {
    const made = await offer(ada, match, { kind: 'pause', for: 'P1D' });
    await answer(ada, match, made.body.offers.find(({ kind }) => kind === 'pause')?.offer ?? '', 'withdraw');
  }
}

test('an offer that names its ply, whatever became of it; one that names none is a new one', async () => {
  const { id } = await newMatch(ada, bob);
  const draw = { kind: 'draw', ply: 0 };
  const made = await offer(ada, id, draw);
  await answer(ada, id, made.body.offers[0]?.offer ?? '', 'withdraw');
  expect((await offer(ada, id, draw)).text).toBe(made.text);
  await forget(id);
  await ada.call('POST', `/v1/matches/${id}/moves`, { ply: 0, moves: ['spawn 4'] });
  expect((await offer(ada, id, draw)).text).toBe(made.text);
  expect((await offer(bob, id, draw)).body).toMatchObject({ code: 'stale_ply' });
  expect((await offer(ada, id, { ...draw, kind: 'abort' })).body).toMatchObject({ code: 'stale_ply' });
  const again = await offer(ada, id, { kind: 'draw' });
  expect(again.body.offers[0]?.offer).toBe(String(again.body.head.seq));
  expect(again.body.offers[0]?.offer).not.toBe(made.body.offers[0]?.offer);
});

test('answers of every kind', async () => {
  const { id } = await newMatch(ada, bob);
  const firsts: [Client, string, string, string][] = [];
  for (const [how, by, kind] of [
    ['decline', bob, 'draw'],
    ['withdraw', ada, 'abort'],
    ['accept', bob, 'pause'],
  ] as const) {
    const made = await offer(ada, id, kind === 'pause' ? { kind, for: 'PT1M' } : { kind });
    const offered = made.body.offers.find((each) => each.kind === kind)?.offer ?? '';
    firsts.push([by, offered, how, (await answer(by, id, offered, how)).text]);
  }
  const later = timesOf(api).at(ada, Date.now() + 120_000);
  await offer(later, id, { kind: 'draw' });
  for (let n = 0; n < 22; n += 1) {
    const made = await offer(later, id, { kind: 'pause', for: 'P1D' });
    await answer(later, id, made.body.offers.find(({ kind }) => kind === 'pause')?.offer ?? '', 'withdraw');
  }
  for (const [by, offered, how, text] of firsts) {
    expect((await answer(by, id, offered, how)).text).toBe(text);
    const other = how === 'accept' ? 'decline' : 'accept';
    expect((await answer(bob, id, offered, other)).body).toMatchObject({ code: 'offer_over' });
  }
  expect((await answer(bob, id, '1', 'accept')).body).toMatchObject({ code: 'not_found' });
  expect((await answer(bob, id, '99999999', 'accept')).body).toMatchObject({ code: 'not_found' });
  expect((await answer(bob, id, '999999999', 'accept')).status).toBe(422);
});

test('an acceptance with another share in the chance is another one', async () => {
  const { id } = await newMatch(ada, bob);
  await bob.call('POST', `/v1/matches/${id}/resign`);
  const made = await offer(ada, id, { kind: 'rematch' });
  const offered = made.body.offers[0]?.offer ?? '';
  const agreed = await answer(bob, id, offered, 'accept', { entropy: 'one' });
  expect((await answer(bob, id, offered, 'accept', { entropy: 'one' })).text).toBe(agreed.text);
  expect((await answer(bob, id, offered, 'accept', { entropy: 'two' })).body).toMatchObject({ code: 'offer_over' });
});

test('who has no seat is told that first, also when time is up', async () => {
  const { id, clock } = await newMatch(ada, bob);
  const late = Date.parse(clock.deadline ?? '') + 1;
  const moves = { ply: 0, moves: ['spawn 4'] };
  for (const [path, body] of [
    ['moves', moves],
    ['moves?dry-run=true', moves],
    ['offers', { kind: 'draw' }],
  ] as const) {
    const ask = (as: Client) => timesOf(api).at(as, late).call('POST', `/v1/matches/${id}/${path}`, body);
    expect((await ask(cyd)).body).toMatchObject({ status: 403, code: 'not_seated' });
    expect((await ask(ada)).body).toMatchObject({ status: 409, code: 'time_up' });
  }
});
