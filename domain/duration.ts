/** ISO 8601 durations of a fixed length: weeks alone, or days, hours, minutes and seconds. */

/** No years or months, whose length is the calendar's; whole numbers only. */
export const DURATION =
  /^P(?!$)(?:(\d{1,9})W|(?:(\d{1,9})D)?(?:T(?=\d)(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?)$/;

export const SECOND = 1000;
export const MINUTE = 60 * SECOND;
export const HOUR = 60 * MINUTE;
export const DAY = 24 * HOUR;
const WEEK = 7 * DAY;

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

/** The duration of so many whole milliseconds (0 or more), in days at most: `P2DT3H`, `PT0S`, `PT1.25S`. */
export function durationText(ms: number): string {
  const days = Math.floor(ms / DAY);
  const hours = Math.floor((ms % DAY) / HOUR);
  const minutes = Math.floor((ms % HOUR) / MINUTE);
  const seconds = (ms % MINUTE) / SECOND;
  const clock = `${part(hours, 'H')}${part(minutes, 'M')}${part(seconds, 'S')}`;
  if (days === 0 && clock === '') return 'PT0S';
  return `P${part(days, 'D')}${clock === '' ? '' : `T${clock}`}`;
}

function part(count: number, unit: string): string {
  return count === 0 ? '' : `${count}${unit}`;
}
