/**
 * From a move to a webhook through the functions as they would be deployed: the API, the table's stream (a real one on
 * DynamoDB Local), the stream function, the queue and the webhooks function, each in the role that the template gives it.
 */
import { UpdateItemCommand } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StreamHandler } from '../../functions/local/deliver-records.ts';
import { keys } from '../../functions/store/table.ts';
import { type Client, type MatchBody, newMatch, newPlayer, type Send } from '../support/clients.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { stopReceivers } from '../webhooks/receivers.ts';
import { expectAllGivenOut, expectNothingLeft, richAccount } from './chain-account.ts';
import { type Deployment, type FunctionName, synthesize } from './deployment.ts';
import { type FakeQueue, type QueueHandler, startFakeQueue } from './fake-queue.ts';
import { functionLog } from './function-log.ts';
import { type Handler, throughGateway } from './gateway.ts';
import { type Hook, newHook } from './hook.ts';
import { followChanges, type TableChanges } from './table-changes.ts';

const log = functionLog();

let deployment: Deployment;
let database: TestTable;
let queue: FakeQueue;
let changes: TableChanges;
let webhooks: QueueHandler;
let send: Send;
let ada: Client;
let bob: Client;

beforeAll(async () => {
  deployment = synthesize();
  [database, queue] = [await startTable(), await startFakeQueue()];
  const environment = { ...database, queue, loopback: true };
  send = throughGateway((await deployment.container<Handler>('Api', environment)).handler);
  ({ handler: webhooks } = await deployment.container<QueueHandler>('Webhooks', environment));
  const stream = await deployment.container<StreamHandler>('Stream', environment);
  changes = await followChanges(database, deployment.template, stream.handler);
  ada = await newPlayer(send, 'Ada');
  bob = await newPlayer(send, 'Bob');
});

afterAll(async () => {
  await changes?.stop();
  await stopReceivers();
  await queue?.stop();
  await database?.stop();
  await deployment?.remove();
});

/** Until nothing follows from what has happened any more. */
async function settle(): Promise<void> {
  do await changes.settle();
  while ((await queue.drain(webhooks)) > 0);
}

async function feedOf(player: Client, after = ''): Promise<{ type: string; id: string; match?: string }[]> {
  const path = `/v1/me/events${after === '' ? '' : `?after=${after}`}`;
  return (await player.call<{ entries: { type: string; id: string; match?: string }[] }>('GET', path)).body.entries;
}

const typesOf = (told: readonly { readonly type: string }[]) => told.map(({ type }) => type);
const move = (player: Client, match: MatchBody, ply: number, text: string) =>
  player.call<MatchBody>('POST', `/v1/matches/${match.id}/moves`, { ply, moves: [text] });

describe('a match', () => {
  let hook: Hook;
  let match: MatchBody;

  test('a webhook proves itself by answering its ping', async () => {
    hook = await newHook(ada);
    expect(await hook.status()).toBe('unverified');
    await settle();
    expect(typesOf(hook.got)).toEqual(['webhook.ping']);
    expect(await hook.status()).toBe('enabled');
  });

  test('what happens is in the feeds, in the lists, and at the webhook, in order', async () => {
    match = await newMatch(ada, bob, { visibility: 'public' });
    await settle();
    expect((await move(ada, match, 0, 'spawn 2')).status).toBe(200);
    await settle();
    expect((await move(bob, match, 1, 'spawn 1')).status).toBe(200);
    expect((await move(bob, match, 2, 'spawn 3')).status).toBe(200);
    await settle();

    const ofMatch = (await feedOf(ada)).filter((entry) => entry.match === match.id);
    expect(typesOf(ofMatch)).toEqual([
      'seat.joined',
      'seat.joined',
      'match.started',
      'turn.started',
      'move.made',
      'move.made',
      'move.made',
      'turn.started',
    ]);
    expect(hook.got.slice(1).map(({ type, data }) => ({ type, id: data.id }))).toEqual(
      ofMatch.map(({ type, id }) => ({ type, id })),
    );
    expect(hook.got.map(({ id }) => id)).toEqual(hook.got.map(({ data }) => `${hook.id}_${data.id}`));

    const listed = await bob.call<{ matches: { id: string; ply: number }[] }>('GET', '/v1/matches?mine=true');
    expect(listed.body.matches).toEqual([expect.objectContaining({ id: match.id, ply: 3 })]);
    expect((await bob.call('GET', `/v1/matches/${match.id}?ply=1`)).body.ply).toBe(1);
    const turns = await ada.call<{ turns: unknown[] }>('GET', '/v1/me/turns');
    expect(turns.body.turns).toEqual([expect.objectContaining({ match: match.id })]);
  });

  test('what is told again by the stream is delivered once, also where it was not noted how far it had come', async () => {
    const before = hook.got.length;
    await database.client.send(
      new UpdateItemCommand({
        TableName: database.table,
        Key: keys.webhook(ada.id, hook.id),
        UpdateExpression: 'SET #cursor = :none',
        ExpressionAttributeNames: { '#cursor': 'cursor' },
        ExpressionAttributeValues: { ':none': { N: '0' } },
      }),
    );
    const { handler } = await deployment.container<StreamHandler>('Stream', { ...database, queue });
    const again = await followChanges(database, deployment.template, handler);
    await again.settle();
    await again.stop();
    await settle();
    expect(hook.got.length).toBe(before);
  });

  test('a turn that is over before it could be pushed is not pushed', async () => {
    const before = hook.got.length;
    expect((await move(ada, match, 3, 'spawn 4')).status).toBe(200);
    expect((await move(ada, match, 4, 'spawn 6')).status).toBe(200);
    const bobs = await newHook(bob);
    await settle();
    const got = bobs.got.length;
    // All of a turn of Bob's and the first move of the next of Ada's, before anybody is told.
    expect((await move(bob, match, 5, 'spawn 5')).status).toBe(200);
    expect((await move(bob, match, 6, 'spawn 7')).status).toBe(200);
    expect((await move(ada, match, 7, 'spawn 1')).status).toBe(200);
    expect((await move(ada, match, 8, 'spawn 3')).status).toBe(200);
    await settle();
    expect(typesOf(hook.got.slice(before))).toEqual(Array(6).fill('move.made'));
    expect(typesOf(bobs.got.slice(got))).toEqual([...Array(4).fill('move.made'), 'turn.started']);
  });

  test('what was delivered is sent again when its owner asks, under the same id', async () => {
    const last = hook.got.at(-1);
    const deliveries = `/v1/webhooks/${hook.id}/deliveries`;
    const asked = await ada.call('POST', `${deliveries}/${last?.data.id}/redeliver`);
    expect(asked.status).toBe(202);
    await settle();
    expect(hook.got.at(-1)).toEqual(last);
    expect(hook.got.at(-2)).toEqual(last);
    const { body } = await ada.call<{ deliveries: { state: string; tries: { status: number }[] }[] }>(
      'GET',
      deliveries,
    );
    expect(body.deliveries[0]).toMatchObject({ state: 'delivered', tries: [{ status: 204 }, { status: 204 }] });
  });
});

test('who is invited is told and has it in a list, until they decline; by a link they come all the same', async () => {
  const wish = { game: 'aquaignis', visibility: 'private', invited: [bob.id] };
  const { body: match } = await ada.call<MatchBody>('POST', '/v1/matches', wish);
  await settle();
  const waiting = async () => {
    const { body } = await bob.call<{ invitations: { match: { id: string } }[] }>('GET', '/v1/me/invitations');
    return body.invitations.map((invitation) => invitation.match.id);
  };
  const toldBob = async () => typesOf((await feedOf(bob)).filter((entry) => entry.match === match.id));
  expect(await waiting()).toEqual([match.id]);
  expect(await toldBob()).toEqual(['invitation.received']);
  expect((await bob.call('POST', `/v1/matches/${match.id}/invitations/decline`)).status).toBe(204);
  await settle();
  expect(await waiting()).toEqual([]);
  expect(await toldBob()).toEqual(['invitation.received', 'invitation.over']);
  const { body: link } = await ada.call<{ code: string }>('POST', `/v1/matches/${match.id}/links`);
  const opened = await bob.call<MatchBody>('POST', '/v1/links/open', { code: link.code });
  expect([opened.status, opened.body.status]).toEqual([200, 'active']);
});

test('a vacation stops the clocks of matches that have begun and that begin, until it is ended', async () => {
  const day = (ahead: number) => new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10);
  const begun = await newMatch(ada, bob);
  await settle();
  expect((await ada.call('PUT', '/v1/me/vacation', { from: day(0), to: day(3) })).status).toBe(200);
  await settle();
  const begins = await newMatch(ada, bob);
  await settle();
  const states = async () => {
    const matches = [begun, begins].map(({ id }) => ada.call<{ clock: { state: string } }>('GET', `/v1/matches/${id}`));
    return (await Promise.all(matches)).map(({ body }) => body.clock.state);
  };
  expect(await states()).toEqual(['away', 'away']);
  expect((await ada.call('DELETE', '/v1/me/vacation')).status).toBe(200);
  await settle();
  expect(await states()).toEqual(['running', 'running']);
});

test('rated matches put their players into the leaderboard, page by page', async () => {
  // Players of their own: what Ada and Bob have lost is counted further down.
  const [dot, eve] = [await newPlayer(send, 'Dot'), await newPlayer(send, 'Eve')];
  for (const [loser, winner] of [
    [dot, eve],
    [eve, dot],
    [dot, eve],
  ] as const) {
    const { id } = await newMatch(loser, winner, { rated: true });
    expect((await loser.call('POST', `/v1/matches/${id}/resign`)).status).toBe(200);
    await settle();
  }
  const read = async (query: string) =>
    (await ada.call<{ players: { matches: number }[]; next: string }>('GET', `/v1/games/aquaignis/leaderboard${query}`))
      .body;
  const first = await read('?limit=1');
  expect(first.players).toEqual([expect.objectContaining({ player: { id: eve.id, name: 'Eve' }, matches: 3 })]);
  const second = await read(`?limit=1&cursor=${first.next}`);
  expect(second.players).toEqual([expect.objectContaining({ player: { id: dot.id, name: 'Dot' }, matches: 3 })]);
});

test('what is said is read by whom it is for and told to the seats, and notes come and go', async () => {
  const match = await newMatch(ada, bob);
  const hook = await newHook(bob, { match: match.id, events: ['talk.said'] });
  await settle();
  const [talk, notes] = [`/v1/matches/${match.id}/talk`, `/v1/matches/${match.id}/notes`];
  const said = { text: 'Good luck!', to: 'seats' };
  for (let n = 0; n < 2; n += 1) {
    expect((await ada.call('POST', talk, said, { 'Idempotency-Key': 'luck' })).status).toBe(201);
  }
  expect((await bob.call('POST', talk, { text: 'Hello, all!', to: 'all' })).status).toBe(201);
  await settle();
  const texts = async (who: Client) => {
    const page = await who.call<{ messages: { text: string }[] }>('GET', talk);
    return page.body.messages.map(({ text }) => text);
  };
  expect(await texts(bob)).toEqual(['Good luck!', 'Hello, all!']);
  expect(await texts(await newPlayer(send, 'Cyd'))).toEqual(['Hello, all!']);
  expect(hook.got.slice(1).map(({ type, data }) => [type, data.talk])).toEqual([
    ['talk.said', 1],
    ['talk.said', 2],
  ]);
  for (const text of ['At the fourth flow.', '']) {
    expect((await ada.call('PUT', notes, { text })).status).toBe(200);
    expect((await ada.call('GET', notes)).body).toEqual({ text });
  }
});

test('a plan is laid, answers what the opponent plays, and is taken away', async () => {
  const match = await newMatch(ada, bob);
  const plan = `/v1/matches/${match.id}/plan`;
  expect((await move(ada, match, 0, 'spawn 4')).status).toBe(200);
  const next = [{ when: ['spawn 1', 'spawn 2'], answer: ['spawn 5'] }];
  const branches = [{ when: ['spawn 4', 'charge 4'], answer: ['charge 4', 'spawn 6'], next }];
  expect((await ada.call('PUT', plan, { ply: 1, branches })).status).toBe(200);
  expect((await ada.call('PUT', plan, { ply: 1, branches: [...branches, ...next] })).status).toBe(200);
  await settle();
  expect((await move(bob, match, 1, 'spawn 4')).status).toBe(200);
  expect((await move(bob, match, 2, 'charge 4')).status).toBe(200);
  await settle();
  expect((await ada.call('GET', plan)).body).toEqual({ plan: { ply: 5, branches: next, firing: false } });
  const told = (await feedOf(ada)).filter((entry) => entry.match === match.id && entry.type.startsWith('plan.'));
  expect(typesOf(told)).toEqual(['plan.played']);
  expect((await ada.call('DELETE', plan)).status).toBe(204);
  expect((await move(bob, match, 5, 'spawn 1')).status).toBe(200);
  expect((await move(bob, match, 6, 'spawn 2')).body.ply).toBe(7);
  await settle();
  expect((await ada.call<MatchBody>('GET', `/v1/matches/${match.id}`)).body.ply).toBe(7);

  for (const [ply, text] of [[7, 'spawn 2'] as const, [8, 'spawn 3'] as const])
    expect((await move(ada, match, ply, text)).status).toBe(200);
  const last = [{ when: ['spawn 6', 'spawn 7'], answer: ['spawn 7'] }];
  expect((await ada.call('PUT', plan, { ply: 9, branches: last })).status).toBe(200);
  expect((await move(bob, match, 9, 'spawn 6')).status).toBe(200);
  expect((await move(bob, match, 10, 'spawn 7')).status).toBe(200);
  await settle();
  expect((await ada.call('GET', plan)).body).toEqual({ plan: null });
  expect((await ada.call<MatchBody>('GET', `/v1/matches/${match.id}`)).body.ply).toBe(12);
});

test('of two of whom one has blocked the other neither is told what the other says, until that is taken back', async () => {
  const match = await newMatch(ada, bob);
  const hook = await newHook(bob, { match: match.id, events: ['talk.said'] });
  await settle();
  const [talk, block] = [`/v1/matches/${match.id}/talk`, `/v1/me/blocks/${ada.id}`];
  const says = async (text: string) => {
    expect((await ada.call('POST', talk, { text, to: 'seats' })).status).toBe(201);
    await settle();
  };
  expect((await bob.call('PUT', block)).status).toBe(204);
  expect((await bob.call('GET', '/v1/me/blocks')).body).toMatchObject({ blocks: [{ player: { id: ada.id } }] });
  await says('Are you there?');
  expect((await bob.call('GET', talk)).body).toMatchObject({ messages: [] });
  expect((await bob.call('DELETE', block)).status).toBe(204);
  await says('And now?');
  expect(hook.got.slice(1).map(({ data }) => data.talk)).toEqual([2]);
});

describe('a receiver that does not take what it is sent', () => {
  test('is tried again after a while, and gets the rest of the match after that', async () => {
    const hook = await newHook(bob, { events: ['match.started', 'seat.resigned', 'match.finished'] });
    await settle();
    hook.answer(500);
    const match = await newMatch(bob, ada);
    expect((await ada.call('POST', `/v1/matches/${match.id}/resign`)).status).toBe(200);
    await settle();
    expect(typesOf(hook.got)).toEqual(['webhook.ping', 'match.started']);
    expect(queue.waiting()).toEqual([expect.toSatisfy((ms: number) => ms > 3_000 && ms <= 7_000)]);

    hook.answer(200);
    await expect.poll(() => settle().then(() => hook.got.length), { timeout: 15_000, interval: 500 }).toBe(5);
    expect(typesOf(hook.got.slice(2))).toEqual(['match.started', 'seat.resigned', 'match.finished']);
    const page = await ada.call('GET', `/v1/players/${ada.id}`);
    expect(page.body.results).toEqual([{ game: 'aquaignis', won: 0, lost: 1, drawn: 0, aborted: 0 }]);
    expect(hook.got[2]?.id).toBe(hook.got[1]?.id);
  });

  test('is disabled once it says that it is gone, and its owner is told', async () => {
    const hook = await newHook(ada, { events: ['match.started', 'webhook.disabled'] });
    await settle();
    hook.answer(410);
    expect((await ada.call('PATCH', `/v1/webhooks/${hook.id}`, { events: ['match.started'] })).status).toBe(200);
    await newMatch(ada, bob);
    await settle();
    expect(await hook.status()).toBe('disabled');
    expect((await feedOf(ada)).at(-1)).toMatchObject({ type: 'webhook.disabled', webhook: hook.id, reason: 'gone' });
    expect(hook.got).toHaveLength(2);
    expect((await ada.call('DELETE', `/v1/webhooks/${hook.id}`)).status).toBe(204);
  });
});

describe('an account', () => {
  test('gives out all that it has, and when it is closed all that is personal goes', async () => {
    const through = { send, database, settle, told: () => changes.settle() };
    const { eve, match } = await richAccount(through, bob);
    await expectAllGivenOut(through, eve);
    await expectNothingLeft(through, { eve, bob, match });
  });
});

describe('messages that cannot be worked on', () => {
  test('fail each by itself, and say why in the log', async () => {
    const hook = await newHook(ada);
    await changes.settle();
    const record = (messageId: string, body: string) => ({
      messageId,
      body,
      attributes: { ApproximateReceiveCount: '1' },
    });
    const good = JSON.stringify({ player: ada.id, webhook: hook.id, lane: 'account' });
    const lines = await log.during(async () => {
      const event = { Records: [record('1', 'no JSON'), record('2', good), record('3', '{"lane":"account"}')] };
      const answer = await webhooks(event as never, { getRemainingTimeInMillis: () => 60_000 });
      expect(answer.batchItemFailures.map(({ itemIdentifier }) => itemIdentifier).sort()).toEqual(['1', '3']);
    });
    expect(typesOf(hook.got)).toEqual(['webhook.ping']);
    expect(lines.map(({ level, message, id }) => [level, message, id]).sort()).toEqual([
      ['ERROR', 'lane not done', '1'],
      ['ERROR', 'lane not done', '3'],
    ]);
    await settle();
  });

  test('a container with no time left begins no more tries, and hands the lane on', async () => {
    const hook = await newHook(ada);
    await changes.settle();
    expect(await queue.drain((event) => webhooks(event, { getRemainingTimeInMillis: () => 20_000 }), 1)).toBe(1);
    expect(hook.got).toEqual([]);
    await settle();
    expect(typesOf(hook.got)).toEqual(['webhook.ping']);
  });
});

describe('the rights of the functions', () => {
  const unused = (name: FunctionName) => deployment.unused(name);

  test('are enough', () => {
    for (const name of ['Api', 'Stream', 'Webhooks'] as const) expect(deployment.refused(name)).toEqual([]);
  });

  test('are no more than what has been used here, but for what happens too seldom', () => {
    expect({ Api: unused('Api'), Stream: unused('Stream'), Webhooks: unused('Webhooks') }).toEqual({
      // A creation that gives way where too many came at once; what the tests of the API function ask for.
      Api: ['dynamodb:DeleteItem tokens#', 'dynamodb:DeleteItem webhooks#'],
      // What could not be worked on, which the tests of the stream function make.
      Stream: ['dynamodb:PutItem set-aside'],
      // The first entry of a feed, if all before it have been dropped since.
      Webhooks: ['dynamodb:GetItem feed#'],
    });
  });
});
