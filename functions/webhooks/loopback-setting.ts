/**
 * Whether webhooks may be on this machine itself: for local work, never where strangers choose the URLs.
 * @throws RangeError if the setting is neither `true` nor `false`
 */
export function webhookLoopback(): boolean {
  const { PLYPOST_WEBHOOK_LOOPBACK: setting = 'false' } = process.env;
  if (setting !== 'true' && setting !== 'false') {
    throw new RangeError(`PLYPOST_WEBHOOK_LOOPBACK is true or false, not: ${setting}`);
  }
  return setting === 'true';
}
