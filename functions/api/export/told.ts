/** What the player was told: by the feed, of the days that it is kept, and what of that was sent to webhooks. */
import { CursorError } from '../../store/feeds.ts';
import { presentDelivery } from '../webhooks/present.ts';
import type { Asking } from './section.ts';

const PAGE = 100;

export async function* ownEvents({ deps, player }: Asking, after: string) {
  for (let from = after === '' ? 0 : Number(after); ; ) {
    const { entries, more } = await read(from);
    for (const entry of entries) yield { entry, place: entry.id };
    from = Number(entries.at(-1)?.id ?? from);
    if (!more) return;
  }

  /** Where what came next has been dropped meanwhile, from the oldest kept. */
  async function read(from: number) {
    try {
      return await deps.feeds.read(player.id, from, PAGE);
    } catch (error) {
      if (error instanceof CursorError) return deps.feeds.read(player.id, 0, PAGE);
      throw error;
    }
  }
}

/** By webhook, and of each the newest first. A place is a webhook and the number of a delivery. */
export async function* ownDeliveries({ deps, player }: Asking, after: string) {
  const [last = '', number = ''] = after.split(' ');
  const ids = (await deps.webhooks.of(player.id)).map(({ id }) => id).sort();
  for (const id of ids.filter((each) => each >= last)) {
    for (let before = id === last ? Number(number) : null; ; ) {
      const { deliveries, next } = await deps.deliveries.page(id, before, PAGE);
      for (const delivery of deliveries) {
        const entry = { webhook: id, ...presentDelivery(delivery) };
        yield { entry, place: `${id} ${delivery.entry.id}` };
      }
      if (next === null) break;
      before = next;
    }
  }
}
