/** The worker dies at each step in turn: everything still arrives, in order, and nothing stands still. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { MatchId } from '../../domain/match/types.ts';
import type { FeedEntry, Notice } from '../../functions/store/feed-entry.ts';
import type { Webhook } from '../../functions/store/webhooks.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { progress } from '../support/progress.ts';
import { breaking } from './worker-breaking.ts';
import { firstTimes, moveIn, type Rig, rigOn } from './worker-rig.ts';

let database: TestTable;

beforeAll(async () => {
  database = await startTable();
});
afterAll(() => database.stop());

/** Of a match without a log: no longer true, whenever it is looked at. */
const staleTurn = (match: MatchId): Notice => ({
  type: 'turn.started',
  match,
  game: 'aquaignis',
  seq: 4,
  ply: 2,
  seat: 1,
  turn: 1,
});

interface Story {
  /** The webhook, and what is in its lanes at first. */
  begin(rig: Rig, match: MatchId): Promise<Webhook>;
  /** What is to be true in the end, after so many sendings more than without a break. */
  end(rig: Rig, match: MatchId, webhook: Webhook): Promise<void>;
  /** How often anything is sent if nothing breaks. */
  readonly sent: number;
  /** That the break may be at any of so many calls at least: else the test has lost sight of them. */
  readonly calls: number;
}

async function settled(rig: Rig, match: MatchId, webhook: Webhook): Promise<void> {
  expect(rig.queue.waiting).toEqual([]);
  expect(await rig.deliveries.lanes(webhook.id)).toEqual([]);
  expect(await rig.lanes.read(webhook.id, match)).toMatchObject({ pending: [], leasedUntil: null });
}

async function states(rig: Rig, webhook: Webhook): Promise<Record<string, string>> {
  const { deliveries } = await rig.deliveries.page(webhook.id, null, 100);
  return Object.fromEntries(deliveries.map(({ entry, state }) => [nameOf(entry), state]));
}
const nameOf = (entry: FeedEntry) => ('seq' in entry ? `${entry.type} ${entry.seq}` : entry.type);

const stories: Record<string, Story> = {
  'a ping, a delivery that fails at first, a turn that is over, and a last one': {
    sent: 4,
    calls: 38,
    async begin(rig, match) {
      const failed = new Set<number>();
      rig.answer(({ seq = 0 }) => {
        if (seq !== 3 || failed.has(seq)) return 200;
        failed.add(seq);
        return 500;
      });
      const webhook = await rig.webhook({ status: 'unverified' });
      await rig.tell(moveIn(match, 3), staleTurn(match), moveIn(match, 5));
      // Their message comes too early: only the ping's worker will tell of them again.
      await rig.drain();
      await rig.tell({ type: 'webhook.ping', webhook: webhook.id });
      return webhook;
    },
    async end(rig, match, webhook) {
      await settled(rig, match, webhook);
      expect(firstTimes(rig.got).get(match)).toEqual([3, 5]);
      expect(await states(rig, webhook)).toEqual({
        'webhook.ping': 'delivered',
        'move.made 3': 'delivered',
        'turn.started 4': 'dropped',
        'move.made 5': 'delivered',
      });
      const now = await rig.webhooks.get(rig.player, webhook.id);
      expect(now).toMatchObject({ status: 'enabled', failingSince: null });
    },
  },
  'a receiver that is gone': {
    sent: 1,
    calls: 11,
    async begin(rig, match) {
      rig.answer(() => 410);
      const webhook = await rig.webhook();
      await rig.tell(moveIn(match, 3), moveIn(match, 4));
      return webhook;
    },
    async end(rig, match, webhook) {
      expect(rig.queue.waiting).toEqual([]);
      const now = await rig.webhooks.get(rig.player, webhook.id);
      expect(now).toMatchObject({ status: 'disabled', disabledFor: 'gone' });
      expect(now).not.toHaveProperty('untold');
      const { entries } = await rig.feeds.read(rig.player, 0, 100);
      expect(entries.filter(({ type }) => type === 'webhook.disabled')).toHaveLength(1);
      expect(await rig.pending(webhook, match)).toHaveLength(2);
      expect(await states(rig, webhook)).toEqual({ 'move.made 3': 'pending', 'move.made 4': 'pending' });
    },
  },
  'a delivery that is given up, and one after it': {
    sent: 2,
    calls: 13,
    async begin(rig, match) {
      const webhook = await rig.webhook();
      const [first] = await rig.tell(moveIn(match, 3), moveIn(match, 4));
      const seen = await rig.deliveries.get(webhook.id, Number(first?.id));
      if (seen === null) throw new Error('none');
      await rig.deliveries.settle(seen, { state: 'pending', failures: 8, nextTryAt: null });
      rig.answer(({ seq }) => (seq === 3 ? 500 : 200));
      return webhook;
    },
    async end(rig, match, webhook) {
      await settled(rig, match, webhook);
      expect(firstTimes(rig.got).get(match)).toEqual([3, 4]);
      expect(await states(rig, webhook)).toEqual({ 'move.made 3': 'failed', 'move.made 4': 'delivered' });
    },
  },
};

describe.each(Object.entries(stories))('%s', (name, story) => {
  /** How many calls were made; the break is at one of them, unless there were fewer. */
  async function run(at: number, when: 'before' | 'after', how: 'dead' | 'once'): Promise<number> {
    const rig = rigOn(database);
    const match = rig.newMatch();
    const webhook = await story.begin(rig, match);
    // One that is soon given out again comes before the lease of the dead has ended, and before the next try.
    if (when === 'after') rig.queue.hiddenMs = 1_000;
    const { parts, calls } = breaking(rig.deps, at, when, how);
    await rig.drain(Number.POSITIVE_INFINITY, parts);
    await story.end(rig, match, webhook);
    expect(rig.got.length).toBeGreaterThanOrEqual(story.sent);
    expect(rig.got.length).toBeLessThanOrEqual(story.sent + 1);
    return calls();
  }

  test.each([
    ['dead', 'before'],
    ['dead', 'after'],
    ['once', 'before'],
    ['once', 'after'],
  ] as const)('%s, %s a call', async (how, when) => {
    const whole = await run(Number.POSITIVE_INFINITY, when, how);
    expect(whole).toBeGreaterThanOrEqual(story.calls);
    const told = progress(`${name}: ${how}, ${when} call`, whole);
    for (let at = 1; at <= whole; at += 1) {
      await run(at, when, how).catch((error: Error) => {
        error.message = `at call ${at}: ${error.message}`;
        throw error;
      });
      told(at);
    }
  });
});
