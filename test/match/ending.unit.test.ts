/** What people are told of a match that is over: who gave up, who ran out of time, what was agreed on. */
import { describe, expect, test } from 'vitest';
import { seeOutcome } from '../../domain/match/ending.ts';
import type { SeatStatus } from '../../domain/match/types.ts';

const says = 'What the game says.';

function text(reason: string, ...statuses: readonly SeatStatus[]): string | undefined {
  const seats = statuses.map((status) => ({ player: null, entropy: '', status, joinedIn: 0, resignedIn: 0 }));
  const outcome = { kind: 'win', winners: [], reason, detail: { text: says } };
  return seeOutcome({ outcome, seats })?.text;
}

describe('a match that is over', () => {
  test.each<[string, string, readonly SeatStatus[]]>([
    [says, 'breakthroughs', ['playing', 'playing']],
    [`Seat 1 resigned. ${says}`, 'resignation', ['resigned', 'playing']],
    [`Seat 2 ran out of time. ${says}`, 'timeout', ['playing', 'timed-out']],
    [`The players agreed on it. ${says}`, 'agreement', ['playing', 'playing']],
    [`The players agreed to end it there. ${says}`, 'settled', ['playing', 'playing']],
    [says, 'aborted', ['playing', 'playing']],
    [`Seats 1 and 3 resigned. ${says}`, 'resignation', ['resigned', 'playing', 'resigned']],
    [
      `Seats 1, 2 and 5 resigned. Seat 4 ran out of time. ${says}`,
      'timeout',
      ['resigned', 'resigned', 'playing', 'timed-out', 'resigned'],
    ],
    [`Seat 2 ran out of time. ${says}`, 'target', ['playing', 'timed-out', 'playing']],
    [`Seat 3 resigned. The players agreed to end it there. ${says}`, 'settled', ['playing', 'playing', 'resigned']],
  ])('%s (%s)', (expected, reason, statuses) => {
    expect(text(reason, ...statuses)).toBe(expected);
  });

  test('keeps what its log says of the outcome', () => {
    const outcome = {
      kind: 'win',
      winners: [2 as const],
      reason: 'resignation',
      scores: [0, 1],
      detail: { text: says },
    };
    expect(seeOutcome({ outcome, seats: [] })).toEqual({ ...outcome, text: says });
  });

  test('and one that goes on has none', () => {
    expect(seeOutcome({ outcome: null, seats: [] })).toBeNull();
  });
});
