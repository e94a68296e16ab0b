/** Time that runs out though nobody looks: what a sweep ends, and all that it must leave as it is. */
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import { GRACE_MS } from '../../domain/match/clock/due.ts';
import { moving } from '../../functions/play/commands.ts';
import { keys } from '../../functions/store/table.ts';
import { projectMatch } from '../../functions/stream/project.ts';
import { ADA, BOB } from '../support/matches.ts';
import {
  act,
  begun,
  clock,
  DAY,
  database,
  derived,
  inIndex,
  lines,
  MINUTE,
  opened,
  play,
  project,
  resigns,
  stateOf,
  sweepNow,
  typesAfter,
  vacations,
  withTable,
} from './sweep-kit.ts';

withTable();

const NOTHING = { looked: 0, ended: 0, warned: 0, failed: 0, overdueMs: 0 };
const ENDED = { ...NOTHING, looked: 1, ended: 1 };
/** The index told of a match in which nothing is due. */
const LOOKED = { ...NOTHING, looked: 1 };
/** From the beginning of a turn of a day to its first warning. */
const TO_WARNING = (DAY * 9) / 10;
const TIMED_OUT = ['seat.timed-out', 'match.finished'];

describe('a turn', () => {
  test('ends when its time and the grace are over, not before, and is not met again', async () => {
    const match = await begun();
    await project(match);
    const deadline = clock.now().getTime() + DAY;
    expect(await inIndex()).toEqual([{ match, due: clock.now().getTime() + TO_WARNING }]);

    clock.set(deadline);
    expect(await sweepNow()).toEqual(LOOKED);
    expect(await inIndex()).toEqual([{ match, due: deadline + GRACE_MS }]);
    clock.set(deadline + GRACE_MS - 1);
    expect(await sweepNow()).toEqual(NOTHING);
    clock.pass(1);
    expect(await sweepNow()).toEqual(ENDED);
    expect(await typesAfter(match, 2)).toEqual([TIMED_OUT]);
    const { status, outcome } = await stateOf(match);
    expect({ status, outcome }).toMatchObject({ status: 'finished', outcome: { winners: [2], reason: 'timeout' } });

    await project(match);
    expect(await inIndex()).toEqual([]);
    clock.pass(30 * DAY);
    expect(await sweepNow()).toEqual(NOTHING);
    expect(lines).toEqual([]);
  });

  test('is given its time anew by a move, and what a move within it leaves alone is not written', async () => {
    const match = await begun();
    await project(match);
    clock.pass(DAY / 2);
    await act(match, moving(play(), { player: ADA, ply: 0, moves: ['spawn 2'] }));
    await project(match);
    const due = clock.now().getTime() + TO_WARNING;
    expect(await inIndex()).toEqual([{ match, due }]);

    const puts: number[] = [];
    const dues = { ...derived.dues, put: async (_: string, seq: number) => void puts.push(seq) };
    clock.pass(MINUTE);
    await act(match, moving(play(), { player: BOB, ply: 1, moves: ['spawn 1'] }));
    await projectMatch({ ...derived, dues }, match);
    expect((await stateOf(match)).ply).toBe(2);
    expect(puts).toEqual([]);
  });

  test('is put off by leave that only the account knew of', async () => {
    const match = await begun();
    await project(match);
    const [from, to] = [12 * 60, 3 * 24 * 60].map((minutes) =>
      new Date(clock.now().getTime() + minutes * MINUTE).toISOString(),
    ) as [string, string];
    const leave = { from: '2030-01-01', to: '2030-01-03', timeZone: 'UTC', begins: from, ends: to };
    expect(await vacations.put(ADA, { timeZone: 'UTC', leaves: [leave] }, 0)).toBe(true);
    clock.pass(DAY + GRACE_MS);
    expect(await sweepNow()).toEqual(ENDED);
    expect(await typesAfter(match, 2)).toEqual([['vacation.granted']]);
    await project(match);
    const deadline = Date.parse(to) + DAY / 2;
    expect(await inIndex()).toEqual([{ match, due: deadline - DAY + TO_WARNING }]);
    clock.set(deadline + GRACE_MS);
    expect(await sweepNow()).toEqual(ENDED);
    expect((await stateOf(match)).outcome?.reason).toBe('timeout');
  });

  test('in a match of three the seat drops out, and the time of the next runs', async () => {
    const match = await begun({ seats: 3, options: { deals: 1 } }, 'astromagie');
    await project(match);
    clock.pass(DAY + GRACE_MS);
    expect(await sweepNow()).toEqual(ENDED);
    const { status, seats } = await stateOf(match);
    expect(status).toBe('active');
    expect(seats.map((seat) => seat.status).sort()).toEqual(['playing', 'playing', 'timed-out']);
    await project(match);
    expect(await inIndex()).toEqual([{ match, due: clock.now().getTime() + TO_WARNING }]);
    clock.pass(DAY + GRACE_MS);
    expect(await sweepNow()).toEqual(ENDED);
    expect((await stateOf(match)).status).toBe('finished');
    await project(match);
    expect(await inIndex()).toEqual([]);
  });
});

describe('other times that run out', () => {
  test('an open match that nobody joins is cancelled', async () => {
    const match = await opened();
    await project(match);
    expect(await inIndex()).toEqual([{ match, due: clock.now().getTime() + 14 * DAY + GRACE_MS }]);
    clock.pass(14 * DAY + GRACE_MS);
    expect(await sweepNow()).toEqual(ENDED);
    expect((await stateOf(match)).status).toBe('cancelled');
    await project(match);
    expect(await inIndex()).toEqual([]);
  });

  test('the time limit of a game', async () => {
    const time = { clock: { kind: 'none' }, vacation: true, startWithin: 'P1D' } as const;
    const match = await begun({ time, options: { timeLimit: 'PT10M' } }, 'astromagie');
    await project(match);
    expect(await inIndex()).toEqual([{ match, due: clock.now().getTime() + 10 * MINUTE + GRACE_MS }]);
    clock.pass(10 * MINUTE + GRACE_MS);
    expect(await sweepNow()).toEqual(ENDED);
    expect((await typesAfter(match, 2)).flat()).toContain('time.passed');
    await project(match);
    expect(await inIndex()).toEqual([]);
  });

  test('where no time is counted nothing is ever due', async () => {
    const time = { clock: { kind: 'none' }, vacation: true, startWithin: 'P1D' } as const;
    const match = await begun({ time });
    await project(match);
    expect(await inIndex()).toEqual([]);
  });
});

describe('sweeps', () => {
  test('that are lost are made good by the next, once', async () => {
    const match = await begun();
    await project(match);
    clock.pass(40 * DAY);
    expect(await sweepNow()).toEqual(ENDED);
    // The stream has not come to it yet: the index still tells of it.
    expect(await sweepNow()).toEqual(LOOKED);
    expect(await sweepNow()).toEqual(NOTHING);
    expect(await typesAfter(match, 2)).toEqual([TIMED_OUT]);
    await project(match);
    expect(await inIndex()).toEqual([]);
  });

  test('two at once, and a resignation with them, store one end', async () => {
    const ends = new Set<string>();
    for (let round = 0; round < 20; round += 1) {
      const match = await begun();
      await project(match);
      const inTime = new Date(clock.now().getTime() + DAY - 1);
      clock.pass(DAY + GRACE_MS);
      // Half of the resignations come by a server whose clock is behind.
      const resignation = round % 2 === 0 ? act(match, resigns(BOB)) : act(match, resigns(BOB), inTime);
      await Promise.all([sweepNow(), resignation.catch(() => undefined), sweepNow()]);
      const types = await typesAfter(match, 2);
      expect(types).toHaveLength(1);
      expect(types[0]?.at(-1)).toBe('match.finished');
      ends.add(types[0]?.[0] ?? '');
      await project(match);
    }
    expect([...ends].filter((type) => type !== 'seat.resigned')).toEqual(['seat.timed-out']);
    expect(await inIndex()).toEqual([]);
    expect(lines).toEqual([]);
  });

  test('that begin right when a player gives up leave that as it is', async () => {
    const match = await begun();
    await project(match);
    clock.pass(DAY - 1);
    await act(match, resigns(BOB));
    clock.pass(DAY);
    expect(await sweepNow()).toEqual(LOOKED);
    expect(await typesAfter(match, 2)).toEqual([['seat.resigned', 'match.finished']]);
    expect(await inIndex()).toEqual([]);
  });

  test('hold nothing up for a match that cannot be read, and tell of it', async () => {
    const [bad, good] = [await begun(), await begun()];
    for (const match of [bad, good]) await project(match);
    clock.pass(DAY);
    expect(await sweepNow()).toEqual({ ...NOTHING, looked: 2 });
    const item = { ...keys.commit(bad, 2), at: { N: '0' }, ply: { N: '0' }, events: { B: new Uint8Array([1, 255]) } };
    await database.client.send(new PutItemCommand({ TableName: database.table, Item: item }));
    clock.pass(GRACE_MS + 5 * MINUTE);
    expect(await sweepNow()).toEqual({ ...NOTHING, looked: 2, ended: 1, failed: 1, overdueMs: 5 * MINUTE });
    expect(lines).toEqual([expect.objectContaining({ level: 'error', message: 'not swept', match: bad })]);
    expect((await stateOf(good)).status).toBe('finished');
  });

  test('that have no time left tell how late what they leave is', async () => {
    const match = await begun();
    await project(match);
    clock.pass(DAY);
    expect(await sweepNow()).toEqual(LOOKED);
    clock.pass(GRACE_MS + 7 * MINUTE);
    expect(await sweepNow({ over: () => true })).toEqual({ ...LOOKED, overdueMs: 7 * MINUTE });
    expect(await typesAfter(match, 2)).toEqual([]);
    expect(await sweepNow()).toEqual(ENDED);
  });

  test('fail as a whole where the index cannot be read', async () => {
    const dues = {
      ...derived.dues,
      async *upTo() {
        yield* [];
        throw new Error('down');
      },
    };
    await expect(sweepNow({ dues })).rejects.toThrow('down');
  });
});

describe('an index that is wrong', () => {
  test('a ghost changes nothing in the match and is met once', async () => {
    const match = await begun();
    await project(match);
    const [right] = await inIndex();
    const { head } = await stateOf(match);
    await derived.dues.put(match, head.seq, clock.now().getTime() - DAY);
    expect(await sweepNow()).toEqual(LOOKED);
    expect((await stateOf(match)).head).toEqual(head);
    expect(await inIndex()).toEqual([right]);
    expect(await sweepNow()).toEqual(NOTHING);
  });

  test('one that is behind is brought up to the log, and what the stream brings late takes nothing back', async () => {
    const match = await begun();
    await project(match);
    const [old] = await inIndex();
    clock.pass(DAY - MINUTE);
    await act(match, moving(play(), { player: ADA, ply: 0, moves: ['spawn 2'] }));
    const due = clock.now().getTime() + TO_WARNING;
    clock.pass(2 * MINUTE);
    expect(await sweepNow()).toEqual(LOOKED);
    expect(await inIndex()).toEqual([{ match, due }]);
    await derived.dues.put(match, 2, old?.due ?? 0);
    expect(await inIndex()).toEqual([{ match, due }]);
    await project(match);
    expect(await inIndex()).toEqual([{ match, due }]);
  });

  test('a match that the stream has not come to yet is ended after it has', async () => {
    const match = await begun();
    clock.pass(2 * DAY);
    expect(await sweepNow()).toEqual(NOTHING);
    await project(match);
    expect(await sweepNow()).toEqual(ENDED);
    expect(await typesAfter(match, 2)).toEqual([TIMED_OUT]);
  });

  test('a match read half made is not touched', async () => {
    const match = await begun({ seats: 3, options: { deals: 1 } }, 'astromagie');
    await project(match);
    clock.pass(DAY + GRACE_MS);
    // A log that does not show the newest commit yet, and so takes the place of another.
    await sweepNow();
    const before = await typesAfter(match, 0);
    const log = {
      ...derived.log,
      load: (id: typeof match) => derived.log.loadAt(id, before.length - 1),
    };
    const swept = await sweepNow({ play: { ...play(), log } });
    expect(swept).toMatchObject({ looked: 1, failed: 1 });
    expect(await typesAfter(match, 0)).toEqual(before);
  });

  test('an entry without a match is told, not followed', async () => {
    await derived.dues.put('m_0000000000000000', 1, clock.now().getTime() - DAY);
    expect(await sweepNow()).toMatchObject({ looked: 1, ended: 0, failed: 1 });
    expect(lines).toEqual([expect.objectContaining({ match: 'm_0000000000000000' })]);
  });
});
