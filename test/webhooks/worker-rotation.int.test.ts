/** What is sent is verified by the library that receivers use, under either secret of a rotation. */
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { startTable, type TestTable } from '../support/engine.ts';
import { moveIn, type Rig, rigOn, START } from './worker-rig.ts';

let database: TestTable;
let rig: Rig;

beforeAll(async () => {
  database = await startTable();
});
beforeEach(() => {
  rig = rigOn(database);
});
afterAll(async () => {
  vi.useRealTimers();
  await database.stop();
});

const [OLD, NEW, OTHER] = [1, 2, 3].map((n) => `whsec_${Buffer.alloc(32, n).toString('base64')}`) as [
  string,
  string,
  string,
];
const DAY = 86_400_000;

/** Whether the last thing sent is verified by a secret, at the time at which it was sent. */
function verified(secret: string): boolean {
  const got = rig.got.at(-1);
  if (got === undefined) throw new Error('nothing was sent');
  vi.useFakeTimers({ now: got.at, toFake: ['Date'] });
  try {
    expect(new Verifier(secret).verify(got.body, { ...got.headers })).toEqual(JSON.parse(got.body));
    return true;
  } catch {
    return false;
  } finally {
    vi.useRealTimers();
  }
}

test('both secrets sign until the old one ends', async () => {
  const expires = new Date(START + DAY).toISOString();
  const match = rig.newMatch();
  await rig.webhook({
    secrets: [
      { secret: NEW, expires: null },
      { secret: OLD, expires },
    ],
  });
  await rig.tell(moveIn(match, 3));
  await rig.drain();
  expect([NEW, OLD, OTHER].map(verified)).toEqual([true, true, false]);
  rig.clock.set(START + DAY - 1);
  await rig.tell(moveIn(match, 4));
  await rig.drain();
  expect([NEW, OLD, OTHER].map(verified)).toEqual([true, true, false]);
  rig.clock.set(START + DAY);
  await rig.tell(moveIn(match, 5));
  await rig.drain();
  expect(rig.got).toHaveLength(3);
  expect([NEW, OLD, OTHER].map(verified)).toEqual([true, false, false]);
});

test('a later try is signed anew, with the secrets of its own time', async () => {
  const webhook = await rig.webhook({ secrets: [{ secret: OLD, expires: null }] });
  rig.answer(() => (rig.got.length < 3 ? 500 : 200));
  await rig.tell(moveIn(rig.newMatch(), 3));
  await rig.drain(START);
  expect([NEW, OLD].map(verified)).toEqual([false, true]);
  await rig.webhooks.change(rig.player, webhook.id, {
    secrets: [
      { secret: NEW, expires: null },
      { secret: OLD, expires: new Date(START + 10_000).toISOString() },
    ],
  });
  await rig.drain(START + 5_000);
  expect([NEW, OLD].map(verified)).toEqual([true, true]);
  await rig.drain();
  expect([NEW, OLD].map(verified)).toEqual([true, false]);
  expect(new Set(rig.got.map(({ id }) => id)).size).toBe(1);
  expect(rig.got.map(({ headers }) => Number(headers['webhook-timestamp']) * 1000)).toEqual(
    [0, 5_000, 65_000].map((ms) => START + ms),
  );
});

test('no secret is in what is kept of a delivery', async () => {
  const webhook = await rig.webhook({ secrets: [{ secret: NEW, expires: null }] });
  const [entry] = await rig.tell(moveIn(rig.newMatch(), 3));
  await rig.drain();
  const kept = JSON.stringify(await rig.deliveries.get(webhook.id, Number(entry?.id)));
  expect(kept).toContain('"delivered"');
  for (const secret of [NEW, NEW.slice(6), rig.got[0]?.headers['webhook-signature'] ?? '']) {
    expect(secret.length).toBeGreaterThan(20);
    expect(kept).not.toContain(secret);
  }
});
