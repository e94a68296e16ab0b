/** Whether webhooks may be on this machine itself: for local work, never where strangers choose the URLs. */
export function webhookLoopback(): boolean {
  return process.env.PLYPOST_WEBHOOK_LOOPBACK === 'true';
}
