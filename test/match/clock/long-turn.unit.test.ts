/** A turn of more than a year: what a player's account has forgotten of leave by then, the match has not. */
import { expect, test } from 'vitest';
import { listClock } from '../../../domain/match/clock/sight.ts';
import { EMPTY_BOOK, spansOf, type VacationBook } from '../../../domain/vacation/book.ts';
import { setVacation } from '../../../domain/vacation/wish.ts';
import { TimedMatch } from '../../support/timed-match.ts';

const LEAVE = { from: '2027-12-10T00:00:00.000Z', to: '2027-12-20T00:00:00.000Z' };
const clock = { kind: 'bank', initial: 'P90D', increment: 'P90D' } as const;

function wished(book: VacationBook, from: string, to: string, at: string): VacationBook {
  const answer = setVacation(book, { from, to }, new Date(at));
  if (!answer.ok) throw new Error(answer.refusal.detail);
  return answer.book;
}

const deadlineOf = ({ state }: TimedMatch) => listClock(state).deadline;

test('leave that the account has forgotten is not taken back; leave to come that was dropped is', () => {
  const match = new TimedMatch({ clock, at: '2027-12-01T00:00:00.000Z' }).start('2027-12-01T00:00:00.000Z');
  // Six turns of seat 1 at once: seven times ninety days.
  while (match.state.time?.left[0] !== 630 * 86_400_000 || match.mover !== 1) match.move('2027-12-01T00:00:00.000Z');
  expect(deadlineOf(match)).toBe('2029-08-22T00:00:00.000Z');

  const first = wished(EMPTY_BOOK, '2027-12-10', '2027-12-19', '2027-12-05T00:00:00.000Z');
  expect(match.leave(1, spansOf(first), '2027-12-05T00:00:00.000Z')).toEqual([
    { type: 'vacation.granted', seat: 1, ...LEAVE },
  ]);
  expect(deadlineOf(match)).toBe('2029-09-01T00:00:00.000Z');

  const second = wished(first, '2029-02-01', '2029-02-05', '2029-01-03T00:00:00.000Z');
  expect(spansOf(second)).not.toContainEqual(LEAVE);
  expect(match.leave(1, spansOf(second), '2029-01-03T00:00:00.000Z').map(({ type }) => type)).toEqual([
    'vacation.granted',
  ]);
  expect(deadlineOf(match)).toBe('2029-09-06T00:00:00.000Z');

  const third = wished(second, '2029-03-01', '2029-03-02', '2029-01-04T00:00:00.000Z');
  expect(match.leave(1, spansOf(third), '2029-01-04T00:00:00.000Z')).toMatchObject([
    { type: 'vacation.cut', from: '2029-02-01T00:00:00.000Z' },
    { type: 'vacation.granted', from: '2029-03-01T00:00:00.000Z' },
  ]);
  expect(deadlineOf(match)).toBe('2029-09-03T00:00:00.000Z');

  // Moved at last: 400 days, of which the ten away do not count.
  match.move('2029-01-04T00:00:00.000Z', 2);
  expect(match.ledger.slice(-3).map(({ reason, amount, left }) => [reason, amount, left])).toEqual([
    ['vacation', 'P10D', 'P640D'],
    ['turn', 'P400D', 'P240D'],
    ['increment', 'P90D', 'P330D'],
  ]);
});
