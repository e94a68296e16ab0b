/** Whether requests are counted: always, but where tests send thousands from one address. */
import { countRequests, type Limits } from './limits.ts';
import { POLICIES, timesAsMuch } from './policies.ts';

/**
 * `times`: how many times the budgets are as large.
 *
 * @throws RangeError if the setting is neither `on` nor `off`
 */
export function rateLimits(times = 1): Limits | null {
  const { PLYPOST_RATE_LIMITS: setting = 'on' } = process.env;
  if (setting !== 'on' && setting !== 'off') {
    throw new RangeError(`PLYPOST_RATE_LIMITS is on or off, not: ${setting}`);
  }
  return setting === 'on' ? countRequests(timesAsMuch(POLICIES, times)) : null;
}
