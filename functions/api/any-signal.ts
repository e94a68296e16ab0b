/** One signal for several. Unlike with `AbortSignal.any`, nothing of it is left in one that lives as long as the server. */

export interface AnySignal {
  readonly signal: AbortSignal;
  /** Call it when nobody listens any more. */
  done(): void;
}

export function anySignal(...signals: readonly AbortSignal[]): AnySignal {
  const either = new AbortController();
  const abort = () => either.abort();
  for (const each of signals) {
    if (each.aborted) abort();
    else each.addEventListener('abort', abort);
  }
  return {
    signal: either.signal,
    done: () => {
      for (const each of signals) each.removeEventListener('abort', abort);
    },
  };
}
