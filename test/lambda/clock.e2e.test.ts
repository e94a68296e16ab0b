/** The clock function on the bundle that would be deployed, in its role, called as EventBridge calls it. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import {
  begun,
  clock,
  DAY,
  database,
  derived,
  inIndex,
  project,
  stateOf,
  typesAfter,
  withTable,
} from '../clock/sweep-kit.ts';
import { ADA } from '../support/matches.ts';
import { bundleServer } from '../support/server.ts';
import { type Deployment, synthesize } from './deployment.ts';
import { functionLog } from './function-log.ts';

type ClockHandler = (event: unknown, context: { getRemainingTimeInMillis(): number }) => Promise<void>;

const log = functionLog();

let deployment: Deployment;
let handler: ClockHandler;

withTable();
beforeAll(async () => {
  deployment = synthesize();
  ({ handler } = await deployment.container<ClockHandler>('Clock', database));
});
afterAll(() => deployment?.remove());
// The function goes by the time that it is.
beforeEach(() => clock.set(Date.now() - 2 * DAY));

const EVENT = {
  version: '0',
  id: '53dc4d37-cffa-4f76-80c9-8b7d4a4d2eaa',
  'detail-type': 'Scheduled Event',
  source: 'aws.events',
  account: '123456789012',
  time: '2026-03-12T19:03:58Z',
  region: 'eu-central-1',
  resources: ['arn:aws:events:eu-central-1:123456789012:rule/Plypost-ClockSchedule'],
  detail: {},
};

const called = (remaining = 60_000, by = handler) =>
  log.during(() => by(EVENT, { getRemainingTimeInMillis: () => remaining }));
const line = (numbers: object) => expect.objectContaining({ level: 'INFO', message: 'swept', ...numbers });

describe('what has run out of time', () => {
  test('is ended, once, however often the function is called', async () => {
    const match = await begun();
    await project(match);
    expect(await called()).toEqual([line({ looked: 1, ended: 1, failed: 0, overdueMs: 0 })]);
    expect(await called()).toEqual([line({ looked: 1, ended: 0, failed: 0, overdueMs: 0 })]);
    expect(await called()).toEqual([line({ looked: 0, ended: 0, failed: 0, overdueMs: 0 })]);
    expect(await typesAfter(match, 2)).toEqual([['seat.timed-out', 'match.finished']]);
    expect(await inIndex()).toEqual([]);
  });

  test('is left where there is no time for it, and told in the number that raises the alarm', async () => {
    const match = await begun();
    await project(match);
    const [told] = await called(5_000);
    expect(told).toEqual(line({ looked: 1, ended: 0, failed: 0 }));
    expect(Number(told?.overdueMs)).toBeGreaterThan(DAY / 2);
    expect((await stateOf(match)).status).toBe('active');
  });

  test('and cannot be worked on is told without what is in it, and fails nothing else', async () => {
    const match = await begun();
    await project(match);
    await derived.dues.put('m_0000000000000000', 1, Date.now() - DAY);
    const lines = await called();
    expect(lines).toEqual([
      expect.objectContaining({ level: 'ERROR', message: 'not swept', match: 'm_0000000000000000' }),
      line({ looked: 2, ended: 1, failed: 1 }),
    ]);
  });
});

describe('time that gets short', () => {
  test('is told once, also to who has heard nothing for long and whose feed has no entry left', async () => {
    clock.set(Date.now() - 0.95 * DAY);
    const match = await begun();
    const { head } = await stateOf(match);
    const look = () => derived.dues.put(match, head.seq, Date.now());
    await look();
    expect(await called()).toEqual([line({ looked: 1, ended: 0, warned: 1, failed: 0 })]);
    await look();
    expect(await called()).toEqual([line({ looked: 1, ended: 0, warned: 0, failed: 0 })]);
    const { entries } = await derived.feeds.read(ADA, 0, 100);
    expect(entries).toEqual([expect.objectContaining({ type: 'clock.warning', match, seat: 1, left: 'PT2H24M' })]);
    expect(await typesAfter(match, 2)).toEqual([]);
  });
});

test('a call fails where the database cannot be reached', async () => {
  const { handler: cut } = await deployment.container<ClockHandler>('Clock', {
    ...database,
    endpoint: 'http://127.0.0.1:9',
  });
  await expect(called(60_000, cut)).rejects.toThrow();
});

describe('its rights', () => {
  test('are enough, and no more than it needs', () => {
    expect(deployment.refused('Clock')).toEqual([]);
    expect(deployment.unused('Clock')).toEqual([]);
  });
});

test('no deployed function can have its clock put forward', async () => {
  const path = '/local/clock';
  const local = await bundleServer();
  try {
    // That the path would be found in a bundle, the local server's shows.
    expect(readFileSync(local.args[0] ?? '', 'utf8')).toContain(path);
  } finally {
    local.remove();
  }
  for (const name of ['Api', 'Stream', 'Webhooks', 'Clock'] as const) {
    const folder = deployment.folderOf(name);
    const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) => /\.m?js$/.test(file));
    expect(files.length).toBeGreaterThan(0);
    for (const file of files) expect(readFileSync(join(folder, file), 'utf8')).not.toContain(path);
  }
});
