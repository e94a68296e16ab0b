/** Where deliveries to webhooks wait for their worker: the deployment says so. */
export function webhooksQueueUrl(): string {
  const { PLYPOST_WEBHOOKS_QUEUE } = process.env;
  if (!PLYPOST_WEBHOOKS_QUEUE) {
    throw new Error('The environment variable PLYPOST_WEBHOOKS_QUEUE must tell the URL of the queue.');
  }
  return PLYPOST_WEBHOOKS_QUEUE;
}
