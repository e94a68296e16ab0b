/** When it is said that the time of a turn gets short. */
import { describe, expect, test } from 'vitest';
import { durationText } from '../../../domain/duration.ts';
import { GRACE_MS } from '../../../domain/match/clock/due.ts';
import { nextLook } from '../../../domain/match/clock/look.ts';
import type { ClockSettings } from '../../../domain/match/clock/settings.ts';
import { dueWarnings, markLengths, runningWarnings } from '../../../domain/match/clock/warnings.ts';
import { warningNotice } from '../../../domain/match/notices.ts';
import { changesDue } from '../../../functions/stream/project-due.ts';
import { TimedMatch } from '../../support/timed-match.ts';

const START = '2026-03-02T00:00:00.000Z';
const ms = (text: string) => Date.parse(text);
const text = (at: number) => new Date(at).toISOString();

const begun = (clock: ClockSettings | null = null) => new TimedMatch({ clock }).start(START);

/** The instants of the warnings of the turn that runs. */
function marks({ state }: TimedMatch): string[] {
  return runningWarnings(state).flatMap((ofTurn) => ofTurn.map(({ at }) => text(at)));
}

/** What there is to tell at an instant: which mark, and how long before the deadline. */
const due = (match: TimedMatch, at: string) =>
  dueWarnings(match.game, match.state, new Date(at)).map(({ mark, left }) => `${mark} ${durationText(left)}`);

test.each([
  ['P90D', 'P1D', 'PT3H'],
  ['P3D', 'P1D', 'PT3H'],
  ['P2D', 'P1D', 'PT3H'],
  ['P1DT23H59M59S', 'PT4H47M59.9S', 'PT57M35.98S'],
  ['P1D', 'PT2H24M', 'PT28M48S'],
  ['PT1H', 'PT6M', 'PT1M12S'],
  ['PT1M', 'PT6S', 'PT1.2S'],
])('of %s for a turn, %s and %s before its end', (time, first, last) => {
  const match = begun({ kind: 'per-turn', time });
  const has = match.state.time?.left[0] ?? 0;
  const lengths = markLengths(has);
  expect([durationText(lengths.first), durationText(lengths.last)]).toEqual([first, last]);
  const end = ms(START) + has;
  expect(marks(match)).toEqual([text(end - lengths.first), text(end - lengths.last)]);
});

test('of a part of a millisecond nobody is told', () => {
  expect(markLengths(100_019)).toEqual({ first: 10_001, last: 2_000 });
});

test('a bank warns by what was in it when the turn began', () => {
  const match = begun({ kind: 'bank', initial: 'P2D', increment: 'PT1H', max: 'P4D' });
  expect(marks(match)).toEqual(['2026-03-03T00:00:00.000Z', '2026-03-03T21:00:00.000Z']);
  // Seat 1 took a day, and has a day and an hour; seat 2 took no time.
  match.move('2026-03-03T00:00:00.000Z').move('2026-03-03T00:00:00.000Z', 2);
  expect(match.mover).toBe(1);
  expect(marks(match)).toEqual(['2026-03-03T22:30:00.000Z', '2026-03-04T00:30:00.000Z']);
});

describe('what is due', () => {
  test('is each in its time, and nothing from the deadline on', () => {
    const match = begun();
    expect(due(match, '2026-03-03T23:59:59.999Z')).toEqual([]);
    expect(due(match, '2026-03-04T00:00:00.000Z')).toEqual(['first P1D']);
    expect(due(match, '2026-03-04T20:59:59.999Z')).toEqual(['first P1D']);
    expect(due(match, '2026-03-04T21:00:00.000Z')).toEqual(['last PT3H']);
    expect(due(match, '2026-03-04T23:59:59.999Z')).toEqual(['last PT3H']);
    expect(due(match, '2026-03-05T00:00:00.000Z')).toEqual([]);
    expect(due(match, '2026-03-05T00:00:35.000Z')).toEqual([]);
  });

  test('is nothing where the time of the game is up first', () => {
    const options = { timeLimit: 'P2DT1H' };
    const match = new TimedMatch({ game: 'astromagie', seats: 3, options }).start(START);
    expect(due(match, '2026-03-04T00:59:59.999Z')).toEqual(['first P1D']);
    expect(due(match, '2026-03-04T01:00:00.000Z')).toEqual([]);
    expect(nextLook(match.game, match.state)).toBe(ms('2026-03-04T00:00:00.000Z'));
  });

  test('is nothing where no time is counted, before the start, and after the end', () => {
    const late = '2026-03-10T00:00:00.000Z';
    const open = new TimedMatch({ at: START });
    const over = begun();
    expect(over.expire('2026-03-05T00:00:35.000Z')).toBe(true);
    for (const match of [begun({ kind: 'none' }), open, over]) {
      expect(due(match, late)).toEqual([]);
      expect(runningWarnings(match.state)).toEqual([]);
    }
    expect(nextLook(open.game, open.state)).toBe(ms('2026-03-16T00:00:35.000Z'));
    expect(nextLook(over.game, over.state)).toBeNull();
  });

  test('moves with the deadline: later by a leave, nearer when it is cut', () => {
    const match = begun();
    match.leave(1, [{ from: '2026-03-03T00:00:00.000Z', to: '2026-03-08T00:00:00.000Z' }], START);
    expect(marks(match)).toEqual(['2026-03-09T00:00:00.000Z', '2026-03-09T21:00:00.000Z']);
    match.leave(1, [], '2026-03-03T00:00:00.000Z');
    expect(marks(match)).toEqual(['2026-03-04T00:00:00.000Z', '2026-03-04T21:00:00.000Z']);
  });

  test('is known by when its turn began, and cannot have been due before what no leave put off', () => {
    const match = begun();
    match.leave(1, [{ from: '2026-03-03T00:00:00.000Z', to: '2026-03-08T00:00:00.000Z' }], START);
    const [warning] = dueWarnings(match.game, match.state, new Date('2026-03-09T00:00:00.000Z'));
    expect(warning).toEqual({
      run: { seat: 1, turn: match.game.turn(match.state.play), since: ms(START) },
      mark: 'first',
      left: 86_400_000,
      at: ms('2026-03-09T00:00:00.000Z'),
      deadline: ms('2026-03-10T00:00:00.000Z'),
      earliest: ms('2026-03-04T00:00:00.000Z'),
    });
  });
});

describe('when to look next', () => {
  test('is each warning, then the deadline and the grace', () => {
    const match = begun();
    const look = (after?: string) =>
      text(nextLook(match.game, match.state, after === undefined ? undefined : new Date(after)) ?? 0);
    expect(look()).toBe('2026-03-04T00:00:00.000Z');
    expect(look('2026-03-03T23:59:59.999Z')).toBe('2026-03-04T00:00:00.000Z');
    expect(look('2026-03-04T00:00:00.000Z')).toBe('2026-03-04T21:00:00.000Z');
    const end = text(ms('2026-03-05T00:00:00.000Z') + GRACE_MS);
    expect(look('2026-03-04T21:00:00.000Z')).toBe(end);
    expect(nextLook(match.game, match.state, new Date(end))).toBeNull();
  });

  test('is left alone by moves within the turn, and by offers, whenever they come', () => {
    const match = begun().move(START);
    expect(match.mover).toBe(2);
    const first = nextLook(match.game, match.state);
    match.move('2026-03-04T12:00:00.000Z');
    expect(match.mover).toBe(2);
    expect(nextLook(match.game, match.state)).toBe(first);
    expect(changesDue(match.game, match.steps.slice(-1))).toBe(false);
    match.leave(1, [{ from: '2026-03-05T00:00:00.000Z', to: '2026-03-08T00:00:00.000Z' }], '2026-03-04T13:00:00.000Z');
    expect(changesDue(match.game, match.steps.slice(-1))).toBe(false);
  });

  test('is another where a second seat comes to move, though the first look stays what it was', () => {
    const { game, state, steps } = begun();
    const [run] = state.time?.running ?? [];
    const [step] = steps.slice(-1);
    if (state.time === null || run === undefined || step === undefined) throw new Error('no time is counted');
    const second = { ...run, seat: 2, since: run.since + 1 } as const;
    const both = { ...state, time: { ...state.time, running: [run, second] } };
    expect(nextLook(game, both)).toBe(nextLook(game, state));
    expect(changesDue(game, [{ ...step, before: state, after: both }])).toBe(true);
    expect(changesDue(game, [{ ...step, before: both, after: both }])).toBe(false);
  });
});

test('a warning tells the deadline, and how long it was to it', () => {
  const match = begun().move('2026-03-02T01:00:00.000Z').move('2026-03-02T02:00:00.000Z');
  const [warning] = dueWarnings(match.game, match.state, new Date('2026-03-04T23:00:00.000Z'));
  if (warning === undefined) throw new Error('nothing is due');
  expect(warningNotice(match.state, warning)).toEqual({
    type: 'clock.warning',
    match: match.state.id,
    game: 'aquaignis',
    seq: 4,
    ply: 2,
    seat: 2,
    turn: match.game.turn(match.state.play),
    deadline: '2026-03-05T01:00:00.000Z',
    left: 'PT3H',
  });
});
