/** A player's leave gets into the player's matches, exactly as it is set, however often and whenever the stream tells. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MatchId } from '../../domain/match/types.ts';
import { keys } from '../../functions/store/table.ts';
import { vacationTopic } from '../../functions/store/topic.ts';
import { grantLeave } from '../../functions/stream/grant-leave.ts';
import { handleRecords } from '../../functions/stream/handle.ts';
import { around } from '../support/around.ts';
import type { Client, MatchBody } from '../support/clients.ts';
import { back, clockOf, DAY, move, newWorld, vacation, type World } from './leave-kit.ts';

let world: World;
let ada: Client;
let bob: Client;

beforeAll(async () => {
  world = await newWorld();
});
beforeEach(async () => {
  world.at('2030-05-10T12:00:00.000Z');
  ada = await world.newPlayer('Ada');
  bob = await world.newPlayer('Bob');
});
afterAll(() => world.end());

const PER_TURN = { kind: 'per-turn', time: 'P3D' };
const BANK = { kind: 'bank', initial: 'P3D', increment: 'PT12H' };
/** Ada is to move, and has three days for that. */
const DUE = '2030-05-13T12:00:00.000Z';
const CLOCKS = [
  ['per turn', PER_TURN],
  ['a bank', BANK],
] as const;

describe.each(CLOCKS)('%s', (_name, clock) => {
  let match: MatchBody;
  const begin = async () => {
    match = await world.match(ada, bob, { clock });
  };

  test('set before the match starts', async () => {
    await vacation(ada, '2030-05-11', '2030-05-12');
    await world.leaveTold(ada);
    await begin();
    expect(await world.leaveIn(match)).toEqual(['+1 2030-05-11T00:00:00.000Z 2030-05-13T00:00:00.000Z']);
    expect(await clockOf(ada, match)).toMatchObject({ deadline: '2030-05-15T12:00:00.000Z', state: 'running' });
    world.at('2030-05-11T00:00:00.000Z');
    expect(await clockOf(ada, match)).toMatchObject({ state: 'away', left: ['P2DT12H', 'P3D'] });
    world.at('2030-05-13T00:00:00.000Z');
    expect(await clockOf(ada, match)).toMatchObject({ state: 'running', left: ['P2DT12H', 'P3D'] });
  });

  test('of a leave that runs, a match gets what is left of it', async () => {
    await vacation(ada, '2030-05-10', '2030-05-11');
    world.later(DAY / 4);
    await begin();
    expect(await world.leaveIn(match)).toEqual(['+1 2030-05-10T18:00:00.000Z 2030-05-12T00:00:00.000Z']);
  });

  test('set during a turn: from then on, never for time before', async () => {
    await begin();
    expect(await clockOf(ada, match)).toMatchObject({ deadline: DUE });
    world.at('2030-05-11T12:00:00.000Z');
    await vacation(ada, '2030-05-10', '2030-05-12');
    await world.leaveTold(ada);
    expect(await world.leaveIn(match)).toEqual(['+1 2030-05-11T12:00:00.000Z 2030-05-13T00:00:00.000Z']);
    expect(await clockOf(ada, match)).toMatchObject({
      deadline: '2030-05-15T00:00:00.000Z',
      state: 'away',
      left: ['P2D', 'P3D'],
    });
  });

  test('over several turns: what lies in each is free, and moving while away is charged like any move', async () => {
    await begin();
    await vacation(ada, '2030-05-11', '2030-05-20');
    await world.leaveTold(ada);
    world.at('2030-05-12T12:00:00.000Z');
    await move(ada, match, 0, 'spawn 4');
    // Half a day before the leave was charged; the move filled the clock up again, or earned its increment.
    expect(await clockOf(ada, match)).toMatchObject({ left: ['P3D', 'P3D'] });
    world.at('2030-05-14T12:00:00.000Z');
    await move(bob, match, 1, 'spawn 2', 'charge 2');
    expect(await clockOf(ada, match)).toMatchObject({ state: 'away', deadline: '2030-05-24T00:00:00.000Z' });
    expect(await world.leaveIn(match)).toHaveLength(1);
  });

  test('the other player’s clock runs on', async () => {
    await begin();
    await vacation(bob, '2030-05-10', '2030-05-20');
    await world.leaveTold(bob);
    expect(await clockOf(ada, match)).toMatchObject({ deadline: DUE, state: 'running' });
    await move(ada, match, 0, 'spawn 4');
    expect(await clockOf(ada, match)).toMatchObject({ deadline: '2030-05-24T00:00:00.000Z', state: 'away' });
  });

  test('cut: the time that is left of it counts again', async () => {
    await begin();
    await vacation(ada, '2030-05-10', '2030-05-20');
    await world.leaveTold(ada);
    world.at('2030-05-12T12:00:00.000Z');
    await back(ada);
    await world.leaveTold(ada);
    expect(await world.leaveIn(match)).toEqual([
      '+1 2030-05-10T12:00:00.000Z 2030-05-21T00:00:00.000Z',
      '-1 2030-05-12T12:00:00.000Z 2030-05-21T00:00:00.000Z',
    ]);
    expect(await clockOf(ada, match)).toMatchObject({ deadline: '2030-05-15T12:00:00.000Z', state: 'running' });
  });

  test('to come, and dropped: as if it had never been', async () => {
    await begin();
    await vacation(ada, '2030-05-11', '2030-05-20');
    await world.leaveTold(ada);
    await back(ada);
    await world.leaveTold(ada);
    expect(await clockOf(ada, match)).toMatchObject({ deadline: DUE });
  });

  test('set and cut before the stream looks: only what was', async () => {
    await begin();
    await vacation(ada, '2030-05-10', '2030-05-20');
    world.at('2030-05-12T12:00:00.000Z');
    await back(ada);
    await world.leaveTold(ada);
    expect(await world.leaveIn(match)).toEqual(['+1 2030-05-10T12:00:00.000Z 2030-05-12T12:00:00.000Z']);
  });

  test('not told in time: the first command after the deadline asks the account', async () => {
    await begin();
    await vacation(ada, '2030-05-11', '2030-05-12');
    world.at('2030-05-14T12:00:00.000Z');
    await move(ada, match, 0, 'spawn 4');
    expect(await world.leaveIn(match)).toEqual(['+1 2030-05-11T00:00:00.000Z 2030-05-13T00:00:00.000Z']);
    await world.leaveTold(ada);
    expect(await world.leaveIn(match)).toHaveLength(1);
  });

  test('told twice, the second time it changes nothing', async () => {
    await begin();
    await vacation(ada, '2030-05-11', '2030-05-12');
    await world.leaveTold(ada);
    const head = await world.head(match);
    await Promise.all([world.leaveTold(ada), world.leaveTold(ada), world.told(match.id)]);
    expect(await world.head(match)).toBe(head);
  });
});

describe('which matches', () => {
  test('all active ones whose settings allow it, and no others', async () => {
    const [one, two, refusing, over] = [
      await world.match(ada, bob, { clock: PER_TURN }),
      await world.match(bob, ada, { clock: BANK }),
      await world.match(ada, bob, { clock: PER_TURN, vacation: false }),
      await world.match(ada, bob, { clock: PER_TURN }),
    ];
    await bob.call('POST', `/v1/matches/${over.id}/resign`);
    await world.told(over.id);
    await vacation(ada, '2030-05-11', '2030-05-12');
    await world.leaveTold(ada);
    const span = '2030-05-11T00:00:00.000Z 2030-05-13T00:00:00.000Z';
    expect(await world.leaveIn(one)).toEqual([`+1 ${span}`]);
    expect(await world.leaveIn(two)).toEqual([`+2 ${span}`]);
    expect(await world.leaveIn(refusing)).toEqual([]);
    expect(await world.leaveIn(over)).toEqual([]);
    expect(await clockOf(ada, refusing)).toMatchObject({ deadline: DUE });
  });

  test('both players are away: each has their own', async () => {
    await vacation(ada, '2030-05-11', '2030-05-11');
    await vacation(bob, '2030-05-12', '2030-05-12');
    const match = await world.match(ada, bob, { clock: PER_TURN });
    expect(await world.leaveIn(match)).toEqual([
      '+1 2030-05-11T00:00:00.000Z 2030-05-12T00:00:00.000Z',
      '+2 2030-05-12T00:00:00.000Z 2030-05-13T00:00:00.000Z',
    ]);
  });
});

describe('what goes wrong', () => {
  test('killed between the account and the matches, it is found at the next start', async () => {
    const match = await world.match(ada, bob, { clock: PER_TURN });
    await vacation(ada, '2030-05-11', '2030-05-12');
    expect(await world.leaveIn(match)).toEqual([]);
    for (const topic of await world.behind()) await world.told(topic);
    expect(await world.leaveIn(match)).toHaveLength(1);
  });

  test('killed before or after any request and told again, it makes the same', async () => {
    let kills = 0;
    for (let n = 1; ; n += 1) {
      const one = await world.match(ada, bob, { clock: PER_TURN });
      const two = await world.match(ada, bob, { clock: BANK });
      await vacation(ada, '2030-05-11', '2030-05-12');
      const when = n % 2 === 0 ? 'before' : 'after';
      const died = await world
        .work(dying(n, when))
        .grantLeave(ada.id as `p_${string}`)
        .then(
          () => false,
          () => true,
        );
      await world.leaveTold(ada);
      for (const match of [one, two]) expect(await world.leaveIn(match), `request ${n}`).toHaveLength(1);
      for (const match of [one, two]) await bob.call('POST', `/v1/matches/${match.id}/resign`);
      for (const match of [one, two]) await world.told(match.id);
      await back(ada);
      if (!died) break;
      kills += 1;
    }
    expect(kills).toBeGreaterThan(5);
  });

  test('a move that comes first: the match is read and judged again', async () => {
    const match = await world.match(ada, bob, { clock: PER_TURN });
    await vacation(ada, '2030-05-11', '2030-05-12');
    let moved = false;
    const racing = around(world.api.database.client, async (go, command) => {
      if (!moved && command.constructor.name === 'PutItemCommand') {
        moved = true;
        await move(ada, match, 0, 'spawn 4');
      }
      return go();
    });
    await world.leaveTold(ada, racing);
    expect(moved).toBe(true);
    // Of the turn that is over nothing is given back; of what is to come all of it.
    expect(await world.leaveIn(match)).toEqual(['+1 2030-05-11T00:00:00.000Z 2030-05-13T00:00:00.000Z']);
    expect((await ada.call<MatchBody>('GET', `/v1/matches/${match.id}`)).body.ply).toBe(1);
  });

  test('a database that is busy has the record told again, and then it is done', async () => {
    const match = await world.match(ada, bob, { clock: PER_TURN });
    await vacation(ada, '2030-05-11', '2030-05-12');
    const busy = around(world.api.database.client, async () => {
      throw Object.assign(new Error('busy'), { name: 'ThrottlingException' });
    });
    const record = {
      eventName: 'MODIFY' as const,
      dynamodb: { Keys: keys.vacation(ada.id), SequenceNumber: '17' },
    };
    expect(await handleRecords(world.work(busy), [record])).toEqual(['17']);
    expect(world.lines.at(-1)).toMatchObject({ message: 'not done', topic: vacationTopic(ada.id as `p_${string}`) });
    expect(await handleRecords(world.work(), [record])).toEqual([]);
    expect(await world.leaveIn(match)).toHaveLength(1);
  });

  test('a match that cannot be read keeps no other back; it is set aside, and known as what it is', async () => {
    const [one, broken, two] = [
      await world.match(ada, bob, { clock: PER_TURN }),
      await world.match(ada, bob, { clock: PER_TURN }),
      await world.match(ada, bob, { clock: PER_TURN }),
    ];
    await vacation(ada, '2030-05-11', '2030-05-12');
    const { projection, ...work } = world.work();
    const log = {
      ...projection.log,
      load: (id: MatchId) => (id === broken.id ? Promise.reject(new Error('bad')) : projection.log.load(id)),
    };
    const play = { ...projection, log, vacations: world.vacations, now: () => new Date(world.nowText()) };
    const record = { eventName: 'INSERT' as const, dynamodb: { Keys: keys.vacation(ada.id), SequenceNumber: '1' } };
    const failing = { ...work, projection, grantLeave: (player: `p_${string}`) => grantLeave(play, player) };
    expect(await handleRecords(failing, [record])).toEqual([]);
    for (const match of [one, two]) expect(await world.leaveIn(match)).toHaveLength(1);
    const topic = vacationTopic(ada.id as `p_${string}`);
    expect(world.lines.at(-1)).toMatchObject({ message: 'set aside', topic });
    expect(await work.setAside.all()).toContain(topic);
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
