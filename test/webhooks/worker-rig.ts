/**
 * The worker on a real table, with a clock that only moves when told to, and a queue that behaves as SQS does: it holds
 * messages back, gives out again what was not done, and may do so more than once.
 */
import type { Catalogue } from '../../domain/games.ts';
import { games } from '../../domain/games.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { type DeliveryRecords, dynamoDeliveries } from '../../functions/store/dynamo-deliveries.ts';
import { dynamoLog } from '../../functions/store/dynamo-log.ts';
import { dynamoWebhooks, type WebhookFindings } from '../../functions/store/dynamo-webhooks.ts';
import type { FeedEntry, Notice, WebhookId } from '../../functions/store/feed-entry.ts';
import { dynamoFeeds, type Feeds } from '../../functions/store/feeds.ts';
import { dynamoLanes, type Lanes } from '../../functions/store/lanes.ts';
import type { Deliveries, Lane, LaneMessage, LaneQueue, Webhook, Webhooks } from '../../functions/store/webhooks.ts';
import { deliverNew } from '../../functions/webhooks/enqueue.ts';
import type { SendResult } from '../../functions/webhooks/send.ts';
import { type LaneRun, workLane } from '../../functions/webhooks/worker.ts';
import type { WorkerDeps } from '../../functions/webhooks/worker-deps.ts';
import { type Clock, clockFrom } from '../support/clock.ts';
import type { TestTable } from '../support/engine.ts';
import { idFrom } from '../support/matches.ts';
import { type Random, randomFrom } from '../support/random.ts';

export const START = Date.parse('2030-03-01T00:00:00.000Z');
/** How long a message that was given out stays hidden, unless a test says otherwise. */
const HIDDEN_MS = 360_000;

interface Waiting {
  readonly message: LaneMessage;
  readonly at: number;
  readonly redelivered: boolean;
}

export interface TestQueue extends LaneQueue {
  readonly waiting: Waiting[];
  /** After how many milliseconds what was not done is given out again. */
  hiddenMs: number;
}

export function testQueue(clock: Clock): TestQueue {
  const waiting: Waiting[] = [];
  return {
    waiting,
    hiddenMs: HIDDEN_MS,
    async send(message, delaySeconds) {
      if (!Number.isInteger(delaySeconds) || delaySeconds < 0 || delaySeconds > 900) throw new RangeError('no delay');
      waiting.push({ message, at: clock.now().getTime() + delaySeconds * 1000, redelivered: false });
    },
  };
}

/** What a receiver got. */
export interface Got {
  readonly at: number;
  readonly url: string;
  readonly id: string;
  readonly entry: string;
  readonly type: string;
  readonly match: string | undefined;
  readonly seq: number | undefined;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export type Answering = (got: Got) => Partial<SendResult> | number | Promise<Partial<SendResult> | number>;

export interface Rig {
  readonly player: PlayerId;
  readonly clock: Clock;
  readonly queue: TestQueue;
  readonly feeds: Feeds;
  readonly webhooks: Webhooks & WebhookFindings;
  readonly deliveries: Deliveries & DeliveryRecords;
  readonly lanes: Lanes;
  readonly deps: WorkerDeps;
  readonly got: Got[];
  /** How receivers answer from now on: a status, or a whole result. At first always 204. */
  answer(how: Answering): void;
  newMatch(): MatchId;
  webhook(more?: Partial<Webhook>): Promise<Webhook>;
  /** Adds entries to the player's feed, each by itself, and makes deliveries of them. */
  tell(...notices: Notice[]): Promise<readonly FeedEntry[]>;
  deliver(): Promise<void>;
  work(message: LaneMessage, run?: Partial<LaneRun>, deps?: WorkerDeps): Promise<void>;
  /**
   * Works off the queue, moving the clock to each message's time, up to a time. How many messages that took. What fails
   * is given out again; then the worker's own parts are whole, whatever `deps` were.
   */
  drain(until?: number, deps?: WorkerDeps): Promise<number>;
  /** Where in the lane the worker is. */
  pending(webhook: Webhook, lane: Lane): Promise<readonly number[]>;
}

export function rigOn(database: TestTable, catalogue: Catalogue = games, random: Random = randomFrom()): Rig {
  const { client, table } = database;
  const player: PlayerId = `p_${idFrom(random).slice(2)}`;
  const clock = clockFrom(START);
  const { now } = clock;
  const queue = testQueue(clock);
  const feeds = dynamoFeeds(client, table, now);
  const webhooks = dynamoWebhooks(client, table, now);
  const deliveries = dynamoDeliveries(client, table, now);
  const lanes = dynamoLanes(client, table, now);
  const got: Got[] = [];
  let answering: Answering = () => 204;
  let told = 0;

  const deps: WorkerDeps = {
    webhooks,
    deliveries,
    lanes,
    feeds,
    queue,
    log: dynamoLog(client, table, catalogue),
    games: catalogue,
    now,
    random: () => 0,
    uuid: () => String(random.next()),
    async send(url, headers, body) {
      const { type, data } = JSON.parse(body);
      const one: Got = {
        at: now().getTime(),
        url: url.href,
        id: headers['webhook-id'] ?? '',
        entry: data.id,
        type,
        match: data.match,
        seq: data.seq,
        headers,
        body,
      };
      got.push(one);
      const answer = await answering(one);
      const result = typeof answer === 'number' ? { status: answer } : answer;
      return { kind: 'answered', status: 200, retryAfter: null, ms: 7, ...result } as SendResult;
    },
  };

  const deliver = () => deliverNew({ feeds, webhooks, deliveries, queue }, player);
  const work: Rig['work'] = (message, run = {}, with_ = deps) =>
    workLane(with_, message, { over: () => false, redelivered: false, ...run });

  return {
    player,
    clock,
    queue,
    feeds,
    webhooks,
    deliveries,
    lanes,
    deps,
    got,
    deliver,
    work,
    answer(how) {
      answering = how;
    },
    newMatch: () => idFrom(random),
    async webhook(more = {}) {
      const id: WebhookId = `w_${idFrom(random).slice(2)}`;
      const webhook: Webhook = {
        id,
        player,
        url: `https://${id.slice(2)}.example/hooks`,
        events: null,
        match: null,
        status: 'enabled',
        disabledFor: null,
        secrets: [{ secret: SECRET, expires: null }],
        createdAt: now().toISOString(),
        failingSince: null,
        cursor: (await feeds.head(player)) ?? 0,
        ...more,
      };
      if (!(await webhooks.create(webhook))) throw new Error('there is one');
      return webhook;
    },
    async tell(...notices) {
      const before = (await feeds.head(player)) ?? 0;
      for (const notice of notices) {
        told += 1;
        await feeds.append(player, { key: `told ${told}` }, now().toISOString(), [notice]);
      }
      await deliver();
      return (await feeds.read(player, before, 1000)).entries;
    },
    async drain(until = Number.POSITIVE_INFINITY, with_ = deps) {
      let steps = 0;
      let parts = with_;
      for (; ; steps += 1) {
        if (steps > 5000) throw new Error('the queue does not run dry');
        queue.waiting.sort((a, b) => a.at - b.at);
        const next = queue.waiting[0];
        if (next === undefined || next.at > until) break;
        queue.waiting.shift();
        clock.set(Math.max(clock.now().getTime(), next.at));
        const { message, redelivered } = next;
        try {
          await work(message, { redelivered }, parts);
        } catch {
          parts = deps;
          queue.waiting.push({ message, at: clock.now().getTime() + queue.hiddenMs, redelivered: true });
        }
      }
      if (until !== Number.POSITIVE_INFINITY) clock.set(Math.max(clock.now().getTime(), until));
      return steps;
    },
    async pending(webhook, lane) {
      return (await lanes.read(webhook.id, lane))?.pending ?? [];
    },
  };
}

export const SECRET = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;

/** One of the moves of a match. */
export function moveIn(match: MatchId, seq: number): Notice {
  return { type: 'move.made', match, game: 'aquaignis', seq, ply: seq - 2, seat: 1, by: 2, moves: ['a1'] };
}

/** The seqs of each match in the order in which they came; again and again counts once. */
export function firstTimes(got: readonly Got[]): ReadonlyMap<string, readonly number[]> {
  const byMatch = new Map<string, number[]>();
  for (const { match = 'account', seq = 0 } of got) {
    const seqs = byMatch.get(match) ?? [];
    if (!seqs.includes(seq)) seqs.push(seq);
    byMatch.set(match, seqs);
  }
  return byMatch;
}
