/** What the ledger of a match says after takebacks and pauses; each figure reckoned by hand. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { type Times, timesOf } from '../support/at.ts';
import { type Client, type MatchBody, newPlayer } from '../support/clients.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-02T00:00:00.000Z');

let api: TestApi;
let times: Times;
let ada: Client;
let bob: Client;

beforeAll(async () => {
  api = await startApi();
  times = timesOf(api);
  ada = await newPlayer(api.send, 'Ada');
  bob = await newPlayer(api.send, 'Bob');
});
afterAll(() => api.end());

type Line = readonly [seq: number, seat: number, type: string, reason: string, amount: string, left: string];

interface Ledger {
  readonly clock: { readonly state: string; readonly deadline: string | null; readonly left: readonly string[] };
  readonly entries: readonly {
    readonly seq: number;
    readonly at: string;
    readonly seat: number;
    readonly type: string;
    readonly reason: string;
    readonly amount: string;
    readonly left: string;
  }[];
}

/** A match that starts at START, with everything done so many hours later. */
async function table(clock: object) {
  const made = await times.at(ada, START).call<MatchBody>('POST', '/v1/matches', { game: 'aquaignis', clock });
  const path = `/v1/matches/${made.body.id}`;
  async function post(player: Client, hours: number, to: string, body?: object): Promise<number> {
    const {
      status,
      body: match,
      text,
    } = await times.at(player, START + hours * HOUR).call<MatchBody>('POST', `${path}/${to}`, body);
    if (status >= 300) throw new Error(text);
    return match.head.seq;
  }
  await post(bob, 0, 'join');
  return {
    move: (player: Client, hours: number, ply: number, ...moves: string[]) =>
      post(player, hours, 'moves', { ply, moves }),
    offer: (player: Client, hours: number, wish: object) => post(player, hours, 'offers', wish),
    accept: (player: Client, hours: number, offer: number) => post(player, hours, `offers/${offer}/accept`),
    async ledger(hours: number): Promise<{ clock: object; lines: Line[] }> {
      const { body } = await times.at(bob, START + hours * HOUR).call<Ledger>('GET', `${path}/clock`);
      const { state, deadline, left } = body.clock;
      return {
        clock: { state, deadline, left },
        lines: body.entries.map((each) => [each.seq, each.seat, each.type, each.reason, each.amount, each.left]),
      };
    },
  };
}

const from2 = ({ lines }: { lines: Line[] }) => lines.filter(([seq]) => seq > 2);

describe('per turn', () => {
  const clock = { kind: 'per-turn', time: 'P3D' };

  test('a takeback charges the turn that it ends, and the turn that is back runs from then on', async () => {
    const { move, offer, accept, ledger } = await table(clock);
    await move(ada, 24, 0, 'spawn 4');
    await move(bob, 48, 1, 'spawn 2', 'charge 2');
    const wish = await offer(ada, 60, { kind: 'takeback', toPly: 1 });
    expect(wish).toBe(5);
    await accept(bob, 72, wish);
    // Ada’s second turn took a day, and is no turn any more: she gets her three days when it comes again.
    const start: Line[] = [
      [2, 1, 'credit', 'start', 'P3D', 'P3D'],
      [2, 2, 'credit', 'start', 'P3D', 'P3D'],
      [3, 1, 'debit', 'turn', 'P1D', 'P2D'],
      [3, 1, 'credit', 'new-turn', 'P1D', 'P3D'],
      [4, 2, 'debit', 'turn', 'P1D', 'P2D'],
      [4, 2, 'credit', 'new-turn', 'P1D', 'P3D'],
      [6, 1, 'debit', 'turn', 'P1D', 'P2D'],
    ];
    expect(await ledger(78)).toEqual({
      clock: { state: 'running', deadline: '2026-03-08T00:00:00.000Z', left: ['P2D', 'P2DT18H'] },
      lines: start,
    });
    await move(bob, 84, 4, 'spawn 3', 'charge 3');
    expect(await ledger(96)).toEqual({
      clock: { state: 'running', deadline: '2026-03-08T12:00:00.000Z', left: ['P2DT12H', 'P3D'] },
      lines: [
        ...start,
        [7, 2, 'debit', 'turn', 'PT12H', 'P2DT12H'],
        [7, 2, 'credit', 'new-turn', 'PT12H', 'P3D'],
        [7, 1, 'credit', 'new-turn', 'P1D', 'P3D'],
      ],
    });
  });

  test('a takeback within a turn leaves the turn running since it began', async () => {
    const { move, offer, accept, ledger } = await table(clock);
    await move(ada, 24, 0, 'spawn 4');
    await move(bob, 30, 1, 'spawn 2');
    await accept(ada, 36, await offer(bob, 33, { kind: 'takeback', toPly: 1 }));
    const after = await ledger(48);
    expect(after.clock).toEqual({ state: 'running', deadline: '2026-03-06T00:00:00.000Z', left: ['P3D', 'P2D'] });
    expect(from2(after).map(([seq]) => seq)).toEqual([3, 3]);
    await move(bob, 54, 3, 'spawn 2', 'charge 2');
    expect(from2(await ledger(54)).slice(2)).toEqual([
      [7, 2, 'debit', 'turn', 'P1DT6H', 'P1DT18H'],
      [7, 2, 'credit', 'new-turn', 'P1DT6H', 'P3D'],
    ]);
  });

  test('a pause that is ended early is credited for as long as it was, when the turn is over', async () => {
    const { move, offer, accept, ledger } = await table(clock);
    await accept(bob, 30, await offer(ada, 24, { kind: 'pause', for: 'P2D' }));
    const paused = await ledger(48);
    expect(paused.clock).toEqual({ state: 'paused', deadline: '2026-03-07T00:00:00.000Z', left: ['P1DT18H', 'P3D'] });
    expect(from2(paused)).toEqual([]);
    await accept(ada, 54, await offer(bob, 50, { kind: 'resume' }));
    expect((await ledger(60)).clock).toEqual({
      state: 'running',
      deadline: '2026-03-06T00:00:00.000Z',
      left: ['P1DT12H', 'P3D'],
    });
    await move(ada, 72, 0, 'spawn 4');
    expect(from2(await ledger(72))).toEqual([
      [7, 1, 'credit', 'pause', 'P1D', 'P4D'],
      [7, 1, 'debit', 'turn', 'P3D', 'P1D'],
      [7, 1, 'credit', 'new-turn', 'P2D', 'P3D'],
    ]);
  });

  test('a takeback during a pause: what was paused of the turn it ends is credited, and the pause goes on', async () => {
    const { move, offer, accept, ledger } = await table(clock);
    await move(ada, 12, 0, 'spawn 4');
    const pause = await offer(bob, 18, { kind: 'pause', for: 'P2D' });
    await accept(ada, 24, pause);
    await accept(ada, 36, await offer(bob, 30, { kind: 'takeback', toPly: 0 }));
    // Bob’s turn took a day, half of it paused; Ada’s is paused for a day and a half yet.
    const after = await ledger(48);
    expect(after.clock).toEqual({ state: 'paused', deadline: '2026-03-08T00:00:00.000Z', left: ['P3D', 'P2DT12H'] });
    expect(from2(after).slice(2)).toEqual([
      [7, 2, 'credit', 'pause', 'PT12H', 'P3DT12H'],
      [7, 2, 'debit', 'turn', 'P1D', 'P2DT12H'],
    ]);
  });
});

describe('a bank', () => {
  const clock = { kind: 'bank', initial: 'P2D', increment: 'PT12H' };

  test('a takeback gives no time back and takes none: the turn that it ends is charged and earns no increment', async () => {
    const { move, offer, accept, ledger } = await table(clock);
    await move(ada, 1, 0, 'spawn 4');
    await move(bob, 5, 1, 'spawn 2', 'charge 2');
    await accept(ada, 8, await offer(bob, 6, { kind: 'takeback', toPly: 1 }));
    const start: Line[] = [
      [3, 1, 'debit', 'turn', 'PT1H', 'P1DT23H'],
      [3, 1, 'credit', 'increment', 'PT12H', 'P2DT11H'],
      [4, 2, 'debit', 'turn', 'PT4H', 'P1DT20H'],
      [4, 2, 'credit', 'increment', 'PT12H', 'P2DT8H'],
      [6, 1, 'debit', 'turn', 'PT3H', 'P2DT8H'],
    ];
    const after = await ledger(10);
    expect(from2(after)).toEqual(start);
    expect(after.clock).toEqual({ state: 'running', deadline: '2026-03-04T16:00:00.000Z', left: ['P2DT8H', 'P2DT6H'] });
    await move(bob, 11, 4, 'spawn 3', 'charge 3');
    const moved = await ledger(12);
    expect(from2(moved)).toEqual([
      ...start,
      [7, 2, 'debit', 'turn', 'PT3H', 'P2DT5H'],
      [7, 2, 'credit', 'increment', 'PT12H', 'P2DT17H'],
    ]);
    expect(moved.clock).toEqual({
      state: 'running',
      deadline: '2026-03-04T19:00:00.000Z',
      left: ['P2DT7H', 'P2DT17H'],
    });
  });

  test('one pause ended early, and one that ends by itself', async () => {
    const { move, offer, accept, ledger } = await table(clock);
    await accept(bob, 30, await offer(ada, 24, { kind: 'pause', for: 'P2D' }));
    expect((await ledger(36)).clock).toEqual({
      state: 'paused',
      deadline: '2026-03-06T00:00:00.000Z',
      left: ['PT18H', 'P2D'],
    });
    await accept(bob, 54, await offer(ada, 48, { kind: 'resume' }));
    expect((await ledger(60)).clock).toEqual({
      state: 'running',
      deadline: '2026-03-05T00:00:00.000Z',
      left: ['PT12H', 'P2D'],
    });
    await move(ada, 66, 0, 'spawn 4');
    await accept(ada, 72, await offer(bob, 70, { kind: 'pause', for: 'PT6H' }));
    expect((await ledger(77)).clock).toMatchObject({ state: 'paused' });
    // It is over at 78: 6 of 18 hours did not count.
    expect((await ledger(84)).clock).toEqual({
      state: 'running',
      deadline: '2026-03-07T00:00:00.000Z',
      left: ['PT18H', 'P1DT12H'],
    });
    await move(bob, 84, 1, 'spawn 2', 'charge 2');
    expect(from2(await ledger(84))).toEqual([
      [7, 1, 'credit', 'pause', 'P1D', 'P3D'],
      [7, 1, 'debit', 'turn', 'P2DT18H', 'PT6H'],
      [7, 1, 'credit', 'increment', 'PT12H', 'PT18H'],
      [10, 2, 'credit', 'pause', 'PT6H', 'P2DT6H'],
      [10, 2, 'debit', 'turn', 'PT18H', 'P1DT12H'],
      [10, 2, 'credit', 'increment', 'PT12H', 'P2D'],
    ]);
  });
});
