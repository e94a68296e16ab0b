/** Records in which time ran out, or leave put it off: sound ones verify, and what an operator could make up is found. */
import { describe, expect, test } from 'vitest';
import { games } from '../../domain/games.ts';
import { canonicalJson } from '../../domain/log/canonical.ts';
import { dropOut } from '../../domain/match/drop-out.ts';
import { compactRecord, fullRecord } from '../../domain/match/record.ts';
import type { MatchEvent } from '../../domain/match/types.ts';
import { verifyRecord } from '../../domain/match/verify.ts';
import { TimedMatch, type TimedSetting } from '../support/timed-match.ts';

const PER_TURN = { kind: 'per-turn', time: 'P3D' } as const;
const START = '2026-03-02T00:00:00.000Z';

function verified(match: TimedMatch) {
  const { game, state, commits } = match;
  const full = verifyRecord(canonicalJson(fullRecord(game, state, commits, 'onlooker')), games).fault;
  const compact = verifyRecord(canonicalJson(compactRecord(game, state, commits, 'onlooker')), games).fault;
  return { full: full?.message ?? null, compact: compact?.message ?? null };
}

const SOUND = { full: null, compact: null };

test.each<[string, TimedSetting]>([
  ['two seats', { clock: PER_TURN }],
  ['three seats, going on, the seed hidden', { game: 'astromagie', seats: 3, clock: PER_TURN }],
  ['alone', { game: 'abiegnus', options: { mode: 'solitaire' }, clock: PER_TURN }],
])('a timeout: %s', (_name, setting) => {
  const match = new TimedMatch({ ...setting, at: START }).start(START);
  expect(match.expire('2026-03-05T00:00:35.000Z')).toBe(true);
  expect(verified(match)).toEqual(SOUND);
});

test('a time limit, and a match that never started', () => {
  const limited = new TimedMatch({ game: 'astromagie', options: { timeLimit: 'P1D' }, at: START }).start(START);
  limited.expire('2026-03-03T00:00:35.000Z');
  expect(limited.state.status).toBe('finished');
  expect(verified(limited)).toEqual(SOUND);
  const open = new TimedMatch({ at: START, startWithin: 'PT1H' });
  open.expire('2026-03-02T01:00:35.000Z');
  expect(open.state.status).toBe('cancelled');
  expect(verified(open)).toEqual(SOUND);
});

test('a match from before there were clocks', () => {
  const match = new TimedMatch({ at: START, before: true }).start(START).move('2027-01-01T00:00:00.000Z');
  expect(match.commits[0]?.events[0]).not.toHaveProperty('clock');
  expect(match.state).toMatchObject({ clock: { kind: 'none' }, startBy: null, time: null });
  expect(match.expire('2030-01-01T00:00:00.000Z')).toBe(false);
  expect(verified(match)).toEqual(SOUND);
});

describe('what cannot have been', () => {
  const made = () => new TimedMatch({ clock: PER_TURN, at: START }).start(START);
  const give = (match: TimedMatch, events: readonly MatchEvent[], at: string) => {
    match.give({ ok: true, events }, at);
    return verified(match);
  };
  const found = (message: string) => ({ full: message, compact: message });

  test('a timeout a millisecond before the grace was over', () => {
    const match = made();
    const events = dropOut(match.game, match.state, 1, 'timeout');
    expect(give(match, events, '2026-03-05T00:00:34.999Z')).toEqual(found('No time has run out.'));
  });

  test('a timeout of the seat that was not to move', () => {
    const match = made();
    const events = dropOut(match.game, match.state, 2, 'timeout');
    expect(give(match, events, '2026-03-05T00:00:35.000Z')).toEqual(found('The rules and the chance say otherwise.'));
  });

  test('a move that came after the deadline', () => {
    const match = made().move('2026-03-05T00:00:00.001Z');
    expect(verified(match)).toEqual(found('Time had run out by then.'));
    expect(verified(made().move('2026-03-05T00:00:00.000Z'))).toEqual(SOUND);
  });

  test.each<[string, Extract<MatchEvent, { type: `vacation.${string}` }>]>([
    [
      'leave for time that has been charged',
      { type: 'vacation.granted', seat: 1, from: '2026-03-01T00:00:00.000Z', to: START },
    ],
    [
      'leave that ends before it begins',
      { type: 'vacation.granted', seat: 1, from: '2026-03-03T00:00:00.000Z', to: START },
    ],
    [
      'leave on a day that there is not',
      { type: 'vacation.granted', seat: 1, from: '2026-03-03T00:00:00.000Z', to: '2026-03-32T00:00:00.000Z' },
    ],
    [
      'leave that nobody took cut short',
      { type: 'vacation.cut', seat: 1, from: '2026-03-03T00:00:00.000Z', to: '2026-03-04T00:00:00.000Z' },
    ],
    [
      'leave of a seat that there is not',
      { type: 'vacation.granted', seat: 3, from: '2026-03-03T00:00:00.000Z', to: '2026-03-04T00:00:00.000Z' },
    ],
  ])('%s', (_name, event) => {
    expect(give(made(), [event], '2026-03-02T12:00:00.000Z')).toEqual(
      found('No leave could change the clocks like this.'),
    );
  });

  test('leave where it does not count', () => {
    const match = new TimedMatch({ clock: PER_TURN, vacation: false, at: START }).start(START);
    const span = { from: '2026-03-03T00:00:00.000Z', to: '2026-03-04T00:00:00.000Z' };
    const message = 'No leave could change the clocks like this.';
    expect(give(match, [{ type: 'vacation.granted', seat: 1, ...span }], START)).toEqual(found(message));
    const allowed = made();
    expect(give(allowed, [{ type: 'vacation.granted', seat: 1, ...span }], START)).toEqual(SOUND);
  });
});
