/** Time over HTTP, on a server whose clock is put forward: what runs out ends, though nobody asks. */
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Client, clientOf, nobody, overHttp } from '../support/clients.ts';
import { kill, readyUrl } from '../support/server.ts';
import { kinds, moveOn, place, proved, read, start, table, takeTurn, withServers } from './weeks-kit.ts';

withServers();

const DAY_MS = 86_400_000;

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

test('a clock that was put forward is as far ahead after a kill, and the match goes on from there', async () => {
  const data = { PLYPOST_CLOCK: 'manual', PLYPOST_DATA: place() };
  const before = await table(data);
  const [ada, bob] = before.players as [Client, Client];
  const { id } = await before.begin({ game: 'aquaignis', clock: { kind: 'per-turn', time: 'P3D' } }, [ada, bob]);
  await before.advance('P1D');
  const put = await before.advance('P1D');
  expect(put.getTime()).toBeGreaterThan(Date.now() + 1.99 * DAY_MS);
  await kill(before.server);

  const server = start(data);
  const send = overHttp(await readyUrl(server));
  const told = await nobody(send).call<{ now: string }>('GET', '/local/clock');
  expect(told.status).toBe(200);
  expect(Date.parse(told.body.now)).toBeGreaterThanOrEqual(put.getTime());
  expect(Date.parse(told.body.now)).toBeLessThan(put.getTime() + DAY_MS / 2);
  const again = clientOf(send, ada.id, ada.token);
  expect(await read(again, id)).toMatchObject({ status: 'active', clock: { state: 'running' } });
  await nobody(send).call('POST', '/local/clock', { advance: 'P1DT1M' });
  expect(await read(again, id)).toMatchObject({ status: 'finished', outcome: { reason: 'timeout', winners: [2] } });
  await proved(again, id);
  await kill(server);

  await writeFile(join(data.PLYPOST_DATA, 'clock-ahead'), 'a day\n');
  const wrong = start(data);
  expect(await wrong.ended).toMatchObject({ code: 1 });
  expect(wrong.output().err).toMatch(/clock-ahead tells no milliseconds; delete it to begin at the present\n$/);
});

test('the clock is put forward only where it was opened, and only by a duration', async () => {
  const closed = nobody(overHttp(await readyUrl(start({}))));
  expect((await closed.call('POST', '/local/clock', { advance: 'P1D' })).status).toBe(404);
  const opened = nobody(overHttp(await readyUrl(start({ PLYPOST_CLOCK: 'manual' }))));
  for (const body of [{}, { advance: 1 }, { advance: '-P1D' }, { advance: 'P1Y' }, { advance: 'P1D', to: 'x' }]) {
    expect((await opened.call('POST', '/local/clock', body)).body).toMatchObject({ status: 422, code: 'invalid' });
  }
  const other = await opened.call('DELETE', '/local/clock');
  expect(other.body).toMatchObject({ status: 405, code: 'method_not_allowed' });
  expect(other.headers.get('Allow')).toBe('GET, HEAD, POST');
  const wrong = start({ PLYPOST_CLOCK: 'fast' });
  expect(await wrong.ended).toMatchObject({ code: 1 });
  expect(wrong.output().err).toContain('PLYPOST_CLOCK is manual or system, not: fast');
});
