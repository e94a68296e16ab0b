/**
 * A thousand events to fifty receivers, of which five are dead: they take every connection and never answer. The others
 * get theirs within twice the time that they take alone, nothing is lost, and every match comes in order.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { cutBy } from '../../functions/local/cut-send.ts';
import { type LocalLaneQueue, localLaneQueue } from '../../functions/local/lane-queue.ts';
import { dynamoDeliveries } from '../../functions/store/dynamo-deliveries.ts';
import { dynamoLog } from '../../functions/store/dynamo-log.ts';
import { dynamoWebhooks } from '../../functions/store/dynamo-webhooks.ts';
import type { WebhookId } from '../../functions/store/feed-entry.ts';
import { dynamoFeeds } from '../../functions/store/feeds.ts';
import { dynamoLanes } from '../../functions/store/lanes.ts';
import { deliverNew } from '../../functions/webhooks/enqueue.ts';
import { sendOnce } from '../../functions/webhooks/send.ts';
import { workLane } from '../../functions/webhooks/worker.ts';
import type { WorkerDeps } from '../../functions/webhooks/worker-deps.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { idFrom } from '../support/matches.ts';
import { progress } from '../support/progress.ts';
import { randomFrom } from '../support/random.ts';
import { onRequests, onSockets, stopReceivers } from './receivers.ts';
import { moveIn, SECRET } from './worker-rig.ts';

let database: TestTable;

beforeAll(async () => {
  database = await startTable();
});
afterEach(stopReceivers);
afterAll(() => database.stop());

const RECEIVERS = 50;
const DEAD = 5;
const EVENTS_EACH = 1000 / RECEIVERS;
/** So many that the dead alone have more lanes than are worked on at once. */
const MATCHES_EACH = 40;

/** After this the rest is taken for lost. */
const MOST_MS = 120_000;

const random = randomFrom();
const now = () => new Date();

interface Receiver {
  readonly player: PlayerId;
  readonly webhook: WebhookId;
  readonly dead: boolean;
  /** What it is to get, by match, and what it has got. */
  readonly due: Map<string, number[]>;
  readonly got: Map<string, number[]>;
  tries: number;
}

async function newReceiver(dead: boolean): Promise<Receiver> {
  const id = idFrom(random).slice(2);
  const receiver: Receiver = { player: `p_${id}`, webhook: `w_${id}`, dead, due: new Map(), got: new Map(), tries: 0 };
  const { url } = dead
    ? await onSockets(() => {
        receiver.tries += 1;
      })
    : await onRequests((request, response) => {
        let body = '';
        request.setEncoding('utf8').on('data', (part: string) => {
          body += part;
        });
        request.on('end', () => {
          const { match, seq } = JSON.parse(body).data;
          receiver.got.set(match, [...(receiver.got.get(match) ?? []), seq]);
          response.end();
        });
      });
  const webhooks = dynamoWebhooks(database.client, database.table, now);
  await webhooks.create({
    id: receiver.webhook,
    player: receiver.player,
    url: url.href,
    events: null,
    match: null,
    status: 'enabled',
    disabledFor: null,
    secrets: [{ secret: SECRET, expires: null }],
    createdAt: now().toISOString(),
    failingSince: null,
    cursor: 0,
  });
  return receiver;
}

/** Writes a receiver's events into its feed, as of so many matches that go on at once. */
async function writeEvents({ player, due }: Receiver): Promise<void> {
  const feeds = dynamoFeeds(database.client, database.table, now);
  const matches: MatchId[] = Array.from({ length: MATCHES_EACH }, () => idFrom(random));
  const notices = Array.from({ length: EVENTS_EACH }, () => {
    const match = random.pick(matches);
    const seqs = due.get(match) ?? [];
    const seq = seqs.length + 3;
    due.set(match, [...seqs, seq]);
    return moveIn(match, seq);
  });
  for (const some of [notices.slice(0, 10), notices.slice(10)]) {
    await feeds.append(player, { key: randomUUID() }, now().toISOString(), some);
  }
}

const count = (of: ReadonlyMap<string, readonly number[]>) =>
  [...of.values()].reduce((sum, { length }) => sum + length, 0);

/** Delivers to all receivers at once; how long it took those that are not dead to get all theirs, in milliseconds. */
async function timeOf(receivers: readonly Receiver[], what: string): Promise<number> {
  const { client, table } = database;
  const feeds = dynamoFeeds(client, table, now);
  const webhooks = dynamoWebhooks(client, table, now);
  const deliveries = dynamoDeliveries(client, table, now);
  const errors: unknown[] = [];
  const queue: LocalLaneQueue = localLaneQueue({
    work: (message, run) => workLane({ ...deps, send: cutBy(run.signal, deps.send) }, message, run),
    report: (error) => errors.push(error),
    stopWithinMs: 10,
  });
  const deps: WorkerDeps = {
    feeds,
    webhooks,
    deliveries,
    queue,
    lanes: dynamoLanes(client, table, now),
    log: dynamoLog(client, table, games),
    games,
    now,
    random: random.next,
    uuid: randomUUID,
    send: (url, headers, body) => sendOnce(url, headers, body, { loopback: true }),
  };
  for (const receiver of receivers) await writeEvents(receiver);

  const alive = receivers.filter(({ dead }) => !dead);
  const all = alive.length * EVENTS_EACH;
  const told = progress(what, all);
  const begun = performance.now();
  // The dead first: whatever they can hold up they do.
  const order = [...receivers].sort((a, b) => Number(b.dead) - Number(a.dead));
  for (let from = 0; from < order.length; from += 10) {
    await Promise.all(
      order.slice(from, from + 10).map(({ player }) => deliverNew({ feeds, webhooks, deliveries, queue }, player)),
    );
  }
  const gotNow = () => alive.reduce((sum, receiver) => sum + count(receiver.got), 0);
  while (gotNow() < all && performance.now() - begun < MOST_MS) {
    told(gotNow());
    await sleep(5);
  }
  const took = performance.now() - begun;
  told(gotNow());
  await queue.stop();
  for (const { got, due } of alive) expect(got).toEqual(due);
  await checkDead(receivers.filter(({ dead }) => dead));
  await stopReceivers();
  expect(errors).toEqual([]);
  return took;
}

/** What the dead have not got is still there for them, and has been tried. */
async function checkDead(dead: readonly Receiver[]): Promise<void> {
  const deliveries = dynamoDeliveries(database.client, database.table, now);
  for (const { webhook, due, tries } of dead) {
    expect(new Set(await deliveries.lanes(webhook))).toEqual(new Set(due.keys()));
    const { deliveries: kept } = await deliveries.page(webhook, null, 1000);
    expect(kept.filter(({ state }) => state === 'pending')).toHaveLength(EVENTS_EACH);
    expect(tries).toBeGreaterThanOrEqual(4);
  }
}

test('the dead do not hold up the others', async () => {
  const attempts: number[] = [];
  // A machine that is busy with something else may spoil one comparison.
  for (let n = 0; n < 3; n += 1) {
    const alone = await timeOf(
      await Promise.all(Array.from({ length: RECEIVERS - DEAD }, () => newReceiver(false))),
      'alone',
    );
    const mixed = await Promise.all(Array.from({ length: RECEIVERS }, (_, place) => newReceiver(place % 10 === 9)));
    const beside = await timeOf(mixed, 'beside the dead');
    console.log(
      `${RECEIVERS - DEAD} receivers alone ${Math.round(alone)} ms, beside the dead ${Math.round(beside)} ms`,
    );
    attempts.push(beside / alone);
    if (beside <= 2 * alone) break;
  }
  expect(Math.min(...attempts), attempts.join(', ')).toBeLessThanOrEqual(2);
});
