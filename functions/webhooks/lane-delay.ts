/** The longest that a queue holds a message back; one that comes before its time is sent once more. */
const DELAY_SECONDS_MOST = 900;

/** For how many seconds to hold back a message that is to come at `at` (milliseconds since 1970). */
export function delayUntil(at: number, now: Date): number {
  const seconds = Math.ceil((at - now.getTime()) / 1000);
  return Math.min(Math.max(seconds, 0), DELAY_SECONDS_MOST);
}
