/** Works through items as they come, some at a time, holding no more of them than that. */

export async function each<Item>(
  items: AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  async function worker(): Promise<void> {
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) await work(next.value);
  }
  try {
    await Promise.all(Array.from({ length: atOnce }, worker));
  } finally {
    await iterator.return?.();
  }
}
