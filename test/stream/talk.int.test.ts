/** What is said gets into the feeds of the seats, each message once and in order, however and whenever the stream tells. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import { keys } from '../../functions/store/table.ts';
import { talkTopic } from '../../functions/store/topic.ts';
import { handleRecords } from '../../functions/stream/handle.ts';
import { rebuild } from '../../functions/stream/rebuild.ts';
import { around } from '../support/around.ts';
import { type Client, type MatchBody, newMatch } from '../support/clients.ts';
import { newWorld, type World } from './talk-kit.ts';
import { allItems, dropItems } from './whole-table.ts';

let world: World;
let ada: Client;
let bob: Client;
let cyd: Client;
let match: string;

beforeAll(async () => {
  world = await newWorld();
});
beforeEach(async () => {
  [ada, bob, cyd] = [await world.newPlayer('Ada'), await world.newPlayer('Bob'), await world.newPlayer('Cyd')];
  match = (await newMatch(ada, bob)).id;
});
afterAll(() => world.end());

const record = (number: number) => ({
  eventName: 'INSERT' as const,
  dynamodb: { Keys: keys.message(match, number), SequenceNumber: String(number) },
});

test('all seats are told, the author too, in order; nobody else', async () => {
  await world.said(ada, match, 'Good luck!');
  await world.said(bob, match, 'Have fun!', 'all');
  expect(await handleRecords(world.work(), [record(1), record(2)])).toEqual([]);
  expect(await world.heardBy(ada, match)).toEqual(['1/1/1', '1/2/2']);
  expect(await world.heardBy(bob, match)).toEqual(['2/1/1', '2/2/2']);
  expect(await world.heardBy(cyd, match)).toEqual([]);
});

test('told twice, late, and at once, each message is told once', async () => {
  for (let n = 1; n <= 60; n += 1) await world.said(n % 2 === 0 ? ada : bob, match, `number ${n}`);
  await Promise.all([world.told(match), world.told(match), world.told(match)]);
  await world.told(match);
  const numbers = (await world.heardBy(ada, match)).map((told) => Number(told.split('/')[2]));
  expect(numbers).toEqual(Array.from({ length: 60 }, (_, n) => n + 1));
});

test('who left before they were told is not; who sits down later is told of what comes', async () => {
  const made = await ada.call<MatchBody>('POST', '/v1/matches', { game: 'astromagie', seats: 3 });
  const { id } = made.body;
  await bob.call('POST', `/v1/matches/${id}/join`);
  await world.said(bob, id, 'Hello?');
  await bob.call('POST', `/v1/matches/${id}/leave`);
  await world.told(id);
  expect(await world.heardBy(bob, id)).toEqual([]);
  await cyd.call('POST', `/v1/matches/${id}/join`);
  await world.said(ada, id, 'Welcome!');
  await world.told(id);
  expect(await world.heardBy(ada, id)).toEqual(['1/2/1', '1/1/2']);
  expect(await world.heardBy(cyd, id)).toEqual(['2/1/2']);
});

test('who is kept apart from the author is not told, in whatever way they are told', async () => {
  const { blocks } = world.api.deps;
  await blocks.add(bob.id as PlayerId, ada.id as PlayerId, '2030-01-01T00:00:00.000Z');
  await world.followed(match as MatchId);
  await world.said(ada, match, 'Good luck!');
  await world.said(bob, match, 'Have fun!');
  await world.told(match);
  const { database } = world.api;
  expect([await world.heardBy(ada, match), await world.heardBy(bob, match)]).toEqual([['1/1/1'], ['2/2/2']]);
  const feeds = (await allItems(database)).filter(({ pk }) => pk?.S?.startsWith('feed#') === true);
  await dropItems(database, feeds);
  await rebuild({ ...database, work: world.work(), now: () => new Date(), say: () => undefined });
  expect([await world.heardBy(ada, match), await world.heardBy(bob, match)]).toEqual([['1/1/1'], ['2/2/2']]);
});

test('talk of a match that is not there is nothing to tell', async () => {
  await world.told('m_0000000000000000');
  expect(world.lines).toEqual([]);
});

describe('what goes wrong', () => {
  test('killed between the message and the feeds, it is found at the next start, and only then', async () => {
    for (const topic of await world.behind()) await world.followed(topic);
    await world.said(ada, match, 'Good luck!');
    expect(await world.heardBy(bob, match)).toEqual([]);
    const behind = await world.behind();
    expect(behind).toEqual([talkTopic(match as MatchId)]);
    for (const topic of behind) await world.followed(topic);
    expect(await world.heardBy(bob, match)).toEqual(['2/1/1']);
    expect(await world.behind()).toEqual([]);
  });

  test('killed before or after any request and told again, it makes the same', async () => {
    let kills = 0;
    for (let n = 1; ; n += 1) {
      match = (await newMatch(ada, bob)).id;
      for (const text of ['one', 'two', 'three']) await world.said(ada, match, text);
      const died = await world
        .work(dying(n, n % 2 === 0 ? 'before' : 'after'))
        .tellTalk(match as MatchId)
        .then(
          () => false,
          () => true,
        );
      await world.said(bob, match, 'four');
      await world.told(match);
      for (const [who, seat] of [
        [ada, 1],
        [bob, 2],
      ] as const) {
        const told = [`${seat}/1/1`, `${seat}/1/2`, `${seat}/1/3`, `${seat}/2/4`];
        expect(await world.heardBy(who, match), `request ${n}`).toEqual(told);
      }
      if (!died) break;
      kills += 1;
    }
    expect(kills).toBeGreaterThan(10);
  });

  test('a database that is busy has the record told again, and then it is done', async () => {
    await world.said(ada, match, 'Good luck!');
    const busy = around(world.api.database.client, async () => {
      throw Object.assign(new Error('busy'), { name: 'ThrottlingException' });
    });
    expect(await handleRecords(world.work(busy), [record(1)])).toEqual(['1']);
    expect(world.lines.at(-1)).toMatchObject({ message: 'not done', topic: talkTopic(match as MatchId) });
    expect(await handleRecords(world.work(), [record(1)])).toEqual([]);
    expect(await world.heardBy(bob, match)).toEqual(['2/1/1']);
  });

  test('what cannot be told is set aside, known as what it is, and made good by the next message', async () => {
    await world.said(ada, match, 'Good luck!');
    const bad = { ...world.work(), tellTalk: () => Promise.reject(new Error('bad')) };
    expect(await handleRecords(bad, [record(1)])).toEqual([]);
    const topic = talkTopic(match as MatchId);
    expect(world.lines.at(-1)).toMatchObject({ message: 'set aside', topic });
    expect(await bad.setAside.all()).toContain(topic);
    await world.said(bob, match, 'Have fun!');
    expect(await handleRecords(world.work(), [record(2)])).toEqual([]);
    expect(await world.heardBy(bob, match)).toEqual(['2/1/1', '2/2/2']);
  });
});

describe('made again', () => {
  async function rebuilt(): Promise<number> {
    const { database } = world.api;
    const done = await rebuild({ ...database, work: world.work(), now: () => new Date(), say: () => undefined });
    expect([...done.failed]).toEqual([]);
    return done.told;
  }

  test('a feed that was lost tells of the match and of its talk again, in the order of their times', async () => {
    await world.followed(match as MatchId);
    await world.said(ada, match, 'Good luck!');
    await ada.call('POST', `/v1/matches/${match}/moves`, { ply: 0, moves: ['spawn 4'] });
    await world.said(bob, match, 'Have fun!');
    await world.followed(match as MatchId);
    await world.told(match);
    const { database } = world.api;
    const feed = (await allItems(database)).filter(({ pk }) => pk?.S === `feed#${bob.id}`);
    await dropItems(database, feed);
    expect(await rebuilt()).toBeGreaterThan(0);
    const types = async () => {
      const page = await bob.call<{ entries: { type: string }[] }>('GET', '/v1/me/events');
      return page.body.entries.map(({ type }) => type);
    };
    const told = await types();
    expect(told.filter((type) => type === 'talk.said' || type === 'move.made')).toEqual([
      'talk.said',
      'move.made',
      'talk.said',
    ]);
    expect(await rebuilt()).toBe(0);
    expect(await types()).toEqual(told);
  });

  test('who sat down later is not told of what was said before, also not from an empty feed', async () => {
    const made = await ada.call<MatchBody>('POST', '/v1/matches', { game: 'astromagie', seats: 3 });
    await world.said(ada, made.body.id, 'Is anybody there?');
    await world.told(made.body.id);
    for (const who of [bob, cyd]) await who.call('POST', `/v1/matches/${made.body.id}/join`);
    for (const topic of await world.behind()) await world.followed(topic);
    expect(await rebuilt()).toBe(0);
    const { database } = world.api;
    await dropItems(
      database,
      (await allItems(database)).filter(({ pk }) => pk?.S === `feed#${bob.id}` || pk?.S === `feed#${ada.id}`),
    );
    await rebuilt();
    expect(await world.heardBy(ada, made.body.id)).toEqual(['1/1/1']);
    expect(await world.heardBy(bob, made.body.id)).toEqual([]);
  });

  test('what the seats were not told of is told, and what had been set aside', async () => {
    await world.followed(match as MatchId);
    await world.said(ada, match, 'Good luck!');
    await world.work().setAside.put(talkTopic(match as MatchId), new Error('bad'));
    await rebuilt();
    expect(await world.heardBy(bob, match)).toEqual(['2/1/1']);
    expect(await world.behind()).not.toContain(talkTopic(match as MatchId));
    expect(await world.work().setAside.all()).toEqual([]);
  });
});

/** A process that dies before or after its n-th request. */
function dying(n: number, when: 'before' | 'after'): DynamoDBClient {
  let requests = 0;
  return around(world.api.database.client, async (go) => {
    requests += 1;
    if (requests > n || (requests === n && when === 'before')) throw new Error('dead');
    const answer = await go();
    if (requests >= n) throw new Error('dead');
    return answer;
  });
}
