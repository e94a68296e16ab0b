/** From a move to a webhook through the functions as they would be deployed and a server that speaks SQS. */
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StreamHandler } from '../../functions/local/deliver-records.ts';
import type { LaneMessage } from '../../functions/store/webhooks.ts';
import { parseLaneMessage } from '../../functions/webhooks/lane-message.ts';
import { type Deployment, synthesize } from '../lambda/deployment.ts';
import { functionLog } from '../lambda/function-log.ts';
import { type Handler, throughGateway } from '../lambda/gateway.ts';
import { newHook } from '../lambda/hook.ts';
import { followChanges, type TableChanges } from '../lambda/table-changes.ts';
import { type Client, newMatch, newPlayer } from '../support/clients.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { newQueues, type Queues } from '../support/sqs.ts';
import { type Poller, pollQueue, type SqsHandler } from '../support/sqs-poller.ts';
import { stopReceivers } from './receivers.ts';

const VISIBILITY_S = 3;

functionLog();

let deployment: Deployment;
let database: TestTable;
let queues: Queues;
let changes: TableChanges;
let poller: Poller;
let ada: Client;
let bob: Client;
/** What has been given out. */
const given: LaneMessage[] = [];
/** How many invocations, from now on, are to die after they have done their work. */
let deaths = 0;

beforeAll(async () => {
  deployment = synthesize();
  [database, queues] = [await startTable(), await newQueues(VISIBILITY_S)];
  const environment = { ...database, queue: queues, loopback: true };
  const { handler: api } = await deployment.container<Handler>('Api', environment);
  const { handler: stream } = await deployment.container<StreamHandler>('Stream', environment);
  const { handler: webhooks } = await deployment.container<SqsHandler>('Webhooks', environment);
  changes = await followChanges(database, deployment.template, stream);
  poller = pollQueue(queues.client, queues.url, async (event, context) => {
    const readable = event.Records.filter(({ body }) => body.startsWith('{'));
    given.push(...readable.map(({ body }) => parseLaneMessage(body)));
    const answer = await webhooks(event, context);
    if (deaths > 0) {
      deaths -= 1;
      throw new Error('died');
    }
    return answer;
  });
  ada = await newPlayer(throughGateway(api), 'Ada');
  bob = await newPlayer(throughGateway(api), 'Bob');
});

afterAll(async () => {
  await poller?.stop();
  await changes?.stop();
  await stopReceivers();
  queues?.client.destroy();
  await database?.stop();
  await deployment?.remove();
});

const WITHIN = { timeout: 30_000, interval: 200 };
const empty = { visible: 0, delayed: 0, hidden: 0 };

/** Whether all that is in the queue waits for its time. */
async function atRest(): Promise<boolean> {
  const { visible, hidden } = await queues.counts();
  return visible + hidden === 0;
}

/** What happened is followed up to the queue; the rest goes on by itself. */
async function until(done: () => unknown, is: unknown): Promise<void> {
  await expect.poll(() => changes.settle().then(done), WITHIN).toEqual(is);
}

test('what happens in a match comes to the webhook in order, once', async () => {
  const hook = await newHook(ada, { events: ['match.started', 'move.made', 'match.finished'] });
  await until(() => hook.status(), 'enabled');
  const match = await newMatch(ada, bob);
  const move = (player: Client, ply: number, text: string) =>
    player.call('POST', `/v1/matches/${match.id}/moves`, { ply, moves: [text] });
  expect((await move(ada, 0, 'spawn 2')).status).toBe(200);
  expect((await move(bob, 1, 'spawn 1')).status).toBe(200);
  expect((await ada.call('POST', `/v1/matches/${match.id}/resign`)).status).toBe(200);
  const types = ['webhook.ping', 'match.started', 'move.made', 'move.made', 'match.finished'];
  await until(() => hook.got.map(({ type }) => type), types);
  await until(() => queues.counts(), empty);
  expect(hook.got).toHaveLength(types.length);
  await hook.remove();
});

test('a function that dies after its work is given the lane again, and delivers nothing twice', async () => {
  const hook = await newHook(bob, { events: ['match.started'] });
  await until(() => hook.status(), 'enabled');
  await until(() => queues.counts(), empty);
  deaths = 1;
  const before = given.length;
  await newMatch(bob, ada);
  await until(() => hook.got.length, 2);
  await until(() => given.length - before >= 2 && deaths === 0, true);
  await until(() => queues.counts(), empty);
  expect(hook.got.map(({ type }) => type)).toEqual(['webhook.ping', 'match.started']);
  await hook.remove();
});

test('a try waits in the queue for its time; a message before that is sent once more, and tries nothing', async () => {
  const hook = await newHook(ada, { events: ['match.started'] });
  await until(() => hook.status(), 'enabled');
  hook.answer(503);
  const match = await newMatch(ada, bob);
  await until(() => hook.got.length, 2);
  const failedAt = performance.now();
  hook.answer(200);
  await until(async () => (await queues.counts()).delayed, 1);

  const { body } = await ada.call<{ deliveries: { nextTryAt: string | null }[] }>(
    'GET',
    `/v1/webhooks/${hook.id}/deliveries`,
  );
  const due = Date.parse(body.deliveries[0]?.nextTryAt ?? '');
  const early = { player: ada.id, webhook: hook.id, lane: match.id, due };
  await queues.client.send(new SendMessageCommand({ QueueUrl: queues.url, MessageBody: JSON.stringify(early) }));
  await until(async () => (await queues.counts()).delayed, 2);
  expect(hook.got).toHaveLength(2);

  await until(() => hook.got.length, 3);
  expect(performance.now() - failedAt).toBeGreaterThan(4_000);
  expect(hook.got[2]).toEqual(hook.got[1]);
  // Where the other message found the lane held, it waits until that must be over.
  await until(atRest, true);
  expect(hook.got).toHaveLength(3);
  await hook.remove();
});

test('what is no lane at all is set aside after five times', async () => {
  await queues.client.send(new SendMessageCommand({ QueueUrl: queues.url, MessageBody: 'not a lane' }));
  await until(() => queues.deadLetters(), ['not a lane']);
  expect(await atRest()).toBe(true);
});
