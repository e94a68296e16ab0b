/**
 * All that goes on behind the API on one machine: what is stored is followed, feeds are told, webhooks are delivered, and
 * what runs out of time is warned of and ended.
 * Where the database has a stream of its own it is that which is followed; else who stores something says so here.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Catalogue } from '../../domain/games.ts';
import type { LogLine } from '../api/deps.ts';
import type { Wake } from '../api/wake.ts';
import { bringLeave } from '../play/leave.ts';
import { makeRematch } from '../play/rematch.ts';
import { dynamoBlocks } from '../store/blocks.ts';
import { dynamoDeliveries } from '../store/dynamo-deliveries.ts';
import { dynamoLog } from '../store/dynamo-log.ts';
import { dynamoRatings } from '../store/dynamo-ratings.ts';
import { dynamoTokens } from '../store/dynamo-tokens.ts';
import { dynamoWebhooks } from '../store/dynamo-webhooks.ts';
import { dynamoFeeds } from '../store/feeds.ts';
import { dynamoInvitations } from '../store/invitations.ts';
import { dynamoLanes } from '../store/lanes.ts';
import { dynamoLists } from '../store/lists.ts';
import { dynamoNotes } from '../store/notes.ts';
import { dynamoPlans } from '../store/plans.ts';
import { dynamoPlayers } from '../store/players.ts';
import { dynamoRecovery } from '../store/recovery.ts';
import { dynamoResults } from '../store/results.ts';
import { dynamoSetAside } from '../store/set-aside.ts';
import { dynamoTalk } from '../store/talk.ts';
import type { Topic } from '../store/topic.ts';
import { dynamoTraces } from '../store/traces.ts';
import { dynamoTurns } from '../store/turns.ts';
import { dynamoVacations } from '../store/vacations.ts';
import { dynamoWarned } from '../store/warned.ts';
import { closeAccount, dynamoClosing, partClosed } from '../stream/close-account.ts';
import { grantLeave } from '../stream/grant-leave.ts';
import { handleTopic, type StreamWork } from '../stream/handle.ts';
import { playPlans } from '../stream/play-plans.ts';
import { tellTalk } from '../stream/tell-talk.ts';
import { deliverNew } from '../webhooks/enqueue.ts';
import { sendOnce } from '../webhooks/send.ts';
import { workLane } from '../webhooks/worker.ts';
import type { WorkerDeps } from '../webhooks/worker-deps.ts';
import { cutBy } from './cut-send.ts';
import { localDues } from './dues.ts';
import { followDatabase } from './follow-database.ts';
import { followHere } from './follow-here.ts';
import { localLaneQueue } from './lane-queue.ts';
import { resumeLanes } from './lanes-waiting.ts';
import type { StreamSource } from './stream-source.ts';
import { startSweeping } from './sweeping.ts';
import { tellingAccounts, tellingFeeds, tellingLog, tellingPlans, tellingTalk, tellingVacations } from './telling.ts';
import { wakeUps } from './wake-ups.ts';

/** What is not done by then is done at the next start. */
const STOP_WITHIN_MS = 8_000;

export interface BackgroundSettings {
  readonly client: DynamoDBClient;
  readonly table: string;
  readonly games: Catalogue;
  now(): Date;
  report(line: LogLine): void;
  /** Whether webhooks may be on this machine. */
  readonly webhookLoopback: boolean;
  /** The table's own stream; null if it has none. */
  readonly source: StreamSource | null;
}

/** Follows what is stored. */
export interface Follower {
  /** There is something new; where the database tells that itself this only makes it sooner. */
  notify(topic: Topic): void;
  /** Something was left undone before; the database may have told of it long ago. */
  catchUp(topic: Topic): void;
  /** Resolves when nothing is left to do. */
  idle(): Promise<void>;
  /** True if nothing was left undone. */
  stop(): Promise<boolean>;
}

export type Background = ReturnType<typeof startBackground>;

export function startBackground({ client, table, games, now, report, ...settings }: BackgroundSettings) {
  const wakes = wakeUps();
  const wake: Wake = wakes;
  let told = 0;
  const tell = (topic: Topic) => {
    told += 1;
    wakes.happened(topic);
    follower.notify(topic);
  };
  const failed = (message: string) => (error: unknown) =>
    report({ level: 'error', message, requestId: '', error: String(error) });

  const log = tellingLog(dynamoLog(client, table, games), tell);
  const feeds = tellingFeeds(dynamoFeeds(client, table, now), tell);
  // Who waits for an answer does not stand in line behind all that the stream has still to tell the same player.
  const streamFeeds = tellingFeeds(dynamoFeeds(client, table, now), tell);
  const lists = dynamoLists(client, table, now);
  const turns = dynamoTurns(client, table, now);
  const invitations = dynamoInvitations(client, table, now);
  const dues = localDues(client, table, now);
  const results = dynamoResults(client, table, now);
  const vacations = tellingVacations(dynamoVacations(client, table), tell);
  const talk = tellingTalk(dynamoTalk(client, table), tell);
  const plans = tellingPlans(dynamoPlans(client, table), tell);
  const play = { log, games, vacations, now };
  const webhooks = dynamoWebhooks(client, table, now);
  const accounts = tellingAccounts(
    {
      players: dynamoPlayers(client, table),
      tokens: dynamoTokens(client, table),
      recovery: dynamoRecovery(client, table),
      notes: dynamoNotes(client, table),
      webhooks,
    },
    tell,
  );
  const closing = dynamoClosing(client, table, play);
  const { players } = closing;
  const traces = dynamoTraces(client, table);
  const blocks = dynamoBlocks(client, table);
  const deliveries = dynamoDeliveries(client, table, now);
  const queue = localLaneQueue({
    work: (message, run) => workLane({ ...worker, send: cutBy(run.signal, worker.send) }, message, run),
    report: failed('webhooks'),
  });
  const lanes = dynamoLanes(client, table, now);
  const worker: WorkerDeps = {
    ...{ webhooks, deliveries, lanes, feeds, log, games, queue, now },
    send: (url, headers, body) => sendOnce(url, headers, body, { loopback: settings.webhookLoopback }),
    random: Math.random,
    uuid: randomUUID,
  };
  const work: StreamWork = {
    projection: {
      ...{ log, lists, turns, invitations, dues, results, feeds: streamFeeds, traces, games },
      ratings: dynamoRatings(client, table),
      rematch: (before) => makeRematch(play, before, now()),
      begun: (match) => bringLeave(play, match),
      partClosed: (match, some) => partClosed(closing, match, some),
    },
    grantLeave: (player) => grantLeave({ ...play, lists }, player),
    tellTalk: (match) => tellTalk({ talk, log, feeds: streamFeeds, traces, players, blocks }, match),
    playPlans: (match) => playPlans({ ...play, plans, feeds: streamFeeds }, match),
    closeAccount: (player) => closeAccount(closing, player),
    deliver: (player) => deliverNew({ feeds, webhooks, deliveries, queue }, player),
    setAside: dynamoSetAside(client, table, now),
    report: (line) => report({ requestId: '', ...line }),
  };
  const follower =
    settings.source === null
      ? followHere((topic) => handleTopic(work, topic))
      : followDatabase({
          client,
          table,
          source: settings.source,
          work,
          happened: wakes.happened,
          failed: failed('stream'),
        });
  const sweeping = startSweeping({
    ...{ play, dues, feeds: streamFeeds, warned: dynamoWarned(client, table), now },
    report: (line) => report({ requestId: '', ...line }),
  });

  /** What a sweep has stored by then is followed before it. */
  async function stopFollowing(): Promise<boolean> {
    await sweeping.stop();
    return follower.stop();
  }

  /** Resolves when nothing is left to do but what waits for its time. */
  async function idle(): Promise<void> {
    for (let before = -1; before !== told; ) {
      before = told;
      await follower.idle();
      await queue.idle();
    }
  }

  return {
    ...{ log, feeds, lists, turns, invitations, vacations, talk, plans, deliveries, lanes: queue, wake, follower },
    ...accounts,

    /**
     * Takes up what waits to be delivered; `tell` is called every two seconds while it is looked for. `alone`: no other
     * process works on the table.
     */
    async resume(alone: boolean, tell: (itemsRead: number) => void): Promise<void> {
      const resuming = { client, table, queue, now, tell, ...(alone ? { alone: lanes } : {}) };
      for (const player of await resumeLanes(resuming)) follower.catchUp(player);
    },

    idle,

    /** Does at once what a sweep would, and resolves when all that follows from it is done. */
    async sweep(): Promise<void> {
      await idle();
      await sweeping.sweep();
      await idle();
    },

    /** True if nothing was left undone. */
    async stop(): Promise<boolean> {
      const late = sleep(STOP_WITHIN_MS, false, { ref: false });
      const done = await Promise.all([Promise.race([stopFollowing(), late]), queue.stop()]);
      return !done.includes(false);
    },
  };
}
