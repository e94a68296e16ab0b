/** The queue of lanes on a server that speaks SQS. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SQSEvent } from 'aws-lambda';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { LaneMessage } from '../../functions/store/webhooks.ts';
import { parseLaneMessage } from '../../functions/webhooks/lane-message.ts';
import { sqsQueue } from '../../functions/webhooks/sqs-queue.ts';
import { newQueues, type Queues } from '../support/sqs.ts';
import { type Poller, pollQueue, type SqsHandler } from '../support/sqs-poller.ts';

const VISIBILITY_S = 2;

interface Taken {
  readonly message: LaneMessage;
  /** Which time it was given out. */
  readonly time: number;
  readonly at: number;
}

let queues: Queues;
let pollers: Poller[];
let taken: Taken[];

beforeEach(async () => {
  queues = await newQueues(VISIBILITY_S);
  [pollers, taken] = [[], []];
});

afterEach(async () => {
  await Promise.all(pollers.map((poller) => poller.stop()));
  queues.client.destroy();
});

const lane = (number: number, more: Partial<LaneMessage> = {}): LaneMessage => ({
  player: 'p_0000000000000001',
  webhook: 'w_0000000000000001',
  lane: `m_000000000000000${number}`,
  ...more,
});
const send = (message: LaneMessage, delaySeconds = 0) =>
  sqsQueue(queues.client, queues.url).send(message, delaySeconds);

/** `failing` names the records that fail. */
function poll(failing: (event: SQSEvent) => Promise<readonly string[]> | readonly string[]): void {
  const handler: SqsHandler = async (event) => {
    for (const { body, attributes } of event.Records) {
      const time = Number(attributes.ApproximateReceiveCount);
      taken.push({ message: parseLaneMessage(body), time, at: performance.now() });
    }
    const failed = await failing(event);
    return { batchItemFailures: failed.map((itemIdentifier) => ({ itemIdentifier })) };
  };
  pollers.push(pollQueue(queues.client, queues.url, handler));
}

const timesOf = (number: number) =>
  taken.filter(({ message }) => message.lane === lane(number).lane).map(({ time }) => time);

describe('a message', () => {
  test.each([
    ['of a match', lane(1)],
    ['of the account', lane(1, { lane: 'account' })],
    ['for a time', lane(1, { due: 1_796_148_000_000 })],
  ])('%s comes as it was sent, once, and is gone then', async (_, message) => {
    await send(message);
    poll(() => []);
    await expect.poll(() => taken.map((one) => one.message), { timeout: 5_000 }).toEqual([message]);
    await expect.poll(() => queues.counts()).toEqual({ visible: 0, delayed: 0, hidden: 0 });
  });

  test('is held back as long as it is to wait', async () => {
    const begun = performance.now();
    await send(lane(1), 1.2);
    await send(lane(2));
    poll(() => []);
    await expect.poll(() => taken.length, { timeout: 10_000 }).toBe(2);
    expect(taken.map(({ message }) => message.lane)).toEqual([lane(2).lane, lane(1).lane]);
    expect((taken[1]?.at ?? 0) - begun).toBeGreaterThan(1_200);
  });

  test('is held back for 15 minutes where it is to wait longer than SQS can', async () => {
    await send(lane(1), 86_400);
    expect(await queues.counts()).toEqual({ visible: 0, delayed: 1, hidden: 0 });
  });

  test('that somebody works on is given to nobody else', async () => {
    await send(lane(1));
    let ends = () => {};
    const ended = new Promise<void>((resolve) => {
      ends = resolve;
    });
    poll(async () => {
      await ended;
      return [];
    });
    await expect.poll(() => taken.length, { timeout: 5_000 }).toBe(1);
    expect((await queues.counts()).hidden).toBe(1);
    await sleep(VISIBILITY_S * 500);
    expect(taken.length).toBe(1);
    ends();
    await expect.poll(() => queues.counts()).toEqual({ visible: 0, delayed: 0, hidden: 0 });
  });
});

describe('what fails', () => {
  test('comes again by itself once it is no longer hidden, and tells that it has come before', async () => {
    for (const number of [1, 2, 3]) await send(lane(number));
    poll(({ Records: records }) =>
      records
        .filter(({ body, attributes }) => body.includes(lane(2).lane) && attributes.ApproximateReceiveCount === '1')
        .map(({ messageId }) => messageId),
    );
    await expect.poll(() => timesOf(2), { timeout: 10_000 }).toEqual([1, 2]);
    const [first, second] = taken.filter(({ message }) => message.lane === lane(2).lane);
    expect((second?.at ?? 0) - (first?.at ?? 0)).toBeGreaterThan(VISIBILITY_S * 900);
    expect([timesOf(1), timesOf(3)]).toEqual([[1], [1]]);
  });

  test('comes again whole where the function ends without an answer', async () => {
    for (const number of [1, 2, 3]) await send(lane(number));
    let dead = true;
    poll(() => {
      if (dead) throw new Error('out of memory');
      return [];
    });
    await expect.poll(() => taken.length, { timeout: 5_000 }).toBeGreaterThanOrEqual(3);
    dead = false;
    await expect.poll(() => [1, 2, 3].every((number) => timesOf(number).length > 1), { timeout: 10_000 }).toBe(true);
    await expect.poll(() => queues.counts(), { timeout: 5_000 }).toEqual({ visible: 0, delayed: 0, hidden: 0 });
  });

  test('five times is set aside, and holds up nothing else', async () => {
    for (const number of [1, 2, 3, 4]) await send(lane(number));
    poll(({ Records: records }) =>
      records
        .filter(({ body }) => body.includes(lane(2).lane) || body.includes(lane(3).lane))
        .map(({ messageId }) => messageId),
    );
    await expect.poll(async () => (await queues.deadLetters()).length, { timeout: 60_000, interval: 500 }).toBe(2);
    expect(
      (await queues.deadLetters())
        .map(parseLaneMessage)
        .map((message) => message.lane)
        .sort(),
    ).toEqual([lane(2).lane, lane(3).lane]);
    expect([1, 2, 3, 4].map(timesOf)).toEqual([[1], [1, 2, 3, 4, 5], [1, 2, 3, 4, 5], [1]]);
  });
});
