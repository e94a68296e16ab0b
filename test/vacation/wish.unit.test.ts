/** Setting and ending leave: what is kept, what is refused, and what toggling and zones do not bring. */
import { describe, expect, test } from 'vitest';
import {
  BEGINNINGS_A_DAY,
  currentLeave,
  EMPTY_BOOK,
  endVacation,
  leaveState,
  spansOf,
  type VacationBook,
} from '../../domain/vacation/book.ts';
import { daysUsed } from '../../domain/vacation/days.ts';
import { setVacation, setZone, type VacationWish } from '../../domain/vacation/wish.ts';

function set(book: VacationBook, wish: VacationWish, now: string): VacationBook {
  const answer = setVacation(book, wish, new Date(now));
  if (!answer.ok) throw new Error(JSON.stringify(answer.refusal));
  return answer.book;
}

function refusal(book: VacationBook, wish: VacationWish, now: string) {
  const answer = setVacation(book, wish, new Date(now));
  return answer.ok ? null : answer.refusal;
}

const end = (book: VacationBook, now: string) => endVacation(book, new Date(now));
const days = (from: string, to: string, timeZone = 'UTC') => ({ from, to, timeZone });
const NOW = '2026-05-10T12:00:00.000Z';

describe('a leave goes from the start of its first day to the end of its last', () => {
  test.each([
    // Both switches of the year, in each of three zones.
    ['Europe/Berlin', '2026-03-28', '2026-03-30', '2026-03-27T23:00:00.000Z', '2026-03-30T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-24', '2026-10-26', '2026-10-23T22:00:00.000Z', '2026-10-26T23:00:00.000Z'],
    ['America/New_York', '2026-03-07', '2026-03-09', '2026-03-07T05:00:00.000Z', '2026-03-10T04:00:00.000Z'],
    ['America/New_York', '2026-10-31', '2026-11-02', '2026-10-31T04:00:00.000Z', '2026-11-03T05:00:00.000Z'],
    ['Australia/Sydney', '2026-04-04', '2026-04-06', '2026-04-03T13:00:00.000Z', '2026-04-06T14:00:00.000Z'],
    ['Australia/Sydney', '2026-10-03', '2026-10-05', '2026-10-02T14:00:00.000Z', '2026-10-05T13:00:00.000Z'],
    // On the very days.
    ['Europe/Berlin', '2026-03-29', '2026-03-29', '2026-03-28T23:00:00.000Z', '2026-03-29T22:00:00.000Z'],
    ['Europe/Berlin', '2026-10-25', '2026-10-25', '2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'],
  ])('%s from %s to %s', (timeZone, from, to, begins, ends) => {
    const book = set(EMPTY_BOOK, { from, to, timeZone }, '2026-01-05T00:00:00.000Z');
    expect(book).toEqual({ timeZone, leaves: [{ from, to, timeZone, begins, ends }] });
    expect(spansOf(book)).toEqual([{ from: begins, to: ends }]);
    expect(daysUsed(book, 2026)).toBe(from === to ? 1 : 3);
  });

  test.each([
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', '2018-11-05T02:00:00.000Z', 1],
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00.000Z', '2011-12-30T10:00:00.000Z', 1],
  ])('%s on %s', (timeZone, day, begins, ends, used) => {
    const book = set(EMPTY_BOOK, days(day, day, timeZone), begins.replace(/^(\d+)-1\d-/, '$1-10-'));
    expect(spansOf(book)).toEqual([{ from: begins, to: ends }]);
    expect(daysUsed(book, Number(day.slice(0, 4)))).toBe(used);
  });

  test('over a day that the zone skipped', () => {
    const book = set(EMPTY_BOOK, days('2011-12-29', '2011-12-31', 'Pacific/Apia'), '2011-12-01T00:00:00.000Z');
    expect(spansOf(book)).toEqual([{ from: '2011-12-29T10:00:00.000Z', to: '2011-12-31T10:00:00.000Z' }]);
    expect(daysUsed(book, 2011)).toBe(2);
  });

  test('of today it begins when it is set', () => {
    const book = set(EMPTY_BOOK, days('2026-05-01', '2026-05-11'), NOW);
    expect(spansOf(book)).toEqual([{ from: NOW, to: '2026-05-12T00:00:00.000Z' }]);
    expect(daysUsed(book, 2026)).toBe(2);
  });

  test('in the zone last used, unless it names another', () => {
    const book = set(EMPTY_BOOK, days('2026-06-01', '2026-06-01', 'europe/BERLIN'), NOW);
    const { timeZone, leaves } = set(book, { from: '2026-07-01', to: '2026-07-01' }, NOW);
    expect([timeZone, leaves.map((leave) => leave.begins)]).toEqual(['Europe/Berlin', ['2026-06-30T22:00:00.000Z']]);
    expect(set(EMPTY_BOOK, { from: '2026-07-01', to: '2026-07-01' }, NOW).timeZone).toBe('UTC');
  });
});

describe('refused', () => {
  test.each<[string, VacationWish, string, string]>([
    ['its end before its start', days('2026-06-02', '2026-06-01'), '/to', 'before'],
    ['wholly past', days('2026-05-01', '2026-05-09'), '/to', 'over'],
    ['more than a year ahead', days('2027-05-01', '2027-05-11'), '/to', 'year ahead'],
    ['no date to begin', days('2026-02-30', '2026-06-01'), '/from', 'date'],
    ['no date to end', days('2026-06-01', '2026-06-31'), '/to', 'date'],
    ['no such zone', days('2026-06-01', '2026-06-01', 'Mars/Olympus'), '/timeZone', 'IANA'],
    ['an offset', days('2026-06-01', '2026-06-01', '+02:00'), '/timeZone', 'IANA'],
  ])('%s', (_what, wish, pointer, detail) => {
    expect(refusal(EMPTY_BOOK, wish, NOW)).toMatchObject({
      code: 'invalid',
      pointer,
      detail: expect.stringContaining(detail),
    });
  });

  test('a day that the zone skipped', () => {
    const wish = days('2011-12-30', '2011-12-30', 'Pacific/Apia');
    expect(refusal(EMPTY_BOOK, wish, '2011-12-01T00:00:00.000Z')).toMatchObject({ pointer: '/to' });
  });

  test('a year ahead to the day is taken, also from a leap day', () => {
    expect(refusal(EMPTY_BOOK, days('2027-05-10', '2027-05-10'), NOW)).toBeNull();
    const leap = '2028-02-29T12:00:00.000Z';
    expect(refusal(EMPTY_BOOK, days('2029-02-28', '2029-02-28'), leap)).toBeNull();
    expect(refusal(EMPTY_BOOK, days('2029-03-01', '2029-03-01'), leap)).toMatchObject({ pointer: '/to' });
  });
});

describe('thirty days a year', () => {
  test('all at once, and not one more', () => {
    expect(refusal(EMPTY_BOOK, days('2026-06-01', '2026-06-30'), NOW)).toBeNull();
    expect(refusal(EMPTY_BOOK, days('2026-06-01', '2026-07-01'), NOW)).toEqual({
      code: 'too_long',
      year: 2026,
      asked: 31,
      left: 30,
      detail: 'You asked for 31 days of 2026 and have 30 days of vacation left in it, of 30.',
    });
  });

  test('a leap day is a day', () => {
    const now = '2028-01-10T00:00:00.000Z';
    expect(refusal(EMPTY_BOOK, days('2028-02-15', '2028-03-15'), now)).toBeNull();
    expect(refusal(EMPTY_BOOK, days('2028-02-14', '2028-03-15'), now)).toMatchObject({ code: 'too_long' });
    expect(refusal(EMPTY_BOOK, days('2027-02-14', '2027-03-15'), '2027-01-10T00:00:00.000Z')).toBeNull();
  });

  test.each(['Europe/Berlin', 'America/New_York', 'Australia/Sydney'])('over a switch of the clocks: %s', (zone) => {
    const now = '2026-01-10T00:00:00.000Z';
    for (const [from, to, more] of [
      ['2026-03-03', '2026-04-01', '2026-04-02'],
      ['2026-03-10', '2026-04-08', '2026-04-09'],
      ['2026-10-02', '2026-10-31', '2026-11-01'],
      ['2026-10-20', '2026-11-18', '2026-11-19'],
    ] as const) {
      expect(refusal(EMPTY_BOOK, days(from, to, zone), now)).toBeNull();
      expect(refusal(EMPTY_BOOK, days(from, more, zone), now)).toMatchObject({ code: 'too_long', left: 30 });
    }
  });

  test('New Year: sixty days in a row are two years’', () => {
    const book = set(EMPTY_BOOK, days('2026-12-02', '2027-01-30'), '2026-11-30T00:00:00.000Z');
    expect([2026, 2027].map((year) => daysUsed(book, year))).toEqual([30, 30]);
    const now = '2026-11-30T00:00:00.000Z';
    expect(refusal(EMPTY_BOOK, days('2026-12-01', '2027-01-30'), now)).toMatchObject({ year: 2026, left: 30 });
    expect(refusal(EMPTY_BOOK, days('2026-12-02', '2027-01-31'), now)).toMatchObject({ year: 2027, left: 30 });
  });

  test('days that were touched stay used when a leave is cut', () => {
    let book = set(EMPTY_BOOK, days('2026-05-10', '2026-05-29'), NOW);
    book = end(book, '2026-05-19T12:00:00.000Z');
    expect(spansOf(book)).toEqual([{ from: NOW, to: '2026-05-19T12:00:00.000Z' }]);
    expect(daysUsed(book, 2026)).toBe(10);
    const now = '2026-06-01T00:00:00.000Z';
    expect(refusal(book, days('2026-07-01', '2026-07-20'), now)).toBeNull();
    expect(refusal(book, days('2026-07-01', '2026-07-21'), now)).toMatchObject({ code: 'too_long', left: 20 });
  });

  test('a leave to come that is dropped gives its days back', () => {
    const book = end(set(EMPTY_BOOK, days('2026-06-01', '2026-06-30'), NOW), NOW);
    expect(book.leaves).toEqual([]);
    expect(refusal(book, days('2026-07-01', '2026-07-30'), NOW)).toBeNull();
  });
});

describe('changing', () => {
  test('the same wish again while it stands changes nothing', () => {
    const wish = days('2026-05-10', '2026-05-20');
    const book = set(EMPTY_BOOK, wish, NOW);
    expect(set(book, wish, '2026-05-15T00:00:00.000Z')).toBe(book);
    expect(set(book, { ...wish, timeZone: 'utc' }, '2026-05-15T00:00:00.000Z')).toBe(book);
    expect(end(EMPTY_BOOK, NOW)).toBe(EMPTY_BOOK);
    const over = end(book, '2026-05-15T00:00:00.000Z');
    expect(end(over, '2026-05-15T00:00:00.000Z')).toBe(over);
  });

  test('another one while one runs cuts it, and begins no earlier', () => {
    const book = set(EMPTY_BOOK, days('2026-05-10', '2026-05-20'), NOW);
    const later = '2026-05-12T12:00:00.000Z';
    expect(spansOf(set(book, days('2026-05-01', '2026-05-14'), later))).toEqual([
      { from: NOW, to: later },
      { from: later, to: '2026-05-15T00:00:00.000Z' },
    ]);
    expect(spansOf(set(book, days('2026-06-01', '2026-06-01'), later))).toEqual([
      { from: NOW, to: later },
      { from: '2026-06-01T00:00:00.000Z', to: '2026-06-02T00:00:00.000Z' },
    ]);
  });

  test('another one replaces one to come', () => {
    const book = set(EMPTY_BOOK, days('2026-06-01', '2026-06-30'), NOW);
    expect(spansOf(set(book, days('2026-07-01', '2026-07-30'), NOW))).toEqual([
      { from: '2026-07-01T00:00:00.000Z', to: '2026-07-31T00:00:00.000Z' },
    ]);
  });

  test('a refusal leaves the old one standing', () => {
    const book = set(EMPTY_BOOK, days('2026-06-01', '2026-06-30'), NOW);
    expect(refusal(book, days('2026-06-01', '2026-07-30'), NOW)).toMatchObject({ code: 'too_long' });
    expect(currentLeave(book, new Date(NOW))).toMatchObject({ to: '2026-06-30' });
  });

  test('what is current, and its state', () => {
    const book = set(EMPTY_BOOK, days('2026-05-12', '2026-05-12'), NOW);
    const at = (text: string) => {
      const leave = currentLeave(book, new Date(text));
      return leave === null ? null : leaveState(leave, new Date(text));
    };
    expect(at('2026-05-11T23:59:59.999Z')).toBe('upcoming');
    expect(at('2026-05-12T00:00:00.000Z')).toBe('running');
    expect(at('2026-05-12T23:59:59.999Z')).toBe('running');
    expect(at('2026-05-13T00:00:00.000Z')).toBeNull();
  });

  test('what counts no more is forgotten; last year’s is kept', () => {
    const old = set(EMPTY_BOOK, days('2026-05-12', '2026-05-12'), NOW);
    expect(set(old, days('2027-05-12', '2027-05-12'), '2027-05-10T00:00:00.000Z').leaves).toHaveLength(2);
    expect(set(old, days('2028-05-12', '2028-05-12'), '2028-05-10T00:00:00.000Z').leaves).toHaveLength(1);
  });
});

describe('no way to cheat', () => {
  test('turning it on only when a clock runs out: each day touched is used whole', () => {
    let book = EMPTY_BOOK;
    for (let day = 1; day <= 30; day += 1) {
      const date = `2026-06-${String(day).padStart(2, '0')}`;
      for (const hour of ['10', '12']) {
        book = set(book, days(date, date), `${date}T${hour}:00:00.000Z`);
        book = end(book, `${date}T${hour}:30:00.000Z`);
      }
    }
    expect(daysUsed(book, 2026)).toBe(30);
    const wish = days('2026-07-01', '2026-07-01');
    expect(refusal(book, wish, '2026-07-01T00:00:00.000Z')).toMatchObject({ code: 'too_long', left: 0 });
    expect(refusal(book, days('2026-06-30', '2026-06-30'), '2026-06-30T18:00:00.000Z')).toBeNull();
  });

  test('the hours around New Year belong to the old year in one zone, to the new one in another: both count them', () => {
    const used = set(EMPTY_BOOK, days('2026-06-01', '2026-06-30'), NOW);
    // On New Year’s Eve it is the next year on Kiritimati.
    const eve = '2026-12-31T10:00:00.000Z';
    expect(refusal(used, days('2027-01-01', '2027-01-01'), eve)).toBeNull();
    expect(refusal(used, days('2027-01-01', '2027-01-01', 'Pacific/Kiritimati'), eve)).toMatchObject({
      code: 'too_long',
      year: 2026,
      left: 0,
    });
    // A month there touches one day more in UTC, where the days before were counted.
    expect(refusal(used, days('2027-01-02', '2027-01-30', 'Pacific/Kiritimati'), eve)).toBeNull();
    expect(refusal(used, days('2027-01-02', '2027-01-31', 'Pacific/Kiritimati'), eve)).toMatchObject({
      year: 2027,
      detail:
        'You asked for 31 days of 2027 and have 30 days of vacation left in it, of 30, counted in UTC as your vacation before.',
    });
  });

  test('another zone does not make days of what is used', () => {
    const used = set(EMPTY_BOOK, days('2026-06-01', '2026-06-29', 'Asia/Tokyo'), NOW);
    const now = '2026-07-01T00:00:00.000Z';
    expect(refusal(used, days('2026-07-10', '2026-07-11', 'America/Los_Angeles'), now)).toMatchObject({ left: 0 });
    expect(refusal(used, days('2026-07-10', '2026-07-10', 'Asia/Tokyo'), now)).toBeNull();
  });

  test('moving to another one does not either, and what is set stays as it is', () => {
    const used = set(EMPTY_BOOK, days('2026-06-01', '2026-06-29', 'Asia/Tokyo'), NOW);
    const moved = setZone(used, 'america/los_angeles');
    if (!moved.ok) throw new Error(moved.refusal.detail);
    expect(moved.book).toEqual({ ...used, timeZone: 'America/Los_Angeles' });
    const now = '2026-07-01T00:00:00.000Z';
    const wish = { from: '2026-07-10', to: '2026-07-10' };
    expect(refusal(moved.book, wish, now)).toMatchObject({ code: 'too_long', left: 0 });
    const back = setZone(moved.book, 'Asia/Tokyo');
    expect(back.ok && refusal(back.book, wish, now)).toBeNull();
  });

  test('to be where one is changes nothing, and nobody is where there is no zone', () => {
    const book = set(EMPTY_BOOK, days('2026-06-01', '2026-06-02', 'Asia/Tokyo'), NOW);
    expect(setZone(book, 'Asia/Tokyo')).toEqual({ ok: true, book });
    for (const name of ['', 'Mars/Olympus', '+02:00']) {
      expect(setZone(book, name)).toMatchObject({ ok: false, refusal: { code: 'invalid', pointer: '/timeZone' } });
    }
  });

  test('a book has an end: three beginnings within a day, whatever day that is', () => {
    const start = Date.parse('2026-06-01T06:00:00.000Z');
    const minute = (n: number) => new Date(start + n * 60_000).toISOString();
    let book = EMPTY_BOOK;
    for (let n = 0; n < BEGINNINGS_A_DAY; n += 1) {
      book = end(set(book, days('2026-06-01', '2026-06-01'), minute(2 * n)), minute(2 * n + 1));
    }
    const again = days('2026-06-01', '2026-06-02');
    expect(refusal(book, again, minute(10))).toMatchObject({
      code: 'too_often',
      until: new Date(start + 86_400_000),
    });
    expect(refusal(book, again, '2026-06-02T05:59:59.999Z')).toMatchObject({ code: 'too_often' });
    expect(refusal(book, again, '2026-06-02T06:00:00.000Z')).toBeNull();
    // What begins later is set now as well as then.
    expect(refusal(book, days('2026-06-02', '2026-06-02'), minute(10))).toMatchObject({ code: 'too_often' });
    expect(refusal(book, days('2026-06-03', '2026-06-03'), minute(10))).toBeNull();
  });

  test('a leave that runs is changed as often as one likes, and is one leave for the book', () => {
    const start = Date.parse(NOW);
    let book = EMPTY_BOOK;
    for (let n = 0; n < 200; n += 1) {
      const to = `2026-05-${String(11 + (n % 2)).padStart(2, '0')}`;
      book = set(book, days('2026-05-10', to), new Date(start + n * 60_000).toISOString());
      expect(book.leaves.length).toBeLessThanOrEqual(2);
    }
    expect(spansOf(book)).toEqual([
      { from: NOW, to: '2026-05-10T15:19:00.000Z' },
      { from: '2026-05-10T15:19:00.000Z', to: '2026-05-13T00:00:00.000Z' },
    ]);
    expect(daysUsed(book, 2026)).toBe(3);
  });

  test('one that is to come is replaced as often as one likes', () => {
    let book = EMPTY_BOOK;
    for (let n = 0; n < 200; n += 1) book = set(book, days('2026-06-01', `2026-06-0${2 + (n % 2)}`), NOW);
    expect(book.leaves).toHaveLength(1);
  });
});
