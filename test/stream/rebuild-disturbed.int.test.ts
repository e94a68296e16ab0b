/** A rebuild that is broken off, runs beside the stream, or meets what it cannot read comes to the same in the end. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { describe, expect, test } from 'vitest';
import type { PlayerId } from '../../domain/match/types.ts';
import { pack } from '../../functions/store/packing.ts';
import { dynamoSetAside } from '../../functions/store/set-aside.ts';
import { keys } from '../../functions/store/table.ts';
import { projectMatch } from '../../functions/stream/project.ts';
import { around } from '../support/around.ts';
import { playerNumber } from '../support/traffic.ts';
import { damage } from './rebuild-damage.ts';
import {
  again,
  all,
  clock,
  database,
  day,
  derived,
  drop,
  isLog,
  isModel,
  PLAYERS,
  put,
  random,
  withDay,
} from './rebuild-kit.ts';
import { expected, expectWhole, feedsWith, outline, readModels, sorted } from './rebuild-models.ts';

withDay();

/** A connection that is cut after so many requests. */
function failingAfter(client: DynamoDBClient, most: number): DynamoDBClient {
  let requests = 0;
  return around(client, async (go) => {
    requests += 1;
    if (requests > most) throw Object.assign(new Error('cut'), { code: 'ECONNRESET' });
    return go();
  });
}

describe('a rebuild', () => {
  test('broken off anywhere and begun again, comes to the same', async () => {
    const before = [await readModels(), await feedsWith(false)] as const;
    await drop((item) => !isLog(item));
    clock.pass(60_000);
    let broken = 0;
    for (let most = 3; ; most *= 3) {
      const cut = { ...database, client: failingAfter(database.client, most) };
      const ended = await again(cut).then(
        () => true,
        () => false,
      );
      if (ended) break;
      broken += 1;
    }
    expect(broken).toBeGreaterThan(4);
    expect((await again()).failed).toEqual(new Map());
    expect(sorted(await readModels())).toEqual(sorted(before[0]));
    expect(await feedsWith(false)).toEqual(before[1]);
  });

  test('broken off anywhere, leaves nothing untold that the stream then comes by', async () => {
    for (let most = 20; most < 700; most *= 2) {
      await drop((item) => !isLog(item));
      const cut = { ...database, client: failingAfter(database.client, most) };
      await again(cut).catch(() => undefined);
      for (const { id } of day.stories) await projectMatch(derived, id);
      expect(sorted(outline(await readModels()))).toEqual(sorted(expected()));
      for (const player of PLAYERS) await expectWhole(player);
    }
  });

  test('while the stream works on the same table, both come to the same', async () => {
    // A match that is said to be told of up to a commit to come would not be told of up to there.
    await damage(false);
    const lag: Promise<void>[] = [];
    const stream = async () => {
      for (let n = 0; n < 80; n += 1) {
        const { state, commit } = day.next();
        await derived.log.append(state, commit, (commit.seq - 1) % 10);
        // The stream is told later, of some twice.
        lag.push(projectMatch(derived, state.id));
        if (random.below(4) === 0) lag.push(projectMatch(derived, state.id));
        if (random.below(4) === 0) await Promise.all(lag.splice(0));
      }
    };
    const [{ failed }] = await Promise.all([again(), stream()]);
    await Promise.all(lag);
    expect(failed).toEqual(new Map());
    expect(sorted(outline(await readModels()))).toEqual(sorted(expected()));
    for (const player of PLAYERS) await expectWhole(player);
  });

  test('goes on past a match whose log is damaged, and has what was set aside done that can be', async () => {
    const setAside = dynamoSetAside(database.client, database.table, clock.now);
    const going = day.stories.filter(({ states }) => (states.at(-1)?.head.seq ?? 0) > 3);
    const [bad, good] = [going[0]?.id ?? 'm_0000000000000000', going[1]?.id ?? 'm_0000000000000000'];
    const key = keys.commit(bad, 2);
    const damaged = (await all()).find(({ pk, sk }) => pk?.S === key.pk.S && sk?.S === key.sk.S) ?? {};
    await put({ ...damaged, events: { B: pack([{ type: 'no such thing' }]).slice(0, 3) } });
    await setAside.put(good, new Error('then'));
    const whole = await readModels();
    // A rebuild had come further with it, and broke off.
    await put({ ...keys.progress(bad), seq: { N: '1' }, rebuilt: { N: '2' } });
    const before = await readModels();
    await drop((item) => isModel(item) && !JSON.stringify(item).includes(bad));
    const { failed } = await again();
    expect([...failed.keys()]).toEqual([bad]);
    expect(await setAside.all()).toEqual([bad]);
    expect(sorted(await readModels())).toEqual(sorted(before));
    await put(damaged);
    expect((await again()).failed).toEqual(new Map());
    expect(await setAside.all()).toEqual([]);
    expect(sorted(await readModels())).toEqual(sorted(whole));
  });

  test('has what is in feeds delivered, and is not stopped where it cannot be', async () => {
    const before = await readModels();
    await drop(isModel);
    const [ada, bob] = [playerNumber(1), playerNumber(2)];
    for (const id of ['w_a', 'w_b']) await put(keys.webhook(ada, id));
    await put(keys.webhook(bob, 'w_c'));
    const asked: PlayerId[] = [];
    const { failed } = await again(database, undefined, async (player) => {
      asked.push(player);
      if (player === bob) throw new Error('no queue');
    });
    expect(asked.sort()).toEqual([ada, bob]);
    expect([...failed]).toEqual([[bob, new Error('no queue')]]);
    expect(sorted(await readModels())).toEqual(sorted(before));
    expect((await again()).failed).toEqual(new Map());
    expect(await dynamoSetAside(database.client, database.table, clock.now).all()).toEqual([]);
  });
});
