/** What every match log has to do, whatever keeps it. */
import { PutItemCommand, QueryCommand, ScanCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import type { MatchCommit } from '../../domain/match/evolve.ts';
import { resign } from '../../domain/match/leaving.ts';
import type { MatchState } from '../../domain/match/types.ts';
import {
  ITEM_BYTES_MOST,
  type Item,
  itemBytes,
  SNAPSHOT_SCHEMA,
  seqOf,
  snapshotOf,
  toItem,
} from '../../functions/store/commit-item.ts';
import { dynamoLog, SNAPSHOT_EVERY } from '../../functions/store/dynamo-log.ts';
import type { MatchLog } from '../../functions/store/match-log.ts';
import { pack } from '../../functions/store/packing.ts';
import { keys } from '../../functions/store/table.ts';
import { endless, hasty } from '../support/bots.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { ADA, AQUAIGNIS, BOB, begun, created, goneOn, idFrom, now, played, type Story } from '../support/matches.ts';
import { randomFrom } from '../support/random.ts';

let database: TestTable;
let log: MatchLog;
const random = randomFrom();

beforeAll(async () => {
  console.log(`seed ${random.seed}`);
  database = await startTable();
  log = dynamoLog(database.client, database.table, games);
});
afterAll(() => database.stop());

/** Stores a story as the API does: each commit upon what has just been loaded. */
async function store(story: Story): Promise<void> {
  for (const [n, commit] of story.commits.entries()) {
    const next = story.states[n];
    if (next === undefined) throw new RangeError('a commit without a state');
    const loaded = n === 0 ? null : await log.load(story.id);
    expect(await log.append(next, commit, loaded?.sinceSnapshot ?? 0)).toBe(true);
  }
}

async function stored(commits: number, bot = endless(30)): Promise<Story> {
  const story = played(begun(idFrom(random)), bot, random, commits);
  await store(story);
  return story;
}

async function itemsOf({ id }: Story): Promise<Item[]> {
  const answer = await database.client.send(
    new QueryCommand({
      TableName: database.table,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': keys.commit(id, 0).pk },
    }),
  );
  return answer.Items ?? [];
}

const put = (item: Item) => database.client.send(new PutItemCommand({ TableName: database.table, Item: item }));

async function expectLoads(story: Story): Promise<void> {
  const loaded = await log.load(story.id);
  expect(loaded?.state).toEqual(now(story));
  for (const [n, state] of story.states.entries()) {
    const then = await log.loadAt(story.id, n + 1);
    expect(then?.state, `commit ${n + 1}`).toEqual(state);
    // What was read on the way is the end of the log up to there, without a gap.
    const { recent = [] } = then ?? {};
    expect(recent).toEqual(story.commits.slice(n + 1 - recent.length, n + 1));
  }
}

describe('append', () => {
  test('takes a place once, and leaves what is there', async () => {
    const story = begun(idFrom(random));
    const [first, second] = story.commits as [MatchCommit, MatchCommit];
    const [open, active] = story.states as [MatchState, MatchState];
    expect(await log.append(open, first, 0)).toBe(true);
    expect(await log.append(open, first, 0)).toBe(false);
    const other = created(story.id, { entropy: 'other' });
    expect(await log.append(now(other), other.commits[0] as MatchCommit, 0)).toBe(false);
    expect((await log.load(story.id))?.state).toEqual(open);
    expect(await log.append(active, second, 1)).toBe(true);
    expect((await log.load(story.id))?.state).toEqual(active);
  });

  test('of 20 writers at one place one gets it, a hundred times over', async () => {
    const story = begun(idFrom(random));
    await store(story);
    let current = story;
    for (let round = 0; round < 100; round += 1) {
      const rivals = Array.from({ length: 20 }, () => played(current, endless(40), random, 1));
      const won = await Promise.all(
        rivals.map((rival) => log.append(now(rival), rival.commits.at(-1) as MatchCommit, round % SNAPSHOT_EVERY)),
      );
      expect(won.filter(Boolean)).toHaveLength(1);
      const winner = rivals[won.indexOf(true)];
      if (winner === undefined) throw new Error('nobody won');
      expect((await log.load(story.id))?.state).toEqual(now(winner));
      current = winner;
    }
  });
});

describe('load', () => {
  test('knows no match that is not there', async () => {
    expect(await log.load('m_0000000000000000')).toBeNull();
    expect(await log.loadAt('m_0000000000000000', 1)).toBeNull();
  });

  test.each([
    ['a long match', endless(30), 65],
    ['a match that is won', hasty, 400],
  ])('at every commit is what replay from the start gives: %s', async (_name, bot, commits) => {
    const story = await stored(commits, bot);
    await expectLoads(story);
    const items = await itemsOf(story);
    const snapshots = items.filter((item) => snapshotOf(item) !== null).map(seqOf);
    expect(snapshots).toEqual(items.map(seqOf).filter((seq) => seq % SNAPSHOT_EVERY === 0));
  });

  test('with a snapshot of another shape, or none, replays instead', async () => {
    const story = await stored(45);
    for (const spoil of [
      (snapshot: object) => pack({ ...snapshot, schema: SNAPSHOT_SCHEMA + 1 }),
      (snapshot: object) => pack({ ...snapshot, schema: SNAPSHOT_SCHEMA - 1 }),
      (snapshot: object) => pack({ ...snapshot, rules: 'another' }),
      () => null,
    ]) {
      for (const item of await itemsOf(story)) {
        const n = seqOf(item);
        if (n % SNAPSHOT_EVERY !== 0) continue;
        const { snapshot: _snapshot, ...bare } = item;
        // A state that would be noticed.
        const poison = { schema: SNAPSHOT_SCHEMA, rules: '1', state: { ...now(story), ply: 999 } };
        const packed = spoil(poison);
        await put(packed === null ? bare : { ...bare, snapshot: { B: packed } });
      }
      await expectLoads(story);
      expect((await log.load(story.id))?.sinceSnapshot).toBe(story.commits.length);
    }
  });

  test('a snapshot that is due goes with the next commit that has room for it', async () => {
    const story = await stored(20);
    const bare = story.commits.length;
    for (const item of await itemsOf(story)) {
      const { snapshot: _snapshot, ...rest } = item;
      await put(rest);
    }
    const loaded = await log.load(story.id);
    const longer = played(story, endless(30), random, 1);
    expect(await log.append(now(longer), longer.commits.at(-1) as MatchCommit, loaded?.sinceSnapshot ?? 0)).toBe(true);
    const items = await itemsOf(longer);
    expect(items.filter((item) => snapshotOf(item) !== null).map(seqOf)).toEqual([bare + 1]);
    expect(await log.load(story.id)).toMatchObject({ sinceSnapshot: 0, recent: [] });
    await expectLoads(longer);
  });
});

describe('an item', () => {
  test('leaves a snapshot out that would make it cost more than 3 write units', () => {
    const story = begun(idFrom(random));
    const commit = story.commits.at(-1) as MatchCommit;
    const heavy = (bytes: number): MatchState => {
      const noise = Array.from({ length: bytes }, () => String.fromCharCode(0x21 + random.below(90))).join('');
      return { ...now(story), play: { noise } };
    };
    const light = toItem(heavy(2000), commit, true);
    expect(light.snapshot).toBeDefined();
    expect(itemBytes(light)).toBeLessThanOrEqual(ITEM_BYTES_MOST);
    const full = toItem(heavy(6000), commit, true);
    expect(full.snapshot).toBeUndefined();
    expect(full).toEqual(toItem(now(story), commit, false));
  });

  test('of a commit holds no name, no token and no secret of a player, and its snapshot is told to nobody', async () => {
    const story = await stored(25);
    const text = JSON.stringify(await itemsOf(story));
    expect(text).not.toMatch(/plypost_|Ada|Bob/);
    const commits = await log.read(story.id, 0, 1000);
    for (const commit of commits)
      expect(Object.keys(commit).sort()).toEqual(['at', 'events', 'hash', 'ply', 'plyBefore', 'prev', 'seq']);
  });
});

describe('read', () => {
  test('gives what stands after a number, up to so many', async () => {
    const story = await stored(40);
    const all = story.commits;
    expect(await log.read(story.id, 0, 1000)).toEqual(all);
    for (const [after, limit] of [
      [0, 1],
      [0, 5],
      [1, 1],
      [1, 10],
      [9, 2],
      [10, 1],
      [20, 100],
      [all.length - 1, 5],
      [all.length, 5],
      [999, 5],
    ] as const) {
      expect(await log.read(story.id, after, limit), `${limit} after ${after}`).toEqual(
        all.slice(after, after + limit),
      );
    }
    expect(await log.read('m_0000000000000000', 0, 10)).toEqual([]);
  });
});

describe('commitPast', () => {
  test.each([0, 1, 2, 7, 30, 60])('at every ply is what a linear search finds (%d commits played)', async (commits) => {
    const story = await stored(commits);
    const state = now(story);
    for (let ply = 0; ply <= state.ply + 2; ply += 1) {
      const wanted = story.commits.find((commit) => commit.ply > ply) ?? null;
      expect(await log.commitPast(state, ply), `ply ${ply}`).toEqual(wanted);
    }
  });

  test('of an earlier state looks no further than that', async () => {
    const story = await stored(12);
    const early = story.states[6] as MatchState;
    expect(await log.commitPast(early, early.ply)).toBeNull();
    expect(await log.commitPast(early, 0)).toEqual(story.commits[2]);
  });

  test('commits without moves are passed over', async () => {
    const story = goneOn(await stored(3), (match) => resign(AQUAIGNIS, match, BOB));
    const loaded = await log.load(story.id);
    await log.append(now(story), story.commits.at(-1) as MatchCommit, loaded?.sinceSnapshot ?? 0);
    expect(await log.commitPast(now(story), now(story).ply)).toBeNull();
    expect(await log.commitPast(now(story), now(story).ply - 1)).toEqual(story.commits.at(-2));
  });
});

test('nothing else is in the table than the commits', async () => {
  const { Items = [] } = await database.client.send(new ScanCommand({ TableName: database.table, Limit: 1000 }));
  for (const { pk, sk } of Items) expect(`${pk?.S} ${sk?.S}`).toMatch(/^match#m_[0-9a-z]{16} commit#\d{8}$/);
  expect(ADA).not.toBe(BOB);
});
