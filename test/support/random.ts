/** Chance for tests that tells its seed: the same seed gives the same run. */

export interface Random {
  readonly seed: number;
  /** From 0 up to, not including, 1. */
  next(): number;
  below(most: number): number;
  pick<Item>(items: readonly Item[]): Item;
}

/** Without a seed each run has another; print `seed` where a test might fail by chance. */
export function randomFrom(seed = Math.floor(Math.random() * 2 ** 32)): Random {
  let a = seed >>> 0;
  function next(): number {
    a = (a + 0x6d2b79f5) >>> 0;
    let t = a;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  }
  const below = (most: number) => Math.floor(next() * most);
  return {
    seed,
    next,
    below,
    pick(items) {
      const item = items[below(items.length)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
  };
}

/** Of a seed that is printed, so that who sees a failure can have the same chance again. */
export function printedSeed(): Random {
  const random = randomFrom();
  console.log(`seed ${random.seed}`);
  return random;
}
