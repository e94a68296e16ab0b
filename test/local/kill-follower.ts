/** A reader of a feed that comes back to a server as often as that goes away, with nothing but its last id. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '../support/clients.ts';
import { type Accept, eventsOf, openStream, textsOf } from '../support/streams.ts';

/** An entry of a feed as it was told. */
export type Entry = { readonly id: string; readonly type: string; readonly at: string; readonly match?: string } & {
  readonly [field: string]: unknown;
};

export interface Follower {
  /** All that it has been told. */
  readonly entries: readonly Entry[];
  /** How often it was cut off, or came to nobody. */
  cuts(): number;
  /** @throws what it was told that it should not have been. */
  stop(): Promise<void>;
}

export function followFeed(player: Client, accept: Accept, url: () => string): Follower {
  const over = new AbortController();
  const entries: Entry[] = [];
  let cuts = 0;

  async function read(): Promise<void> {
    const last = entries.at(-1)?.id;
    const path = `/v1/me/events?${last === undefined || accept === 'text/event-stream' ? '' : `after=${last}&`}wait=5`;
    const asked = { accept, signal: over.signal };
    const response = await openStream(url(), player, path, {
      ...asked,
      ...(accept === 'text/event-stream' ? { lastEventId: last } : {}),
    });
    if (response.status !== 200) throw new RangeError(`${response.status}: ${await response.text()}`);
    if (accept === 'application/json') {
      entries.push(...((await response.json()) as { entries: Entry[] }).entries);
    } else if (accept === 'text/event-stream') {
      for await (const { id, data } of eventsOf(response)) {
        const entry: Entry = JSON.parse(data);
        if (entry.id !== id) throw new RangeError(`${id} is the id of ${data}`);
        entries.push(entry);
      }
    } else {
      let rest = '';
      for await (const text of textsOf(response)) {
        const lines = (rest + text).split('\n');
        rest = lines.pop() ?? '';
        for (const line of lines) if (line !== '') entries.push(JSON.parse(line));
      }
    }
  }

  async function follow(): Promise<void> {
    while (!over.signal.aborted) {
      try {
        await read();
      } catch (error) {
        if (error instanceof RangeError || error instanceof SyntaxError) throw error;
        cuts += 1;
        await sleep(20);
      }
    }
  }
  const following = follow();
  // Told when it is stopped.
  following.catch(() => undefined);

  return {
    entries,
    cuts: () => cuts,
    async stop() {
      over.abort();
      await following;
    },
  };
}
