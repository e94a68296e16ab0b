import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import type { MatchId } from '../../domain/match/types.ts';
import { startFeed } from '../../functions/local/feed.ts';

const ONE: MatchId = 'm_1111111111111111';
const TWO: MatchId = 'm_2222222222222222';

/** A projection that can be held up and made to fail. */
function scripted(failures = 0) {
  const done: MatchId[] = [];
  const errors: unknown[] = [];
  let running = 0;
  let most = 0;
  let left = failures;
  let release: () => void = () => {};
  let gate: Promise<void> = Promise.resolve();
  const feed = startFeed(
    async (match) => {
      running += 1;
      most = Math.max(most, running);
      await gate;
      running -= 1;
      if (left > 0) {
        left -= 1;
        throw new Error(`failed on ${match}`);
      }
      done.push(match);
    },
    (error) => errors.push(error),
  );
  return {
    feed,
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

describe('the feed', () => {
  test('does what it is told of, and is idle then', async () => {
    const { feed, done } = scripted();
    feed.notify(ONE);
    feed.notify(TWO);
    await feed.idle();
    expect(done.sort()).toEqual([ONE, TWO]);
    await feed.idle();
    expect(await feed.stop()).toBe(true);
  });

  test('works on one match one at a time, and does what came meanwhile in one more go', async () => {
    const { feed, done, most, hold, release } = scripted();
    hold();
    for (let n = 0; n < 10; n += 1) feed.notify(ONE);
    await sleep(5);
    for (let n = 0; n < 10; n += 1) feed.notify(ONE);
    release();
    await feed.idle();
    expect(done).toEqual([ONE, ONE]);
    expect(most()).toBe(1);
  });

  test('works on several matches side by side', async () => {
    const { feed, most, hold, release } = scripted();
    hold();
    feed.notify(ONE);
    feed.notify(TWO);
    await sleep(5);
    release();
    await feed.idle();
    expect(most()).toBe(2);
  });

  test('tries again what failed, and tells of each failure', async () => {
    const { feed, done, errors } = scripted(2);
    feed.notify(ONE);
    await feed.idle();
    expect(done).toEqual([ONE]);
    expect(errors.map(String)).toEqual([`Error: failed on ${ONE}`, `Error: failed on ${ONE}`]);
  });

  test('stopped, gives up what still fails, and says so', async () => {
    const { feed, done, errors } = scripted(Number.POSITIVE_INFINITY);
    feed.notify(ONE);
    await sleep(20);
    expect(await feed.stop()).toBe(false);
    expect(done).toEqual([]);
    expect(errors.length).toBeGreaterThanOrEqual(2);
  });

  test('stopped, finishes what it has begun', async () => {
    const { feed, done, hold, release } = scripted();
    hold();
    feed.notify(ONE);
    const stopped = feed.stop();
    release();
    expect(await stopped).toBe(true);
    expect(done).toEqual([ONE]);
  });
});
