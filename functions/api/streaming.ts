/**
 * Telling what happens for as long as it goes on: message after message, each stored before it is told. Nothing is read
 * before the reader has taken what came before it, and the stream ends between two messages.
 */
import type { ApiDeps } from './deps.ts';
import type { Page, Source } from './source.ts';
import type { StreamFormat } from './stream-formats.ts';

export const MESSAGES_A_PAGE = 100;
/** How long nothing is said: proxies close what is silent for longer, many after a minute, some after twenty seconds. */
const KEEP_ALIVE_MS = 15_000;

export interface Telling<Body extends object> {
  readonly source: Source<Body>;
  readonly format: StreamFormat;
  readonly after: number;
  /** What has been read already. */
  readonly first: Page<Body>;
  /** The most messages; null for any number. */
  readonly limit: number | null;
  /** How long it may last, and how long it waits while there is nothing. */
  readonly streamMs: number;
  readonly waitMs: number;
  readonly retryMs: number;
  readonly keepAliveMs?: number;
}

/** The texts of a stream, each of whole messages. Ends when it is over, when its time is up and when `stop` is aborted. */
export async function* tell<Body extends object>(
  deps: Pick<ApiDeps, 'wake'>,
  telling: Telling<Body>,
  stop: AbortSignal,
): AsyncGenerator<string> {
  const { source, format, streamMs, waitMs, keepAliveMs = KEEP_ALIVE_MS } = telling;
  const until = performance.now() + streamMs;
  let left = telling.limit ?? Number.POSITIVE_INFINITY;
  let { after } = telling;
  let page = telling.first;
  let told = performance.now();
  let said = told;
  const opening = format.opening(after, telling.retryMs);
  if (opening !== '') yield opening;
  const watch = deps.wake.watch(source.topic);
  try {
    for (;;) {
      const last = page.messages.at(-1);
      if (last !== undefined) {
        yield page.messages.map(format.message).join('');
        after = last.id;
        left -= page.messages.length;
        told = performance.now();
        said = told;
      }
      const now = performance.now();
      const ends = Math.min(until, told + waitMs);
      if (page.over || left <= 0 || stop.aborted || now >= until) return;
      // What was read before the watch began is no reason to wait.
      if (last === undefined && page !== telling.first) {
        if (now >= ends) return;
        if (now - said >= keepAliveMs) {
          yield format.keepAlive;
          said = performance.now();
        }
        // A timer may be a millisecond early.
        await watch.wait(Math.max(0, Math.ceil(Math.min(ends, said + keepAliveMs) - performance.now())) + 1, stop);
      }
      page = await source.read(after, Math.min(MESSAGES_A_PAGE, left));
    }
  } finally {
    watch.end();
  }
}
