/** Clocks by the day: what is charged, what is left, when time is up; each figure reckoned by hand. */
import { describe, expect, test } from 'vitest';
import { durationOf, durationText } from '../../../domain/duration.ts';
import { seeClock } from '../../../domain/match/clock/sight.ts';
import { TimedMatch } from '../../support/timed-match.ts';

const clockAt = (match: TimedMatch, at: string) => seeClock(match.game, match.state, new Date(at));

describe('per turn', () => {
  const clock = { kind: 'per-turn', time: 'P3D' } as const;

  test('each turn has its own time, however long the one before took', () => {
    const match = new TimedMatch({ clock }).start('2026-03-02T00:00:00.000Z');
    expect(clockAt(match, '2026-03-02T00:00:00.000Z')).toEqual({
      ...clock,
      vacation: true,
      deadline: '2026-03-05T00:00:00.000Z',
      state: 'running',
      until: null,
      left: ['P3D', 'P3D'],
      timeLimit: null,
    });
    // The first turn is one action.
    match.move('2026-03-04T12:00:00.000Z');
    expect(clockAt(match, '2026-03-05T12:00:00.000Z')).toMatchObject({
      deadline: '2026-03-07T12:00:00.000Z',
      left: ['P3D', 'P2D'],
    });
    // The second turn is two: the clock goes on between them.
    match.move('2026-03-06T12:00:00.000Z');
    expect(clockAt(match, '2026-03-06T12:00:00.000Z')).toMatchObject({ deadline: '2026-03-07T12:00:00.000Z' });
    match.move('2026-03-07T12:00:00.000Z');
    expect(clockAt(match, '2026-03-07T12:00:00.000Z')).toMatchObject({ deadline: '2026-03-10T12:00:00.000Z' });
    expect(
      match.ledger.map(({ seq, seat, type, reason, amount, left }) => [seq, seat, type, reason, amount, left]),
    ).toEqual([
      [2, 1, 'credit', 'start', 'P3D', 'P3D'],
      [2, 2, 'credit', 'start', 'P3D', 'P3D'],
      [3, 1, 'debit', 'turn', 'P2DT12H', 'PT12H'],
      [3, 1, 'credit', 'new-turn', 'P2DT12H', 'P3D'],
      [5, 2, 'debit', 'turn', 'P3D', 'PT0S'],
      [5, 2, 'credit', 'new-turn', 'P3D', 'P3D'],
    ]);
  });

  test('it is due the instant after the deadline, and ended when the grace is over', () => {
    const match = new TimedMatch({ clock }).start('2026-03-02T00:00:00.000Z');
    expect(clockAt(match, '2026-03-05T00:00:00.000Z').state).toBe('running');
    expect(clockAt(match, '2026-03-05T00:00:00.001Z').state).toBe('due');
    expect(match.expire('2026-03-05T00:00:34.999Z')).toBe(false);
    expect(match.expire('2026-03-05T00:00:35.000Z')).toBe(true);
    expect(match.state.seats.map(({ status }) => status)).toEqual(['timed-out', 'playing']);
    expect(match.outcome).toMatchObject({ kind: 'win', winners: [2], reason: 'timeout' });
    expect(match.ledger.at(-1)).toMatchObject({ seat: 1, type: 'debit', reason: 'turn', amount: 'P3D', left: 'PT0S' });
    expect(clockAt(match, '2026-04-05T00:00:00.000Z')).toMatchObject({ state: 'none', deadline: null });
    expect(match.expire('2027-03-05T00:00:35.000Z')).toBe(false);
  });
});

describe('a bank', () => {
  test('is charged for each turn, grows by the increment, and not beyond its cap', () => {
    const clock = { kind: 'bank', initial: 'P2D', increment: 'PT12H', max: 'P2DT6H' } as const;
    const match = new TimedMatch({ clock }).start('2026-03-02T00:00:00.000Z');
    match.move('2026-03-02T01:00:00.000Z'); // 2 d − 1 h + 12 h = 2 d 11 h, capped to 2 d 6 h
    match.move('2026-03-03T00:00:00.000Z').move('2026-03-03T01:00:00.000Z'); // 2 d − 1 d + 12 h = 1 d 12 h
    expect(clockAt(match, '2026-03-03T01:00:00.000Z')).toMatchObject({
      deadline: '2026-03-05T07:00:00.000Z',
      left: ['P2DT6H', 'P1DT12H'],
    });
    expect(match.ledger.map(({ seat, type, reason, amount, left }) => [seat, type, reason, amount, left])).toEqual([
      [1, 'credit', 'start', 'P2D', 'P2D'],
      [2, 'credit', 'start', 'P2D', 'P2D'],
      [1, 'debit', 'turn', 'PT1H', 'P1DT23H'],
      [1, 'credit', 'increment', 'PT12H', 'P2DT11H'],
      [1, 'debit', 'cap', 'PT5H', 'P2DT6H'],
      [2, 'debit', 'turn', 'P1D', 'P1D'],
      [2, 'credit', 'increment', 'PT12H', 'P1DT12H'],
    ]);
  });
});

describe('leave', () => {
  const clock = { kind: 'bank', initial: 'P5D', increment: 'PT1H' } as const;

  test('stops the clock for exactly that time', () => {
    const match = new TimedMatch({ clock }).start('2026-03-02T00:00:00.000Z');
    const away = [{ from: '2026-03-03T00:00:00.000Z', to: '2026-03-10T00:00:00.000Z' }];
    expect(match.leave(1, away, '2026-03-02T12:00:00.000Z')).toEqual([
      { type: 'vacation.granted', seat: 1, ...away[0] },
    ]);
    expect(match.leave(1, away, '2026-03-02T13:00:00.000Z')).toEqual([]);
    expect(clockAt(match, '2026-03-05T00:00:00.000Z')).toMatchObject({
      deadline: '2026-03-14T00:00:00.000Z',
      state: 'away',
      left: ['P4D', 'P5D'],
    });
    match.move('2026-03-12T00:00:00.000Z');
    // Ten days, of which seven do not count.
    expect(match.ledger.slice(2).map(({ reason, type, amount, left }) => [reason, type, amount, left])).toEqual([
      ['vacation', 'credit', 'P7D', 'P12D'],
      ['turn', 'debit', 'P10D', 'P2D'],
      ['increment', 'credit', 'PT1H', 'P2DT1H'],
    ]);
  });

  test('cut short, it counts again from then on; what has not begun vanishes', () => {
    const match = new TimedMatch({ clock }).start('2026-03-02T00:00:00.000Z');
    match.leave(1, [{ from: '2026-03-03T00:00:00.000Z', to: '2026-03-10T00:00:00.000Z' }], '2026-03-02T12:00:00.000Z');
    const cut = [{ from: '2026-03-03T00:00:00.000Z', to: '2026-03-04T06:00:00.000Z' }];
    expect(match.leave(1, cut, '2026-03-04T06:00:01.000Z')).toEqual([
      { type: 'vacation.cut', seat: 1, from: '2026-03-04T06:00:00.000Z', to: '2026-03-10T00:00:00.000Z' },
    ]);
    // Five days and the thirty hours away.
    expect(clockAt(match, '2026-03-05T00:00:00.000Z')).toMatchObject({
      deadline: '2026-03-08T06:00:00.000Z',
      state: 'running',
    });
  });

  test('nothing is granted for a turn that is over, nor where leave does not count', () => {
    const match = new TimedMatch({ clock }).start('2026-03-02T00:00:00.000Z').move('2026-03-03T00:00:00.000Z');
    const away = [{ from: '2026-03-02T12:00:00.000Z', to: '2026-03-04T00:00:00.000Z' }];
    expect(match.leave(1, away, '2026-03-03T00:00:01.000Z')).toEqual([
      { type: 'vacation.granted', seat: 1, from: '2026-03-03T00:00:00.000Z', to: '2026-03-04T00:00:00.000Z' },
    ]);
    const strict = new TimedMatch({ clock, vacation: false }).start('2026-03-02T00:00:00.000Z');
    expect(strict.leave(1, away, '2026-03-03T00:00:01.000Z')).toEqual([]);
    const untimed = new TimedMatch({ clock: { kind: 'none' } }).start('2026-03-02T00:00:00.000Z');
    expect(untimed.leave(1, away, '2026-03-03T00:00:01.000Z')).toEqual([]);
  });
});

describe('what runs out', () => {
  test('an open match, by default after 14 days', () => {
    const match = new TimedMatch();
    expect(match.expire('2026-03-15T12:00:34.999Z')).toBe(false);
    expect(match.expire('2026-03-15T12:00:35.000Z')).toBe(true);
    expect(match.state).toMatchObject({ status: 'cancelled', finishedAt: '2026-03-15T12:00:35.000Z', departed: {} });
  });

  test('AS-46: of three the seat drops out and the next one’s clock runs', () => {
    const match = new TimedMatch({ game: 'astromagie', seats: 3 }).start('2026-03-02T00:00:00.000Z');
    const late = match.mover;
    expect(match.expire('2026-03-05T00:01:00.000Z')).toBe(true);
    expect(match.state.seats[late - 1]?.status).toBe('timed-out');
    expect(match.state.status).toBe('active');
    expect(match.mover).not.toBe(late);
    // Its time begins when it can know.
    expect(clockAt(match, '2026-03-05T00:01:00.000Z').deadline).toBe('2026-03-08T00:01:00.000Z');
  });

  test.each([
    ['P3D', 'time.passed'],
    ['P2DT23H', 'time.passed'],
    ['P3DT1S', 'seat.timed-out'],
  ])('AS-47: a time limit of %s beside a deadline of three days: %s', (timeLimit, type) => {
    const options = { timeLimit, deals: null };
    const match = new TimedMatch({ game: 'astromagie', seats: 3, options }).start('2026-03-02T00:00:00.000Z');
    expect(match.expire('2026-03-05T00:01:00.000Z')).toBe(true);
    expect(match.commits.at(-1)?.events[0]?.type).toBe(type);
  });

  test('alone nobody waits, unless a clock is wished for', () => {
    const alone = { game: 'abiegnus', options: { mode: 'solitaire' } };
    expect(clockAt(new TimedMatch(alone), '2026-03-02T00:00:00.000Z')).toMatchObject({ kind: 'none', state: 'none' });
    const timed = new TimedMatch({ ...alone, clock: { kind: 'per-turn', time: 'PT1M' } });
    expect(timed.expire('2026-03-01T12:01:35.000Z')).toBe(true);
    expect(timed.outcome).toMatchObject({ kind: 'ended', winners: [], reason: 'timeout' });
  });
});

test.each([
  [0, 'PT0S'],
  [1, 'PT0.001S'],
  [60_000, 'PT1M'],
  [86_400_000, 'P1D'],
  [90_061_250, 'P1DT1H1M1.25S'],
  [90 * 86_400_000, 'P90D'],
])('%i ms are %s', (ms, text) => {
  expect(durationText(ms)).toBe(text);
  if (ms % 1000 === 0 && ms > 0) expect(durationOf(text)).toBe(ms);
});
