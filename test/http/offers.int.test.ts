/** Offers over HTTP: each kind from its offer to what follows, retries, and races in which exactly one way is taken. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { verifyRecord } from '../../domain/match/verify.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Answer, type Client, type MatchBody, newMatch, newPlayer } from '../support/clients.ts';
import { rounds } from '../support/rounds.ts';

interface Offered extends MatchBody {
  readonly offers: readonly { readonly offer: string; readonly kind: string; readonly accepted: readonly number[] }[];
}

const ROUNDS = rounds({ soak: 100, brief: 30, local: 15 });

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

const offer = (as: Client, match: string, body: Record<string, unknown>) =>
  as.call<Offered>('POST', `/v1/matches/${match}/offers`, body);
const answer = (as: Client, match: string, id: string, how: string) =>
  as.call<Offered>('POST', `/v1/matches/${match}/offers/${id}/${how}`);
const move = (as: Client, match: string, ply: number, ...moves: string[]) =>
  as.call<Offered>('POST', `/v1/matches/${match}/moves`, { ply, moves });
const idOf = ({ body }: Answer<Offered>, kind: string) => body.offers.find((each) => each.kind === kind)?.offer ?? '0';

async function soundRecord(as: Client, match: string): Promise<readonly string[]> {
  for (const form of ['full', 'compact']) {
    const { text } = await as.call('GET', `/v1/matches/${match}/record?form=${form}`);
    expect(verifyRecord(text, games)).toMatchObject({ verdict: 'ok', fault: null });
  }
  const { text } = await as.call('GET', `/v1/matches/${match}/record?form=full`);
  const record: { commits: { events: { type: string }[] }[] } = JSON.parse(text);
  return record.commits.flatMap(({ events }) => events.map(({ type }) => type));
}

describe('each kind', () => {
  test('a draw by agreement, every step sent twice', async () => {
    const { id } = await newMatch(ada, bob);
    const made = await offer(bob, id, { kind: 'draw' });
    expect(made.status).toBe(201);
    expect(made.body.offers).toEqual([{ offer: '3', kind: 'draw', by: 2, accepted: [] }]);
    expect((await offer(bob, id, { kind: 'draw' })).text).toBe(made.text);
    expect((await offer(ada, id, { kind: 'draw' })).body).toMatchObject({ code: 'offer_live' });
    expect((await answer(bob, id, '3', 'accept')).body).toMatchObject({ code: 'not_asked', status: 403 });
    expect((await answer(ada, id, '3', 'withdraw')).body).toMatchObject({ code: 'not_asked' });
    expect((await answer(cyd, id, '3', 'accept')).body).toMatchObject({ code: 'not_seated' });
    expect((await answer(ada, id, '9', 'accept')).body).toMatchObject({ code: 'not_found' });
    expect((await answer(ada, id, '2', 'accept')).body).toMatchObject({ code: 'not_found' });
    const agreed = await answer(ada, id, '3', 'accept');
    expect(agreed.body).toMatchObject({
      status: 'finished',
      outcome: { kind: 'draw', reason: 'agreement' },
      offers: [],
    });
    expect((await answer(ada, id, '3', 'accept')).text).toBe(agreed.text);
    expect((await answer(ada, id, '3', 'decline')).body).toMatchObject({ code: 'offer_over' });
    expect((await offer(bob, id, { kind: 'draw' })).text).toBe(made.text);
    const types = await soundRecord(ada, id);
    expect(types.slice(-3)).toEqual(['offer.made', 'offer.accepted', 'match.finished']);
  });

  test('declined, withdrawn, and declined by a move; the record of all of it is sound while it goes on', async () => {
    const { id } = await newMatch(ada, bob);
    const first = idOf(await offer(ada, id, { kind: 'draw', ply: 0 }), 'draw');
    const declined = await answer(bob, id, first, 'decline');
    expect(declined.body.offers).toEqual([]);
    expect((await answer(bob, id, first, 'decline')).text).toBe(declined.text);
    expect((await answer(bob, id, first, 'accept')).body).toMatchObject({ code: 'offer_over' });
    const second = idOf(await offer(bob, id, { kind: 'draw' }), 'draw');
    const withdrawn = await answer(bob, id, second, 'withdraw');
    expect((await answer(bob, id, second, 'withdraw')).text).toBe(withdrawn.text);
    const third = idOf(await offer(bob, id, { kind: 'draw' }), 'draw');
    expect(third).not.toBe(second);
    const moved = await move(ada, id, 0, 'spawn 4');
    expect(moved.body.offers).toEqual([]);
    expect((await move(ada, id, 0, 'spawn 4')).text).toBe(moved.text);
    expect((await answer(ada, id, third, 'accept')).body).toMatchObject({ code: 'offer_over' });
    expect((await offer(ada, id, { kind: 'draw', ply: 0 })).status).toBe(201);
    expect((await offer(bob, id, { kind: 'pause', for: 'P1D', ply: 0 })).body).toMatchObject({ code: 'stale_ply' });
    expect((await soundRecord(ada, id)).at(-1)).toBe('offer.declined');
  });

  test('the mover’s own offer stays through the mover’s move', async () => {
    const { id } = await newMatch(ada, bob);
    await offer(ada, id, { kind: 'draw' });
    const moved = await move(ada, id, 0, 'spawn 4');
    expect(moved.body.offers).toHaveLength(1);
    expect((await answer(bob, id, idOf(moved, 'draw'), 'accept')).body).toMatchObject({ status: 'finished' });
    await soundRecord(bob, id);
  });

  test('abort, until every seat has moved', async () => {
    const { id } = await newMatch(ada, bob);
    await move(ada, id, 0, 'spawn 4');
    const made = idOf(await offer(ada, id, { kind: 'abort' }), 'abort');
    const called = await answer(bob, id, made, 'accept');
    expect(called.body).toMatchObject({ status: 'finished', outcome: { kind: 'aborted', winners: [] }, toMove: [] });
    await soundRecord(ada, id);
    const late = await newMatch(ada, bob);
    await move(ada, late.id, 0, 'spawn 4');
    await move(bob, late.id, 1, 'spawn 2', 'charge 2');
    expect((await offer(ada, late.id, { kind: 'abort' })).body).toMatchObject({ code: 'offer_unavailable' });
  });

  test('settle: all three seats agree, and the scores stand; not in Aquaignis, where draw is', async () => {
    const made = await ada.call<Offered>('POST', '/v1/matches', { game: 'astromagie', seats: 3 });
    const { id } = made.body;
    await bob.call('POST', `/v1/matches/${id}/join`);
    await cyd.call('POST', `/v1/matches/${id}/join`);
    expect((await offer(ada, id, { kind: 'draw' })).body).toMatchObject({ code: 'offer_unavailable' });
    const settle = idOf(await offer(ada, id, { kind: 'settle' }), 'settle');
    const one = await answer(bob, id, settle, 'accept');
    expect(one.body).toMatchObject({ status: 'active', offers: [{ accepted: [2] }] });
    const all = await answer(cyd, id, settle, 'accept');
    expect(all.body).toMatchObject({ status: 'finished', outcome: { reason: 'settled', winners: [1, 2, 3] } });
    expect((await answer(bob, id, settle, 'accept')).text).toBe(one.text);
    await soundRecord(ada, id);
    const other = await newMatch(ada, bob);
    expect((await offer(ada, other.id, { kind: 'settle' })).body).toMatchObject({ code: 'offer_unavailable' });
  });

  test('settle: Abiegnus for two, and nobody to agree with alone', async () => {
    const two = await newMatch(ada, bob, { game: 'abiegnus', options: { mode: 'two-player' } });
    const settle = idOf(await offer(bob, two.id, { kind: 'settle' }), 'settle');
    expect((await answer(ada, two.id, settle, 'accept')).body).toMatchObject({
      outcome: { kind: 'draw', winners: [], reason: 'settled', scores: [0, 0] },
    });
    await soundRecord(ada, two.id);
    const alone = await ada.call<Offered>('POST', '/v1/matches', { game: 'abiegnus', options: { mode: 'solitaire' } });
    expect((await offer(ada, alone.body.id, { kind: 'settle' })).body).toMatchObject({ code: 'offer_unavailable' });
  });

  test('pause: no time is counted until it ends or both let it go on; one may move meanwhile', async () => {
    const { id } = await newMatch(ada, bob, { clock: { kind: 'per-turn', time: 'P1D' } });
    expect((await offer(ada, id, { kind: 'resume' })).body).toMatchObject({ code: 'offer_unavailable' });
    expect((await offer(ada, id, { kind: 'pause', for: 'PT1S' })).body).toMatchObject({ code: 'invalid' });
    expect((await offer(ada, id, { kind: 'pause' })).body).toMatchObject({ code: 'invalid' });
    const pause = idOf(await offer(ada, id, { kind: 'pause', for: 'P3D' }), 'pause');
    const paused = await answer(bob, id, pause, 'accept');
    const { deadline, state } = clockOf(paused);
    expect(state).toBe('paused');
    expect(Date.parse(deadline) - Date.now()).toBeGreaterThan(3.9 * 86_400_000);
    expect((await offer(ada, id, { kind: 'pause', for: 'P2D' })).body).toMatchObject({ code: 'offer_unavailable' });
    expect((await move(ada, id, 0, 'spawn 4')).status).toBe(200);
    const resume = idOf(await offer(bob, id, { kind: 'resume' }), 'resume');
    const resumed = await answer(ada, id, resume, 'accept');
    expect(clockOf(resumed).state).toBe('running');
    expect(Date.parse(clockOf(resumed).deadline) - Date.now()).toBeLessThan(1.1 * 86_400_000);
    expect(await soundRecord(ada, id)).toEqual(expect.arrayContaining(['match.paused', 'match.resumed']));
    const untimed = await newMatch(ada, bob, { clock: { kind: 'none' } });
    expect((await offer(ada, untimed.id, { kind: 'pause', for: 'P3D' })).body).toMatchObject({
      code: 'offer_unavailable',
    });
  });

  test('takeback: position, turn and history of draws come back, as a ply of its own, and moves go on', async () => {
    const { id } = await newMatch(ada, bob);
    await move(ada, id, 0, 'spawn 4');
    const before = await move(bob, id, 1, 'spawn 2');
    await move(bob, id, 2, 'charge 2');
    expect((await offer(ada, id, { kind: 'takeback', toPly: 3 })).body).toMatchObject({ code: 'invalid' });
    const wish = idOf(await offer(bob, id, { kind: 'takeback', toPly: 2 }), 'takeback');
    const back = await answer(ada, id, wish, 'accept');
    expect(back.body).toMatchObject({ ply: 4, position: before.body.position, view: before.body.view, toMove: [2] });
    expect((await answer(ada, id, wish, 'accept')).text).toBe(back.text);
    expect((await move(bob, id, 4, 'charge 2')).body).toMatchObject({ ply: 5, toMove: [1] });
    // Into the middle of a batch, behind another takeback, and to the very beginning.
    await move(ada, id, 5, 'spawn 1', 'spawn 2');
    const sixth = await ada.call<Offered>('GET', `/v1/matches/${id}?ply=6`);
    const inside = idOf(await offer(bob, id, { kind: 'takeback', toPly: 6 }), 'takeback');
    expect((await answer(ada, id, inside, 'accept')).body).toMatchObject({ ply: 8, position: sixth.body.position });
    const first = idOf(await offer(bob, id, { kind: 'takeback', toPly: 0 }), 'takeback');
    expect((await answer(ada, id, first, 'accept')).body).toMatchObject({ ply: 9, toMove: [1] });
    expect((await move(ada, id, 9, 'spawn 4')).body.ply).toBe(10);
    await soundRecord(ada, id);
    await ada.call('POST', `/v1/matches/${id}/resign`);
    expect((await soundRecord(bob, id)).filter((type) => type === 'moves.taken-back')).toHaveLength(3);
    const dice = await newMatch(ada, bob, { game: 'abiegnus', options: { mode: 'two-player' } });
    expect((await offer(ada, dice.id, { kind: 'takeback', toPly: 0 })).body).toMatchObject({
      code: 'offer_unavailable',
    });
  });

  test('not before the start, not after the end, not by who has no seat; a resignation lets offers lapse', async () => {
    const open = await ada.call<Offered>('POST', '/v1/matches', { game: 'aquaignis' });
    expect((await offer(ada, open.body.id, { kind: 'draw' })).body).toMatchObject({ code: 'match_not_started' });
    const { id } = await newMatch(ada, bob);
    expect((await offer(cyd, id, { kind: 'draw' })).body).toMatchObject({ code: 'not_seated' });
    const draw = idOf(await offer(ada, id, { kind: 'draw' }), 'draw');
    expect((await bob.call<Offered>('POST', `/v1/matches/${id}/resign`)).body.offers).toEqual([]);
    expect((await answer(bob, id, draw, 'accept')).body).toMatchObject({ code: 'offer_over' });
    expect((await offer(bob, id, { kind: 'draw' })).body).toMatchObject({ code: 'match_over' });
  });
});

describe('once an offer is over', () => {
  test('another one like it can be made, unless it is told to be the one of that ply', async () => {
    const { id } = await newMatch(ada, bob);
    const first = await offer(ada, id, { kind: 'draw', ply: 0 });
    expect((await offer(ada, id, { kind: 'draw' })).text).toBe(first.text);
    const declined = await answer(bob, id, idOf(first, 'draw'), 'decline');
    expect((await offer(ada, id, { kind: 'draw', ply: 0 })).text).toBe(first.text);
    const second = await offer(ada, id, { kind: 'draw' });
    expect(second.body.head.seq).toBe(declined.body.head.seq + 1);
    expect(idOf(second, 'draw')).not.toBe(idOf(first, 'draw'));
    // While it waits a repeat is a repeat, also when its author has moved since.
    await move(ada, id, 0, 'spawn 4');
    expect((await offer(ada, id, { kind: 'draw' })).text).toBe(second.text);
    await soundRecord(bob, id);
  });
});

function clockOf({ body }: Answer<Offered>): { state: string; deadline: string } {
  const { clock } = JSON.parse(JSON.stringify(body));
  return clock;
}

test(`accept, withdraw and a move at once: exactly one way is taken (${ROUNDS} rounds)`, async () => {
  const ways = new Set<string>();
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await newMatch(ada, bob);
    const draw = idOf(await offer(bob, id, { kind: 'draw' }), 'draw');
    const asks = [
      () => answer(ada, id, draw, 'accept'),
      () => answer(bob, id, draw, 'withdraw'),
      () => move(ada, id, 0, 'spawn 4'),
    ];
    const turned = [...asks.slice(round % 3), ...asks.slice(0, round % 3)];
    const sent = await Promise.all(turned.map((ask) => ask()));
    const [accepted, withdrawn, moved] = asks.map((ask) => sent[turned.indexOf(ask)]);
    const { text } = await ada.call('GET', `/v1/matches/${id}/record`);
    const record: { commits: { events: { type: string }[] }[] } = JSON.parse(text);
    const types = record.commits.slice(3).flatMap(({ events }) => events.map(({ type }) => type));
    const ends = types.filter((type) => /^offer\.(accepted|declined|withdrawn)$/.test(type));
    expect(ends).toHaveLength(1);
    expect(accepted?.status === 200).toBe(ends[0] === 'offer.accepted');
    expect(withdrawn?.status === 200).toBe(ends[0] === 'offer.withdrawn');
    // A move that comes after the agreement is too late; any other stands.
    expect(moved?.status === 200).toBe(ends[0] !== 'offer.accepted');
    expect(verifyRecord(text, games).verdict).toBe('ok');
    ways.add(ends[0] ?? '');
  }
  expect(ways.size).toBeGreaterThan(1);
});
