/** Works through items as they come, some at a time, holding no more of them than that. */

/** @throws the first error, of the items or of the work, when all that had begun is over; then nothing more is begun. */
export async function each<Item>(
  items: AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const iterator = items[Symbol.asyncIterator]();
  const errors: unknown[] = [];
  async function worker(): Promise<void> {
    try {
      while (errors.length === 0) {
        const next = await iterator.next();
        if (next.done === true) return;
        await work(next.value);
      }
    } catch (error) {
      errors.push(error);
    }
  }
  await Promise.all(Array.from({ length: atOnce }, worker));
  await iterator.return?.();
  if (errors.length > 0) throw errors[0];
}
