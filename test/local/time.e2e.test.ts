/** Weeks of play over HTTP in a few seconds: a server whose clock is put forward, and matches of all three games. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { verifyRecord } from '../../domain/match/verify.ts';
import { type Client, type MatchBody, newPlayer, nobody, overHttp } from '../support/clients.ts';
import { type Bundle, bundleServer, kill, launch, type Running, readyUrl } from '../support/server.ts';

const DAY = 86_400_000;

let folder: string;
let bundle: Bundle;
const running: Running[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plypost-time-'));
  bundle = await bundleServer();
});
afterEach(async () => {
  for (const server of running.splice(0)) await kill(server);
});
afterAll(async () => {
  bundle.remove();
  await rm(folder, { recursive: true, force: true });
});

let places = 0;
function start(env: Readonly<Record<string, string>>): Running {
  places += 1;
  const server = launch(bundle.args, { PLYPOST_DATA: join(folder, String(places)), ...env });
  running.push(server);
  return server;
}

async function table() {
  const url = await readyUrl(start({ PLYPOST_CLOCK: 'manual' }));
  const send = overHttp(url);
  const players = await Promise.all(['Ada', 'Bob', 'Cyd'].map((name) => newPlayer(send, name)));
  return {
    players,
    async advance(duration: string): Promise<Date> {
      const answer = await nobody(send).call<{ now: string }>('POST', '/local/clock', { advance: duration });
      expect(answer.status, answer.text).toBe(200);
      return new Date(answer.body.now);
    },
    async begin(wish: object, seated: readonly Client[]): Promise<MatchBody> {
      const [first, ...others] = seated;
      const made = await first?.call<MatchBody>('POST', '/v1/matches', wish);
      let body = made?.body as MatchBody;
      for (const player of others) {
        const joined = await player.call<MatchBody>('POST', `/v1/matches/${body.id}/join`);
        expect(joined.status, joined.text).toBe(200);
        body = joined.body;
      }
      return body;
    },
  };
}

const read = async (player: Client, id: string) => (await player.call<MatchBody>('GET', `/v1/matches/${id}`)).body;

/** The seat to move plays its first legal move. */
async function moveOn(seated: readonly Client[], id: string): Promise<MatchBody> {
  const [ada] = seated as [Client];
  const { ply, toMove } = await read(ada, id);
  const player = seated[(toMove[0] ?? 0) - 1] ?? ada;
  const legal = await player.call<{ moves: { text: string }[] }>('GET', `/v1/matches/${id}/legal-moves`);
  const moves = legal.body.moves.slice(0, 1).map(({ text }) => text);
  const answer = await player.call<MatchBody>('POST', `/v1/matches/${id}/moves`, { ply, moves });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** Until another is to move. */
async function takeTurn(seated: readonly Client[], id: string): Promise<void> {
  const [ada] = seated as [Client];
  const before = (await read(ada, id)).toMove[0];
  while ((await moveOn(seated, id)).toMove[0] === before);
}

interface Feed {
  readonly entries: readonly { type: string; match?: string; deadline?: string; left?: string }[];
}

/** For which deadline, and how long before it. */
async function warnings(player: Client, match: string) {
  const { body } = await player.call<Feed>('GET', '/v1/me/events?limit=100');
  const told = body.entries.filter((entry) => entry.match === match && entry.type === 'clock.warning');
  return told.map(({ deadline, left }) => [deadline, left]);
}

async function kinds(player: Client, match: string): Promise<string[]> {
  const { body } = await player.call<{ entries: { type: string; match?: string }[] }>('GET', '/v1/me/events?limit=100');
  return body.entries.filter((entry) => entry.match === match).map(({ type }) => type);
}

async function proved(player: Client, match: string): Promise<void> {
  const record = await player.call('GET', `/v1/matches/${match}/record`);
  expect(verifyRecord(record.text, games)).toMatchObject({ verdict: 'ok', fault: null });
}

test('three seats: one runs out, one is away, and the last two go on; nobody asked for any of it', async () => {
  const { players, advance, begin } = await table();
  const [ada, bob, cyd] = players as [Client, Client, Client];
  const wish = { game: 'astromagie', seats: 3, clock: { kind: 'per-turn', time: 'P2D' } };
  const { id, toMove } = await begin(wish, [ada, bob, cyd]);
  const late = toMove[0] ?? 0;
  await advance('P2DT1M');
  const then = await read(ada, id);
  expect(then.seats.map(({ status }) => status)).toEqual(
    [1, 2, 3].map((seat) => (seat === late ? 'timed-out' : 'playing')),
  );
  expect(then).toMatchObject({ status: 'active', clock: { state: 'running' } });
  for (const player of players) expect(await kinds(player, id)).toContain('seat.timed-out');

  const next = then.toMove[0] ?? 0;
  const away = players[next - 1] ?? ada;
  const today = (await advance('PT1M')).toISOString().slice(0, 10);
  const until = new Date(Date.parse(today) + 5 * 86_400_000).toISOString().slice(0, 10);
  const leave = await away.call('PUT', '/v1/me/vacation', { from: today, to: until, timeZone: 'UTC' });
  expect(leave.status, leave.text).toBe(200);
  await advance('P4D');
  expect(await read(ada, id)).toMatchObject({ status: 'active', clock: { state: 'away' } });
  await moveOn(players, id);
  await advance('P2DT1M');
  const over = await read(ada, id);
  expect(over).toMatchObject({ status: 'finished', outcome: { reason: 'timeout', winners: [next] } });
  const ledger = await ada.call<{ entries: { seat: number; reason: string }[] }>('GET', `/v1/matches/${id}/clock`);
  expect(ledger.body.entries).toContainEqual(expect.objectContaining({ seat: next, reason: 'vacation' }));
  await proved(ada, id);
});

test('Astromagie’s time limit, a bank of Abiegnus, a turn of Aquaignis, and a match that nobody joins', async () => {
  const { players, advance, begin } = await table();
  const [ada, bob] = players as [Client, Client];
  const limited = await begin(
    { game: 'astromagie', seats: 3, options: { timeLimit: 'P3D' }, clock: { kind: 'none' } },
    players,
  );
  const bank = { kind: 'bank', initial: 'P2D', increment: 'PT1H', max: 'P3D' };
  const abiegnus = await begin({ game: 'abiegnus', options: { mode: 'two-player' }, clock: bank }, [ada, bob]);
  const aquaignis = await begin({ game: 'aquaignis' }, [ada, bob]);
  const open = await begin({ game: 'aquaignis', startWithin: 'P2D' }, [ada]);
  const two = [ada, bob];

  await advance('P1D');
  for (const { id } of [abiegnus, aquaignis]) await takeTurn(two, id);
  await advance('P1DT12H');
  expect(await read(ada, open.id)).toMatchObject({ status: 'cancelled' });
  expect(await read(ada, abiegnus.id)).toMatchObject({ status: 'active' });
  await advance('P1DT12H');
  expect(await read(ada, limited.id)).toMatchObject({ status: 'finished', outcome: { reason: 'time' } });
  expect(await read(ada, abiegnus.id)).toMatchObject({ status: 'finished', outcome: { reason: 'timeout' } });
  expect(await read(ada, aquaignis.id)).toMatchObject({ status: 'active' });
  await advance('P1DT1M');
  expect(await read(ada, aquaignis.id)).toMatchObject({
    status: 'finished',
    outcome: { reason: 'timeout', winners: [1] },
  });
  for (const { id } of [limited, abiegnus, aquaignis, open]) await proved(ada, id);
});

test('whoever is to move is told twice that time gets short, and hears it while waiting; a pause puts it off', async () => {
  const { players, advance, begin } = await table();
  const [ada, bob] = players as [Client, Client];
  const { id, clock } = await begin({ game: 'aquaignis' }, [ada, bob]);
  const deadline = clock.deadline ?? '';
  await advance('P1DT23H');
  const { next } = (await ada.call<{ next: string }>('GET', '/v1/me/events?after=latest')).body;
  const waiting = ada.call<Feed>('GET', `/v1/me/events?after=${next}&wait=25`);
  await advance('PT1H1M');
  const [first] = (await waiting).body.entries;
  const at = (before: number) => new Date(Date.parse(deadline) - before).toISOString();
  expect(first).toMatchObject({ type: 'clock.warning', match: id, seat: 1, deadline, left: 'P1D', at: at(DAY) });

  const offered = await bob.call<MatchBody>('POST', `/v1/matches/${id}/offers`, { kind: 'pause', for: 'P5D' });
  expect(offered.status, offered.text).toBe(201);
  const accepted = await ada.call<MatchBody>('POST', `/v1/matches/${id}/offers/${offered.body.head.seq}/accept`);
  expect(accepted.status, accepted.text).toBe(200);
  const then = accepted.body.clock.deadline ?? '';
  expect(Date.parse(then) - Date.parse(deadline)).toBe(5 * DAY);
  await advance('P5D');
  expect(await warnings(ada, id)).toEqual([[deadline, 'P1D']]);
  await advance('PT21H');
  expect(await warnings(ada, id)).toEqual([
    [deadline, 'P1D'],
    [then, 'PT3H'],
  ]);
  await moveOn([ada, bob], id);
  await advance('P2DT1M');
  expect(await warnings(ada, id)).toHaveLength(2);
  expect(await warnings(bob, id)).toMatchObject([[expect.any(String), 'P1D']]);
  await advance('P1D');
  expect(await read(ada, id)).toMatchObject({ status: 'finished', outcome: { reason: 'timeout', winners: [1] } });
  expect(await warnings(bob, id)).toHaveLength(1);
  await proved(ada, id);
});

test('the clock is put forward only where it was opened, and only by a duration', async () => {
  const closed = nobody(overHttp(await readyUrl(start({}))));
  expect((await closed.call('POST', '/local/clock', { advance: 'P1D' })).status).toBe(404);
  const opened = nobody(overHttp(await readyUrl(start({ PLYPOST_CLOCK: 'manual' }))));
  for (const body of [{}, { advance: 1 }, { advance: '-P1D' }, { advance: 'P1Y' }, { advance: 'P1D', to: 'x' }]) {
    expect((await opened.call('POST', '/local/clock', body)).body).toMatchObject({ status: 422, code: 'invalid' });
  }
  const wrong = start({ PLYPOST_CLOCK: 'fast' });
  expect(await wrong.ended).toMatchObject({ code: 1 });
  expect(wrong.output().err).toContain('PLYPOST_CLOCK is manual or system, not: fast');
});
