/** What waits for its time is in the table, not in the queue: it outlives a stop, and a death. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { cutBy } from '../../functions/local/cut-send.ts';
import { type LocalLaneQueue, type LocalRun, localLaneQueue } from '../../functions/local/lane-queue.ts';
import { type Resuming, resumeLanes } from '../../functions/local/lanes-waiting.ts';
import { LEASE_MS } from '../../functions/store/lanes.ts';
import type { Webhook } from '../../functions/store/webhooks.ts';
import { workLane } from '../../functions/webhooks/worker.ts';
import type { WorkerDeps } from '../../functions/webhooks/worker-deps.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { moveIn, type Rig, rigOn } from './worker-rig.ts';

let database: TestTable;
let rig: Rig;
let webhook: Webhook;

beforeAll(async () => {
  database = await startTable();
});
beforeEach(async () => {
  rig = rigOn(database);
  webhook = await rig.webhook();
});
afterAll(() => database.stop());

/** A process with a queue of its own, on a clock that goes on from where the rig's stands. */
function startProcess(changed: (run: LocalRun) => Partial<WorkerDeps> = () => ({})): {
  queue: LocalLaneQueue;
  resume: (more?: Pick<Resuming, 'alone'>) => Promise<unknown>;
} {
  const ahead = rig.clock.now().getTime() - performance.now();
  const now = () => {
    rig.clock.set(Math.round(performance.now() + ahead));
    return rig.clock.now();
  };
  const queue: LocalLaneQueue = localLaneQueue({
    work: (message, run) => workLane({ ...rig.deps, now, queue, ...changed(run) }, message, run),
    report: (error) => errors.push(error),
    stopWithinMs: 200,
  });
  const { client, table } = database;
  const resuming = { client, table, queue, now, tell: () => undefined };
  return { queue, resume: (more = {}) => resumeLanes({ ...resuming, ...more }) };
}
const errors: unknown[] = [];

async function until(done: () => boolean, seconds: number): Promise<void> {
  for (let n = 0; !done(); n += 1) {
    if (n > seconds * 100) throw new Error('it does not come');
    await sleep(10);
  }
}

const message = () => rig.queue.waiting[0]?.message ?? { player: rig.player, webhook: webhook.id, lane: 'account' };
const nextTryAt = async (entry: string | undefined) =>
  Date.parse((await rig.deliveries.get(webhook.id, Number(entry)))?.nextTryAt ?? '');

test('a delivery that waits for its next try is tried then, by the next process', async () => {
  rig.answer(() => 500);
  const [entry] = await rig.tell(moveIn(rig.newMatch(), 3));
  const first = startProcess();
  await first.queue.send(message(), 0);
  await first.queue.idle();
  expect(await first.queue.stop()).toBe(true);
  expect(rig.got).toHaveLength(1);

  const second = startProcess();
  const due = await nextTryAt(entry?.id);
  expect(await second.resume()).toContain(rig.player);
  await until(() => rig.got.length === 2, 20);
  expect(rig.got[1]?.at).toBeGreaterThan(due - 1_000);
  await second.queue.idle();
  expect(await second.queue.stop()).toBe(true);

  // Nobody was there when it was due: then it is tried at once.
  rig.answer(() => 200);
  rig.clock.set((await nextTryAt(entry?.id)) + 3_600_000);
  const third = startProcess();
  await third.resume();
  await until(() => rig.got.length === 3, 20);
  await third.queue.idle();
  expect(await third.queue.stop()).toBe(true);
  expect(await rig.deliveries.lanes(webhook.id)).toEqual([]);
  expect(errors).toEqual([]);
});

test('a lane whose process died in the middle of a try is taken up when its lease has ended', async () => {
  await rig.tell(moveIn(rig.newMatch(), 3), moveIn(rig.newMatch(), 3));
  let sending = false;
  const dead = startProcess(() => ({
    send: () => {
      sending = true;
      return new Promise(() => undefined);
    },
  }));
  await dead.queue.send(message(), 0);
  await until(() => sending, 10);
  expect(await dead.queue.stop()).toBe(false);
  const begun = rig.clock.now().getTime();

  rig.clock.pass(LEASE_MS - 1_500);
  const next = startProcess();
  await next.resume();
  // The other lane was not begun.
  await until(() => rig.got.length === 1, 10);
  await until(() => rig.got.length === 2, 20);
  expect(rig.got[1]?.at).toBeGreaterThanOrEqual(begun + LEASE_MS - 1_500);
  await next.queue.idle();
  expect(await next.queue.stop()).toBe(true);
  expect(await rig.deliveries.lanes(webhook.id)).toEqual([]);
});

test('a try that hangs is broken off by a stop, and made again by the next process', async () => {
  await rig.tell(moveIn(rig.newMatch(), 3), moveIn(rig.newMatch(), 3));
  let sending = 0;
  const hang = () => {
    sending += 1;
    return new Promise<never>(() => undefined);
  };
  const first = startProcess(({ signal }) => ({ send: cutBy(signal, hang) }));
  for (const { message } of rig.queue.waiting) await first.queue.send(message, 0);
  await until(() => sending === 2, 10);
  expect(await first.queue.stop()).toBe(false);
  // It has let go of its lanes: nobody has to wait until a lease ends.
  const next = startProcess();
  await next.resume();
  await until(() => rig.got.length === 2, 10);
  await next.queue.idle();
  expect(await next.queue.stop()).toBe(true);
  expect(await rig.deliveries.lanes(webhook.id)).toEqual([]);
  expect(errors).toEqual([]);
});

test('what waits for its time comes then, though the lane was taken up early for what was asked for again', async () => {
  const match = rig.newMatch();
  const [asked, waiting] = await rig.tell(moveIn(match, 3), moveIn(match, 4));
  rig.answer(({ entry }) => (entry === waiting?.id ? 500 : 200));
  const first = startProcess();
  await first.queue.send(message(), 0);
  await first.queue.idle();
  // Whoever asked for it died before saying so to the queue.
  if (asked !== undefined) await rig.deliveries.again(webhook.id, asked);
  expect(await first.queue.stop()).toBe(true);
  expect(rig.got.map(({ entry }) => entry)).toEqual([asked?.id, waiting?.id]);

  const due = await nextTryAt(waiting?.id);
  rig.answer(() => 200);
  const second = startProcess();
  await second.resume();
  await until(() => rig.got.length === 4, 20);
  expect(rig.got.slice(2).map(({ entry }) => entry)).toEqual([asked?.id, waiting?.id]);
  expect(rig.got[3]?.at).toBeGreaterThan(due - 1_000);
  await second.queue.idle();
  expect(await second.queue.stop()).toBe(true);
  expect(errors).toEqual([]);
});

test('where nobody else works on the table, a lane whose process died is taken up at once', async () => {
  await rig.tell(moveIn(rig.newMatch(), 3));
  let sending = false;
  const dead = startProcess(() => ({
    send: () => {
      sending = true;
      return new Promise(() => undefined);
    },
  }));
  await dead.queue.send(message(), 0);
  await until(() => sending, 10);
  expect(await dead.queue.stop()).toBe(false);

  const next = startProcess();
  await next.resume({ alone: rig.lanes });
  await until(() => rig.got.length === 1, 10);
  await next.queue.idle();
  expect(await next.queue.stop()).toBe(true);
  expect(await rig.deliveries.lanes(webhook.id)).toEqual([]);
});

test('players with webhooks are told of, and lanes of webhooks that are gone are left alone', async () => {
  const other = rigOn(database);
  const gone = await other.webhook();
  await other.tell(moveIn(other.newMatch(), 3));
  await other.webhooks.remove(other.player, gone.id);
  const resent: string[] = [];
  const { client, table } = database;
  const players = await resumeLanes({
    client,
    table,
    queue: { resend: (again) => resent.push(again.webhook) },
    now: rig.clock.now,
    tell: () => undefined,
  });
  expect(players).toContain(rig.player);
  expect(players).not.toContain(other.player);
  expect(resent).not.toContain(gone.id);
});
