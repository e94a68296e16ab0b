/**
 * What follows from what the API stores, by the clock of the recording and one thing after another: so the same entries
 * and deliveries come about every time.
 */

import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import type { ApiDeps } from '../../functions/api/deps.ts';
import {
  tellingFeeds,
  tellingLog,
  tellingPlans,
  tellingTalk,
  tellingVacations,
} from '../../functions/local/telling.ts';
import { bringLeave } from '../../functions/play/leave.ts';
import { dynamoBlocks } from '../../functions/store/blocks.ts';
import { dynamoDues } from '../../functions/store/due.ts';
import { dynamoDeliveries } from '../../functions/store/dynamo-deliveries.ts';
import { dynamoLog } from '../../functions/store/dynamo-log.ts';
import { dynamoRatings } from '../../functions/store/dynamo-ratings.ts';
import { dynamoWebhooks } from '../../functions/store/dynamo-webhooks.ts';
import { dynamoFeeds } from '../../functions/store/feeds.ts';
import { dynamoInvitations } from '../../functions/store/invitations.ts';
import { dynamoLanes } from '../../functions/store/lanes.ts';
import { dynamoLeaderboard } from '../../functions/store/leaderboard.ts';
import { dynamoLists } from '../../functions/store/lists.ts';
import { dynamoPlans } from '../../functions/store/plans.ts';
import { dynamoResults } from '../../functions/store/results.ts';
import { dynamoTalk } from '../../functions/store/talk.ts';
import type { Topic } from '../../functions/store/topic.ts';
import { dynamoTraces } from '../../functions/store/traces.ts';
import { dynamoTurns } from '../../functions/store/turns.ts';
import { dynamoVacations } from '../../functions/store/vacations.ts';
import type { LaneMessage } from '../../functions/store/webhooks.ts';
import { closeAccount, dynamoClosing, partClosed } from '../../functions/stream/close-account.ts';
import { grantLeave } from '../../functions/stream/grant-leave.ts';
import { bringUpToDate } from '../../functions/stream/handle.ts';
import { playPlans } from '../../functions/stream/play-plans.ts';
import { tellTalk } from '../../functions/stream/tell-talk.ts';
import { deliverNew } from '../../functions/webhooks/enqueue.ts';
import { sendOnce } from '../../functions/webhooks/send.ts';
import { workLane } from '../../functions/webhooks/worker.ts';
import type { TestApi } from '../support/api.ts';

/** How long every try is said to have taken. */
const TRY_MS = 87;

export interface RecordedStream {
  /** What the API is to be handed. */
  readonly deps: Pick<
    ApiDeps,
    | 'log'
    | 'lists'
    | 'turns'
    | 'invitations'
    | 'leaderboard'
    | 'vacations'
    | 'talk'
    | 'plans'
    | 'feeds'
    | 'webhooks'
    | 'deliveries'
    | 'lanes'
  >;
  /** Does all that is to be done by now; resolves when nothing is left. */
  catchUp(): Promise<void>;
}

/** `receiver` gets whatever is sent to any webhook, at the path of that webhook's URL. */
export function recordedStream({ database, deps }: TestApi, now: () => Date, receiver: URL): RecordedStream {
  const { client, table } = database;
  const { games } = deps;
  const topics = new Set<Topic>();
  const messages: LaneMessage[] = [];
  const tell = (topic: Topic) => void topics.add(topic);
  const log = tellingLog(dynamoLog(client, table, games), tell);
  const feeds = tellingFeeds(dynamoFeeds(client, table, now), tell);
  const lists = dynamoLists(client, table, now);
  const turns = dynamoTurns(client, table, now);
  const invitations = dynamoInvitations(client, table, now);
  const dues = dynamoDues(client, table, now);
  const leaderboard = dynamoLeaderboard(client, table, now);
  const results = dynamoResults(client, table, now);
  const vacations = tellingVacations(dynamoVacations(client, table), tell);
  const talk = tellingTalk(dynamoTalk(client, table), tell);
  const plans = tellingPlans(dynamoPlans(client, table), tell);
  const webhooks = dynamoWebhooks(client, table, now);
  const deliveries = dynamoDeliveries(client, table, now);
  const lanes = {
    // What is put off is not tried again here.
    send: async (message: LaneMessage, delaySeconds: number) => void (delaySeconds === 0 && messages.push(message)),
  };
  let names = 0;
  const worker = {
    ...{ games, log, feeds, webhooks, deliveries, now },
    lanes: dynamoLanes(client, table, now),
    queue: lanes,
    async send(url: URL, headers: Readonly<Record<string, string>>, body: string) {
      const sent = await sendOnce(new URL(url.pathname, receiver), headers, body, { loopback: true });
      return { ...sent, ms: TRY_MS };
    },
    random: () => 0,
    uuid: () => `worker-${++names}`,
  };

  const play = { log, games, vacations, now };
  const closing = dynamoClosing(client, table, play);
  const { players } = closing;
  const traces = dynamoTraces(client, table);
  const work = {
    projection: {
      ...{ log, lists, turns, invitations, dues, results, feeds, traces, games },
      ratings: dynamoRatings(client, table),
      begun: (match: MatchId) => bringLeave(play, match),
      partClosed: (match: MatchId, players: readonly PlayerId[]) => partClosed(closing, match, players),
    },
    deliver: (player: PlayerId) => deliverNew({ feeds, webhooks, deliveries, queue: lanes }, player),
    tellTalk: (match: MatchId) =>
      tellTalk({ talk, log, feeds, traces, players, blocks: dynamoBlocks(client, table) }, match),
    playPlans: (match: MatchId) => playPlans({ ...play, plans, feeds }, match),
    closeAccount: (player: PlayerId) => closeAccount(closing, player),
    grantLeave: (player: PlayerId) => grantLeave({ ...play, lists }, player),
  };

  return {
    deps: { log, lists, turns, invitations, leaderboard, vacations, talk, plans, feeds, webhooks, deliveries, lanes },
    async catchUp() {
      while (topics.size + messages.length > 0) {
        for (const topic of topics) {
          topics.delete(topic);
          await bringUpToDate(work, topic);
        }
        for (const message of messages.splice(0))
          await workLane(worker, message, { over: () => false, redelivered: false });
      }
    },
  };
}
