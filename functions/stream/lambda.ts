/** The table's stream as a Lambda function. */
import type { DynamoDBBatchResponse, DynamoDBStreamEvent } from 'aws-lambda';
import { games } from '../../domain/games.ts';
import { writeLine } from '../lambda/log-line.ts';
import { webhooksQueueUrl } from '../lambda/queue-url.ts';
import { tableName } from '../lambda/table-name.ts';
import { bringLeave } from '../play/leave.ts';
import { makeRematch } from '../play/rematch.ts';
import { dynamoBlocks } from '../store/blocks.ts';
import { dynamoClient } from '../store/client.ts';
import { dynamoDues } from '../store/due.ts';
import { dynamoDeliveries } from '../store/dynamo-deliveries.ts';
import { dynamoLog } from '../store/dynamo-log.ts';
import { dynamoRatings } from '../store/dynamo-ratings.ts';
import { dynamoWebhooks } from '../store/dynamo-webhooks.ts';
import { dynamoFeeds } from '../store/feeds.ts';
import { dynamoInvitations } from '../store/invitations.ts';
import { dynamoLists } from '../store/lists.ts';
import { dynamoPlans } from '../store/plans.ts';
import { dynamoResults } from '../store/results.ts';
import { dynamoSetAside } from '../store/set-aside.ts';
import { dynamoTalk } from '../store/talk.ts';
import { dynamoTraces } from '../store/traces.ts';
import { dynamoTurns } from '../store/turns.ts';
import { dynamoVacations } from '../store/vacations.ts';
import { deliverNew } from '../webhooks/enqueue.ts';
import { sqsClient, sqsQueue } from '../webhooks/sqs-queue.ts';
import { closeAccount, dynamoClosing, partClosed } from './close-account.ts';
import { grantLeave } from './grant-leave.ts';
import { handleRecords, type StreamWork } from './handle.ts';
import { playPlans } from './play-plans.ts';
import { tellTalk } from './tell-talk.ts';

const now = () => new Date();

let work: StreamWork | undefined;

function connect(): StreamWork {
  const table = tableName();
  const client = dynamoClient();
  const feeds = dynamoFeeds(client, table, now);
  const lists = dynamoLists(client, table, now);
  const play = { games, log: dynamoLog(client, table, games), vacations: dynamoVacations(client, table), now };
  const closing = dynamoClosing(client, table, play);
  const { players } = closing;
  const traces = dynamoTraces(client, table);
  const webhooks = {
    feeds,
    webhooks: dynamoWebhooks(client, table, now),
    deliveries: dynamoDeliveries(client, table, now),
    queue: sqsQueue(sqsClient(), webhooksQueueUrl()),
  };
  const telling = {
    ...{ log: play.log, feeds, traces, players },
    talk: dynamoTalk(client, table),
    blocks: dynamoBlocks(client, table),
  };
  return {
    projection: {
      ...{ games, log: play.log, lists, feeds, traces },
      turns: dynamoTurns(client, table, now),
      invitations: dynamoInvitations(client, table, now),
      dues: dynamoDues(client, table, now),
      results: dynamoResults(client, table, now),
      ratings: dynamoRatings(client, table),
      rematch: (before) => makeRematch(play, before, now()),
      begun: (match) => bringLeave(play, match),
      partClosed: (match, players) => partClosed(closing, match, players),
    },
    deliver: (player) => deliverNew(webhooks, player),
    grantLeave: (player) => grantLeave({ ...play, lists }, player),
    tellTalk: (match) => tellTalk(telling, match),
    playPlans: (match) => playPlans({ ...play, feeds, plans: dynamoPlans(client, table) }, match),
    closeAccount: (player) => closeAccount(closing, player),
    setAside: dynamoSetAside(client, table, now),
    report: writeLine,
  };
}

/** Told again of the first change that failed, and of all after it. */
export async function handler(event: DynamoDBStreamEvent): Promise<DynamoDBBatchResponse> {
  work ??= connect();
  const failures = await handleRecords(work, event.Records);
  return { batchItemFailures: failures.map((itemIdentifier) => ({ itemIdentifier })) };
}
