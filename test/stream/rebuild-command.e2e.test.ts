/** `npm run rebuild` as it is typed: which data it works on, what it says, how it ends. */
import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PutItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startEmbeddedEngine } from '../../functions/local/engine.ts';
import { dynamoClient } from '../../functions/store/client.ts';
import { createTable, keys } from '../../functions/store/table.ts';
import type { Projection } from '../../functions/stream/project.ts';
import { endless } from '../support/bots.ts';
import { projectionOn } from '../support/derived.ts';
import { engineName, startTable, type TestTable } from '../support/engine.ts';
import { ADA, BOB, begun, idFrom, now, played, type Story } from '../support/matches.ts';
import { randomFrom } from '../support/random.ts';
import { type Ended, launch } from '../support/server.ts';

const random = randomFrom();

let database: TestTable;
let folder: string;

beforeAll(async () => {
  database = await startTable();
});
afterAll(() => database.stop());
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plypost-rebuild-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

interface Told extends Ended {
  readonly out: string;
  readonly err: string;
}

async function rebuild(env: Readonly<Record<string, string>>): Promise<Told> {
  const command = launch(['--import', 'tsx', 'functions/local/rebuild.ts'], env);
  const ended = await command.ended;
  return { ...ended, ...command.output() };
}

function aStory(): Story {
  return played(begun(idFrom(random), { visibility: 'public' }), endless(20), random, 3);
}

async function store({ log }: Projection, story: Story): Promise<void> {
  for (const [n, commit] of story.commits.entries()) {
    const state = story.states[n];
    if (state !== undefined) await log.append(state, commit, n);
  }
}

/** What the read models tell of the match, as far as one sees from a glance. */
async function expectMade({ lists, turns, feeds }: Projection, story: Story): Promise<void> {
  const { matches } = await lists.page({ list: 'public', status: null, game: null, limit: 100, after: null });
  expect(matches.find(({ id }) => id === story.id)?.head).toEqual(now(story).head);
  const pages = await Promise.all([ADA, BOB].map((player) => turns.page(player, 100, null)));
  const waiting = pages.flatMap((page) => page.turns).filter(({ match }) => match === story.id);
  expect(waiting).toHaveLength(1);
  const { entries } = await feeds.read(BOB, 0, 1000);
  expect(entries.some((entry) => 'match' in entry && entry.match === story.id)).toBe(true);
}

describe.skipIf(engineName !== 'embedded')('on the local data', () => {
  async function within(action: (derived: Projection) => Promise<void>): Promise<void> {
    const engine = await startEmbeddedEngine(join(folder, 'db'));
    const client = dynamoClient(engine.endpoint);
    await createTable(client, 'plypost');
    await action(projectionOn({ client, table: 'plypost' }));
    client.destroy();
    await engine.stop();
  }

  test('makes what is not there, and leaves the rest of the looking to the next server', async () => {
    const story = aStory();
    await within((derived) => store(derived, story));
    await writeFile(join(folder, 'clean'), 'nothing undone\n');
    const told = await rebuild({ PLYPOST_DATA: folder });
    expect(told).toMatchObject({ code: 0, err: expect.stringContaining(folder) });
    expect(told.out).toMatch(
      /^Matches: 1; 0 entries .*\. Feeds: 2; [1-9]\d* commits and messages told\. Failed: 0\.\n$/,
    );
    expect([existsSync(join(folder, 'clean')), existsSync(join(folder, 'server.pid'))]).toEqual([false, false]);
    await within((derived) => expectMade(derived, story));
  });

  test('stays away while a server uses it', async () => {
    await within(async () => undefined);
    await writeFile(join(folder, 'server.pid'), String(process.ppid));
    expect(await rebuild({ PLYPOST_DATA: folder })).toMatchObject({
      code: 1,
      out: '',
      err: expect.stringMatching(new RegExp(`^process ${process.ppid} uses ${folder}; [^\n]*\n$`)),
    });
    expect(await readFile(join(folder, 'server.pid'), 'utf8')).toBe(String(process.ppid));
  });

  test('makes none where there are none', async () => {
    const nowhere = join(folder, 'nowhere');
    expect(await rebuild({ PLYPOST_DATA: nowhere })).toMatchObject({
      code: 1,
      err: `There are no data in ${nowhere}.\n`,
    });
    expect(existsSync(nowhere)).toBe(false);
  });
});

describe('on a table', () => {
  const aws = () => ({
    AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    PLYPOST_TABLE: database.table,
  });

  test('of an engine of one’s own', async () => {
    const story = aStory();
    const derived = projectionOn(database);
    await store(derived, story);
    const told = await rebuild({ DYNAMODB_ENDPOINT: database.endpoint, PLYPOST_TABLE: database.table });
    expect(told).toMatchObject({ code: 0, err: expect.stringContaining(database.endpoint) });
    await expectMade(derived, story);
  });

  test('in AWS, where nothing but the table is set', async () => {
    const story = aStory();
    const derived = projectionOn(database);
    await store(derived, story);
    const told = await rebuild(aws());
    const said = `Rebuilding what follows from the logs of table ${database.table} in AWS\n`;
    expect(told).toMatchObject({ code: 0, err: expect.stringContaining(said) });
    await expectMade(derived, story);
  });

  test('that does not exist, or that nothing may be known of, says so in a sentence', async () => {
    expect(await rebuild({ ...aws(), PLYPOST_TABLE: 'elsewhere' })).toMatchObject({
      code: 1,
      err: expect.stringMatching(/\nThere is no table elsewhere in AWS\.\n$/),
    });
    const lost = { PLYPOST_TABLE: 'plypost', AWS_REGION: 'eu-central-1', AWS_EC2_METADATA_DISABLED: 'true' };
    const { code, err } = await rebuild(lost);
    expect(code).toBe(1);
    expect(err).toMatch(/credentials/i);
    expect(err).not.toContain('    at ');
  });

  test('tells of matches that cannot be read, and does the others', async () => {
    const [bad, good] = [aStory(), aStory()];
    const derived = projectionOn(database);
    for (const story of [bad, good]) await store(derived, story);
    const item = {
      ...keys.commit(bad.id, 2),
      at: { N: '0' },
      ply: { N: '0' },
      events: { B: new Uint8Array([1, 255]) },
    };
    await database.client.send(new PutItemCommand({ TableName: database.table, Item: item }));
    const told = await rebuild({ DYNAMODB_ENDPOINT: database.endpoint, PLYPOST_TABLE: database.table });
    expect(told.code).toBe(1);
    expect(told.err).toContain(`Not rebuilt, and set aside: ${bad.id} (`);
    expect(told.out).toContain('Failed: 1.');
    await expectMade(derived, good);
  });
});
