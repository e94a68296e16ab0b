/** Following a stream whose shards end, split, forget and fail: a stream of plain lists stands for the table's. */
import type { DynamoDBRecord } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { StreamSource } from '../../functions/local/stream-source.ts';
import { followTable, type TableStream, type TableStreamSettings } from '../../functions/local/table-stream.ts';

interface FakeShard {
  readonly parent?: string;
  readonly sequences: string[];
  open: boolean;
}

let shards: Map<string, FakeShard>;
let positions: Map<string, string>;
let told: string[][];
let given: string[];
let failures: unknown[];
/** Iterators given out before this many are no longer good. */
let expired: number;
let iterators: number;
let fault: string;
let running: TableStream[];

const PAGE = 4;

beforeEach(() => {
  shards = new Map();
  positions = new Map();
  [told, given, failures, running] = [[], [], [], []];
  [expired, iterators, fault] = [0, 0, ''];
});
afterEach(() => Promise.all(running.map((stream) => stream.stop())));

function shard(id: string, sequences: string, more: Partial<FakeShard> = {}): FakeShard {
  const made = { sequences: [...sequences], open: true, ...more };
  shards.set(id, made);
  return made;
}

const source: StreamSource = {
  arn: 'arn:of:stream',
  async shards() {
    failing('shards');
    return [...shards].map(([id, { parent = null }]) => ({ id, parent }));
  },
  async iterator(id, after) {
    failing('iterator');
    iterators += 1;
    return `${iterators} ${id} ${after === null ? 0 : (shards.get(id)?.sequences.indexOf(after) ?? -1) + 1}`;
  },
  async read(iterator) {
    failing('read');
    const [number, id = '', from] = iterator.split(' ');
    if (Number(number) <= expired) return null;
    const { sequences = [], open = false } = shards.get(id) ?? {};
    const taken = sequences.slice(Number(from), Number(from) + PAGE);
    const records = taken.map((SequenceNumber) => ({
      eventName: SequenceNumber === SequenceNumber.toLowerCase() ? ('INSERT' as const) : ('MODIFY' as const),
      dynamodb: { SequenceNumber },
    }));
    const end = Number(from) + taken.length;
    return { records, next: !open && end === sequences.length ? null : `${number} ${id} ${end}` };
  },
};

function failing(what: string): void {
  if (fault !== what) return;
  fault = '';
  throw new Error(what);
}

const sequencesOf = (records: readonly DynamoDBRecord[]) =>
  records.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '');

function follow(more: Partial<TableStreamSettings> = {}): TableStream {
  const stream = followTable({
    source,
    positions: {
      read: async (id) => positions.get(id) ?? null,
      write: async (id, sequence) => void positions.set(id, sequence),
    },
    async handler({ Records }) {
      told.push(sequencesOf(Records));
      return { batchItemFailures: [] };
    },
    filters: [{ eventName: ['INSERT'] }],
    batchSize: 3,
    triesMost: 2,
    gaveUp: (records) => given.push(...sequencesOf(records)),
    failed: (error) => failures.push(error),
    ...more,
  });
  running.push(stream);
  return stream;
}

const all = () => told.flat().join('');

describe('records', () => {
  test('are told in order, in batches of the size that was asked for, without what is filtered out', async () => {
    shard('one', 'aBcdefGh');
    await follow().idle();
    expect(told).toEqual([
      ['a', 'c', 'd'],
      ['e', 'f', 'h'],
    ]);
    expect(positions).toEqual(new Map([['one', 'h']]));
  });

  test('that come later are told when somebody says so, and also when nobody does', async () => {
    const { sequences } = shard('one', 'a');
    const stream = follow();
    await stream.idle();
    sequences.push('b');
    stream.look();
    await expect.poll(all, { timeout: 200 }).toBe('ab');
    sequences.push('c');
    await expect.poll(all, { timeout: 2_000 }).toBe('abc');
  });

  test('that cannot be done are given up, and those behind them are told', async () => {
    shard('one', 'abc');
    const handler: TableStreamSettings['handler'] = async ({ Records }) => {
      told.push(sequencesOf(Records));
      return { batchItemFailures: sequencesOf(Records).includes('b') ? [{ itemIdentifier: 'b' }] : [] };
    };
    await follow({ handler }).idle();
    expect([given, positions.get('one')]).toEqual([['b'], 'c']);
    expect(told.at(-1)).toEqual(['c']);
  });
});

describe('shards', () => {
  test('are worked through before their children are begun', async () => {
    const parent = shard('parent', 'abc');
    shard('child', 'xyz', { parent: 'parent' });
    shard('orphan', 'opq', { parent: 'long gone' });
    const stream = follow();
    await expect.poll(() => [...all()].sort().join('')).toBe('abcopq');
    parent.sequences.push('d');
    parent.open = false;
    await stream.idle();
    expect(all().replace(/[opq]/g, '')).toBe('abcdxyz');
  });

  test('that appear are found', async () => {
    const parent = shard('parent', 'a');
    const stream = follow();
    await stream.idle();
    shard('child', 'b', { parent: 'parent' });
    parent.open = false;
    await expect.poll(all, { timeout: 5_000 }).toBe('ab');
  });
});

describe('a restart', () => {
  test('goes on where the last one was', async () => {
    const { sequences } = shard('one', 'abc');
    const first = follow();
    await first.idle();
    await first.stop();
    sequences.push('d', 'e');
    await follow().idle();
    expect(all()).toBe('abcde');
  });

  test('tells again what was not done when it came', async () => {
    shard('one', 'abcd');
    let stopped: Promise<void> | undefined;
    const stream = follow({
      async handler({ Records }) {
        told.push(sequencesOf(Records));
        stopped = stream.stop();
        return { batchItemFailures: [{ itemIdentifier: 'b' }] };
      },
    });
    await expect.poll(() => told.length).toBe(1);
    await stopped;
    await stream.idle();
    await follow().idle();
    expect(told).toEqual([['a', 'b', 'c'], ['a', 'b', 'c'], ['d']]);
    expect(given).toEqual([]);
  });
});

describe('what goes wrong', () => {
  test('an iterator that was left unused for too long is replaced: nothing is missed or told twice', async () => {
    const { sequences } = shard('one', 'ab');
    const stream = follow();
    await stream.idle();
    expired = iterators;
    sequences.push('c');
    await stream.idle();
    expect([all(), failures]).toEqual(['abc', []]);
    expect(iterators).toBe(2);
  });

  test.each(['shards', 'iterator', 'read'])('%s: a failure is told, and tried again', async (what) => {
    shard('one', 'abc');
    fault = what;
    await follow().idle();
    expect([all(), failures.map(String)]).toEqual(['abc', [`Error: ${what}`]]);
  });

  test('it stops also while nothing can be read', async () => {
    shard('one', 'abc');
    const broken = { ...source, read: () => Promise.reject(new Error('no')) };
    const stream = follow({ source: broken });
    await expect.poll(() => failures.length).toBe(1);
    await stream.stop();
    expect(all()).toBe('');
  });
});
