/** A receiver of webhooks on this machine, and what it was sent. */
import { text } from 'node:stream/consumers';
import { onRequests } from '../webhooks/receivers.ts';

export interface Inbox {
  readonly url: string;
  /** All that has come since it was last asked: by webhook, in the order of its feed. */
  take(): string[];
}

/** These depend on when a try is made. */
const OF_THE_MOMENT = ['webhook-timestamp', 'webhook-signature'];

export async function openInbox(): Promise<Inbox> {
  const come: { readonly id: string; readonly text: string }[] = [];
  const receiver = await onRequests(async (request, response) => {
    const body = await text(request);
    const headers = Object.entries(request.headers).filter(([name]) => !OF_THE_MOMENT.includes(name));
    come.push({ id: String(request.headers['webhook-id']), text: JSON.stringify([request.method, headers, body]) });
    response.writeHead(204).end();
  });
  return {
    url: receiver.url.href,
    // The numbers of a feed have as many digits for years.
    take: () =>
      come
        .splice(0)
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .map((each) => each.text),
  };
}
