/** Time over HTTP: what a match tells of its clock, and what happens when it runs out. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { GRACE_MS } from '../../domain/match/clock/due.ts';
import { verifyRecord } from '../../domain/match/verify.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Times, timesOf } from '../support/at.ts';
import { type Client, type MatchBody, newPlayer } from '../support/clients.ts';

const DAY = 86_400_000;
const START = Date.parse('2026-03-02T00:00:00.000Z');

let api: TestApi;
let times: Times;
let ada: Client;
let bob: Client;
let cyd: Client;

beforeAll(async () => {
  api = await startApi();
  times = timesOf(api);
  [ada, bob, cyd] = (await Promise.all(['Ada', 'Bob', 'Cyd'].map((name) => newPlayer(api.send, name)))) as [
    Client,
    Client,
    Client,
  ];
});
afterAll(() => api.end());

async function begun(wish: object = {}, players: readonly Client[] = [bob]): Promise<MatchBody> {
  const made = await times.at(ada, START).call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis', ...wish });
  expect(made.status).toBe(201);
  let { body } = made;
  for (const player of players) {
    body = (await times.at(player, START).call<MatchBody>('POST', `/v1/matches/${made.body.id}/join`)).body;
  }
  return body;
}

const read = async (id: string, at: number) =>
  (await times.at(ada, at).call<MatchBody>('GET', `/v1/matches/${id}`)).body;

test('three days a turn unless told otherwise, told from the start; reading never stores anything', async () => {
  const made = await times.at(ada, START).call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis' });
  expect(made.body).toMatchObject({
    clock: { kind: 'per-turn', time: 'P3D', vacation: true, state: 'none', deadline: null, left: null },
    startBy: '2026-03-16T00:00:00.000Z',
  });
  const { id, head, clock, startBy } = await begun();
  expect(clock).toMatchObject({ state: 'running', deadline: '2026-03-05T00:00:00.000Z', left: ['P3D', 'P3D'] });
  expect(startBy).toBeNull();
  expect((await read(id, START + DAY)).clock).toMatchObject({ state: 'running', left: ['P2D', 'P3D'] });
  expect((await read(id, START + 3 * DAY)).clock.state).toBe('running');
  expect((await read(id, START + 3 * DAY + 1)).clock).toMatchObject({ state: 'due', left: ['PT0S', 'P3D'] });
  expect((await read(id, START + 9 * DAY)).head).toEqual(head);

  const alone = { game: 'abiegnus', options: { mode: 'solitaire' } };
  const solitaire = await ada.call<MatchBody>('POST', '/v1/matches', alone);
  expect(solitaire.body.clock).toMatchObject({ kind: 'none', deadline: null });
});

test('received in time it stands, however late it is stored; received late it does not', async () => {
  const deadline = START + 3 * DAY;
  const { id } = await begun();
  const moves = { ply: 0, moves: ['spawn 4'] };
  const path = `/v1/matches/${id}/moves`;
  const late = await times.at(ada, deadline + 1).call('POST', path, moves);
  expect(late.status).toBe(409);
  expect(late.body).toMatchObject({ code: 'time_up' });
  expect(late.headers.get('Retry-After')).toBe('35');
  const dry = await times.at(ada, deadline + 1).call('POST', `${path}?dry-run=true`, moves);
  expect([dry.status, dry.body.code]).toEqual([409, 'time_up']);
  // Nor may the other seat do anything until it is settled.
  expect((await times.at(bob, deadline + 5000).call('POST', `/v1/matches/${id}/resign`)).body).toMatchObject({
    code: 'time_up',
  });
  const stands = await times.at(ada, deadline, deadline + GRACE_MS - 1).call<MatchBody>('POST', path, moves);
  expect(stands.status).toBe(200);
  expect(stands.body).toMatchObject({ ply: 1, clock: { state: 'running', deadline: '2026-03-08T00:00:00.000Z' } });
  // Sent again, even much later, it is answered as it was.
  expect((await times.at(ada, deadline + 2 * DAY).call('POST', path, moves)).text).toBe(stands.text);
});

test('whoever comes when the grace is over finds the match ended', async () => {
  const { id } = await begun();
  const then = START + 3 * DAY + GRACE_MS;
  const moves = { ply: 0, moves: ['spawn 4'] };
  const answer = await times.at(ada, START + 3 * DAY + 1, then).call('POST', `/v1/matches/${id}/moves`, moves);
  expect(answer.body).toMatchObject({ code: 'match_over' });
  expect(await read(id, then)).toMatchObject({
    status: 'finished',
    outcome: { kind: 'win', winners: [2], reason: 'timeout' },
    seats: [{ status: 'timed-out' }, { status: 'playing' }],
    clock: { state: 'none', deadline: null },
    finishedAt: '2026-03-05T00:00:35.000Z',
  });
  const log = await bob.call<{ commits: { at: string; events: { type: string }[] }[] }>(
    'GET',
    `/v1/matches/${id}/events`,
  );
  const [last] = log.body.commits.slice(-1);
  expect(last?.at).toBe('2026-03-05T00:00:35.000Z');
  expect(last?.events.map(({ type }) => type)).toEqual(['seat.timed-out', 'match.finished']);
  // And the record proves that nobody was ended too early.
  const record = await bob.call('GET', `/v1/matches/${id}/record`);
  expect(verifyRecord(record.text, games)).toMatchObject({ verdict: 'ok' });
});

test('a match that does not find its players is cancelled', async () => {
  const wish = { startWithin: 'PT1H' };
  const { id, startBy } = await begun(wish, []);
  expect(startBy).toBe('2026-03-02T01:00:00.000Z');
  const late = START + 3_600_001;
  expect((await times.at(bob, late).call('POST', `/v1/matches/${id}/join`)).body).toMatchObject({ code: 'time_up' });
  const over = await times.at(bob, late, late + GRACE_MS).call('POST', `/v1/matches/${id}/join`);
  expect(over.body).toMatchObject({ code: 'match_over' });
  expect(await read(id, late)).toMatchObject({ status: 'cancelled', startBy: null });
});

test('of three the seat drops out, and the command that found it so is judged by what is then', async () => {
  const { id, toMove } = await begun({ game: 'astromagie', seats: 3 }, [bob, cyd]);
  const seats = [ada, bob, cyd];
  const late = toMove[0] ?? 0;
  const next = seats[late % 3] ?? ada;
  const then = START + 3 * DAY + GRACE_MS;
  const legal = async (player: Client) =>
    (await times.at(player, then).call<{ moves: { text: string }[] }>('GET', `/v1/matches/${id}/legal-moves`)).body;
  // Judged as the next seat's turn, and never legal whatever the hand is.
  const two = { ply: 0, moves: ['discard gem leo'] };
  const refused = await times.at(next, then).call('POST', `/v1/matches/${id}/moves`, two);
  expect(refused.body).toMatchObject({ status: 422, code: 'illegal_move', rule: 'AS-11' });
  expect((await read(id, then)).seats[late - 1]?.status).toBe('timed-out');
  const text = (await legal(next)).moves[0]?.text ?? '';
  const moved = await times
    .at(next, then + DAY)
    .call<MatchBody>('POST', `/v1/matches/${id}/moves`, { ply: 0, moves: [text] });
  expect(moved.status).toBe(200);
});

test('the ledger tells every debit and credit, a page at a time', async () => {
  const clock = { kind: 'bank', initial: 'P2D', increment: 'PT12H', max: 'P2DT6H' };
  const { id } = await begun({ clock });
  const move = (player: Client, hours: number, ply: number, text: string) =>
    times.at(player, START + hours * 3_600_000).call('POST', `/v1/matches/${id}/moves`, { ply, moves: [text] });
  await move(ada, 1, 0, 'spawn 4');
  await move(bob, 24, 1, 'spawn 2');
  await move(bob, 25, 2, 'charge 2');
  const ledger = await times.at(cyd, START + 26 * 3_600_000).call<{
    clock: unknown;
    entries: { seq: number; seat: number; type: string; reason: string; amount: string; left: string }[];
    next: number;
    more: boolean;
  }>('GET', `/v1/matches/${id}/clock`);
  expect(ledger.status).toBe(200);
  expect(ledger.body).toMatchObject({
    clock: { ...clock, state: 'running', deadline: '2026-03-05T07:00:00.000Z', left: ['P2DT5H', 'P1DT12H'] },
    next: 5,
    more: false,
  });
  expect(
    ledger.body.entries.map(({ seq, seat, type, reason, amount, left }) => [seq, seat, type, reason, amount, left]),
  ).toEqual([
    [2, 1, 'credit', 'start', 'P2D', 'P2D'],
    [2, 2, 'credit', 'start', 'P2D', 'P2D'],
    [3, 1, 'debit', 'turn', 'PT1H', 'P1DT23H'],
    [3, 1, 'credit', 'increment', 'PT12H', 'P2DT11H'],
    [3, 1, 'debit', 'cap', 'PT5H', 'P2DT6H'],
    [5, 2, 'debit', 'turn', 'P1D', 'P1D'],
    [5, 2, 'credit', 'increment', 'PT12H', 'P1DT12H'],
  ]);
  const later = await ada.call<{ entries: { seq: number }[] }>('GET', `/v1/matches/${id}/clock?after=3`);
  expect(later.body.entries.map(({ seq }) => seq)).toEqual([5, 5]);
});

test('settings are checked, kept, and part of what makes a repeated creation the same', async () => {
  const bank = { kind: 'bank', initial: 'P7D', increment: 'PT12H' };
  const wrong: readonly (readonly [object, string])[] = [
    [{ clock: { kind: 'per-turn', time: 'PT59S' } }, '/clock/time'],
    [{ clock: { kind: 'per-turn', time: 'P91D' } }, '/clock/time'],
    [{ clock: { kind: 'per-turn', time: 'P1M' } }, '/clock/time'],
    [{ clock: { kind: 'per-turn' } }, '/clock/time'],
    [{ clock: { kind: 'none', time: 'P3D' } }, '/clock/time'],
    [{ clock: { ...bank, max: 'P6D' } }, '/clock/max'],
    [{ clock: { ...bank, max: '' } }, '/clock/max'],
    [{ clock: { ...bank, max: 'P100D' } }, '/clock/max'],
    [{ clock: { ...bank, initial: '', max: 'P9D' } }, '/clock/initial'],
    [{ clock: { kind: 'hourglass' } }, '/clock/kind'],
    [{ startWithin: 'P100D' }, '/startWithin'],
    [{ vacation: 'yes' }, '/vacation'],
  ];
  for (const [wish, pointer] of wrong) {
    const answer = await ada.call('POST', '/v1/matches', { game: 'aquaignis', ...wish });
    expect([answer.status, wish]).toEqual([422, wish]);
    expect(answer.body).toMatchObject({ code: 'invalid', errors: [{ in: 'body', pointer }] });
  }
  const key = { 'Idempotency-Key': 'clocks' };
  const wish = { game: 'aquaignis', clock: { kind: 'per-turn', time: 'PT1M' }, vacation: false };
  const first = await ada.call<MatchBody>('POST', '/v1/matches', wish, key);
  expect(first.body.clock).toMatchObject({ ...wish.clock, vacation: false });
  expect((await ada.call('POST', '/v1/matches', wish, key)).text).toBe(first.text);
  const other = { ...wish, clock: { kind: 'per-turn', time: 'PT2M' } };
  expect((await ada.call('POST', '/v1/matches', other, key)).status).toBe(422);
  // The default is the same whether it is written or not.
  const plain = { game: 'aquaignis' };
  const made = await ada.call('POST', '/v1/matches', plain, { 'Idempotency-Key': 'plain' });
  const written = { ...plain, clock: { kind: 'per-turn', time: 'P3D' }, vacation: true, startWithin: 'P14D' };
  expect((await ada.call('POST', '/v1/matches', written, { 'Idempotency-Key': 'plain' })).text).toBe(made.text);
});

test('lists tell the clock as far as the log alone tells it', async () => {
  const { id } = await begun({ visibility: 'public' });
  await api.background.idle();
  const { matches } = (await ada.call<{ matches: MatchBody[] }>('GET', '/v1/matches?mine=true&limit=100')).body;
  expect(matches.find((match) => match.id === id)?.clock).toEqual({
    kind: 'per-turn',
    time: 'P3D',
    vacation: true,
    deadline: '2026-03-05T00:00:00.000Z',
  });
});

test('no request is longer on its way than the grace', () => {
  // Node looks at connections once a second.
  expect(api.server.requestTimeout).toBeGreaterThan(0);
  expect(api.server.requestTimeout + 1000).toBeLessThan(GRACE_MS);
});
