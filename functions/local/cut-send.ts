/** Sending that is broken off when the process is to stop, so that nobody has to wait for a receiver that hangs. */
import type { WorkerDeps } from '../webhooks/worker-deps.ts';

type Send = WorkerDeps['send'];

/** Throws once `signal` is aborted; the delivery is then still to be made. */
export function cutBy(signal: AbortSignal, send: Send): Send {
  return async (...request) => {
    signal.throwIfAborted();
    let cut = () => {};
    const aborted = new Promise<never>((_, reject) => {
      cut = () => reject(signal.reason);
    });
    signal.addEventListener('abort', cut);
    try {
      return await Promise.race([send(...request), aborted]);
    } finally {
      signal.removeEventListener('abort', cut);
    }
  };
}
