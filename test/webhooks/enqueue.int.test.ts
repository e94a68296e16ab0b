/** From a player's feed to deliveries: nothing left out, nothing twice, whatever breaks off on the way. */
import { DeleteItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { FeedEntry, WebhookId } from '../../functions/store/feed-entry.ts';
import { keys } from '../../functions/store/table.ts';
import type { Webhook } from '../../functions/store/webhooks.ts';
import { deliverNew } from '../../functions/webhooks/enqueue.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { breaking } from './worker-breaking.ts';
import { moveIn, type Rig, rigOn } from './worker-rig.ts';

let database: TestTable;
let rig: Rig;

beforeAll(async () => {
  database = await startTable();
});
beforeEach(() => {
  rig = rigOn(database);
});
afterAll(() => database.stop());

async function made(webhook: Webhook): Promise<readonly string[]> {
  const { deliveries } = await rig.deliveries.page(webhook.id, null, 1000);
  return deliveries.map(({ entry: { id } }) => id).reverse();
}
const ids = (entries: readonly FeedEntry[]) => entries.map(({ id }) => id);
const cursorOf = async ({ player, id }: Webhook) => (await rig.webhooks.get(player, id))?.cursor;
const last = (entries: readonly FeedEntry[]) => Number(entries.at(-1)?.id);

describe('new entries', () => {
  test('become deliveries in the lanes of their matches, and a message for each lane', async () => {
    const [one, two] = [rig.newMatch(), rig.newMatch()];
    const webhook = await rig.webhook();
    const entries = await rig.tell(moveIn(one, 3), moveIn(two, 3), moveIn(one, 4), {
      type: 'webhook.test',
      webhook: webhook.id,
    });
    const numbers = ids(entries).map(Number);
    expect(await rig.pending(webhook, one)).toEqual([numbers[0], numbers[2]]);
    expect(await rig.pending(webhook, two)).toEqual([numbers[1]]);
    expect(await rig.pending(webhook, 'account')).toEqual([numbers[3]]);
    const message = { player: rig.player, webhook: webhook.id };
    expect(rig.queue.waiting.map((waiting) => waiting.message)).toEqual([
      { ...message, lane: one },
      { ...message, lane: two },
      { ...message, lane: 'account' },
    ]);
    expect(await cursorOf(webhook)).toBe(last(entries));
    await rig.deliver();
    expect(rig.queue.waiting).toHaveLength(3);
  });

  test('go to the webhooks that they concern', async () => {
    const [one, two] = [rig.newMatch(), rig.newMatch()];
    const all = await rig.webhook();
    const moves = await rig.webhook({ events: ['move.made'] });
    const oneMatch = await rig.webhook({ match: one });
    const disabled = await rig.webhook({ status: 'disabled', disabledFor: 'owner' });
    const unverified = await rig.webhook({ status: 'unverified' });
    const about = { game: 'aquaignis', seq: 4, ply: 0, seat: 1 } as const;
    const entries = await rig.tell(
      moveIn(one, 3),
      moveIn(two, 3),
      { ...about, type: 'match.started', match: one },
      { type: 'webhook.ping', webhook: unverified.id },
      { type: 'webhook.test', webhook: oneMatch.id },
      { type: 'webhook.disabled', webhook: disabled.id, reason: 'gone' },
    );
    const pick = (...places: number[]) => places.map((place) => ids(entries)[place]);
    expect(await made(all)).toEqual(pick(0, 1, 2, 5));
    expect(await made(moves)).toEqual(pick(0, 1));
    expect(await made(oneMatch)).toEqual(pick(0, 2, 4));
    expect(await made(disabled)).toEqual([]);
    expect(await made(unverified)).toEqual(pick(0, 1, 2, 3, 5));
  });

  test('of a webhook begin after its cursor', async () => {
    const match = rig.newMatch();
    await rig.tell(moveIn(match, 3), moveIn(match, 4));
    const webhook = await rig.webhook();
    const entries = await rig.tell(moveIn(match, 5));
    expect(await made(webhook)).toEqual(ids(entries));
  });

  test('are read to the end, however many', async () => {
    const match = rig.newMatch();
    const webhook = await rig.webhook();
    for (let item = 0; item < 15; item += 1) {
      const notices = Array.from({ length: 16 }, (_, n) => moveIn(match, 16 * item + n));
      await rig.feeds.append(rig.player, { key: `item ${item}` }, rig.clock.now().toISOString(), notices);
    }
    await rig.deliver();
    const { entries } = await rig.feeds.read(rig.player, 0, 1000);
    expect(entries).toHaveLength(240);
    expect(await made(webhook)).toEqual(ids(entries));
    expect(await cursorOf(webhook)).toBe(last(entries));
  });

  test('go on from the oldest kept where those after the cursor have been dropped', async () => {
    const match = rig.newMatch();
    const webhook = await rig.webhook();
    const [first, ...others] = await rig.tell(moveIn(match, 3), moveIn(match, 4), moveIn(match, 5));
    const late = await rig.webhook({ cursor: Number(first?.id) });
    const dropped = keys.feedEntry(rig.player, Number(others[0]?.id));
    await database.client.send(
      new DeleteItemCommand({ TableName: database.table, Key: keys.feedEntry(rig.player, Number(first?.id)) }),
    );
    await database.client.send(new DeleteItemCommand({ TableName: database.table, Key: dropped }));
    await rig.deliver();
    expect(await made(late)).toEqual(ids(others).slice(1));
    expect(await cursorOf(webhook)).toBe(last(others));
  });

  test('told of many times at once are delivered once', async () => {
    const match = rig.newMatch();
    const webhook = await rig.webhook();
    for (let seq = 3; seq < 23; seq += 1) {
      await rig.feeds.append(rig.player, { match, seq }, rig.clock.now().toISOString(), [moveIn(match, seq)]);
    }
    await Promise.all(Array.from({ length: 5 }, rig.deliver));
    await rig.drain();
    expect(rig.got.map(({ seq }) => seq)).toEqual(Array.from({ length: 20 }, (_, n) => n + 3));
    await rig.deliver();
    expect(await rig.drain()).toBe(0);
    expect(await cursorOf(webhook)).toBe(await rig.feeds.head(rig.player));
  });
});

test('what breaks off at any step is made good by the next', async () => {
  const match = rig.newMatch();
  let at = 1;
  for (let broke = true; broke; at += 1) {
    broke = false;
    const webhook = await rig.webhook();
    for (let seq = 0; seq < 3; seq += 1) {
      await rig.feeds.append(rig.player, { key: `${at}.${seq}` }, rig.clock.now().toISOString(), [
        moveIn(match, 100 * at + seq),
      ]);
    }
    for (const when of ['before', 'after'] as const) {
      const { parts, calls } = breaking(rig, at, when, 'dead');
      await deliverNew(parts, rig.player).catch(() => undefined);
      broke ||= calls() >= at;
    }
    await rig.deliver();
    await rig.drain();
    const mine = rig.got.filter(({ url }) => url === webhook.url).map(({ seq }) => seq);
    expect(mine, `broken off at call ${at}`).toEqual([0, 1, 2].map((n) => 100 * at + n));
    await rig.webhooks.remove(webhook.player, webhook.id);
  }
  // Of the webhooks, the feed, the deliveries, the queue, the cursor.
  expect(at - 2).toBe(5);
});

test('one webhook that cannot be served holds up no other', async () => {
  const match = rig.newMatch();
  const first = await rig.webhook();
  rig.clock.pass(1);
  const second = await rig.webhook();
  await rig.feeds.append(rig.player, { match, seq: 3 }, rig.clock.now().toISOString(), [moveIn(match, 3)]);
  const deliveries = {
    add: async (webhook: WebhookId, ...entries: readonly FeedEntry[]) => {
      if (webhook === first.id) throw new Error('not this one');
      return rig.deliveries.add(webhook, ...entries);
    },
  };
  await expect(deliverNew({ ...rig, deliveries }, rig.player)).rejects.toThrow('not this one');
  expect(await made(second)).toHaveLength(1);
  expect(await made(first)).toHaveLength(0);
});
