/** Work on many items, some at a time: what breaks off leaves nothing going on behind it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { each } from '../../functions/stream/each.ts';

/** Numbers from 0; at `failsAt` the source fails. `ended`: it has been closed. */
function numbers(count: number, failsAt = Number.POSITIVE_INFINITY) {
  const source = { ended: false, items };
  async function* items() {
    try {
      for (let n = 0; n < count; n += 1) {
        await sleep(1);
        if (n === failsAt) throw new Error('the source is down');
        yield n;
      }
    } finally {
      source.ended = true;
    }
  }
  return source;
}

test('each item is worked on once, and no more at a time than that', async () => {
  let now = 0;
  let most = 0;
  const done: number[] = [];
  await each(numbers(20).items(), 3, async (n) => {
    now += 1;
    most = Math.max(most, now);
    await sleep(5);
    now -= 1;
    done.push(n);
  });
  expect(done.sort((a, b) => a - b)).toEqual(Array.from({ length: 20 }, (_, n) => n));
  expect(most).toBe(3);
});

test('a source that fails is told when what had begun is over', async () => {
  const source = numbers(20, 2);
  const done: number[] = [];
  const all = each(source.items(), 8, async (n) => {
    await sleep(30);
    done.push(n);
  });
  await expect(all).rejects.toThrow('the source is down');
  expect(done).toEqual([0, 1]);
});

test('work that fails is told when what had begun is over, and nothing more is begun', async () => {
  const source = numbers(1000);
  const begun: number[] = [];
  const done: number[] = [];
  const all = each(source.items(), 4, async (n) => {
    begun.push(n);
    if (n === 1) throw new Error('the work is down');
    await sleep(20);
    done.push(n);
  });
  await expect(all).rejects.toThrow('the work is down');
  expect(begun.length).toBeLessThan(8);
  expect(done).toEqual(begun.filter((n) => n !== 1));
  expect(source.ended).toBe(true);
});
