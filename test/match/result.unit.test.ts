/** What a match was for each of its players. */
import { describe, expect, test } from 'vitest';
import type { Outcome } from '../../domain/game.ts';
import { publicResults } from '../../domain/match/result.ts';
import type { MatchState, SeatStatus } from '../../domain/match/types.ts';
import { ADA, BOB, begun, CYD, idFrom, now } from '../support/matches.ts';
import { randomFrom } from '../support/random.ts';

const ONGOING = now(begun(idFrom(randomFrom(1))));

function outcomeOf(kind: string, ...winners: (1 | 2 | 3)[]): Outcome {
  return { kind, winners, reason: 'whatever', detail: { text: 'Whatever.' } };
}

/** Ada, Bob and Cyd, as many as there are statuses, at seats 1, 2 and 3. */
function finished(outcome: Outcome, ...statuses: SeatStatus[]): MatchState {
  const seats = statuses.flatMap((status, i) => {
    const [seat] = ONGOING.seats;
    return seat === undefined ? [] : [{ ...seat, player: [ADA, BOB, CYD][i] ?? null, status }];
  });
  return { ...ONGOING, status: 'finished', seats, outcome };
}

const resultsOf = (match: MatchState) => Object.fromEntries(publicResults(match));

describe('a finished match', () => {
  test.each<[string, MatchState, Record<string, string>]>([
    ['is won and lost', finished(outcomeOf('win', 2), 'playing', 'playing'), { [ADA]: 'lost', [BOB]: 'won' }],
    ['is drawn', finished(outcomeOf('draw'), 'playing', 'playing'), { [ADA]: 'drawn', [BOB]: 'drawn' }],
    ['is lost by who resigns', finished(outcomeOf('win', 1), 'playing', 'resigned'), { [ADA]: 'won', [BOB]: 'lost' }],
    [
      'is won by all who share the win',
      finished(outcomeOf('win', 1, 3), 'playing', 'timed-out', 'playing'),
      { [ADA]: 'won', [BOB]: 'lost', [CYD]: 'won' },
    ],
    [
      'is no draw for who had given up',
      finished(outcomeOf('draw'), 'playing', 'resigned', 'playing'),
      { [ADA]: 'drawn', [BOB]: 'lost', [CYD]: 'drawn' },
    ],
    [
      'is nothing when called off',
      finished(outcomeOf('aborted'), 'playing', 'playing'),
      { [ADA]: 'aborted', [BOB]: 'aborted' },
    ],
  ])('%s', (_what, match, expected) => expect(resultsOf(match)).toEqual(expected));
});

describe('nobody is told', () => {
  const over = finished(outcomeOf('win', 2), 'playing', 'playing');

  test.each<[string, MatchState]>([
    ['of a match that goes on', ONGOING],
    ['of one that was cancelled', { ...over, status: 'cancelled' }],
    ['of a private one', { ...over, visibility: 'private' }],
    ['of one that was played alone', finished(outcomeOf('won', 1), 'playing')],
  ])('%s', (_what, match) => expect(resultsOf(match)).toEqual({}));

  test('but of unlisted and public ones all may be', () => {
    for (const visibility of ['public', 'unlisted'] as const) {
      expect(resultsOf({ ...over, visibility })).toEqual({ [ADA]: 'lost', [BOB]: 'won' });
    }
  });
});
