/**
 * Follows a table's stream and hands what is new to the stream function, as Lambda's event source mapping does in AWS:
 * shard by shard, a parent before its children, in order within each.
 */
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBRecord } from 'aws-lambda';
import { deliverRecords, type StreamHandler } from './deliver-records.ts';
import { type EventPattern, fits } from './event-filter.ts';
import { eventRecord } from './stream-event.ts';
import type { StreamPositions } from './stream-positions.ts';
import type { RecordPage, Shard, StreamSource } from './stream-source.ts';

export interface TableStreamSettings {
  readonly source: StreamSource;
  readonly positions: StreamPositions;
  readonly handler: StreamHandler;
  /** Only what fits one of them is handed on. */
  readonly filters: readonly EventPattern[];
  readonly batchSize: number;
  readonly triesMost: number;
  gaveUp(records: readonly DynamoDBRecord[]): void;
  /** The stream could not be read, and is tried again. */
  failed(error: unknown): void;
}

export interface TableStream {
  /** Has it look for new records now, not only when it is time to. */
  look(): void;
  /** Resolves once all that is in the stream has been worked through. */
  idle(): Promise<void>;
  /** Lets the handler finish what it is at; the next start goes on from there. */
  stop(): Promise<void>;
}

const LOOK_EVERY_MS = 250;
const LOOK_FOR_SHARDS_EVERY_MS = 2_000;
const AFTER_FAILURE_MS = 500;

export function followTable(settings: TableStreamSettings): TableStream {
  const { source, positions, filters, batchSize } = settings;
  const stopping = new AbortController();
  const { signal } = stopping;
  const told = new EventEmitter().setMaxListeners(0);
  const ended = new Set<string>();
  /** At which look nothing more was found in a shard. */
  const quietAt = new Map<string, number>();
  let looks = 0;
  let batches = 0;
  let allListed = false;

  function look(): void {
    looks += 1;
    told.emit('look');
  }

  /** Until somebody asks to look after `seen`, for so long at most. */
  async function pause(ms: number, seen: number): Promise<void> {
    if (looks !== seen) return;
    const over = new AbortController();
    const until = { signal: AbortSignal.any([signal, over.signal]) };
    await Promise.race([once(told, 'look', until), sleep(ms, undefined, until)]).catch(() => undefined);
    over.abort();
  }

  /** Null if it is to stop before it has succeeded. */
  async function insist<T>(action: () => Promise<T>): Promise<T | null> {
    while (!signal.aborted) {
      try {
        return await action();
      } catch (error) {
        settings.failed(error);
        await sleep(AFTER_FAILURE_MS, undefined, { signal }).catch(() => undefined);
      }
    }
    return null;
  }

  async function work(shard: string, { records }: RecordPage): Promise<void> {
    const events = records.map((record) => eventRecord(record, source.arn));
    const wanted = events.filter((event) => filters.some((filter) => fits(event, filter)));
    for (let at = 0; at < wanted.length && !signal.aborted; at += batchSize) {
      const batch = wanted.slice(at, at + batchSize);
      if (!(await deliverRecords({ ...settings, stopping: signal }, batch))) return;
      batches += 1;
      const last = batch.at(-1)?.dynamodb?.SequenceNumber;
      // Only of what was handed on: a position is a change of the table itself.
      if (last !== undefined) await insist(() => positions.write(shard, last));
    }
  }

  async function read(shard: string): Promise<void> {
    let last = await insist(() => positions.read(shard));
    let iterator = await insist(() => source.iterator(shard, last));
    while (iterator !== null && !signal.aborted) {
      const seen = looks;
      const from = iterator;
      const page = await insist(() => source.read(from));
      if (page === null) {
        iterator = await insist(() => source.iterator(shard, last));
        continue;
      }
      await work(shard, page);
      last = page.records.at(-1)?.dynamodb?.SequenceNumber ?? last;
      iterator = page.next;
      if (page.records.length > 0) continue;
      quietAt.set(shard, seen);
      told.emit('quiet');
      if (iterator !== null) await pause(LOOK_EVERY_MS, seen);
    }
  }

  function readable(shards: readonly Shard[]): readonly string[] {
    const known = new Set(shards.map(({ id }) => id));
    const waits = (parent: string | null) => parent !== null && known.has(parent) && !ended.has(parent);
    return shards.filter(({ id, parent }) => !ended.has(id) && !waits(parent)).map(({ id }) => id);
  }

  async function follow(): Promise<void> {
    const reading = new Map<string, Promise<void>>();
    const leave = (shard: string) => () => {
      reading.delete(shard);
      quietAt.delete(shard);
      ended.add(shard);
      allListed = false;
    };
    while (!signal.aborted) {
      for (const shard of readable((await insist(() => source.shards())) ?? [])) {
        if (reading.has(shard)) continue;
        quietAt.set(shard, -1);
        reading.set(shard, read(shard).then(leave(shard)));
      }
      allListed = true;
      told.emit('quiet');
      const time = sleep(LOOK_FOR_SHARDS_EVERY_MS, undefined, { signal }).catch(() => undefined);
      await Promise.race([...reading.values(), time]);
    }
    await Promise.all(reading.values());
  }
  const following = follow();

  return {
    look,
    async idle() {
      for (let before = -1; before !== batches && !signal.aborted; ) {
        before = batches;
        look();
        const since = looks;
        const quiet = () => allListed && [...quietAt.values()].every((at) => at >= since);
        while (!quiet() && !signal.aborted) await once(told, 'quiet', { signal }).catch(() => undefined);
      }
    },
    async stop() {
      stopping.abort();
      await following;
    },
  };
}
