/** Lanes as messages of a queue. */
import type { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { describe, expect, test } from 'vitest';
import type { LaneMessage } from '../../functions/store/webhooks.ts';
import { formatLaneMessage, parseLaneMessage } from '../../functions/webhooks/lane-message.ts';
import { sqsQueue } from '../../functions/webhooks/sqs-queue.ts';

const LANE: LaneMessage = { player: 'p_0000000000000001', webhook: 'w_0000000000000001', lane: 'm_0000000000000001' };

describe('a lane', () => {
  test.each([
    ['of a match', LANE],
    ['of the account', { ...LANE, lane: 'account' }],
    ['that is due', { ...LANE, due: 1_796_148_000_000 }],
  ] as const)('%s is read as it was written', (_, message) => {
    expect(parseLaneMessage(formatLaneMessage(message))).toEqual(message);
  });

  test.each([
    'nothing',
    '',
    'null',
    '[]',
    '{}',
    JSON.stringify({ ...LANE, player: 'p_1' }),
    JSON.stringify({ ...LANE, webhook: 'm_0000000000000001' }),
    JSON.stringify({ ...LANE, webhook: 1 }),
    JSON.stringify({ ...LANE, lane: 'lobby' }),
    JSON.stringify({ ...LANE, lane: null }),
    JSON.stringify({ ...LANE, due: 'soon' }),
  ])('%s is none', (text) => {
    expect(() => parseLaneMessage(text)).toThrow();
  });
});

test.each([
  [0, 0],
  [-3, 0],
  [0.2, 1],
  [5, 5],
  [899.5, 900],
  [900, 900],
  [86_400, 900],
])('a delay of %d s is one of %d s in SQS, which takes whole seconds up to 900', async (delay, sent) => {
  const commands: SendMessageCommand[] = [];
  const client = { send: async (command: SendMessageCommand) => void commands.push(command) };
  await sqsQueue(client as unknown as SQSClient, 'https://sqs.eu-central-1.amazonaws.com/123456789012/q').send(
    LANE,
    delay,
  );
  expect(commands.map(({ input }) => input.DelaySeconds)).toEqual([sent]);
});
