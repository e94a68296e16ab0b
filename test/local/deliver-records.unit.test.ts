/** What is done with records that the stream function could not do. */
import type { DynamoDBBatchResponse, DynamoDBRecord } from 'aws-lambda';
import { beforeEach, describe, expect, test } from 'vitest';
import { deliverRecords } from '../../functions/local/deliver-records.ts';

type Answer = (numbers: readonly string[]) => readonly string[];

const records = (numbers: string): DynamoDBRecord[] =>
  [...numbers].map((SequenceNumber) => ({ eventName: 'INSERT', dynamodb: { SequenceNumber } }));
const numbersOf = (told: readonly DynamoDBRecord[]) => told.map(({ dynamodb }) => dynamodb?.SequenceNumber ?? '');

let told: string[];
let given: string[];
let stopping: AbortController;

beforeEach(() => {
  told = [];
  given = [];
  stopping = new AbortController();
});

/** `answer` tells which of the numbers failed. */
function deliver(numbers: string, answer: Answer): Promise<boolean> {
  return deliverRecords(
    {
      async handler({ Records }): Promise<DynamoDBBatchResponse> {
        told.push(numbersOf(Records).join(''));
        return { batchItemFailures: answer(numbersOf(Records)).map((itemIdentifier) => ({ itemIdentifier })) };
      },
      triesMost: 3,
      gaveUp: (left) => given.push(...numbersOf(left)),
      stopping: stopping.signal,
    },
    records(numbers),
  );
}

const crash = () => {
  throw new Error('the function ended badly');
};

describe('a batch', () => {
  test('that is done is told once', async () => {
    expect(await deliver('12345', () => [])).toBe(true);
    expect(told).toEqual(['12345']);
  });

  test('is told again from the first record that failed', async () => {
    let times = 0;
    expect(await deliver('12345', () => (++times === 1 ? ['4', '3'] : []))).toBe(true);
    expect(told).toEqual(['12345', '345']);
  });

  test.each([
    ['says nothing', crash],
    ['names no record', () => ['']],
    ['names a record of another batch, and one of its own', () => ['9', '3']],
  ])('where the function %s, is told in halves down to the record that fails', async (_, failure) => {
    const answer: Answer = (numbers) => (numbers.includes('3') ? failure() : []);
    expect(await deliver('1234', answer)).toBe(true);
    expect(told).toEqual(['1234', '12', '34', '3', '3', '3', '4']);
    expect(given).toEqual(['3']);
  });

  test('with one record that always fails is done but for that record', async () => {
    expect(await deliver('12345', (numbers) => numbers.filter((number) => number === '2'))).toBe(true);
    expect(given).toEqual(['2']);
    expect(new Set(told.join(''))).toEqual(new Set('12345'));
    expect(told.filter((batch) => batch === '2')).toHaveLength(3);
  });

  test('that fails for a while is done, and nothing is given up', async () => {
    let times = 0;
    expect(await deliver('1', () => (++times < 3 ? ['1'] : []))).toBe(true);
    expect([told, given]).toEqual([['1', '1', '1'], []]);
  });
});

test('once it is to stop nothing is told again, and nothing is given up', async () => {
  const failing: Answer = (numbers) => {
    stopping.abort();
    return numbers;
  };
  expect(await deliver('12', failing)).toBe(false);
  expect([told, given]).toEqual([['12'], []]);
});
