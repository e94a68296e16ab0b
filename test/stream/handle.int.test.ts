/** Records of the table's changes: told twice, late, in parts, of what is damaged, and of what cannot be reached. */
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { describe, expect, test } from 'vitest';
import type { PlayerId } from '../../domain/match/types.ts';
import { keys } from '../../functions/store/table.ts';
import { handleRecords, type StreamWork } from '../../functions/stream/handle.ts';
import { around } from '../support/around.ts';
import type { Story } from '../support/matches.ts';
import { playerNumber } from '../support/traffic.ts';
import {
  database,
  derived,
  find,
  PLAYERS,
  random,
  STORY,
  store,
  undisturbed,
  visible,
  withTable,
  work,
} from './handle-kit.ts';
import { allItems, emptyTable, type Item } from './whole-table.ts';

withTable();

let told = 0;
function record(
  key: { pk: { S: string }; sk: { S: string } },
  eventName: DynamoDBRecord['eventName'] = 'INSERT',
): DynamoDBRecord {
  told += 1;
  return {
    ...(eventName === undefined ? {} : { eventName }),
    dynamodb: { Keys: key, SequenceNumber: `${1000 + told}` },
  };
}

const recordsOf = ({ id, commits }: Story) => commits.map(({ seq }) => record(keys.commit(id, seq)));

const sequences = (records: readonly DynamoDBRecord[]) => records.map(({ dynamodb }) => dynamodb?.SequenceNumber);

const shuffled = <T>(items: readonly T[]) =>
  items
    .map((item) => ({ item, at: random.next() }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);

describe('records', () => {
  test('delivered twice, out of order, in parts and among others make the same', async () => {
    const others = find(random, ({ id, commits }) => id !== STORY.id && commits.length > 3);
    const made = await undisturbed(visible);
    const player = playerNumber(1);
    const foreign = [
      record(keys.progress(STORY.id), 'MODIFY'),
      record(keys.player(player)),
      record(keys.turn(player, STORY.id)),
      record(keys.feedStart(player)),
      record({ pk: { S: 'match#elsewhere' }, sk: { S: 'commit#00000001' } }),
      record({ pk: { S: `match#${others.id}` }, sk: { S: 'unknown#1' } }),
      {},
    ];
    for (let run = 0; run < 5; run += 1) {
      await emptyTable(database);
      const stream = work();
      // The log grows while the stream is told.
      const half = 1 + random.below(STORY.commits.length - 1);
      await store(STORY, 1, half);
      for (const records of [recordsOf(STORY).slice(0, half), recordsOf(STORY).slice(0, half)]) {
        expect(await handleRecords(stream, shuffled([...records, ...foreign]))).toEqual([]);
      }
      await store(STORY, half + 1);
      const batches = shuffled([...recordsOf(STORY), ...recordsOf(STORY), ...foreign]);
      while (batches.length > 0)
        expect(await handleRecords(stream, batches.splice(0, 1 + random.below(6)))).toEqual([]);
      expect(await visible()).toEqual(made);
      expect(stream.lines).toEqual([]);
      expect(stream.delivered).toEqual([]);
    }
  });

  test('of new entries in a feed have them delivered, once a batch; of what has been dropped, nothing', async () => {
    const [ada, bob] = [playerNumber(1), playerNumber(2)];
    const stream = work();
    const entries = [ada, bob, ada].map((player, n) => record(keys.feedEntry(player, n)));
    const dropped = [record(keys.feedEntry(playerNumber(3), 1), 'REMOVE'), record(keys.commit(STORY.id, 1), 'REMOVE')];
    const { eventName: _, ...nameless } = record(keys.feedEntry(playerNumber(4), 1));
    expect(await handleRecords(stream, [...dropped, ...entries, nameless])).toEqual([]);
    expect(stream.delivered).toEqual([ada, bob]);
  });

  test('of a match without a log leave nothing behind', async () => {
    expect(await handleRecords(work(), [record(keys.commit('m_0000000000000000', 1))])).toEqual([]);
    expect(await derived()).toEqual([]);
  });
});

describe('a match that cannot be worked on', () => {
  const stories = [STORY, find(random, ({ id, commits }) => id !== STORY.id && commits.length > 3)] as const;
  const [bad, good] = stories;
  const key = keys.commit(bad.id, 3);

  async function damage(): Promise<Item> {
    const whole = (await allItems(database)).find(({ pk, sk }) => pk?.S === key.pk.S && sk?.S === key.sk.S) ?? {};
    const broken = { ...whole, events: { B: new Uint8Array([1, 255]) } };
    await database.client.send(new PutItemCommand({ TableName: database.table, Item: broken }));
    return whole;
  }

  test('is set aside and told, and done with its next good change; the others in the batch are done', async () => {
    const expectedGood = await undisturbed(visible, good);
    await store(bad, 1, 4);
    const whole = await damage();
    await store(good);
    const stream = work();
    const batch = [...recordsOf({ ...bad, commits: bad.commits.slice(0, 4) }), ...recordsOf(good)];
    expect(await handleRecords(stream, batch)).toEqual([]);
    expect(stream.lines).toEqual([
      { level: 'error', message: 'set aside', topic: bad.id, error: expect.any(String), stack: expect.any(String) },
    ]);
    expect(await stream.setAside.all()).toEqual([bad.id]);
    const items = await visible();
    for (const item of expectedGood.filter((text) => text.includes(good.id) && !text.includes('feed#'))) {
      expect(items).toContain(item);
    }

    await database.client.send(new PutItemCommand({ TableName: database.table, Item: whole }));
    await store(bad, 5);
    expect(await handleRecords(stream, [record(keys.commit(bad.id, 5))])).toEqual([]);
    expect(stream.lines).toHaveLength(1);
    expect(await stream.projection.lists.progress(bad.id)).toBe(bad.commits.length);
    const told = new Set<number>();
    for (const player of PLAYERS) {
      const { entries } = await stream.projection.feeds.read(player, 0, 1000);
      for (const entry of entries) if ('seq' in entry && entry.match === bad.id) told.add(entry.seq);
    }
    expect([...told].sort((a, b) => a - b)).toEqual(bad.commits.map(({ seq }) => seq));
  });

  test('is told again where it cannot even be set aside', async () => {
    await store(bad);
    await damage();
    const failing = work();
    const stream: StreamWork = {
      ...failing,
      setAside: { ...failing.setAside, put: () => Promise.reject(new Error('no right to')) },
    };
    const records = recordsOf(bad);
    expect(await handleRecords(stream, records)).toEqual(sequences(records).slice(0, 1));
    expect(failing.lines).toEqual([expect.objectContaining({ message: 'not done', topic: bad.id })]);
  });

  test('and a feed that cannot be delivered are set aside alike; a fault that passes is not', async () => {
    const player = playerNumber(1);
    const failing = work();
    let tries = 0;
    const deliver = async (until: number) => {
      tries += 1;
      if (tries < until) throw new Error('no');
    };
    await handleRecords({ ...failing, deliver: () => deliver(3) }, [record(keys.feedEntry(player, 1))]);
    expect(failing.lines).toEqual([]);
    await handleRecords({ ...failing, deliver: () => deliver(1000) }, [record(keys.feedEntry(player, 1))]);
    expect(failing.lines).toMatchObject([{ message: 'set aside', topic: player, error: 'Error: no' }]);
    expect(await failing.setAside.all()).toEqual([player]);
    await failing.setAside.remove(player);
    expect(await failing.setAside.all()).toEqual([]);
  });

  test('tells nothing of what is in it', async () => {
    const failing = work();
    const secret = 'sun and moon';
    const deliver = async () => void JSON.parse(`{"holds": "${secret}", oops`);
    await handleRecords({ ...failing, deliver }, [record(keys.feedEntry(playerNumber(1), 1))]);
    expect(failing.lines).toMatchObject([{ message: 'set aside', error: 'SyntaxError' }]);
    expect(failing.lines[0]?.stack).toContain('    at ');
    expect(JSON.stringify(failing.lines)).not.toMatch(/holds|sun|oops/);
  });
});

describe('a database that cannot be reached', () => {
  test.each([
    ['at all', Number.POSITIVE_INFINITY],
    ['after a while', 7],
  ])('%s: everything is told again, and nothing is set aside', async (_when, most) => {
    const made = await undisturbed(derived);
    await store(STORY);
    let requests = 0;
    const cut = work(
      around(database.client, async (go) => {
        requests += 1;
        if (most === Number.POSITIVE_INFINITY || requests > most) {
          throw Object.assign(new Error('no way there'), { code: 'ECONNREFUSED' });
        }
        return go();
      }),
    );
    const records = [...recordsOf(STORY), record(keys.feedEntry(playerNumber(1), 1))];
    const deliver = () => Promise.reject(Object.assign(new Error('slow'), { name: 'TimeoutError' }));
    expect(await handleRecords({ ...cut, deliver }, records)).toEqual([
      sequences(records)[0],
      sequences(records).at(-1),
    ]);
    expect(cut.lines.map(({ message, topic }) => [message, topic])).toEqual([
      ['not done', STORY.id],
      ['not done', playerNumber(1)],
    ]);
    expect(await work().setAside.all()).toEqual([]);
    expect(await handleRecords(work(), records)).toEqual([]);
    expect(await derived()).toEqual(made);
  });

  test.each([
    Object.assign(new Error('too much at once'), { name: 'ThrottlingException' }),
    Object.assign(new Error('cut'), { code: 'ECONNRESET' }),
  ])(
    'for one feed alone ($message): that is told again at once and not set aside, the others are done',
    async (error) => {
      const [ada, bob] = [playerNumber(1), playerNumber(2)];
      let tries = 0;
      const stream = work();
      const deliver = async (player: PlayerId) => {
        if (player !== ada) return stream.deliver(player);
        tries += 1;
        throw error;
      };
      const records = [ada, bob].map((player) => record(keys.feedEntry(player, 1)));
      expect(await handleRecords({ ...stream, deliver }, records)).toEqual(sequences(records).slice(0, 1));
      expect(stream.lines).toMatchObject([{ message: 'not done', topic: ada }]);
      expect([tries, stream.delivered, await stream.setAside.all()]).toEqual([1, [bob], []]);
    },
  );
});
