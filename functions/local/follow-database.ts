/** Follows the database's own stream of changes, with the very function that does so in AWS. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import type { Topic } from '../store/topic.ts';
import { topicsIn } from '../stream/changes.ts';
import { handleRecords, handleTopic, type StreamWork } from '../stream/handle.ts';
import type { Follower } from './background.ts';
import { STREAM_FILTERS } from './event-filter.ts';
import { followHere } from './follow-here.ts';
import { dynamoPositions } from './stream-positions.ts';
import type { StreamSource } from './stream-source.ts';
import { followTable } from './table-stream.ts';

/** As in the deployed event source mapping. */
const BATCH_SIZE = 100;
const TRIES_MOST = 10;

export interface DatabaseSettings {
  readonly client: DynamoDBClient;
  readonly table: string;
  readonly source: StreamSource;
  readonly work: StreamWork;
  /** Told of what other processes have stored too. */
  happened(topic: Topic): void;
  failed(error: unknown): void;
}

export function followDatabase({ client, table, source, work, happened, failed }: DatabaseSettings): Follower {
  const followed = followTable({
    source,
    positions: dynamoPositions(client, table),
    async handler({ Records: records }) {
      for (const topic of topicsIn(records).keys()) happened(topic);
      const failures = await handleRecords(work, records);
      return { batchItemFailures: failures.map((itemIdentifier) => ({ itemIdentifier })) };
    },
    filters: STREAM_FILTERS,
    batchSize: BATCH_SIZE,
    triesMost: TRIES_MOST,
    gaveUp: (records) => failed(new Error(`given up: ${[...topicsIn(records).keys()].join(', ')}`)),
    failed,
  });
  /** What is found to be left undone. The stream may tell of it no more: it keeps a day, and gives up in the end. */
  const here = followHere((topic) => handleTopic(work, topic));
  return {
    notify: () => followed.look(),
    catchUp: here.notify,
    async idle() {
      await here.idle();
      await followed.idle();
    },
    async stop() {
      // How far it has come is kept: the next start goes on from there.
      const [done] = await Promise.all([here.stop(), followed.stop()]);
      return done;
    },
  };
}
