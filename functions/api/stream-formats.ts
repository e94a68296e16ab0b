/** How a stream of messages is written: as lines of JSON, or as server-sent events. Every text is whole messages. */
import type { MediaType } from './negotiate.ts';
import type { Message } from './source.ts';

export interface StreamFormat {
  /** What comes first, whether or not there is anything to tell. */
  opening(after: number, retryMs: number): string;
  message(message: Message<object>): string;
  /** Says nothing, so that whoever is between knows that somebody is there. */
  readonly keepAlive: string;
}

export const STREAM_FORMATS: Record<Exclude<MediaType, 'application/json'>, StreamFormat> = {
  'application/x-ndjson': {
    opening: () => '',
    message: ({ body }) => `${JSON.stringify(body)}\n`,
    keepAlive: '\n',
  },
  'text/event-stream': {
    // An id without data is no event, but it is where the client goes on when it comes back before the first.
    opening: (after, retryMs) => `retry: ${retryMs}\nid: ${after}\n\n`,
    message: ({ id, type, body }) => `id: ${id}\nevent: ${type}\ndata: ${JSON.stringify(body)}\n\n`,
    keepAlive: ':\n\n',
  },
};
