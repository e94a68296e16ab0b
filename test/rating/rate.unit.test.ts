/** From results to ratings: who is placed how, and what each match makes of its players' ratings. */
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../domain/game.ts';
import { resign } from '../../domain/match/leaving.ts';
import type { MatchState } from '../../domain/match/types.ts';
import { afterPeriod, afterTime, NEWCOMER } from '../../domain/rating/glicko2.ts';
import { rateResult, type Standing, standingAt } from '../../domain/rating/rate.ts';
import { type Placed, type Result, ratedResult } from '../../domain/rating/result.ts';
import { playerAt, TimedMatch, type TimedSetting } from '../support/timed-match.ts';

const NOON = '2026-03-01T12:00:00.000Z';
const DAY = 86_400_000;

function begun(setting: TimedSetting = {}): MatchState {
  return new TimedMatch({ rated: true, ...setting }).start(NOON).state;
}

type Ending = Pick<Outcome, 'winners'> & Partial<Outcome> & { readonly out?: readonly number[] };

/** As it stands after an end; `out`: the seats that dropped out before. */
function ended(match: MatchState, { out = [], ...ending }: Ending): MatchState {
  const outcome: Outcome = { kind: 'win', reason: 'target', detail: { text: '' }, ...ending };
  const seats = match.seats.map((seat, i) => (out.includes(i + 1) ? { ...seat, status: 'resigned' as const } : seat));
  return { ...match, seats, status: 'finished', outcome, finishedAt: NOON };
}

const places = (match: MatchState) => ratedResult(match)?.placed.map(({ place }) => place) ?? null;

describe('a result', () => {
  const two = begun();
  const five = begun({ game: 'astromagie', seats: 5 });

  test('of two: one wins, or neither', () => {
    expect(places(ended(two, { winners: [2] }))).toEqual([2, 1]);
    expect(places(ended(two, { winners: [1], out: [2] }))).toEqual([1, 2]);
    // A draw is a draw, whatever the score.
    expect(places(ended(two, { kind: 'draw', winners: [], scores: [3, 1] }))).toEqual([1, 1]);
  });

  test('of more goes by the scores; who dropped out is last, whatever the score', () => {
    expect(places(ended(five, { winners: [3], scores: [5, 9, 20, 7, 9] }))).toEqual([5, 2, 1, 4, 2]);
    expect(places(ended(five, { winners: [1, 4], scores: [20, 3, 4, 20, 5] }))).toEqual([1, 5, 4, 1, 3]);
    expect(places(ended(five, { winners: [3], scores: [5, 9, 20, 30, 9], out: [4, 5] }))).toEqual([3, 2, 1, 4, 4]);
  });

  test('names the players, the match, its game and its end', () => {
    const placed = [playerAt(1), playerAt(2)].map((player, i) => ({ player, place: 2 - i }));
    const result = { game: 'aquaignis', match: two.id, finishedAt: NOON, placed };
    expect(ratedResult(ended(two, { winners: [2] }))).toEqual(result);
  });

  test('a real one, of a seat that resigns', () => {
    const match = new TimedMatch({ rated: true }).start(NOON);
    match.give(resign(match.game, match.state, playerAt(1)), NOON);
    expect(places(match.state)).toEqual([2, 1]);
  });

  test.each<[string, MatchState]>([
    ['not rated', { ...ended(two, { winners: [2] }), rated: false }],
    ['not over', two],
    ['called off', ended(two, { kind: 'aborted', winners: [], reason: 'aborted' })],
    ['cancelled', { ...ended(two, { winners: [2] }), status: 'cancelled', outcome: null }],
    ['played alone', { ...ended(two, { winners: [1] }), seats: two.seats.slice(0, 1) }],
    [
      'played against oneself',
      { ...ended(two, { winners: [1] }), seats: two.seats.map((seat) => ({ ...seat, player: playerAt(1) })) },
    ],
  ])('there is none of a match that was %s', (_, match) => {
    expect(ratedResult(match)).toBeNull();
  });
});

describe('ratings after a result', () => {
  const place = (seat: number, at: number): Placed => ({ player: playerAt(seat), place: at });
  const result = (...placed: readonly Placed[]): Result => {
    return { game: 'aquaignis', match: 'm_0123456789abcdef', finishedAt: NOON, placed };
  };
  const nobody = () => null;

  test('of two newcomers are those of one period', () => {
    const standings = rateResult(result(place(1, 2), place(2, 1)), nobody);
    expect(standings.get(playerAt(2))).toEqual({
      ...afterPeriod(NEWCOMER, [{ opponent: NEWCOMER, score: 1 }]),
      matches: 1,
      at: NOON,
    });
    expect(standings.get(playerAt(1))?.rating).toBeCloseTo(1337.69, 2);
  });

  test('of several: each has met each other one, and all by what they were before', () => {
    const standings = rateResult(result(place(1, 1), place(2, 2), place(3, 2)), nobody);
    const against = (score: 0 | 0.5 | 1) => ({ opponent: NEWCOMER, score });
    expect(standings.get(playerAt(1))).toMatchObject(afterPeriod(NEWCOMER, [against(1), against(1)]));
    expect(standings.get(playerAt(2))).toMatchObject(afterPeriod(NEWCOMER, [against(0), against(0.5)]));
    expect(standings.get(playerAt(3))).toEqual(standings.get(playerAt(2)));
  });

  test('count what time has made of both players', () => {
    const at = (days: number) => new Date(Date.parse(NOON) - days * DAY).toISOString();
    const one: Standing = { rating: 1700, deviation: 60, volatility: 0.06, matches: 30, at: at(100) };
    const other: Standing = { rating: 1600, deviation: 80, volatility: 0.05, matches: 12, at: at(20) };
    const standings = rateResult(result(place(1, 1), place(2, 2)), (player) => (player === playerAt(1) ? one : other));
    const [own, opponent] = [afterTime(one, 100 * DAY), afterTime(other, 20 * DAY)];
    expect(standings.get(playerAt(1))).toEqual({
      ...afterPeriod(own, [{ opponent, score: 1 }]),
      matches: 31,
      at: NOON,
    });
    expect(standings.get(playerAt(2))?.matches).toBe(13);
  });

  test('a standing is told as time has left it', () => {
    const standing: Standing = { ...NEWCOMER, deviation: 60, matches: 3, at: NOON };
    expect(standingAt(standing, new Date(NOON))).toEqual(standing);
    const later = standingAt(standing, new Date(Date.parse(NOON) + 70 * DAY));
    expect(later).toEqual({ ...standing, deviation: afterTime(standing, 70 * DAY).deviation });
  });
});
