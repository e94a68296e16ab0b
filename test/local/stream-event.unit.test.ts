/** Records as the stream function gets them, and which of them it gets. */
import type { _Record } from '@aws-sdk/client-dynamodb-streams';
import { describe, expect, test } from 'vitest';
import { fits, STREAM_FILTERS } from '../../functions/local/event-filter.ts';
import { eventRecord } from '../../functions/local/stream-event.ts';
import { keys } from '../../functions/store/table.ts';

const ARN = 'arn:aws:dynamodb:eu-central-1:123456789012:table/plypost/stream/2026-03-12T19:03:58.000';
const bytes = new Uint8Array([0, 1, 254, 255]);
const MATCH = 'm_0000000000000001';
const PLAYER = 'p_0000000000000001';

function changed(eventName: 'INSERT' | 'MODIFY' | 'REMOVE', key: ReturnType<typeof keys.commit>): _Record {
  return {
    eventID: 'f07f8ca4b0b26cb9c4e5e77e69f274e1',
    eventName,
    eventVersion: '1.1',
    eventSource: 'aws:dynamodb',
    awsRegion: 'eu-central-1',
    dynamodb: {
      ApproximateCreationDateTime: new Date('2026-03-12T19:03:58Z'),
      Keys: key,
      NewImage: {
        ...key,
        events: { B: bytes },
        deep: { L: [{ M: { inner: { B: bytes }, truth: { BOOL: false } } }, { NULL: true }] },
        many: { BS: [bytes, bytes] },
        numbers: { NS: ['1', '2'] },
        texts: { SS: ['a'] },
        at: { N: '7' },
      },
      SequenceNumber: '44215845000000000174504391',
      SizeBytes: 480,
      StreamViewType: 'NEW_IMAGE',
    },
  };
}

describe('an event', () => {
  test('is JSON, with binary values in base64 however deep, and times in seconds', () => {
    const event = eventRecord(changed('INSERT', keys.commit(MATCH, 1)), ARN);
    expect(JSON.parse(JSON.stringify(event))).toEqual({
      eventID: 'f07f8ca4b0b26cb9c4e5e77e69f274e1',
      eventName: 'INSERT',
      eventVersion: '1.1',
      eventSource: 'aws:dynamodb',
      awsRegion: 'eu-central-1',
      eventSourceARN: ARN,
      dynamodb: {
        ApproximateCreationDateTime: 1_773_342_238,
        Keys: { pk: { S: `match#${MATCH}` }, sk: { S: 'commit#00000001' } },
        NewImage: {
          pk: { S: `match#${MATCH}` },
          sk: { S: 'commit#00000001' },
          events: { B: 'AAH+/w==' },
          deep: { L: [{ M: { inner: { B: 'AAH+/w==' }, truth: { BOOL: false } } }, { NULL: true }] },
          many: { BS: ['AAH+/w==', 'AAH+/w=='] },
          numbers: { NS: ['1', '2'] },
          texts: { SS: ['a'] },
          at: { N: '7' },
        },
        SequenceNumber: '44215845000000000174504391',
        SizeBytes: 480,
        StreamViewType: 'NEW_IMAGE',
      },
    });
  });
});

describe('the stream function is told of', () => {
  const isTold = (record: _Record) => STREAM_FILTERS.some((filter) => fits(eventRecord(record, ARN), filter));

  test.each([
    ['a new commit', keys.commit(MATCH, 3)],
    ['a new entry of a feed', keys.feedEntry(PLAYER, 1_773_342_238_000)],
  ])('%s, and of no later change of it', (_, key) => {
    expect(isTold(changed('INSERT', key))).toBe(true);
    expect(isTold(changed('MODIFY', key))).toBe(false);
    expect(isTold(changed('REMOVE', key))).toBe(false);
  });

  test.each([
    ['progress', keys.progress(MATCH)],
    ['a deadline', keys.clock(MATCH)],
    ['an entry of a list', keys.listed('public', '2026-03-12T19:03:58.000Z', MATCH)],
    ['a delivery', keys.delivery('w_1', 1)],
    ['a lane', keys.lane('w_1', MATCH)],
    ['the beginning of a feed', keys.feedStart(PLAYER)],
    ['a position in the stream', keys.streamPosition('shardId-1')],
  ])('not of %s', (_, key) => {
    expect(isTold(changed('INSERT', key))).toBe(false);
  });

  test('not of what is no event', () => {
    for (const nothing of [null, undefined, 'INSERT', {}, { eventName: 'INSERT' }, { dynamodb: { Keys: null } }]) {
      expect(STREAM_FILTERS.some((filter) => fits(nothing, filter))).toBe(false);
    }
  });
});
