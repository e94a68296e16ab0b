/** What the stream makes of the table's changes, whatever goes wrong: told twice, late, killed anywhere, two at once. */
import { type DynamoDBClient, PutItemCommand } from '@aws-sdk/client-dynamodb';
import type { DynamoDBRecord } from 'aws-lambda';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { seeMatch } from '../../domain/match/sight.ts';
import type { MatchState, PlayerId } from '../../domain/match/types.ts';
import { toItem } from '../../functions/store/commit-item.ts';
import type { ListedSight } from '../../functions/store/lists.ts';
import type { MatchLog } from '../../functions/store/match-log.ts';
import { dynamoSetAside } from '../../functions/store/set-aside.ts';
import { keys } from '../../functions/store/table.ts';
import { handleRecords, type StreamLine, type StreamWork } from '../../functions/stream/handle.ts';
import { projectMatch } from '../../functions/stream/project.ts';
import { around } from '../support/around.ts';
import { projectionOn } from '../support/derived.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import type { Story } from '../support/matches.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { playerNumber, traffic } from '../support/traffic.ts';
import { inTurns } from './in-turns.ts';
import { allItems, emptyTable, type Item, putItems } from './whole-table.ts';

const PLAYERS = Array.from({ length: 5 }, (_, n) => playerNumber(n + 1));
const random = randomFrom();
console.log(`seed ${random.seed}`);

let database: TestTable;
const clock = new Date('2030-06-02T00:00:00.000Z');
const now = () => clock;

beforeAll(async () => {
  database = await startTable();
});
afterAll(() => database.stop());
beforeEach(() => emptyTable(database));

/** Whole days are played until one has a match as it is wanted. */
function find(random: Random, wanted: (story: Story) => boolean): Story {
  for (;;) {
    let time = clock.getTime() - 3_600_000;
    const day = traffic(random, PLAYERS, () => {
      time += 1000;
      return new Date(time);
    });
    for (let n = 0; n < 300; n += 1) day.next();
    const story = day.stories.find(wanted);
    if (story !== undefined) return story;
  }
}

/** Every step of these is one at which something is broken off. */
const COMMITS = 7;

/** Public, with somebody who left before it began, and moves. */
const wanted = find(random, ({ states }) => {
  const then = states[COMMITS - 1];
  const left = then !== undefined && Object.keys(then.departed).length > 0;
  return left && then.status === 'active' && then.ply > 0 && then.visibility === 'public' && then.seats.length === 3;
});
const STORY: Story = {
  ...wanted,
  commits: wanted.commits.slice(0, COMMITS),
  states: wanted.states.slice(0, COMMITS),
};

function work(
  client: DynamoDBClient = database.client,
  log?: MatchLog,
): StreamWork & { lines: StreamLine[]; delivered: PlayerId[] } {
  const projection = projectionOn({ client, table: database.table }, games, now);
  const lines: StreamLine[] = [];
  const delivered: PlayerId[] = [];
  return {
    projection: log === undefined ? projection : { ...projection, log },
    deliver: async (player) => void delivered.push(player),
    setAside: dynamoSetAside(client, database.table, now),
    report: (line) => lines.push(line),
    lines,
    delivered,
  };
}

async function store(story: Story, from = 1, to = story.commits.length): Promise<void> {
  const items = story.commits.flatMap((commit, n) => {
    const state = story.states[n];
    if (state === undefined || commit.seq < from || commit.seq > to) return [];
    return [toItem(state, commit, n % 10 === 9)];
  });
  await putItems(database, items);
}

const texts = (items: readonly Item[]) => items.map((item) => JSON.stringify(item)).sort();

/** Everything that is derived, item for item. */
const derived = async () => texts((await allItems(database)).filter(({ sk }) => sk?.S?.startsWith('commit#') !== true));

/** The same as it is read: without marks of what is gone, and without what only tells how far somebody knew. */
async function visible(): Promise<string[]> {
  const items = (await allItems(database)).filter(
    ({ sk, gone }) => sk?.S?.startsWith('commit#') !== true && gone === undefined,
  );
  return texts(items.map((item) => (item.pk?.S?.startsWith('turns#') ? { ...item, seq: { N: '0' } } : item)));
}

/** What an undisturbed run makes of the story. */
async function undisturbed(look: () => Promise<string[]>, story = STORY): Promise<string[]> {
  await emptyTable(database);
  await store(story);
  await projectMatch(work().projection, story.id);
  const made = await look();
  await emptyTable(database);
  return made;
}

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
      for (const entry of entries) if ('match' in entry && entry.match === bad.id) told.add(entry.seq);
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
});

describe('killed', () => {
  /** A process that dies before or after its n-th request. */
  function dying(n: number, when: 'before' | 'after'): DynamoDBClient {
    let requests = 0;
    return around(database.client, async (go) => {
      requests += 1;
      if (requests > n || (requests === n && when === 'before')) throw new Error('dead');
      const answer = await go();
      if (requests >= n) throw new Error('dead');
      return answer;
    });
  }

  test('before or after any request and begun again, it makes the same', async () => {
    const made = await undisturbed(derived);
    let kills = 0;
    for (let n = 1; ; n += 1) {
      await emptyTable(database);
      await store(STORY);
      const when = random.pick(['before', 'after'] as const);
      const died = await projectMatch(work(dying(n, when)).projection, STORY.id).then(
        () => false,
        () => true,
      );
      if (!died) break;
      kills += 1;
      await projectMatch(work().projection, STORY.id);
      expect(await derived(), `killed ${when} request ${n}`).toEqual(made);
    }
    expect(kills).toBeGreaterThan(30);
  });

  test('again and again while the log grows, it makes the same in the end', async () => {
    const made = await undisturbed(visible);
    for (let run = 0; run < 10; run += 1) {
      await emptyTable(database);
      for (const { seq } of STORY.commits) {
        await store(STORY, seq, seq);
        for (let kills = random.below(4); kills > 0; kills -= 1) {
          const n = 1 + random.below(15);
          await projectMatch(work(dying(n, random.pick(['before', 'after']))).projection, STORY.id).catch(
            () => undefined,
          );
        }
      }
      await projectMatch(work().projection, STORY.id);
      expect(await visible()).toEqual(made);
    }
  });
});

describe('two at once on one match', () => {
  /** The log as somebody saw it when it had only so many commits. */
  function seenEarlier(log: MatchLog, most: number): MatchLog {
    return {
      ...log,
      read: async (match, after, limit) => (await log.read(match, after, limit)).filter(({ seq }) => seq <= most),
    };
  }

  async function both(choose: (waiting: readonly number[]) => number, most: number): Promise<void> {
    await emptyTable(database);
    await store(STORY);
    const workers = inTurns(database.client, 2, choose);
    const [one, two] = workers.clients.map((client) => work(client).projection);
    if (one === undefined || two === undefined) throw new Error('no workers');
    await workers.run([
      () => projectMatch({ ...one, log: seenEarlier(one.log, most) }, STORY.id),
      () => projectMatch(two, STORY.id),
    ]);
  }

  test.each([4, COMMITS])(
    'wherever one that knows %d commits is held up while another does all, they make the same',
    async (most) => {
      const made = await undisturbed(visible);
      let held = 0;
      for (let holds = true; holds; held += 1) {
        let turns = 0;
        holds = false;
        await both((waiting) => {
          turns += 1;
          if (turns <= held || !waiting.includes(1)) return waiting[0] ?? 0;
          holds ||= waiting.includes(0);
          return 1;
        }, most);
        expect(await visible(), `the first held up after ${held} requests`).toEqual(made);
      }
      expect(held).toBeGreaterThan(most * 3);
    },
  );

  test('however their requests interleave, they make the same', async () => {
    const made = await undisturbed(visible);
    for (let run = 0; run < 15; run += 1) {
      const seed = randomFrom(random.seed + run);
      await both((waiting) => seed.pick(waiting), 1 + (run % STORY.commits.length));
      expect(await visible(), `seed ${seed.seed}`).toEqual(made);
    }
  });
});

describe('what has been taken off', () => {
  const state = STORY.states.at(-1) as MatchState;
  const listed = ({ seq }: { seq: number }): ListedSight => {
    const { position: _p, view: _v, chance: _c, ...sight } = seeMatch(gameFor(state), state, 'onlooker');
    return { ...sight, head: { ...sight.head, seq } };
  };

  test('is not put back by older work, but by newer', async () => {
    const { lists, turns } = work().projection;
    const player = playerNumber(1);
    const list = `player#${player}` as const;
    const turn = { match: state.id, game: state.game, seat: 1, turn: 2, since: state.at };
    const seqs = async () => {
      const { matches } = await lists.page({ list, status: null, game: null, limit: 10, after: null });
      return [matches.map(({ head }) => head.seq), (await turns.of(player)).map(({ turn }) => turn)];
    };
    await lists.put(list, listed({ seq: 4 }));
    await turns.put(player, turn, 4);
    expect(await seqs()).toEqual([[4], [2]]);
    await lists.remove(list, listed({ seq: 6 }));
    await turns.remove(player, state.id, 6);
    for (const seq of [3, 4, 5]) {
      await lists.put(list, listed({ seq }));
      await turns.put(player, turn, seq);
      expect(await seqs()).toEqual([[], []]);
    }
    await lists.put(list, listed({ seq: 7 }));
    await turns.put(player, { ...turn, turn: 3 }, 7);
    expect(await seqs()).toEqual([[7], [3]]);
    await lists.remove(list, listed({ seq: 5 }));
    await turns.remove(player, state.id, 5);
    expect(await seqs()).toEqual([[7], [3]]);
  });
});

function gameFor(match: MatchState) {
  const game = games.find(match.game, match.rules);
  if (game === undefined) throw new Error(`no ${match.game}`);
  return game;
}
