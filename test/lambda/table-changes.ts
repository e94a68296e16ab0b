/**
 * The event source mapping of the stream function, by the template: on DynamoDB Local it follows the table's real
 * stream; for the embedded engine, which has none, what is new in the table is put into the same envelopes.
 */

import { type AttributeValue, paginateScan } from '@aws-sdk/client-dynamodb';
import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import type { Template } from 'aws-cdk-lib/assertions';
import { deliverRecords, type StreamHandler } from '../../functions/local/deliver-records.ts';
import { type EventPattern, fits } from '../../functions/local/event-filter.ts';
import { eventRecord } from '../../functions/local/stream-event.ts';
import { streamArnOf, streamSource, streamsClient } from '../../functions/local/stream-source.ts';
import { followTable } from '../../functions/local/table-stream.ts';
import { only } from '../infra/synth.ts';
import type { TestTable } from '../support/engine.ts';

export interface TableChanges {
  /** Resolves once the function has been told of all that is new. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

/** @throws from `settle`, if something was given up. */
export async function followChanges(
  database: TestTable,
  template: Template,
  handler: StreamHandler,
): Promise<TableChanges> {
  const mapping = only(template, 'AWS::Lambda::EventSourceMapping', (id) => id.startsWith('Stream')).properties;
  const filters: EventPattern[] = mapping.FilterCriteria.Filters.map(({ Pattern }: { Pattern: string }) =>
    JSON.parse(Pattern),
  );
  const given: unknown[] = [];
  const settings = {
    handler,
    filters,
    batchSize: Number(mapping.BatchSize),
    triesMost: 3,
    gaveUp: (records: readonly unknown[]) => void given.push(...records),
  };
  const arn = await streamArnOf(database.client, database.table);
  const changes = arn === null ? madeUp(database, settings) : real(database, arn, settings);
  return {
    ...changes,
    async settle() {
      await changes.settle();
      if (given.length > 0) throw new Error(`given up: ${JSON.stringify(given)}`);
    },
  };
}

interface Settings {
  readonly handler: StreamHandler;
  readonly filters: readonly EventPattern[];
  readonly batchSize: number;
  readonly triesMost: number;
  gaveUp(records: readonly unknown[]): void;
}

function real({ endpoint }: TestTable, arn: string, settings: Settings): TableChanges {
  const streams = streamsClient(endpoint);
  const stream = followTable({
    ...settings,
    source: streamSource(streams, arn),
    // Whoever follows anew is told of all that the stream still has.
    positions: { read: async () => null, write: async () => undefined },
    failed: (error) => settings.gaveUp([String(error)]),
  });
  return {
    settle: () => stream.idle(),
    async stop() {
      await stream.stop();
      streams.destroy();
    },
  };
}

const MADE_UP_ARN = 'arn:aws:dynamodb:eu-central-1:123456789012:table/plypost/stream/2026-03-12T19:03:58.000';

function madeUp({ client, table }: TestTable, settings: Settings): TableChanges {
  /** The version of each item that was told of; most have none, since their changes wake nobody. */
  const seen = new Map<string, string>();
  let number = 0;
  const stopping = new AbortController();

  async function news() {
    const records: _Record[] = [];
    for await (const { Items: items = [] } of paginateScan({ client }, { TableName: table, ConsistentRead: true })) {
      for (const item of items) {
        const key = `${item.pk?.S} ${item.sk?.S}`;
        const before = seen.get(key);
        const version = item.version?.N ?? item.closedAt?.S ?? '';
        if (before === version) continue;
        seen.set(key, version);
        number += 1;
        records.push(changed(item, before === undefined ? 'INSERT' : 'MODIFY', number));
      }
    }
    const events = records.map((record) => eventRecord(record, MADE_UP_ARN));
    return events.filter((event) => settings.filters.some((filter) => fits(event, filter)));
  }

  return {
    async settle() {
      for (let events = await news(); events.length > 0; events = await news()) {
        for (let at = 0; at < events.length; at += settings.batchSize) {
          await deliverRecords({ ...settings, stopping: stopping.signal }, events.slice(at, at + settings.batchSize));
        }
      }
    },
    stop: async () => stopping.abort(),
  };
}

function changed(item: Record<string, AttributeValue>, eventName: 'INSERT' | 'MODIFY', number: number): _Record {
  const { pk, sk } = item;
  if (pk === undefined || sk === undefined) throw new Error('an item without its key');
  return {
    eventID: `f07f8ca4b0b26cb9c4e5e77e${String(number).padStart(8, '0')}`,
    eventName,
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'eu-central-1',
    dynamodb: {
      ApproximateCreationDateTime: new Date('2026-03-12T19:03:58Z'),
      Keys: { pk, sk },
      NewImage: item,
      SequenceNumber: `442158450000000001${String(number).padStart(8, '0')}`,
      SizeBytes: 480,
      StreamViewType: 'NEW_IMAGE',
    },
  };
}
