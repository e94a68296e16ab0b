/** ISO 8601 durations of a fixed length: weeks alone, or days, hours, minutes and seconds. */

/** No years or months, whose length is the calendar's; whole numbers only. */
export const DURATION =
  /^P(?!$)(?:(\d{1,9})W|(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?)$/;

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

export const LEAST_TIME_LIMIT = 10 * MINUTE;
export const MOST_TIME_LIMIT = 90 * DAY;

/** In milliseconds; null if the text is no such duration. */
export function durationOf(text: string): number | null {
  const parts = DURATION.exec(text);
  if (parts === null) return null;
  const [, weeks = 0, days = 0, hours = 0, minutes = 0, seconds = 0] = parts;
  return (
    Number(weeks) * WEEK +
    Number(days) * DAY +
    Number(hours) * HOUR +
    Number(minutes) * MINUTE +
    Number(seconds) * SECOND
  );
}
