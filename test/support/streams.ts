/** Clients that read what happens as it happens. */
import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { Client } from './clients.ts';

export type Accept = 'application/json' | 'application/x-ndjson' | 'text/event-stream';

export interface Asked {
  readonly accept?: string;
  readonly lastEventId?: string | undefined;
  readonly signal?: AbortSignal;
}

/** The answer's head; the body is read later. */
export function openStream(url: string, client: Client, path: string, asked: Asked = {}): Promise<Response> {
  const { accept = 'text/event-stream', lastEventId, signal } = asked;
  return fetch(url + path, {
    headers: {
      Accept: accept,
      ...(client.token === null ? {} : { Authorization: `Bearer ${client.token}` }),
      ...(lastEventId === undefined ? {} : { 'Last-Event-ID': lastEventId }),
    },
    ...(signal === undefined ? {} : { signal }),
  });
}

/** The texts of a body as they come, until it ends cleanly. @throws if it breaks off */
export async function* textsOf(response: Response): AsyncGenerator<string> {
  if (response.body === null) return;
  const decoder = new TextDecoder();
  for await (const bytes of response.body) yield decoder.decode(bytes, { stream: true });
}

/** Server-sent events as they come. What stands between two of them was a whole message too, or it would not parse. */
export async function* eventsOf(response: Response): AsyncGenerator<EventSourceMessage> {
  const come: EventSourceMessage[] = [];
  const parser = createParser({
    onEvent: (event) => come.push(event),
    onError: (error) => {
      throw error;
    },
  });
  for await (const text of textsOf(response)) {
    parser.feed(text);
    yield* come.splice(0);
  }
}

/** The first so many of what comes. */
export async function take<Item>(items: AsyncIterable<Item>, count: number): Promise<Item[]> {
  const taken: Item[] = [];
  if (count === 0) return taken;
  for await (const item of items) {
    taken.push(item);
    if (taken.length === count) break;
  }
  return taken;
}

export async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  return take(items, Number.POSITIVE_INFINITY);
}
