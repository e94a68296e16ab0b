/** Nobody is told that it is their turn when it no longer is. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { resign } from '../../domain/match/leaving.ts';
import { dynamoLog } from '../../functions/store/dynamo-log.ts';
import type { FeedEntry, Notice } from '../../functions/store/feed-entry.ts';
import { LEASE_MS } from '../../functions/store/lanes.ts';
import type { Webhook } from '../../functions/store/webhooks.ts';
import { endless } from '../support/bots.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { ADA, AQUAIGNIS, BOB, begun, goneOn, idFrom, now, played, type Story } from '../support/matches.ts';
import { randomFrom } from '../support/random.ts';
import { type Rig, rigOn } from './worker-rig.ts';

let database: TestTable;
let rig: Rig;
let webhook: Webhook;
let story: Story;
const random = randomFrom();

beforeAll(async () => {
  database = await startTable();
});
beforeEach(async () => {
  rig = rigOn(database);
  story = begun(idFrom(random));
  await store(story);
  webhook = await hookOf(seatToMove() === 1 ? ADA : BOB);
});
afterAll(() => database.stop());

/** The rig's player is nobody in the match, so the webhook is that of one who is. */
async function hookOf(player: typeof ADA): Promise<Webhook> {
  const made = await rig.webhook();
  const theirs = { ...made, player };
  await rig.webhooks.create(theirs);
  return theirs;
}

async function store({ states, commits }: Story): Promise<void> {
  const log = dynamoLog(database.client, database.table, games);
  for (const [n, commit] of commits.entries()) {
    const next = states[n];
    if (next !== undefined) await log.append(next, commit, n);
  }
}

function seatToMove() {
  const state = now(story);
  const [seat] = state.status === 'active' ? AQUAIGNIS.toMove(state.play) : [];
  return seat ?? 1;
}

let number = 1_900_000_000_000;

/** Delivers that the turn has started, and says what became of it. */
async function delivered(notice: Partial<Notice>): Promise<string | undefined> {
  const { head, ply, play } = now(story);
  number += 1;
  const entry = {
    id: String(number),
    at: '2030-03-01T00:00:00.000Z',
    type: 'turn.started',
    match: story.id,
    game: 'aquaignis',
    seq: head.seq,
    ply,
    seat: seatToMove(),
    turn: AQUAIGNIS.turn(play),
    ...notice,
  } as FeedEntry;
  await rig.deliveries.add(webhook.id, entry);
  await rig.work({ player: webhook.player, webhook: webhook.id, lane: story.id });
  expect(await rig.pending(webhook, story.id)).toEqual([]);
  const delivery = await rig.deliveries.get(webhook.id, number);
  expect(delivery?.tries).toHaveLength(delivery?.state === 'delivered' ? 1 : 0);
  return delivery?.state;
}

test('a turn that has started and still goes on is told', async () => {
  expect(await delivered({})).toBe('delivered');
  expect(rig.got.map(({ type }) => type)).toEqual(['turn.started']);
});

test.each<[string, () => Partial<Notice>]>([
  ['of the other seat', () => ({ seat: seatToMove() === 1 ? 2 : 1 })],
  ['of an earlier turn', () => ({ turn: AQUAIGNIS.turn(now(story).play) - 1 })],
  ['of a match that is not there', () => ({ match: idFrom(random) })],
])('one %s is dropped', async (_what, wrong) => {
  const notice = wrong();
  if ('match' in notice && notice.match !== undefined) story = { ...story, id: notice.match };
  expect(await delivered(notice)).toBe('dropped');
  expect(rig.got).toEqual([]);
});

test('one that is over is dropped, and the one after it is told', async () => {
  const before = now(story);
  const turn = AQUAIGNIS.turn(before.play);
  const seat = seatToMove();
  let longer = story;
  do longer = played(longer, endless(20), random, 1);
  while (AQUAIGNIS.toMove(now(longer).play)[0] !== seat || AQUAIGNIS.turn(now(longer).play) === turn);
  story = longer;
  await store(story);
  expect(await delivered({ turn, seq: before.head.seq })).toBe('dropped');
  expect(await delivered({})).toBe('delivered');
});

test('one of a match that is over is dropped; what else it tells is not', async () => {
  const turn = { turn: AQUAIGNIS.turn(now(story).play), seat: seatToMove() };
  story = goneOn(story, (match) => resign(AQUAIGNIS, match, webhook.player));
  await store(story);
  expect(await delivered(turn)).toBe('dropped');
  expect(await delivered({ type: 'match.finished' })).toBe('delivered');
});

test('one of a seat that its reader has left is dropped', async () => {
  webhook = await hookOf('p_cccccccccccccccc');
  expect(await delivered({})).toBe('dropped');
});

test('a log that is slow to read does not cost the lane', async () => {
  let taken = false;
  const log = {
    load: async (...args: Parameters<typeof rig.deps.log.load>) => {
      rig.clock.pass(LEASE_MS - 1000);
      return rig.deps.log.load(...args);
    },
  };
  rig.answer(async () => {
    rig.clock.pass(10_000);
    taken = (await rig.lanes.claim(webhook.id, story.id, 'another', true)) !== null;
    return 200;
  });
  const { work } = rig;
  rig = { ...rig, work: (message, run) => work(message, run, { ...rig.deps, log }) };
  expect(await delivered({})).toBe('delivered');
  expect(taken).toBe(false);
});
