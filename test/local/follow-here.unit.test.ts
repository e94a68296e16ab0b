import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { MatchId } from '../../domain/match/types.ts';
import { followHere } from '../../functions/local/follow-here.ts';
import type { Topic } from '../../functions/store/topic.ts';

const ONE: MatchId = 'm_1111111111111111';
const TWO: MatchId = 'm_2222222222222222';

/** A projection that can be held up and made to fail. */
function scripted(failures = 0) {
  const done: Topic[] = [];
  const errors: unknown[] = [];
  let running = 0;
  let most = 0;
  let left = failures;
  let release: () => void = () => {};
  let gate: Promise<void> = Promise.resolve();
  const stream = followHere(async (topic) => {
    running += 1;
    most = Math.max(most, running);
    await gate;
    running -= 1;
    if (left > 0) {
      left -= 1;
      const error = new Error(`failed on ${topic}`);
      errors.push(error);
      throw error;
    }
    done.push(topic);
  });
  return {
    stream,
    done,
    errors,
    most: () => most,
    hold() {
      gate = new Promise((resolve) => {
        release = resolve;
      });
    },
    release: () => release(),
  };
}

describe('what follows from the log', () => {
  test('does what it is told of, and is idle then', async () => {
    const { stream, done } = scripted();
    stream.notify(ONE);
    stream.notify(TWO);
    await stream.idle();
    expect(done.sort()).toEqual([ONE, TWO]);
    await stream.idle();
    expect(await stream.stop()).toBe(true);
  });

  test('works on one match one at a time, and does what came meanwhile in one more go', async () => {
    const { stream, done, most, hold, release } = scripted();
    hold();
    for (let n = 0; n < 10; n += 1) stream.notify(ONE);
    await sleep(5);
    for (let n = 0; n < 10; n += 1) stream.notify(ONE);
    release();
    await stream.idle();
    expect(done).toEqual([ONE, ONE]);
    expect(most()).toBe(1);
  });

  test('works on several matches side by side', async () => {
    const { stream, most, hold, release } = scripted();
    hold();
    stream.notify(ONE);
    stream.notify(TWO);
    await sleep(5);
    release();
    await stream.idle();
    expect(most()).toBe(2);
  });

  test('tries again what failed', async () => {
    const { stream, done, errors } = scripted(2);
    stream.notify(ONE);
    await stream.idle();
    expect(done).toEqual([ONE]);
    expect(errors.map(String)).toEqual([`Error: failed on ${ONE}`, `Error: failed on ${ONE}`]);
  });

  test('stopped, gives up what still fails, and says so', async () => {
    const { stream, done, errors } = scripted(Number.POSITIVE_INFINITY);
    stream.notify(ONE);
    await sleep(20);
    expect(await stream.stop()).toBe(false);
    expect(done).toEqual([]);
    expect(errors.length).toBeGreaterThanOrEqual(2);
  });

  test('stopped, finishes what it has begun', async () => {
    const { stream, done, hold, release } = scripted();
    hold();
    stream.notify(ONE);
    const stopped = stream.stop();
    release();
    expect(await stopped).toBe(true);
    expect(done).toEqual([ONE]);
  });
});
