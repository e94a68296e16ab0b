/** A receiver that was down and is back: what is new does not wait for the schedule of what is old. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MatchId } from '../../domain/match/types.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { moveIn, type Rig, rigOn, START } from './worker-rig.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

let database: TestTable;
let rig: Rig;
let one: MatchId;
let two: MatchId;
let down: boolean;

beforeAll(async () => {
  database = await startTable();
});
beforeEach(async () => {
  rig = rigOn(database);
  one = rig.newMatch();
  two = rig.newMatch();
  await rig.webhook();
  down = true;
  rig.answer(() => (down ? 500 : 200));
});
afterAll(() => database.stop());

const came = () => rig.got.map(({ at, seq }) => [at - START, seq]);
/** 5 s, 1 min, 5 min, 30 min, 2 h, 6 h after each other. */
const SCHEDULE = [0, 5_000, 65_000, 365_000, 2_165_000, 9_365_000];

test('something new in the match brings all of it at once, in order', async () => {
  await rig.tell(moveIn(one, 3));
  await rig.drain(START + 3 * HOUR);
  expect(came().map(([at]) => at)).toEqual(SCHEDULE);
  down = false;
  await rig.tell(moveIn(one, 4));
  await rig.drain(START + 3 * HOUR + 1000);
  expect(came().slice(SCHEDULE.length)).toEqual([
    [3 * HOUR, 3],
    [3 * HOUR, 4],
  ]);
});

test('while it is down, what is new has it tried once a minute at most; that does not count', async () => {
  const [entry] = await rig.tell(moveIn(one, 3));
  await rig.drain(START + 3 * HOUR);
  for (let n = 0; n < 30; n += 1) {
    await rig.tell(moveIn(one, 4 + n));
    await rig.drain(START + 3 * HOUR + (n + 1) * 10_000);
  }
  const extra = came().slice(SCHEDULE.length);
  expect(extra.map(([at = 0]) => at - 3 * HOUR)).toEqual([0, 1, 2, 3, 4, 5].map((n) => n * MINUTE));
  expect(extra.every(([, seq]) => seq === 3)).toBe(true);
  const [webhook] = await rig.webhooks.of(rig.player);
  if (webhook === undefined) throw new Error('no webhook');
  expect(await rig.deliveries.get(webhook.id, Number(entry?.id))).toMatchObject({
    failures: SCHEDULE.length,
    nextTryAt: new Date(START + 9_365_000 + 6 * HOUR).toISOString(),
  });
  // What was scheduled comes at its time all the same.
  await rig.drain(START + 9_365_000 + 6 * HOUR);
  expect(came().at(-1)).toEqual([9_365_000 + 6 * HOUR, 3]);
});

test('an answer in one match has what waits in others tried at once', async () => {
  await rig.tell(moveIn(one, 3));
  await rig.drain(START + 3 * HOUR);
  down = false;
  await rig.tell(moveIn(two, 7));
  await rig.drain(START + 3 * HOUR + 1000);
  expect(came().slice(SCHEDULE.length)).toEqual([
    [3 * HOUR, 7],
    [3 * HOUR, 3],
  ]);
});

test('one that asked to be left alone is, until then', async () => {
  rig.answer(() => (down ? { status: 503, retryAfter: '7200' } : 200));
  await rig.tell(moveIn(one, 3));
  await rig.drain(START + HOUR);
  down = false;
  await rig.tell(moveIn(one, 4));
  await rig.drain(START + 2 * HOUR);
  expect(came()).toEqual([
    [0, 3],
    [2 * HOUR, 3],
    [2 * HOUR, 4],
  ]);
});

test('what is new within a minute of a try has it tried again when that minute is over', async () => {
  await rig.tell(moveIn(one, 3));
  await rig.drain(START + 2_165_000 + 20_000);
  down = false;
  await rig.tell(moveIn(one, 4));
  await rig.drain(START + 2_165_000 + 59_000);
  expect(came()).toHaveLength(5);
  await rig.drain(START + 2_165_000 + MINUTE);
  expect(came().slice(5)).toEqual([
    [2_165_000 + MINUTE, 3],
    [2_165_000 + MINUTE, 4],
  ]);
});

test('what comes while a try goes on is not forgotten either', async () => {
  await rig.tell(moveIn(one, 3));
  await rig.drain(START + 365_000);
  let more: Promise<unknown> | null = null;
  rig.answer(async () => {
    if (more === null) {
      more = rig.tell(moveIn(one, 4));
      await more;
    }
    return down ? 500 : 200;
  });
  await rig.drain(START + 2_165_000);
  down = false;
  await rig.drain(START + 2_165_000 + MINUTE);
  expect(came().slice(-2)).toEqual([
    [2_165_000 + MINUTE, 3],
    [2_165_000 + MINUTE, 4],
  ]);
});

test('a try ahead of time that is answered with Retry-After puts the next one off', async () => {
  await rig.tell(moveIn(one, 3));
  await rig.drain(START + 120_000);
  rig.answer(() => ({ status: 429, retryAfter: '36000' }));
  await rig.tell(moveIn(one, 4));
  await rig.drain(START + 10 * HOUR);
  expect(came().slice(3)).toEqual([[125_000, 3]]);
  down = false;
  rig.answer(() => 200);
  await rig.drain(START + 11 * HOUR);
  expect(came().slice(4)).toEqual([
    [125_000 + 10 * HOUR, 3],
    [125_000 + 10 * HOUR, 4],
  ]);
});

test('a blip after a long silence is no five days of failure', async () => {
  await rig.tell(moveIn(one, 3));
  await rig.drain();
  const [webhook] = await rig.webhooks.of(rig.player);
  expect(webhook?.failingSince).toBe(new Date(START).toISOString());
  rig.clock.set(START + 6 * 24 * HOUR);
  await rig.tell(moveIn(two, 3));
  await rig.drain(START + 6 * 24 * HOUR + 1000);
  const [after] = await rig.webhooks.of(rig.player);
  expect(after).toMatchObject({ status: 'enabled', failingSince: new Date(START + 6 * 24 * HOUR).toISOString() });
});
