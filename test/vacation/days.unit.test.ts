/** Local days and how they are counted, over every kind of night that a time zone knows. */
import { describe, expect, test } from 'vitest';
import type { Leave } from '../../domain/vacation/book.ts';
import { daysUsed, yearAt } from '../../domain/vacation/days.ts';
import { daysTouched, localDay, zoneNamed } from '../../domain/vacation/zone.ts';

const HOUR = 3_600_000;

describe('a local day', () => {
  test.each([
    ['Europe/Berlin', '2026-03-28', '2026-03-27T23:00:00.000Z', 24],
    ['Europe/Berlin', '2026-03-29', '2026-03-28T23:00:00.000Z', 23],
    ['Europe/Berlin', '2026-10-25', '2026-10-24T22:00:00.000Z', 25],
    ['America/New_York', '2026-03-08', '2026-03-08T05:00:00.000Z', 23],
    ['America/New_York', '2026-11-01', '2026-11-01T04:00:00.000Z', 25],
    ['Australia/Sydney', '2026-04-05', '2026-04-04T13:00:00.000Z', 25],
    ['Australia/Sydney', '2026-10-04', '2026-10-03T14:00:00.000Z', 23],
    // By half an hour.
    ['Australia/Lord_Howe', '2026-10-04', '2026-10-03T13:30:00.000Z', 23.5],
    // Midnight itself is skipped: the day begins at one.
    ['America/Sao_Paulo', '2018-11-04', '2018-11-04T03:00:00.000Z', 23],
    ['Africa/Cairo', '2026-04-24', '2026-04-23T22:00:00.000Z', 23],
    // Midnight comes twice; the day before has both hours.
    ['America/Sao_Paulo', '2018-02-17', '2018-02-17T02:00:00.000Z', 25],
    ['Africa/Cairo', '2026-10-29', '2026-10-28T21:00:00.000Z', 25],
    // The whole day was skipped.
    ['Pacific/Apia', '2011-12-29', '2011-12-29T10:00:00.000Z', 24],
    ['Pacific/Apia', '2011-12-30', '2011-12-30T10:00:00.000Z', 0],
    ['Pacific/Apia', '2011-12-31', '2011-12-30T10:00:00.000Z', 24],
    ['UTC', '2028-02-29', '2028-02-29T00:00:00.000Z', 24],
  ])('%s %s begins at %s and has %d hours', (zone, date, begins, hours) => {
    const day = localDay(date, zone);
    expect(day).toEqual({
      date,
      year: Number(date.slice(0, 4)),
      begins: Date.parse(begins),
      ends: Date.parse(begins) + hours * HOUR,
    });
  });

  test.each(['2026-02-29', '2026-13-01', '2026-00-10', '2026-1-1', '2026-01-01T00:00', ' 2026-01-01', 'today', ''])(
    '%j is no date',
    (text) => expect(localDay(text, 'UTC')).toBeNull(),
  );
});

describe('the days that a span touches', () => {
  const touched = (zone: string, from: string, to: string) =>
    daysTouched({ from: Date.parse(from), to: Date.parse(to) }, zone).map(({ date }) => date);

  test.each<[string, string, string, string[]]>([
    ['UTC', '2026-05-01T00:00Z', '2026-05-02T00:00Z', ['2026-05-01']],
    ['UTC', '2026-05-01T23:59:59.999Z', '2026-05-02T00:00:00.001Z', ['2026-05-01', '2026-05-02']],
    ['UTC', '2026-05-01T12:00Z', '2026-05-01T12:00Z', []],
    ['Europe/Berlin', '2026-03-28T23:00Z', '2026-03-29T22:00Z', ['2026-03-29']],
    ['Europe/Berlin', '2026-03-28T23:00Z', '2026-03-29T22:00:00.001Z', ['2026-03-29', '2026-03-30']],
    ['Europe/Berlin', '2026-10-24T22:00Z', '2026-10-25T23:00Z', ['2026-10-25']],
    // What was skipped is not counted.
    ['Pacific/Apia', '2011-12-29T10:00Z', '2011-12-31T10:00Z', ['2011-12-29', '2011-12-31']],
    // A minute past midnight clocks went back by an hour, into the day before: that hour is the new day's.
    ['America/St_Johns', '2006-10-29T02:45Z', '2006-10-29T02:50Z', ['2006-10-29']],
    ['America/St_Johns', '2006-10-29T02:29Z', '2006-10-29T02:30Z', ['2006-10-28']],
  ])('%s from %s to %s', (zone, from, to, dates) => expect(touched(zone, from, to)).toEqual(dates));
});

describe('zones', () => {
  test.each([
    ['europe/berlin', 'Europe/Berlin'],
    ['UTC', 'UTC'],
    ['utc', 'UTC'],
    ['Asia/Kathmandu', 'Asia/Kathmandu'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
  ])('%s is %s', (name, zone) => expect(zoneNamed(name)).toBe(zone));

  test.each(['', 'Mars/Olympus', '+05:00', '-08', 'Z', 'Europe/Berlin ', '../UTC', 'Europe'])('%j is none', (name) =>
    expect(zoneNamed(name)).toBeNull(),
  );

  test('tell which year it is', () => {
    const at = new Date('2026-12-31T11:00:00.000Z');
    expect([yearAt(at, 'Pacific/Kiritimati'), yearAt(at, 'UTC')]).toEqual([2027, 2026]);
  });
});

describe('days used', () => {
  const leave = (begins: string, ends: string, timeZone = 'UTC'): Leave => ({
    ...{ from: begins.slice(0, 10), to: ends.slice(0, 10), timeZone },
    begins: new Date(begins).toISOString(),
    ends: new Date(ends).toISOString(),
  });

  test('a day counts once, however many leaves touch it', () => {
    const leaves = [
      leave('2026-05-01T08:00Z', '2026-05-01T09:00Z'),
      leave('2026-05-01T10:00Z', '2026-05-01T11:00Z'),
      leave('2026-05-01T23:00Z', '2026-05-02T01:00Z'),
    ];
    expect(daysUsed({ timeZone: 'UTC', leaves }, 2026)).toBe(2);
  });

  test('a leave over New Year counts to each year its own', () => {
    const leaves = [leave('2026-12-30T00:00Z', '2027-01-05T00:00Z')];
    expect([2025, 2026, 2027, 2028].map((year) => daysUsed({ timeZone: 'UTC', leaves }, year))).toEqual([0, 2, 4, 0]);
  });

  test('the zone in which most are used holds', () => {
    const leaves = [leave('2026-05-01T00:00Z', '2026-05-03T00:00Z')];
    expect(daysUsed({ timeZone: 'UTC', leaves }, 2026)).toBe(2);
    expect(daysUsed({ timeZone: 'Europe/Berlin', leaves }, 2026)).toBe(3);
  });
});
