/** Waiting for what is not there yet. */
import { anySignal } from './any-signal.ts';
import type { ApiDeps } from './deps.ts';
import type { Page, Source } from './source.ts';

interface Wish {
  readonly after: number;
  readonly limit: number;
  readonly waitMs: number;
  /** Aborted when the client has gone away. */
  readonly gone: AbortSignal;
}

/** A page after a cursor; waits until it holds something, the time is up, nothing can come, or nobody is there to tell. */
export async function waitForPage<Body>(
  deps: Pick<ApiDeps, 'wake' | 'closing'>,
  source: Source<Body>,
  { after, limit, waitMs, gone }: Wish,
): Promise<Page<Body>> {
  const until = performance.now() + waitMs;
  const stop = anySignal(gone, deps.closing);
  const watch = deps.wake.watch(source.topic);
  try {
    for (;;) {
      const page = await source.read(after, limit);
      const left = until - performance.now();
      if (page.messages.length > 0 || page.over || left <= 0 || stop.signal.aborted) return page;
      await watch.wait(left, stop.signal);
    }
  } finally {
    watch.end();
    stop.done();
  }
}
