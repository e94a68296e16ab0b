/** Waiting in one process: what happens is heard at once, also while the one who waits is looking. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { wakeUps } from '../../functions/local/wake-ups.ts';

const ADA = 'p_aaaaaaaaaaaaaaaa';
const BOB = 'p_bbbbbbbbbbbbbbbb';
const never = new AbortController().signal;

/** Whether a wait of a second ends well before its time. */
async function endsSoon(waiting: Promise<void>): Promise<boolean> {
  return Promise.race([waiting.then(() => true), sleep(200).then(() => false)]);
}

test('what happens while somebody waits wakes everybody who waits for it, and nobody else', async () => {
  const wake = wakeUps();
  const waits = [ADA, ADA, BOB].map((topic) => wake.watch(topic as typeof ADA).wait(1000, never));
  wake.happened(ADA);
  expect(await Promise.all(waits.map(endsSoon))).toEqual([true, true, false]);
});

test('what happens between the look and the wait is heard, once', async () => {
  const wake = wakeUps();
  const watch = wake.watch(ADA);
  wake.happened(ADA);
  wake.happened(ADA);
  expect(await endsSoon(watch.wait(1000, never))).toBe(true);
  expect(await endsSoon(watch.wait(1000, never))).toBe(false);
});

test('what happened before the watch is no reason to wake', async () => {
  const wake = wakeUps();
  wake.happened(ADA);
  expect(await endsSoon(wake.watch(ADA).wait(1000, never))).toBe(false);
});

test('a watch that has ended hears nothing', async () => {
  const wake = wakeUps();
  const watch = wake.watch(ADA);
  watch.end();
  wake.happened(ADA);
  expect(await endsSoon(watch.wait(1000, never))).toBe(false);
});

test('the time and the signal end a wait', async () => {
  const watch = wakeUps().watch(ADA);
  expect(await endsSoon(watch.wait(20, never))).toBe(true);
  const stop = new AbortController();
  const waiting = watch.wait(1000, stop.signal);
  stop.abort();
  expect(await endsSoon(waiting)).toBe(true);
  expect(await endsSoon(watch.wait(1000, stop.signal))).toBe(true);
});
