/** Deliveries to webhooks as a Lambda function: each message of the queue names a lane in which something may wait. */
import type { Context, SQSBatchResponse, SQSEvent, SQSRecord } from 'aws-lambda';
import { writeLine } from '../lambda/log-line.ts';
import { lambdaDeps } from './lambda-deps.ts';
import { parseLaneMessage } from './lane-message.ts';
import { SEND_TIMEOUT_MS } from './send.ts';
import { type LaneRun, workLane } from './worker.ts';
import type { WorkerDeps } from './worker-deps.ts';

/** What a try takes around its sending, at most. */
const AROUND_A_TRY_MS = 10_000;

let deps: WorkerDeps | undefined;

/** Given out again are the messages that it names, each by itself. */
export async function handler(
  event: SQSEvent,
  context: Pick<Context, 'getRemainingTimeInMillis'>,
): Promise<SQSBatchResponse> {
  deps ??= lambdaDeps();
  const worker = deps;
  const over = () => context.getRemainingTimeInMillis() < SEND_TIMEOUT_MS + AROUND_A_TRY_MS;
  const batchItemFailures: SQSBatchResponse['batchItemFailures'] = [];
  await Promise.all(
    event.Records.map(async (record) => {
      if (!(await worked(worker, record, over))) batchItemFailures.push({ itemIdentifier: record.messageId });
    }),
  );
  return { batchItemFailures };
}

async function worked(worker: WorkerDeps, record: SQSRecord, over: LaneRun['over']): Promise<boolean> {
  try {
    const redelivered = Number(record.attributes.ApproximateReceiveCount) > 1;
    await workLane(worker, parseLaneMessage(record.body), { over, redelivered });
    return true;
  } catch (thrown) {
    const { name, message, stack } = thrown instanceof Error ? thrown : new Error(String(thrown));
    // What the message says names a player, which is no business of a log.
    writeLine({ level: 'error', message: 'lane not done', id: record.messageId, error: `${name}: ${message}`, stack });
    return false;
  }
}
