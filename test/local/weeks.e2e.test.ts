/** A match of each game through all that time and agreement can do to it, its rematch included. */
import { describe, expect, test } from 'vitest';
import type { Client, MatchBody } from '../support/clients.ts';
import { kinds, moveOn, proved, read, table, takeTurn, withServers } from './weeks-kit.ts';

withServers();

interface Ledger {
  readonly next: number;
  readonly more: boolean;
  readonly clock: { readonly left: readonly string[]; readonly deadline: string | null; readonly state: string };
  readonly entries: readonly {
    readonly seat: number;
    readonly reason: string;
    readonly left: string;
    readonly seq: number;
  }[];
}

interface Game {
  readonly wish: Record<string, unknown>;
  readonly seats: number;
  /** By which its players end it, and why it is over then. */
  readonly end: 'draw' | 'settle';
  readonly reason: string;
}

const GAMES: readonly Game[] = [
  { wish: { game: 'aquaignis' }, seats: 2, end: 'draw', reason: 'agreement' },
  { wish: { game: 'abiegnus', options: { mode: 'two-player' } }, seats: 2, end: 'settle', reason: 'settled' },
  { wish: { game: 'astromagie', seats: 3 }, seats: 3, end: 'settle', reason: 'settled' },
];

const DAY_MS = 86_400_000;
const dayAfter = (now: Date, days: number) => new Date(now.getTime() + days * DAY_MS).toISOString().slice(0, 10);
const stateOf = ({ clock }: MatchBody) => clock.state;

async function offer(as: Client, match: string, body: object): Promise<string> {
  const answer = await as.call<{ offers: { offer: string }[] }>('POST', `/v1/matches/${match}/offers`, body);
  expect(answer.status, answer.text).toBe(201);
  return answer.body.offers.at(-1)?.offer ?? '';
}

async function respond(as: Client, match: string, id: string, how: string): Promise<MatchBody> {
  const answer = await as.call<MatchBody>('POST', `/v1/matches/${match}/offers/${id}/${how}`);
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** The first offers, and all others accept. */
async function agree(seated: readonly Client[], match: string, body: object): Promise<MatchBody> {
  const [first, ...others] = seated as [Client, ...Client[]];
  const id = await offer(first, match, body);
  let after = await read(first, match);
  for (const each of others) after = await respond(each, match, id, 'accept');
  return after;
}

/** Of a match of many commits it comes in pages. */
async function wholeLedger(as: Client, match: string): Promise<Ledger> {
  let after = 0;
  const entries: Ledger['entries'][number][] = [];
  for (;;) {
    const { body } = await as.call<Ledger>('GET', `/v1/matches/${match}/clock?after=${after}`);
    entries.push(...body.entries);
    if (!body.more) return { ...body, entries };
    after = body.next;
  }
}

describe.each(GAMES)('$wish.game', { timeout: 120_000 }, ({ wish, seats, end, reason }) => {
  test('weeks of it', async () => {
    const { players, advance, begin } = await table();
    const seated = players.slice(0, seats);
    const clock = { kind: 'bank', initial: 'P4D', increment: 'PT6H', max: 'P5D' };
    const { id } = await begin({ ...wish, clock }, seated);
    const mover = async () => seated[((await read(players[0] as Client, id)).toMove[0] ?? 0) - 1] as Client;
    const now = async () => Date.parse((await advance('PT1M')).toISOString());
    const deadline = async () => Date.parse((await read(players[0] as Client, id)).clock.deadline ?? '');

    // Time gets short, and whoever is to move is told so; then the turn is over, and time is added.
    await advance('P3DT1M');
    expect(await kinds(await mover(), id)).toContain('clock.warning');
    await takeTurn(seated, id);

    // All agree on a pause, in which a deadline passes, and to go on before its end.
    const before = await deadline();
    expect(stateOf(await agree(seated, id, { kind: 'pause', for: 'P10D' }))).toBe('paused');
    await advance('P6D');
    expect(await read(players[0] as Client, id)).toMatchObject({ status: 'active', clock: { state: 'paused' } });
    expect(stateOf(await agree([...seated].reverse(), id, { kind: 'resume' }))).toBe('running');
    expect((await deadline()) - before).toBeGreaterThan(6 * DAY_MS - 1);
    expect((await deadline()) - before).toBeLessThan(6 * DAY_MS + 5 * 60_000);

    // Whoever is to move goes on leave, which puts the deadline off, and may move all the same.
    const away = await mover();
    const today = await now();
    const leave = { from: dayAfter(new Date(today), 0), to: dayAfter(new Date(today), 7), timeZone: 'UTC' };
    const set = await away.call('PUT', '/v1/me/vacation', leave);
    expect(set.status, set.text).toBe(200);
    await advance('P5D');
    expect(stateOf(await read(away, id))).toBe('away');
    await takeTurn(seated, id);

    // An offer is withdrawn, one declined, one passed over by a move.
    const [ada, bob] = seated as [Client, Client];
    await respond(ada, id, await offer(ada, id, { kind: end }), 'withdraw');
    await respond(bob, id, await offer(ada, id, { kind: end }), 'decline');
    const asked = await mover();
    await offer(asked.id === ada.id ? bob : ada, id, { kind: 'pause', for: 'P1D' });
    await takeTurn(seated, id);
    expect((await read(ada, id)).offers).toEqual([]);

    // In Aquaignis a move can be taken back.
    if (wish.game === 'aquaignis') {
      const { ply, position } = await read(ada, id);
      await moveOn(seated, id);
      expect(await agree(seated, id, { kind: 'takeback', toPly: ply })).toMatchObject({ ply: ply + 2, position });
    }

    // The ledger explains what each has left: its last entry for a seat whose time does not run.
    const ledger = await wholeLedger(ada, id);
    const running = (await read(ada, id)).toMove;
    for (const [i, left] of ledger.clock.left.entries()) {
      const last = ledger.entries.findLast((entry) => entry.seat === i + 1);
      if (!running.includes(i + 1)) expect(last?.left).toBe(left);
    }
    for (const what of ['start', 'turn', 'increment', 'pause', 'vacation']) {
      expect(ledger.entries.map((entry) => entry.reason)).toContain(what);
    }

    // Of three one runs out of time; those who are left end it.
    let left = seated;
    if (seats > 2) {
      const late = await mover();
      await advance('P6D');
      expect((await read(ada, id)).seats.map(({ status }) => status)).toContain('timed-out');
      left = seated.filter((each) => each.id !== late.id);
    }
    expect(await agree(left, id, { kind: end })).toMatchObject({ status: 'finished', outcome: { reason } });

    // They play again, everybody one seat further; nobody comes, and it ends by itself.
    const { rematch } = (await agree(seated, id, { kind: 'rematch' })) as MatchBody & { rematch: string };
    const again = await read(ada, rematch);
    expect(again).toMatchObject({ status: 'active', rematchOf: id, clock });
    expect(again.seats.map(({ player }) => player?.id)).toEqual(
      [...seated.slice(-1), ...seated.slice(0, -1)].map((player) => player.id),
    );
    // Whoever went on leave may be away still, and that holds there too.
    for (let n = 0; n <= seats; n += 1) await advance('P5DT2M');
    expect(await read(ada, rematch)).toMatchObject({ status: 'finished', outcome: { reason: 'timeout' } });
    for (const match of [id, rematch]) await proved(ada, match);
  });
});
