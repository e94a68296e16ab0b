/** Ratings are the same whenever, however often and by however many the matches are heard of; each counts once. */
import type { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { keys } from '../../functions/store/table.ts';
import { type Projection, projectMatch } from '../../functions/stream/project.ts';
import { settleRatings } from '../../functions/stream/rate.ts';
import { around, type Command } from '../support/around.ts';
import { projectionOn } from '../support/derived.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { now as newest, type Story } from '../support/matches.ts';
import { randomFrom } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { inTurns } from './in-turns.ts';
import {
  expectedRatings,
  PLAYERS,
  playedOut,
  ratingsIn,
  season,
  shuffled,
  sorted,
  storeAll,
  type Wish,
} from './ratings-kit.ts';
import { allItems, dropItems, emptyTable, putItems } from './whole-table.ts';

const random = randomFrom();
console.log(`seed ${random.seed}`);
const now = () => new Date('2030-01-07T00:00:00.000Z');

let database: TestTable;
beforeAll(async () => {
  database = await startTable();
});
afterAll(() => database.stop());
beforeEach(() => emptyTable(database));

const on = (client: DynamoDBClient = database.client): Projection =>
  projectionOn({ client, table: database.table }, games, now);

async function expectRatings(stories: readonly Story[], what = ''): Promise<void> {
  expect(sorted(await ratingsIn(database)), what).toEqual(sorted(expectedRatings(stories)));
}

const isAboutRatings = ({ input }: Command) => /"(rating|unrated)#/.test(JSON.stringify(input));

const [a, b, c, d] = PLAYERS as [(typeof PLAYERS)[0], (typeof PLAYERS)[0], (typeof PLAYERS)[0], (typeof PLAYERS)[0]];
const match = (players: Wish['players'], at: number, resign: readonly number[] = [2]) =>
  playedOut(random, { game: players.length > 2 ? 'astromagie' : 'aquaignis', players, resign, at });
/** Each of the later follows from the first, by way of a player or two. */
const chain = () => [match([a, b], 1), match([b, c], 2), match([a, d], 3), match([c, d], 4, [1])];

describe('in whatever order', () => {
  test('the stream hears of matches, the ratings are those of the order in which they ended', async () => {
    const stories = season(random, 40);
    expect(new Set(stories.map((story) => newest(story).finishedAt)).size).toBeLessThan(40);
    await storeAll(database, stories);
    for (const { id } of shuffled(random, stories)) await projectMatch(on(), id);
    await expectRatings(stories);
    expect((await ratingsIn(database)).size).toBeGreaterThan(60);
  });

  test('one that comes late changes all that follows from it, and nothing else', async () => {
    const stories = [...chain(), match([a, b], 0.5)];
    const [late] = stories;
    if (late === undefined) throw new Error('no stories');
    await storeAll(database, stories);
    for (const { id } of stories.slice(1)) await projectMatch(on(), id);
    await expectRatings(stories.slice(1));
    const before = await ratingsIn(database);
    await projectMatch(on(), late.id);
    await expectRatings(stories);
    const after = await ratingsIn(database);
    const changed = [...before].filter(([key, value]) => JSON.stringify(after.get(key)) !== JSON.stringify(value));
    // Those after each later match, and how all stand; not those after the match before it.
    expect(changed.filter(([key]) => key.includes('after#')).length).toBe(6);
    expect(changed.length).toBe(10);
  });
});

describe('each match counts once', () => {
  test('though the stream tells of it again, soon or late', async () => {
    const stories = chain();
    await storeAll(database, stories);
    for (const { id } of stories) await projectMatch(on(), id);
    for (const { id } of shuffled(random, [...stories, ...stories])) {
      await projectMatch(on(), id);
      // As if it had not been noted how far the stream had come.
      await projectMatch(on(), id, 0);
      await expectRatings(stories);
    }
  });

  test('and one that is not rated does not, nor is anything asked about ratings for it', async () => {
    const story = playedOut(random, { game: 'aquaignis', players: [a, b], resign: [1], at: 1, rated: false });
    await storeAll(database, [story]);
    const asked: boolean[] = [];
    const client = around(database.client, (go, command) => {
      asked.push(isAboutRatings(command));
      return go();
    });
    await projectMatch(on(client), story.id);
    expect(asked.length).toBeGreaterThan(3);
    expect(asked).not.toContain(true);
    expect(await ratingsIn(database)).toEqual(new Map());
  });
});

test('a match of two costs twenty requests at most, however many there have been before', async () => {
  const stories = [...chain(), match([a, b], 5)];
  await storeAll(database, stories);
  for (const { id } of stories.slice(0, -1)) await projectMatch(on(), id);
  let requests = 0;
  const client = around(database.client, (go) => {
    requests += 1;
    return go();
  });
  const last = newest(stories.at(-1) ?? match([a, b], 5));
  const { ratings } = on();
  await ratings.enter({ game: last.game, match: last.id, finishedAt: last.finishedAt ?? '' });
  await settleRatings(on(client), last.game);
  expect(requests).toBeLessThan(20);
  await expectRatings(stories);
});

describe('killed', () => {
  /** A process that dies before or after its n-th request about ratings. */
  function dying(n: number, when: 'before' | 'after'): DynamoDBClient {
    let requests = 0;
    return around(database.client, async (go, command) => {
      if (!isAboutRatings(command)) return go();
      requests += 1;
      if (requests > n || (requests === n && when === 'before')) throw new Error('dead');
      const answer = await go();
      if (requests >= n) throw new Error('dead');
      return answer;
    });
  }

  test('before or after any request, over a late match, and begun again, it makes the same', async () => {
    const stories = chain();
    const [late, ...others] = stories;
    if (late === undefined) throw new Error('no stories');
    await storeAll(database, stories);
    for (const { id } of others) await projectMatch(on(), id);
    const before = await allItems(database);
    let kills = 0;
    for (let died = true; died; kills += 1) {
      await emptyTable(database);
      await putItems(database, before);
      const when = random.pick(['before', 'after'] as const);
      died = await projectMatch(on(dying(kills + 1, when)), late.id).then(
        () => false,
        () => true,
      );
      await projectMatch(on(), late.id);
      await expectRatings(stories, `killed ${when} request ${kills + 1}`);
    }
    expect(kills).toBeGreaterThan(40);
  });

  test('what a process left behind is done by the next match of the game that ends', async () => {
    const stories = [...chain(), match([PLAYERS[4] ?? a, a], 0)];
    const [late, ...others] = stories;
    await storeAll(database, stories);
    for (const { id } of others.slice(0, -1)) await projectMatch(on(), id);
    const result = newest(late ?? stories[0] ?? others[0] ?? match([a, b], 1));
    await on().ratings.enter({ game: 'aquaignis', match: result.id, finishedAt: result.finishedAt ?? '' });
    await projectMatch(on(), others.at(-1)?.id ?? late?.id ?? result.id);
    await expectRatings(stories);
  });
});

describe('several at once', () => {
  async function race(
    stories: readonly Story[],
    workers: number,
    choose: (waiting: readonly number[]) => number,
  ): Promise<void> {
    await emptyTable(database);
    await storeAll(database, [...new Set(stories)]);
    const turns = inTurns(database.client, workers, choose);
    await turns.run(
      turns.clients.map((client, n) => async () => {
        for (const [i, { id }] of stories.entries()) if (i % workers === n) await projectMatch(on(client), id);
      }),
    );
  }

  test('whatever their requests come between, they make the same', async () => {
    for (let round = 0; round < rounds({ soak: 200, brief: 6, local: 5 }); round += 1) {
      const stories = shuffled(random, [...chain(), match([a, b, c], 2), match([b, a, d], 2), match([a, c], 3)]);
      await race(stories, 2 + random.below(3), random.pick);
      await expectRatings(stories, `seed ${random.seed}, round ${round}`);
    }
  });

  test('wherever one is held up while another does all of its own, they make the same', async () => {
    const stories = [match([b, c], 2), match([a, b], 1)];
    let held = 0;
    for (let holds = true; holds; held += 1) {
      let turns = 0;
      holds = false;
      await race(stories, 2, (waiting) => {
        if (!waiting.includes(1)) return waiting[0] ?? 0;
        turns += waiting.includes(0) ? 1 : 0;
        if (turns <= held && waiting.includes(0)) return 0;
        holds ||= waiting.includes(0);
        return 1;
      });
      await expectRatings(stories, `the first held up after ${held} requests`);
    }
    expect(held).toBeGreaterThan(20);
  });

  test('on one match make it count once', async () => {
    for (let round = 0; round < 10; round += 1) {
      const story = match([a, b], 1);
      await race([story, story, story], 3, random.pick);
      await expectRatings([story]);
    }
  });
});

describe('what cannot be rated', () => {
  test('holds up no other match, and is told', async () => {
    const [first, second, third] = [match([a, b], 1), match([c, d], 2), match([b, c], 3)];
    await storeAll(database, [first, second, third]);
    await projectMatch(on(), first.id);
    // Its log is damaged after it has been rated; then it is to be rated again.
    await dropItems(database, [keys.commit(first.id, 2)]);
    const { finishedAt } = newest(first);
    await on().ratings.enter({ game: 'aquaignis', match: first.id, finishedAt: finishedAt ?? '' });
    await expect(projectMatch(on(), second.id)).rejects.toThrow('does not follow');
    const feed = await on().feeds.read(d, 0, 100);
    expect(feed.entries.map(({ type }) => type)).toContain('match.finished');
    expect([...(await settleRatings(on(), 'aquaignis')).keys()]).toEqual([first.id]);
    const ratings = await ratingsIn(database);
    const [waiting] = [...ratings.keys()].filter((key) => key.startsWith('unrated'));
    expect(waiting).toContain(first.id);
    const others = [...ratings].filter(([key]) => key !== waiting);
    expect(others.sort()).toEqual([...expectedRatings([first, second])].sort());
  });
});
