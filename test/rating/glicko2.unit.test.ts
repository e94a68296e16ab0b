/** Ratings by Glicko-2, against Glickman's own figures. */
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  afterPeriod,
  afterTime,
  ESTABLISHED,
  establishedFor,
  type Met,
  NEWCOMER,
  type Rating,
  type Score,
} from '../../domain/rating/glicko2.ts';

const DAY = 86_400_000;
const of = (rating: number, deviation: number, volatility = 0.06): Rating => ({ rating, deviation, volatility });
const met = (rating: number, deviation: number, score: Score): Met => ({ opponent: of(rating, deviation), score });

describe('a rating period', () => {
  test('of Glickman’s worked example: Example of the Glicko-2 system, 2013', () => {
    const after = afterPeriod(of(1500, 200), [met(1400, 30, 1), met(1550, 100, 0), met(1700, 300, 0)]);
    // The paper rounds on its way.
    expect(Math.abs(after.rating - 1464.06)).toBeLessThan(0.01);
    expect(after.deviation).toBeCloseTo(151.52, 2);
    expect(Math.abs(after.volatility - 0.05999)).toBeLessThan(0.00001);
  });

  test('of two newcomers', () => {
    const won = afterPeriod(NEWCOMER, [{ opponent: NEWCOMER, score: 1 }]);
    const lost = afterPeriod(NEWCOMER, [{ opponent: NEWCOMER, score: 0 }]);
    expect(won.rating).toBeCloseTo(1662.31, 2);
    expect(lost.rating).toBeCloseTo(1337.69, 2);
    expect([won.deviation, lost.deviation]).toEqual([expect.closeTo(290.32, 2), expect.closeTo(290.32, 2)]);
    const drawn = afterPeriod(NEWCOMER, [{ opponent: NEWCOMER, score: 0.5 }]);
    expect(drawn).toEqual({ rating: 1500, deviation: expect.closeTo(290.32, 2), volatility: expect.closeTo(0.06, 5) });
  });

  test('in which nobody was met changes nothing', () => {
    expect(afterPeriod(of(1720, 60), [])).toEqual(of(1720, 60));
  });

  test('leaves numbers, within bounds, whoever meets whom and however it ends', () => {
    const rating = fc.record({
      rating: fc.double({ min: -2000, max: 6000, noNaN: true }),
      deviation: fc.double({ min: 20, max: 350, noNaN: true }),
      volatility: fc.double({ min: 0.01, max: 0.2, noNaN: true }),
    });
    const opponent = fc.record({ opponent: rating, score: fc.constantFrom<Score>(0, 0.5, 1) });
    fc.assert(
      fc.property(rating, fc.array(opponent, { minLength: 1, maxLength: 4 }), (own, opponents) => {
        const after = afterPeriod(own, opponents);
        expect(Object.values(after).every(Number.isFinite)).toBe(true);
        expect(after.deviation).toBeGreaterThan(0);
        expect(after.deviation).toBeLessThanOrEqual(350);
        if (opponents.every(({ score }) => score === 1)) expect(after.rating).toBeGreaterThanOrEqual(own.rating - 1e-9);
        if (opponents.every(({ score }) => score === 0)) expect(after.rating).toBeLessThanOrEqual(own.rating + 1e-9);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('time without a match', () => {
  test('makes a rating uncertain, by the square root of the weeks, and never more than a newcomer’s', () => {
    expect(afterTime(of(1700, 60), 0)).toEqual(of(1700, 60));
    // 60² + 52 · (0.06 · 173.7178)²
    expect(afterTime(of(1700, 60), 364 * DAY).deviation).toBeCloseTo(96.17, 2);
    expect(afterTime(of(1700, 60), 50 * 365 * DAY)).toEqual(of(1700, 350));
  });

  test('is the same in one piece or in several', () => {
    const pieces = [3, 11, 40].reduce((rating, days) => afterTime(rating, days * DAY), of(1700, 80));
    expect(pieces.deviation).toBeCloseTo(afterTime(of(1700, 80), 54 * DAY).deviation, 9);
  });

  test('ends that a rating is established, to the millisecond', () => {
    expect(establishedFor(NEWCOMER)).toBeNull();
    expect(establishedFor(of(1500, ESTABLISHED))).toBe(0);
    const ms = establishedFor(of(1700, 60)) ?? 0;
    expect(ms / DAY).toBeCloseTo(547.7, 1);
    expect(afterTime(of(1700, 60), ms).deviation).toBeLessThanOrEqual(ESTABLISHED);
    expect(afterTime(of(1700, 60), ms + 1).deviation).toBeGreaterThan(ESTABLISHED);
  });

  test('some ten matches against established players establish a rating', () => {
    let rating = NEWCOMER;
    let matches = 0;
    for (; establishedFor(rating) === null; matches += 1) {
      const score = matches % 2 === 0 ? 1 : 0;
      rating = afterPeriod(rating, [met(rating.rating, 70, score)]);
    }
    expect(matches).toBeGreaterThan(7);
    expect(matches).toBeLessThan(13);
  });
});
