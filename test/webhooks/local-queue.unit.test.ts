/** The queue of one machine, with a work that can be held up and made to fail. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { PlayerId } from '../../domain/match/types.ts';
import { type LocalRun, localLaneQueue } from '../../functions/local/lane-queue.ts';
import type { WebhookId } from '../../functions/store/feed-entry.ts';
import type { Lane, LaneMessage } from '../../functions/store/webhooks.ts';

afterEach(() => {
  vi.useRealTimers();
});

const lane = (n: number): Lane => `m_${String(n).padStart(16, '0')}`;
const hook = (n: number): WebhookId => `w_${String(n).padStart(16, '0')}`;
const owner = (n: number): PlayerId => `p_${String(n).padStart(16, '0')}`;
const message = (webhook = 1, of = 1, due?: number): LaneMessage => ({
  player: owner(webhook),
  webhook: hook(webhook),
  lane: lane(of),
  ...(due === undefined ? {} : { due }),
});

interface Begun {
  readonly message: LaneMessage;
  readonly run: LocalRun;
  readonly end: () => void;
  readonly fail: () => void;
}

/** Each piece of work goes on until told to end. */
function scripted(stopWithinMs = 3000) {
  const begun: Begun[] = [];
  const reported: [unknown, LaneMessage][] = [];
  const queue = localLaneQueue({
    work: (message, run) =>
      new Promise((resolve, reject) => {
        begun.push({ message, run, end: resolve, fail: () => reject(new Error('failed')) });
      }),
    report: (error, message) => reported.push([error, message]),
    stopWithinMs,
  });
  return { queue, begun, reported };
}
const settle = () => sleep(2);

describe('the queue of one machine', () => {
  test('works on what it is sent, and is idle then', async () => {
    const { queue, begun } = scripted();
    await queue.idle();
    await queue.send(message(), 0);
    expect(begun.map((one) => one.message)).toEqual([message()]);
    expect(begun[0]?.run.redelivered).toBe(false);
    let idle = 0;
    const waiting = [queue.idle(), queue.idle()].map((one) => one.then(() => (idle += 1)));
    await settle();
    expect(idle).toBe(0);
    begun[0]?.end();
    await Promise.all(waiting);
    expect(await queue.stop()).toBe(true);
  });

  test('works on at most eight lanes of one player, whatever else there is to do', async () => {
    const { queue, begun } = scripted();
    for (let n = 1; n <= 20; n += 1) await queue.send({ ...message(n), player: owner(1) }, 0);
    expect(begun).toHaveLength(8);
    await queue.send(message(30), 0);
    expect(begun).toHaveLength(9);
    for (let n = 0; n < begun.length; n += 1) {
      begun[n]?.end();
      await sleep(0);
    }
    await queue.idle();
    expect(begun).toHaveLength(21);
  });

  test('works on at most 64 lanes at once, and on four of one webhook', async () => {
    const { queue, begun } = scripted();
    for (let of = 0; of < 10; of += 1) await queue.send(message(0, of), 0);
    expect(begun).toHaveLength(4);
    for (let n = 0; n < 40; n += 1) for (let of = 0; of < 5; of += 1) await queue.send(message(n + 1, of), 0);
    expect(begun).toHaveLength(64);
    const running = new Map<string, number>();
    for (const {
      message: { webhook },
    } of begun)
      running.set(webhook, (running.get(webhook) ?? 0) + 1);
    expect([...running.values()]).toEqual(Array.from({ length: 16 }, () => 4));
    begun[0]?.end();
    await settle();
    expect(begun.slice(64).map((one) => one.message)).toEqual([message(0, 4)]);
    begun[10]?.end();
    await settle();
    expect(begun).toHaveLength(66);
    for (let n = 0; n < begun.length; n += 1) {
      begun[n]?.end();
      await sleep(0);
    }
    await queue.idle();
    expect(begun).toHaveLength(210);
  });

  test('does not work on one lane twice at once; what came meanwhile is one more go', async () => {
    const { queue, begun } = scripted();
    for (let n = 0; n < 5; n += 1) await queue.send(message(), 0);
    await queue.send(message(1, 2), 0);
    expect(begun.map((one) => one.message)).toEqual([message(), message(1, 2)]);
    begun[0]?.end();
    await settle();
    expect(begun.slice(2).map((one) => one.message)).toEqual([message()]);
    for (const one of begun) one.end();
    await queue.idle();
    expect(begun).toHaveLength(3);
  });

  test('does not take messages for different times for one', async () => {
    const { queue, begun } = scripted();
    await queue.send(message(), 0);
    for (const due of [1, 2, 2]) await queue.send(message(1, 1, due), 0);
    for (let n = 0; n < 3; n += 1) {
      begun[n]?.end();
      await settle();
    }
    expect(begun.map((one) => one.message.due)).toEqual([undefined, 1, 2]);
  });

  test('holds messages back for their time', async () => {
    vi.useFakeTimers();
    const { queue, begun } = scripted();
    await queue.send(message(1, 1, 1), 900);
    await queue.send(message(1, 2), 5);
    await queue.idle();
    await vi.advanceTimersByTimeAsync(4_999);
    expect(begun).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(begun.map((one) => one.message)).toEqual([message(1, 2)]);
    await vi.advanceTimersByTimeAsync(895_000);
    expect(begun.map((one) => one.message)).toEqual([message(1, 2), message(1, 1, 1)]);
  });

  test('tries again what failed, later and later, and tells of each failure', async () => {
    vi.useFakeTimers();
    const { queue, begun, reported } = scripted();
    await queue.send(message(), 0);
    for (const [n, pause] of [100, 200, 400, 800].entries()) {
      begun[n]?.fail();
      await vi.advanceTimersByTimeAsync(pause - 1);
      expect(begun).toHaveLength(n + 1);
      await vi.advanceTimersByTimeAsync(1);
      expect(begun).toHaveLength(n + 2);
    }
    expect(begun.map(({ run }) => run.redelivered)).toEqual([false, true, true, true, true]);
    begun[4]?.end();
    await queue.idle();
    expect(reported).toEqual(Array.from({ length: 4 }, () => [new Error('failed'), message()]));
    expect(await queue.stop()).toBe(true);
  });

  test('keeps of equal messages that one was given out before', async () => {
    const { queue, begun } = scripted();
    await queue.send(message(), 0);
    queue.resend(message(), 0);
    await queue.send(message(), 0);
    begun[0]?.end();
    await settle();
    expect(begun[1]?.run.redelivered).toBe(true);
  });

  test('asks for room after a while', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] });
    const { queue, begun } = scripted();
    await queue.send(message(), 0);
    vi.advanceTimersByTime(19_000);
    expect(begun[0]?.run.over()).toBe(false);
    vi.advanceTimersByTime(1_001);
    expect(begun[0]?.run.over()).toBe(true);
  });
});

describe('stopped', () => {
  test('it finishes what is under way, and begins nothing more', async () => {
    const { queue, begun } = scripted();
    await queue.send(message(), 0);
    await queue.send(message(1, 2), 900);
    const stopped = queue.stop();
    expect(begun[0]?.run.over()).toBe(true);
    begun[0]?.end();
    expect(await stopped).toBe(true);
    expect(begun).toHaveLength(1);
  });

  test.each<[string, (part: ReturnType<typeof scripted>) => Promise<void>]>([
    ['waits', ({ queue }) => queue.send(message(), 0)],
    ['fails', async ({ begun }) => begun[0]?.fail()],
    ['says that there is more', ({ queue }) => queue.send(message(1, 2), 0)],
  ])('it tells that something was left where work %s', async (_what, leave) => {
    const part = scripted();
    await part.queue.send(message(), 0);
    const stopped = part.queue.stop();
    await leave(part);
    part.begun[0]?.end();
    expect(await stopped).toBe(false);
    expect(part.begun).toHaveLength(1);
  });

  test('it tells that something was left where a failure was to be tried again', async () => {
    const { queue, begun } = scripted();
    await queue.send(message(), 0);
    begun[0]?.fail();
    await settle();
    expect(await queue.stop()).toBe(false);
  });

  test('it breaks off what takes too long, and gives up what goes on all the same', async () => {
    const { queue, begun, reported } = scripted(20);
    await queue.send(message(), 0);
    await queue.send(message(1, 2), 0);
    const before = performance.now();
    const stopped = queue.stop();
    expect(begun[0]?.run.signal.aborted).toBe(false);
    begun[0]?.run.signal.addEventListener('abort', () => begun[0]?.fail());
    expect(await stopped).toBe(false);
    expect(performance.now() - before).toBeLessThan(3_000);
    expect(begun[1]?.run.signal.aborted).toBe(true);
    expect(reported).toEqual([]);
    expect(begun).toHaveLength(2);
  });
});
