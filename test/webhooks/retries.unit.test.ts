import { describe, expect, test } from 'vitest';
import { nextTryAfter } from '../../functions/webhooks/retries.ts';

const NOW = new Date('2026-03-01T12:00:00.000Z');
const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const waitAfter = (failures: number, retryAfter: string | null = null, random01 = 0) =>
  nextTryAfter(failures, random01, retryAfter, NOW);

describe('the schedule', () => {
  test.each([
    [1, 5 * SECOND],
    [2, MINUTE],
    [3, 5 * MINUTE],
    [4, 30 * MINUTE],
    [5, 2 * HOUR],
    [6, 6 * HOUR],
    [7, 12 * HOUR],
    [8, DAY],
  ])('after failure %i waits %i ms, and up to a fifth more by chance', (failures, ms) => {
    expect(waitAfter(failures)).toBe(ms);
    expect(waitAfter(failures, null, 0.5)).toBe(ms + ms / 10);
    expect(waitAfter(failures, null, 1)).toBe(ms + ms / 5);
  });

  test('ends with the ninth failure, whatever the receiver asks', () => {
    expect(waitAfter(9)).toBeNull();
    expect(waitAfter(9, '60')).toBeNull();
    expect(waitAfter(1000)).toBeNull();
  });

  test('gives whole milliseconds', () => {
    expect(waitAfter(1, null, 1 / 3)).toBe(5333);
  });
});

describe('Retry-After', () => {
  test.each([
    ['6', 6 * SECOND],
    ['90', 90 * SECOND],
    [' 90 ', 90 * SECOND],
    ['86399', DAY - SECOND],
    // A day at most.
    ['86400', DAY],
    ['86401', DAY],
    ['9'.repeat(400), DAY],
    ['Sun, 01 Mar 2026 12:10:00 GMT', 10 * MINUTE],
    ['Sunday, 01-Mar-26 12:10:00 GMT', 10 * MINUTE],
    ['Sun Mar  1 12:10:00 2026', 10 * MINUTE],
    ['Tue Mar 10 12:10:00 2026', DAY],
    ['Sat, 01 Mar 2036 12:00:00 GMT', DAY],
  ])('"%s" puts the try off', (text, ms) => {
    expect(waitAfter(1, text)).toBe(ms);
  });

  test.each([
    '0',
    '4',
    'Sun, 01 Mar 2026 12:00:04 GMT',
    'Sun, 01 Mar 2026 11:00:00 GMT',
    'Sun, 06 Nov 1994 08:49:37 GMT',
  ])('"%s" does not bring it forward', (text) => {
    expect(waitAfter(1, text)).toBe(5 * SECOND);
  });

  test.each([
    '',
    ' ',
    '-90',
    '+90',
    '90.5',
    '9e9',
    '0x5a',
    '90s',
    '90, 90',
    '٩٠',
    'soon',
    'NaN',
    'Infinity',
    '2026-03-01T12:10:00Z',
    'Mar 2 2026',
    'Sun, 01 Mar 2026 12:10:00',
    'Sun, 01 Mar 2026 12:10:00 +0000',
    'Sun, 01 Mar 2026 12:10:00 PST',
    'sun, 01 mar 2026 12:10:00 gmt',
    'Sun, 1 Mar 2026 12:10:00 GMT',
    'Sun, 01 Xxx 2026 12:10:00 GMT',
    'Sun, 01 Mar 2026 25:10:00 GMT',
    'Sun, 41 Mar 2026 12:10:00 GMT',
  ])('"%s" is malformed and ignored', (text) => {
    expect(waitAfter(1, text)).toBe(5 * SECOND);
  });

  test('is a minimum: a later place in the schedule, and its chance, stay', () => {
    expect(waitAfter(5, '60')).toBe(2 * HOUR);
    expect(waitAfter(5, '60', 0.5)).toBe(132 * MINUTE);
    expect(waitAfter(1, '90', 1)).toBe(90 * SECOND);
    expect(waitAfter(8, '999999', 1)).toBe(DAY + DAY / 5);
  });
});
