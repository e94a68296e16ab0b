/** Ratings made again from the logs alone are what the stream had made of them, whatever had become of them. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { dynamoSetAside } from '../../functions/store/set-aside.ts';
import { keys } from '../../functions/store/table.ts';
import { projectMatch } from '../../functions/stream/project.ts';
import { type Rebuilt, rebuild } from '../../functions/stream/rebuild.ts';
import { projectionOn } from '../support/derived.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { now as newest, type Story } from '../support/matches.ts';
import { randomFrom } from '../support/random.ts';
import { expectedRatings, isRating, PLAYERS, ratingsIn, season, shuffled, sorted, storeAll } from './ratings-kit.ts';
import { allItems, dropItems, emptyTable, type Item, putItems } from './whole-table.ts';

const random = randomFrom();
console.log(`seed ${random.seed}`);
const now = () => new Date('2030-01-07T00:00:00.000Z');
const MATCHES = 25;

let database: TestTable;
let stories: Story[];
let made: readonly Item[];

beforeAll(async () => {
  database = await startTable();
  stories = season(random, MATCHES);
  await storeAll(database, stories);
  for (const { id } of stories) await projectMatch(projection(), id);
  made = await allItems(database);
});
afterAll(() => database.stop());
beforeEach(async () => {
  await emptyTable(database);
  await putItems(database, made);
});

const projection = () => projectionOn(database, games, now);

function again(): Promise<Rebuilt> {
  const setAside = dynamoSetAside(database.client, database.table, now);
  const nothing = async () => undefined;
  const others = { grantLeave: nothing, tellTalk: nothing, playPlans: nothing, closeAccount: nothing };
  const work = { projection: projection(), deliver: nothing, ...others, setAside };
  return rebuild({ ...database, work, now, say: () => undefined });
}

const ratings = async () => (await allItems(database)).filter(isRating);
const expectRight = async () => expect(sorted(await ratingsIn(database))).toEqual(sorted(expectedRatings(stories)));

describe('a rebuild', () => {
  test('changes nothing where nothing is wrong', async () => {
    await expectRight();
    expect(await again()).toMatchObject({ matches: MATCHES, removed: 0, failed: new Map() });
    await expectRight();
  });

  test('makes ratings that are all lost', async () => {
    await dropItems(database, await ratings());
    expect(await ratingsIn(database)).toEqual(new Map());
    expect(await again()).toMatchObject({ removed: 0, failed: new Map() });
    await expectRight();
  });

  test('mends what is lost, changed, or should not be there', async () => {
    for (const item of await ratings()) {
      const damage = random.below(6);
      const { rating: _, ...opened } = item;
      if (damage === 0) await dropItems(database, [item]);
      if (damage === 1) await putItems(database, [{ ...item, rating: { N: '2222' }, matches: { N: '1' } }]);
      if (damage === 2) await putItems(database, [opened]);
    }
    const [story] = stories.filter((each) => newest(each).rated);
    const { id, game, finishedAt, seats } = newest(story ?? stories[0] ?? never());
    const [player, other] = [
      seats[0]?.player ?? '',
      PLAYERS.find((each) => !seats.some((seat) => seat.player === each)),
    ];
    const value = { rating: { N: '3000' }, deviation: { N: '40' }, volatility: { N: '0.06' }, matches: { N: '9' } };
    const strays: Item[] = [
      // Of another time, of a match that never was, of somebody who was not there, of a standing without a match.
      { ...keys.rated(game, player, '2030-01-06T00:00:00.000Z', id), ...value, at: { S: '2030-01-06T00:00:00.000Z' } },
      { ...keys.rated(game, player, '2029-01-01T00:00:00.000Z', 'm_zzzzzzzzzzzzzzzz') },
      { ...keys.rated(game, other ?? '', finishedAt ?? '', id), ...value, at: { S: finishedAt ?? '' } },
      { ...keys.standing(game, 'p_zzzzzzzzzzzzzzzz'), ...value, at: { S: finishedAt ?? '' } },
      { ...keys.unrated(game, '2029-01-01T00:00:00.000Z', 'm_zzzzzzzzzzzzzzzz'), mark: { S: 'x' } },
    ];
    await putItems(database, strays);
    expect(sorted(await ratingsIn(database))).not.toEqual(sorted(expectedRatings(stories)));
    expect(await again()).toMatchObject({ removed: 3, failed: new Map() });
    await expectRight();
  });

  test('and the stream, at work on the same table, make the same together', async () => {
    await dropItems(database, await ratings());
    const more = season(random, 15);
    await storeAll(database, more);
    const stream = async () => {
      for (const { id } of shuffled(random, more)) await projectMatch(projection(), id);
    };
    const [{ failed }] = await Promise.all([again(), stream()]);
    expect(failed).toEqual(new Map());
    expect(sorted(await ratingsIn(database))).toEqual(sorted(expectedRatings([...stories, ...more])));
  });

  test('rates what can be, and sets aside what cannot be read', async () => {
    const [broken, ...whole] = stories.filter((each) => newest(each).rated);
    await dropItems(database, await ratings());
    await dropItems(database, [keys.commit(broken?.id ?? '', 2)]);
    const { failed } = await again();
    expect([...failed.keys()]).toEqual([broken?.id]);
    expect(sorted(await ratingsIn(database))).toEqual(sorted(expectedRatings(whole)));
  });
});

function never(): never {
  throw new Error('nothing is rated');
}
