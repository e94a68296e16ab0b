/** Webhooks as they are kept, and what tries tell of them. */
import { GetItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keys } from '../../functions/store/table.ts';
import type { Webhook } from '../../functions/store/webhooks.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { type Rig, rigOn } from './worker-rig.ts';

let database: TestTable;
let rig: Rig;

beforeAll(async () => {
  database = await startTable();
});
beforeEach(() => {
  rig = rigOn(database);
});
afterAll(() => database.stop());

const T1 = '2030-03-01T01:00:00.000Z';
const T2 = '2030-03-01T02:00:00.000Z';
const stored = ({ player, id }: Webhook) => rig.webhooks.get(player, id);

describe('a webhook', () => {
  test('is kept as it was made, once', async () => {
    const webhook = await rig.webhook({
      events: ['move.made', 'turn.started'],
      match: rig.newMatch(),
      status: 'unverified',
      secrets: [
        { secret: 'whsec_b', expires: null },
        { secret: 'whsec_a', expires: T1 },
      ],
      cursor: 1_900_000_000_007,
    });
    expect(await stored(webhook)).toEqual(webhook);
    expect(await rig.webhooks.create({ ...webhook, url: 'https://other.example' })).toBe(false);
    expect(await stored(webhook)).toEqual(webhook);
    expect(await rig.webhooks.get('p_0000000000000000', webhook.id)).toBeNull();
  });

  test('is listed with the others of its player, oldest first', async () => {
    const made: Webhook[] = [];
    for (let n = 0; n < 5; n += 1) {
      made.push(await rig.webhook());
      rig.clock.pass(1);
    }
    expect(await rig.webhooks.of(rig.player)).toEqual(made);
  });

  test('is changed field by field', async () => {
    const webhook = await rig.webhook({ failingSince: T1 });
    const changed = { ...webhook, url: 'https://b.example', events: ['move.made' as const], failingSince: null };
    const { url, events, failingSince } = changed;
    expect(await rig.webhooks.change(webhook.player, webhook.id, { url, events, failingSince })).toEqual(changed);
    expect(await rig.webhooks.change(webhook.player, webhook.id, {})).toEqual(changed);
    expect(await stored(webhook)).toEqual(changed);
  });

  test('knows since when it is enabled', async () => {
    const webhook = await rig.webhook({ status: 'disabled', disabledFor: 'owner' });
    const changed = await rig.webhooks.change(webhook.player, webhook.id, { status: 'enabled', disabledFor: null });
    expect(changed?.enabledAt).toBe(rig.clock.now().toISOString());
  });

  test('has a cursor that only moves on', async () => {
    const webhook = await rig.webhook({ cursor: 5 });
    await rig.webhooks.advance(webhook.player, webhook.id, 7);
    await rig.webhooks.advance(webhook.player, webhook.id, 6);
    expect((await stored(webhook))?.cursor).toBe(7);
  });

  test('that was removed is not brought back by anything', async () => {
    const webhook = await rig.webhook({ status: 'unverified' });
    const { player, id } = webhook;
    await rig.webhooks.remove(player, id);
    expect(await rig.webhooks.change(player, id, { url: 'https://b.example' })).toBeNull();
    expect(await rig.webhooks.failed(webhook, T1)).toBeNull();
    await rig.webhooks.advance(player, id, 10);
    await rig.webhooks.verified(webhook);
    await rig.webhooks.succeeded(webhook);
    await rig.webhooks.disable(webhook, { at: T1, reason: 'gone' });
    await rig.webhooks.told(webhook, { at: T1, reason: 'gone' });
    const key = { TableName: database.table, Key: keys.webhook(player, id) };
    expect(await rig.webhooks.get(player, id)).toBeNull();
    expect(await rig.webhooks.of(player)).not.toContainEqual(expect.objectContaining({ id }));
    // Only a mark is left, so that the same request sent again does not make it anew.
    const { Item: mark } = await database.client.send(new GetItemCommand(key));
    expect(Object.keys(mark ?? {}).sort()).toEqual(['expires', 'gone', 'pk', 'sk']);
    expect(await rig.webhooks.create(webhook)).toBe(false);
    await rig.webhooks.withdraw(player, id);
    expect(await rig.webhooks.create(webhook)).toBe(true);
  });
});

describe('what a try found out', () => {
  test('its first failure stands until a success', async () => {
    const webhook = await rig.webhook();
    expect((await rig.webhooks.failed(webhook, T1))?.failingSince).toBe(T1);
    expect((await rig.webhooks.failed(webhook, T2))?.failingSince).toBe(T1);
    await rig.webhooks.succeeded(webhook);
    expect((await stored(webhook))?.failingSince).toBeNull();
  });

  test('a ping enables what is unverified, and nothing else', async () => {
    const unverified = await rig.webhook({ status: 'unverified' });
    await rig.webhooks.verified(unverified);
    expect(await stored(unverified)).toEqual({
      ...unverified,
      status: 'enabled',
      enabledAt: rig.clock.now().toISOString(),
    });
    const disabled = await rig.webhook({ status: 'disabled', disabledFor: 'owner' });
    await rig.webhooks.verified(disabled);
    expect(await stored(disabled)).toEqual(disabled);
  });

  test('of one URL says nothing of another', async () => {
    const before = await rig.webhook({ status: 'unverified', failingSince: T1 });
    const after = await rig.webhooks.change(before.player, before.id, { url: 'https://victim.example' });
    await rig.webhooks.verified(before);
    await rig.webhooks.succeeded(before);
    await rig.webhooks.disable(before, { at: T1, reason: 'gone' });
    await rig.webhooks.disable(before, { at: T1, reason: 'failing' });
    expect(await rig.webhooks.failed(before, T2)).toBeNull();
    expect(await stored(before)).toEqual(after);
  });

  test('a failing webhook that has answered meanwhile is not disabled', async () => {
    const failing = await rig.webhook({ failingSince: T1 });
    await rig.webhooks.succeeded(failing);
    await rig.webhooks.disable(failing, { at: T2, reason: 'failing' });
    expect((await stored(failing))?.status).toBe('enabled');
  });

  test('a disabling is owed to its owner until told, and changes nothing that is disabled already', async () => {
    const webhook = await rig.webhook();
    const untold = { at: T1, reason: 'gone' } as const;
    await rig.webhooks.disable(webhook, untold);
    await rig.webhooks.disable(webhook, { at: T2, reason: 'gone' });
    const disabled = { ...webhook, status: 'disabled', disabledFor: 'gone' };
    expect(await stored(webhook)).toEqual({ ...disabled, untold });
    await rig.webhooks.told(webhook, { at: T2, reason: 'gone' });
    expect((await stored(webhook))?.untold).toEqual(untold);
    await rig.webhooks.told(webhook, untold);
    expect(await stored(webhook)).toEqual(disabled);
    const byOwner = await rig.webhook({ status: 'disabled', disabledFor: 'owner' });
    await rig.webhooks.disable(byOwner, untold);
    expect(await stored(byOwner)).toEqual(byOwner);
  });
});
