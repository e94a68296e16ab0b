/** Records of a stream as Lambda hands them to a function: times in seconds, binary values in base64. */
import type { _Record, AttributeValue } from '@aws-sdk/client-dynamodb-streams';
import type { DynamoDBRecord, AttributeValue as EventValue, StreamRecord } from 'aws-lambda';

export function eventRecord(record: _Record, streamArn: string): DynamoDBRecord {
  const { eventID, eventName, eventVersion, eventSource, awsRegion, dynamodb } = record;
  return {
    ...(eventID === undefined ? {} : { eventID }),
    ...(isEventName(eventName) ? { eventName } : {}),
    ...(eventVersion === undefined ? {} : { eventVersion }),
    ...(eventSource === undefined ? {} : { eventSource }),
    ...(awsRegion === undefined ? {} : { awsRegion }),
    ...(dynamodb === undefined ? {} : { dynamodb: change(dynamodb) }),
    eventSourceARN: streamArn,
  };
}

type EventName = NonNullable<DynamoDBRecord['eventName']>;

/** DynamoDB Local has another name for what it drops after its time. */
function isEventName(name: string | undefined): name is EventName {
  return name === 'INSERT' || name === 'MODIFY' || name === 'REMOVE';
}

function change(record: NonNullable<_Record['dynamodb']>): StreamRecord {
  const {
    ApproximateCreationDateTime: at,
    Keys,
    NewImage,
    OldImage,
    SequenceNumber,
    SizeBytes,
    StreamViewType,
  } = record;
  return {
    ...(at === undefined ? {} : { ApproximateCreationDateTime: at.getTime() / 1000 }),
    ...(Keys === undefined ? {} : { Keys: image(Keys) }),
    ...(NewImage === undefined ? {} : { NewImage: image(NewImage) }),
    ...(OldImage === undefined ? {} : { OldImage: image(OldImage) }),
    ...(SequenceNumber === undefined ? {} : { SequenceNumber }),
    ...(SizeBytes === undefined ? {} : { SizeBytes }),
    ...(StreamViewType === undefined ? {} : { StreamViewType }),
  };
}

function image(item: Readonly<Record<string, AttributeValue>>): Record<string, EventValue> {
  return Object.fromEntries(Object.entries(item).map(([name, value]) => [name, eventValue(value)]));
}

function eventValue(value: AttributeValue): EventValue {
  if (value.B !== undefined) return { B: base64(value.B) };
  if (value.BS !== undefined) return { BS: value.BS.map(base64) };
  if (value.L !== undefined) return { L: value.L.map(eventValue) };
  if (value.M !== undefined) return { M: image(value.M) };
  if (value.S !== undefined) return { S: value.S };
  if (value.N !== undefined) return { N: value.N };
  if (value.SS !== undefined) return { SS: value.SS };
  if (value.NS !== undefined) return { NS: value.NS };
  if (value.BOOL !== undefined) return { BOOL: value.BOOL };
  return { NULL: true };
}

function base64(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
