/**
 * `npm run rebuild`: makes everything again that follows from the logs. On the local data, as `npm start` finds it; at
 * DYNAMODB_ENDPOINT; or, where PLYPOST_TABLE and neither of these is set, on that table in AWS, with the usual settings
 * of AWS, and PLYPOST_WEBHOOKS_QUEUE if there are webhooks.
 * Ends with 0 if nothing failed.
 */
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ResourceNotFoundException } from '@aws-sdk/client-dynamodb';
import { games } from '../../domain/games.ts';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { webhooksQueueUrl } from '../lambda/queue-url.ts';
import { dynamoBlocks } from '../store/blocks.ts';
import { dynamoClient } from '../store/client.ts';
import { dynamoDues } from '../store/due.ts';
import { dynamoDeliveries } from '../store/dynamo-deliveries.ts';
import { dynamoLog } from '../store/dynamo-log.ts';
import { dynamoRatings } from '../store/dynamo-ratings.ts';
import { dynamoWebhooks } from '../store/dynamo-webhooks.ts';
import { errorText } from '../store/error-text.ts';
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
import type { LaneQueue } from '../store/webhooks.ts';
import { closeAccount, dynamoClosing } from '../stream/close-account.ts';
import { grantLeave } from '../stream/grant-leave.ts';
import { playPlans } from '../stream/play-plans.ts';
import { type Rebuilt, rebuild } from '../stream/rebuild.ts';
import { tellTalk } from '../stream/tell-talk.ts';
import { deliverNew } from '../webhooks/enqueue.ts';
import { sqsClient, sqsQueue } from '../webhooks/sqs-queue.ts';
import { FolderInUseError, openDataFolder } from './data-folder.ts';
import { startEmbeddedEngine } from './engine.ts';

const TOLD_OF_MOST = 20;

/** What the user can mend. */
class SettingError extends Error {
  override readonly name = 'SettingError';
}

async function main(): Promise<boolean> {
  const { DYNAMODB_ENDPOINT, PLYPOST_DATA, PLYPOST_TABLE } = process.env;
  const table = PLYPOST_TABLE ?? 'plypost';
  if (DYNAMODB_ENDPOINT !== undefined) {
    return rebuildTable(table, atNextStart, `at ${DYNAMODB_ENDPOINT}`, DYNAMODB_ENDPOINT);
  }
  if (PLYPOST_DATA === undefined && PLYPOST_TABLE !== undefined) return rebuildTable(table, inSqs(), 'in AWS');
  return onDataFolder(PLYPOST_DATA ?? '.plypost', table);
}

async function onDataFolder(path: string, table: string): Promise<boolean> {
  if (!existsSync(path)) throw new SettingError(`There are no data in ${resolve(path)}.`);
  const folder = await openDataFolder(path);
  const engine = await startEmbeddedEngine(folder.engineFolder);
  try {
    return await rebuildTable(table, atNextStart, `in ${resolve(path)}`, engine.endpoint);
  } finally {
    await engine.stop();
    // What feeds have been told of is delivered by the next server, which looks for it where not all was done.
    await folder.leave(false);
  }
}

/** True if nothing failed. */
async function rebuildTable(table: string, queue: LaneQueue, where: string, endpoint?: string): Promise<boolean> {
  const client = dynamoClient(endpoint);
  const now = () => new Date();
  const feeds = dynamoFeeds(client, table, now);
  const lists = dynamoLists(client, table, now);
  const log = dynamoLog(client, table, games);
  const vacations = dynamoVacations(client, table);
  const webhooks = dynamoWebhooks(client, table, now);
  const deliveries = dynamoDeliveries(client, table, now);
  const talk = dynamoTalk(client, table);
  const plans = dynamoPlans(client, table);
  const blocks = dynamoBlocks(client, table);
  const closing = dynamoClosing(client, table, { games, log, vacations, now });
  const { players } = closing;
  const traces = dynamoTraces(client, table);
  const work = {
    projection: {
      ...{ games, log, lists, feeds, traces },
      turns: dynamoTurns(client, table, now),
      invitations: dynamoInvitations(client, table, now),
      dues: dynamoDues(client, table, now),
      results: dynamoResults(client, table, now),
      ratings: dynamoRatings(client, table),
    },
    // Asked for only where it had been set aside.
    grantLeave: (player: PlayerId) => grantLeave({ games, log, lists, vacations, now }, player),
    tellTalk: (match: MatchId) => tellTalk({ talk, log, feeds, traces, players, blocks }, match),
    playPlans: (match: MatchId) => playPlans({ games, log, vacations, now, feeds, plans }, match),
    closeAccount: (player: PlayerId) => closeAccount(closing, player),
    deliver: (player: PlayerId) => deliverNew({ feeds, webhooks, deliveries, queue }, player),
    setAside: dynamoSetAside(client, table, now),
  };
  console.error(`Rebuilding what follows from the logs of table ${table} ${where}`);
  try {
    const rebuilt = await rebuild({ work, client, table, now, say: (line) => console.error(line) });
    tell(rebuilt);
    return rebuilt.failed.size === 0;
  } catch (error) {
    if (error instanceof ResourceNotFoundException) throw new SettingError(`There is no table ${table} ${where}.`);
    throw error;
  } finally {
    client.destroy();
  }
}

function tell({ matches, feeds, removed, told, failed }: Rebuilt): void {
  for (const [topic, error] of [...failed].slice(0, TOLD_OF_MOST)) {
    console.error(`Not rebuilt, and set aside: ${topic} (${errorText(error)})`);
  }
  if (failed.size > TOLD_OF_MOST) console.error(`… and ${failed.size - TOLD_OF_MOST} more`);
  const lists = `${removed} entries taken out of lists, open turns, deadlines, results and ratings`;
  console.log(
    `Matches: ${matches}; ${lists}. Feeds: ${feeds}; ${told} commits and messages told. Failed: ${failed.size}.`,
  );
}

/** A server finds at its start what waits to be delivered. */
const atNextStart: LaneQueue = { send: async () => undefined };

/** Named by PLYPOST_WEBHOOKS_QUEUE, which is asked for when there is something to deliver. */
function inSqs(): LaneQueue {
  let queue: LaneQueue | undefined;
  return {
    async send(message, delaySeconds) {
      queue ??= sqsQueue(sqsClient(), webhooksQueueUrl());
      await queue.send(message, delaySeconds);
    },
  };
}

function explain(error: unknown): string {
  if (error instanceof FolderInUseError || error instanceof SettingError) return error.message;
  if (error instanceof Error && ('syscall' in error || error.name === 'CredentialsProviderError')) return error.message;
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED ??= 'true';
main().then(
  (ok) => process.exit(ok ? 0 : 1),
  (error: unknown) => {
    console.error(explain(error));
    process.exit(1);
  },
);
