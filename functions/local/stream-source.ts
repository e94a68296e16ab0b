/** What can be read of a table's stream: its shards, and their records in order. */
import { DescribeTableCommand, type DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  type _Record,
  DescribeStreamCommand,
  DynamoDBStreamsClient,
  ExpiredIteratorException,
  GetRecordsCommand,
  GetShardIteratorCommand,
  ResourceNotFoundException,
  TrimmedDataAccessException,
} from '@aws-sdk/client-dynamodb-streams';

/** A shard follows on from its parent: records of the same key are in the parent first. */
export interface Shard {
  readonly id: string;
  readonly parent: string | null;
}

export interface RecordPage {
  readonly records: readonly _Record[];
  /** Null at the end of a shard that takes no more. */
  readonly next: string | null;
}

export interface StreamSource {
  readonly arn: string;
  shards(): Promise<readonly Shard[]>;
  /** Where to read on in a shard after a record; null, or a record that is kept no more: from the oldest kept. */
  iterator(shard: string, after: string | null): Promise<string>;
  /** Null if the iterator has been left unused for too long. */
  read(iterator: string): Promise<RecordPage | null>;
}

const TIMES = { connectionTimeout: 2_000, requestTimeout: 5_000, throwOnRequestTimeout: true };

/** For an engine on this machine, which takes any credentials. */
export function streamsClient(endpoint: string): DynamoDBStreamsClient {
  return new DynamoDBStreamsClient({
    maxAttempts: 3,
    requestHandler: TIMES,
    endpoint,
    region: 'local',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
}

/** Null if the table has no stream. */
export async function streamArnOf(client: DynamoDBClient, table: string): Promise<string | null> {
  const { Table: described } = await client.send(new DescribeTableCommand({ TableName: table }));
  return described?.LatestStreamArn ?? null;
}

export function streamSource(client: DynamoDBStreamsClient, arn: string): StreamSource {
  async function iterator(shard: string, after: string | null): Promise<string> {
    const place =
      after === null
        ? ({ ShardIteratorType: 'TRIM_HORIZON' } as const)
        : ({ ShardIteratorType: 'AFTER_SEQUENCE_NUMBER', SequenceNumber: after } as const);
    try {
      const answer = await client.send(new GetShardIteratorCommand({ StreamArn: arn, ShardId: shard, ...place }));
      return answer.ShardIterator ?? '';
    } catch (error) {
      if (error instanceof TrimmedDataAccessException && after !== null) return iterator(shard, null);
      throw error;
    }
  }

  return {
    arn,
    iterator,

    async shards() {
      const shards: Shard[] = [];
      let from: string | undefined;
      do {
        const input = { StreamArn: arn, ...(from === undefined ? {} : { ExclusiveStartShardId: from }) };
        const { StreamDescription: stream } = await client.send(new DescribeStreamCommand(input));
        for (const { ShardId: id, ParentShardId: parent = null } of stream?.Shards ?? []) {
          if (id !== undefined) shards.push({ id, parent });
        }
        from = stream?.LastEvaluatedShardId;
      } while (from !== undefined);
      return shards;
    },

    async read(from) {
      try {
        const answer = await client.send(new GetRecordsCommand({ ShardIterator: from }));
        return { records: answer.Records ?? [], next: answer.NextShardIterator ?? null };
      } catch (error) {
        if (error instanceof ExpiredIteratorException || error instanceof TrimmedDataAccessException) return null;
        // The shard has been dropped, with all that was in it.
        if (error instanceof ResourceNotFoundException) return { records: [], next: null };
        throw error;
      }
    },
  };
}
