/** When a delivery that failed is tried again. */

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** How long to wait after the first failure, the second, and so on; about two days in all. */
const WAITS = [
  5 * SECOND,
  MINUTE,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
] as const satisfies readonly number[];

/** Deliveries that failed together shall not all come back together. */
const JITTER = 0.2;

const RETRY_AFTER_MOST = 24 * HOUR;

/** The three forms of a date in HTTP (RFC 9110, 5.6.7); `Date.parse` alone takes almost anything for one. */
const IMF_FIXDATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/;
const RFC_850 = /^[A-Z][a-z]{5,8}, \d{2}-[A-Z][a-z]{2}-\d{2} \d{2}:\d{2}:\d{2} GMT$/;
const ASCTIME = /^[A-Z][a-z]{2} [A-Z][a-z]{2} [\d ]\d \d{2}:\d{2}:\d{2} \d{4}$/;

/**
 * How many milliseconds after its `failures`-th failure a delivery is tried again; null if that was the last try.
 * `random01` is from 0 up to 1. A receiver's `Retry-After` may put the try off, by a day at most, never bring it forward.
 */
export function nextTryAfter(failures: number, random01: number, retryAfter: string | null, now: Date): number | null {
  const wait = WAITS[failures - 1];
  if (wait === undefined) return null;
  return Math.max(Math.round(wait * (1 + JITTER * random01)), askedFor(retryAfter, now));
}

/** How long a receiver wants to be left alone, in milliseconds, by its `Retry-After`: at most a day; 0 if it says nothing. */
export function askedFor(retryAfter: string | null, now: Date): number {
  const asked = retryAfter === null ? 0 : readRetryAfter(retryAfter.trim(), now);
  return Math.min(Math.max(asked, 0), RETRY_AFTER_MOST);
}

/** In milliseconds; 0 if it is malformed. */
function readRetryAfter(text: string, now: Date): number {
  if (/^\d+$/.test(text)) return Number(text) * SECOND;
  const at = readHttpDate(text);
  return Number.isNaN(at) ? 0 : at - now.getTime();
}

function readHttpDate(text: string): number {
  if (IMF_FIXDATE.test(text) || RFC_850.test(text)) return Date.parse(text);
  return ASCTIME.test(text) ? Date.parse(`${text} GMT`) : Number.NaN;
}
