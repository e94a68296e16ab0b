/**
 * Hands records of a stream to a function as Lambda does: what it could not do is told to it again, in halves where it
 * does not say what that was, and given up after so many tries, so that nothing holds up what comes behind for ever.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { DynamoDBBatchResponse, DynamoDBRecord, DynamoDBStreamEvent } from 'aws-lambda';

export type StreamHandler = (event: DynamoDBStreamEvent) => Promise<DynamoDBBatchResponse>;

export interface Delivering {
  readonly handler: StreamHandler;
  readonly triesMost: number;
  gaveUp(records: readonly DynamoDBRecord[]): void;
  /** Once it is aborted nothing is tried again. */
  readonly stopping: AbortSignal;
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 10_000;

/** False if it was stopped before all were done or given up. */
export async function deliverRecords(to: Delivering, records: readonly DynamoDBRecord[], tries = 1): Promise<boolean> {
  const left = await notDone(to.handler, records);
  if (left.length === 0) return true;
  if (to.stopping.aborted) return false;
  if (left.length < records.length) return deliverRecords(to, left);
  if (left.length > 1) {
    const middle = Math.ceil(left.length / 2);
    return (
      (await deliverRecords(to, left.slice(0, middle), tries)) && (await deliverRecords(to, left.slice(middle), tries))
    );
  }
  if (tries >= to.triesMost) {
    to.gaveUp(left);
    return true;
  }
  const pause = Math.min(FIRST_PAUSE_MS * 2 ** (tries - 1), LONGEST_PAUSE_MS);
  await sleep(pause, undefined, { signal: to.stopping }).catch(() => undefined);
  return !to.stopping.aborted && deliverRecords(to, left, tries + 1);
}

/** The first record that failed and all after it; all where the answer names none of them, as where there is none. */
async function notDone(handler: StreamHandler, records: readonly DynamoDBRecord[]): Promise<readonly DynamoDBRecord[]> {
  try {
    const { batchItemFailures: failures } = await handler({ Records: [...records] });
    if (failures.length === 0) return [];
    const failed = new Set(failures.map(({ itemIdentifier }) => itemIdentifier));
    const known = [...failed].every((id) => records.some(({ dynamodb }) => dynamodb?.SequenceNumber === id));
    const first = records.findIndex(({ dynamodb }) => failed.has(dynamodb?.SequenceNumber ?? ''));
    return known ? records.slice(first) : records;
  } catch {
    return records;
  }
}
