/** Nobody is told that time gets short when it does not: a warning that has waited is only sent while it holds. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { dueWarnings } from '../../domain/match/clock/warnings.ts';
import { warningNotice } from '../../domain/match/notices.ts';
import { dynamoLog } from '../../functions/store/dynamo-log.ts';
import type { FeedEntry } from '../../functions/store/feed-entry.ts';
import type { Webhook } from '../../functions/store/webhooks.ts';
import { emptyTable } from '../stream/whole-table.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { playerAt, TimedMatch } from '../support/timed-match.ts';
import { type Rig, rigOn, START } from './worker-rig.ts';

const DAY = 86_400_000;
const MINUTE = 60_000;
/** Of three days; the warning of the day before. */
const WARNED = START + 2 * DAY;
const DEADLINE = START + 3 * DAY;

let database: TestTable;
let rig: Rig;
let match: TimedMatch;
let webhook: Webhook;
let entry: FeedEntry;

const text = (at: number) => new Date(at).toISOString();

beforeAll(async () => {
  database = await startTable();
});
afterAll(() => database.stop());
beforeEach(async () => {
  await emptyTable(database);
  rig = rigOn(database);
  match = new TimedMatch({ at: text(START) }).start(text(START));
  webhook = { ...(await rig.webhook()), player: playerAt(1) };
  await rig.webhooks.create(webhook);
  const [warning] = dueWarnings(match.game, match.state, new Date(WARNED));
  if (warning === undefined) throw new Error('nothing is due');
  entry = { id: '1900000000000', at: text(warning.at), ...warningNotice(match.state, warning) };
  await rig.deliveries.add(webhook.id, entry);
});

/** What becomes of the warning when it is sent at last. */
async function deliveredAt(at: number, player = webhook.player): Promise<string | undefined> {
  const log = dynamoLog(database.client, database.table, games);
  for (const [n, { commit, after }] of match.steps.entries()) await log.append(after, commit, n);
  rig.clock.set(at);
  await rig.work({ player, webhook: webhook.id, lane: match.state.id });
  const delivery = await rig.deliveries.get(webhook.id, Number(entry.id));
  expect(rig.got).toHaveLength(delivery?.state === 'delivered' ? 1 : 0);
  return delivery?.state;
}

test('it is sent as the feed has it, up to the deadline', async () => {
  expect(await deliveredAt(DEADLINE - 1)).toBe('delivered');
  expect(JSON.parse(rig.got[0]?.body ?? '')).toEqual({
    type: 'clock.warning',
    timestamp: text(WARNED),
    data: {
      id: entry.id,
      match: match.state.id,
      game: 'aquaignis',
      seq: 2,
      ply: 0,
      seat: 1,
      turn: 1,
      deadline: text(DEADLINE),
      left: 'P1D',
    },
  });
});

test('and from then on it is not', async () => {
  expect(await deliveredAt(DEADLINE)).toBe('dropped');
});

test('what happens within the turn does not matter', async () => {
  match.give({ ok: true, events: [{ type: 'offer.made', seat: 2, kind: 'draw' }] }, text(WARNED + MINUTE));
  expect(await deliveredAt(WARNED + 2 * MINUTE)).toBe('delivered');
});

test('a turn that is over is not warned of', async () => {
  match.move(text(WARNED + MINUTE));
  expect(match.mover).toBe(2);
  expect(await deliveredAt(WARNED + 2 * MINUTE)).toBe('dropped');
});

test('nor a later turn of the same seat, whose time is another', async () => {
  for (let seat = 0; seat !== 1 || match.state.ply === 1; seat = match.mover) match.move(text(WARNED + MINUTE));
  expect(await deliveredAt(WARNED + 2 * MINUTE)).toBe('dropped');
});

test('nor a match that is over', async () => {
  expect(match.expire(text(DEADLINE + MINUTE))).toBe(true);
  expect(await deliveredAt(DEADLINE + MINUTE)).toBe('dropped');
});

test.each<[string, () => void]>([
  [
    'a leave',
    () => match.leave(1, [{ from: text(WARNED + MINUTE), to: text(WARNED + 2 * MINUTE) }], text(WARNED + MINUTE)),
  ],
  [
    'a pause',
    () =>
      match.give(
        {
          ok: true,
          events: [{ type: 'match.paused', from: text(WARNED + MINUTE), to: text(WARNED + DAY) }],
        },
        text(WARNED + MINUTE),
      ),
  ],
])('a deadline that %s has put off is not warned of as if it stood', async (_what, putsOff) => {
  putsOff();
  expect(await deliveredAt(WARNED + 2 * MINUTE)).toBe('dropped');
});

test('leave of the other seat puts nothing off', async () => {
  match.leave(2, [{ from: text(WARNED + MINUTE), to: text(WARNED + 2 * DAY) }], text(WARNED + MINUTE));
  expect(await deliveredAt(WARNED + 2 * MINUTE)).toBe('delivered');
});

test('a deadline that has come nearer since is no reason to keep it back', async () => {
  const away = [{ from: text(START + DAY), to: text(START + 4 * DAY) }];
  match.leave(1, away, text(START));
  const told = WARNED + 3 * DAY;
  const [warning] = dueWarnings(match.game, match.state, new Date(told));
  if (warning === undefined) throw new Error('nothing is due');
  entry = { id: '1900000000001', at: text(warning.at), ...warningNotice(match.state, warning) };
  // It goes with the one before, which does not hold.
  await rig.deliveries.add(webhook.id, entry);
  match.leave(1, [{ from: text(START + DAY), to: text(START + 2 * DAY) }], text(START + 2 * DAY));
  expect(await deliveredAt(START + 3.5 * DAY)).toBe('delivered');
  expect((await rig.deliveries.get(webhook.id, 1_900_000_000_000))?.state).toBe('dropped');
});

test('nobody is told who has not the seat', async () => {
  const other = { ...webhook, player: playerAt(2) };
  await rig.webhooks.create(other);
  expect(await deliveredAt(WARNED, other.player)).toBe('dropped');
});
