/** What ratings are kept in: notes of what is to be rated, and the entries of each player in the order of the matches. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MatchId } from '../../domain/match/types.ts';
import type { Standing } from '../../domain/rating/rate.ts';
import { dynamoRatings } from '../../functions/store/dynamo-ratings.ts';
import type { RatedMatch, Ratings } from '../../functions/store/ratings.ts';
import { emptyTable } from '../stream/whole-table.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { ADA, BOB } from '../support/matches.ts';

let database: TestTable;
let ratings: Ratings;

beforeAll(async () => {
  database = await startTable();
  ratings = dynamoRatings(database.client, database.table);
});
afterAll(() => database.stop());
beforeEach(() => emptyTable(database));

const NONE: ReadonlySet<MatchId> = new Set();

function ended(hour: number, id: string, game = 'aquaignis'): RatedMatch {
  return { game, finishedAt: `2030-01-01T${String(hour).padStart(2, '0')}:00:00.000Z`, match: `m_${id.repeat(16)}` };
}

function standing(rating: number): Standing {
  return { rating, deviation: 60.5, volatility: 0.0599, matches: 3, at: '2030-01-01T00:00:00.000Z' };
}

describe('what is to be rated', () => {
  test('comes by when it ended, then by its id, of its game alone', async () => {
    expect(await ratings.first('aquaignis', NONE)).toBeNull();
    const [late, second, first] = [ended(9, 'a'), ended(3, 'c'), ended(3, 'b')];
    for (const match of [late, second, first, ended(1, 'd', 'abiegnus')]) await ratings.enter(match);
    for (const match of [first, second, late]) {
      const unrated = await ratings.first('aquaignis', NONE);
      expect(unrated).toMatchObject(match);
      if (unrated !== null) await ratings.done(unrated);
    }
    expect(await ratings.first('aquaignis', NONE)).toBeNull();
    expect(await ratings.first('abiegnus', NONE)).toMatchObject(ended(1, 'd', 'abiegnus'));
  });

  test('passes over what is not to come, wherever that is', async () => {
    const [first, second, third] = [ended(1, 'a'), ended(2, 'b'), ended(3, 'c')];
    for (const match of [first, second, third]) await ratings.enter(match);
    expect(await ratings.first('aquaignis', new Set([second.match]))).toMatchObject(first);
    expect(await ratings.first('aquaignis', new Set([first.match, second.match]))).toMatchObject(third);
    expect(await ratings.first('aquaignis', new Set([first.match, second.match, third.match]))).toBeNull();
  });

  test('stays if it was entered again while it was rated', async () => {
    await ratings.enter(ended(1, 'a'));
    const unrated = await ratings.first('aquaignis', NONE);
    await ratings.enter(ended(1, 'a'));
    if (unrated !== null) await ratings.done(unrated);
    const again = await ratings.first('aquaignis', NONE);
    expect(again).toMatchObject(ended(1, 'a'));
    if (again !== null) await ratings.done(again);
    expect(await ratings.first('aquaignis', NONE)).toBeNull();
  });
});

describe('a player’s entries', () => {
  test('are found next to one another, also where there is none yet, and only the player’s and the game’s', async () => {
    const [first, second, third] = [ended(1, 'c'), ended(2, 'b'), ended(2, 'd')];
    await ratings.open(second, ADA);
    expect(await ratings.before(second, ADA)).toBeNull();
    expect(await ratings.after(second, ADA)).toBeNull();
    expect(await ratings.after(first, ADA)).toEqual(second);
    expect(await ratings.before(third, ADA)).toEqual({ of: second, standing: null });
    await ratings.write(second, ADA, 0, standing(1600));
    await ratings.refresh('aquaignis', ADA);
    expect(await ratings.before(third, ADA)).toEqual({ of: second, standing: standing(1600) });
    // The standing is kept beside the entries, and is none.
    expect(await ratings.after(second, ADA)).toBeNull();
    expect(await ratings.before(third, BOB)).toBeNull();
    expect(await ratings.before({ ...third, game: 'abiegnus' }, ADA)).toBeNull();
  });

  test('keep what is in them when they are opened again, and are written by who knows the newest alone', async () => {
    const match = ended(1, 'a');
    const later = ended(2, 'a');
    expect(await ratings.open(match, ADA)).toBe(0);
    expect(await ratings.open(match, ADA)).toBe(0);
    expect(await ratings.write(match, ADA, 0, standing(1600.25))).toBe(true);
    expect(await ratings.write(match, ADA, 0, standing(1700))).toBe(false);
    expect(await ratings.open(match, ADA)).toBe(1);
    expect(await ratings.before(later, ADA)).toEqual({ of: match, standing: standing(1600.25) });
    expect(await ratings.write(match, ADA, 1, standing(1662.3108939062977))).toBe(true);
    expect(await ratings.before(later, ADA)).toEqual({ of: match, standing: standing(1662.3108939062977) });
    await ratings.drop(match, ADA);
    expect(await ratings.before(later, ADA)).toBeNull();
  });
});
