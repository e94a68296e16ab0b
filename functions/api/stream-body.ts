/**
 * The body of an answer that goes on. A text is made when the reader has taken the one before it, so a slow reader
 * makes nothing pile up; one that takes nothing for half a minute is cut off.
 */

const STALLED_MS = 30_000;
/** How long a server that is to stop waits for it. */
const STALLED_AT_THE_END_MS = 2_000;

class StalledReader extends Error {
  override readonly name = 'StalledReader';
  constructor() {
    super('a stream was cut off, since nobody read it');
    // The server prints it, and where it was made tells nothing.
    this.stack = '';
  }
}

interface Settings {
  /** Ends the stream after the text that is being told. */
  readonly closing: AbortSignal;
  /** Told why a stream broke off. To the reader that is an end like any other: it comes back, and is told then. */
  failed(error: unknown): void;
  readonly stalledMs?: number;
}

/** `texts` is called at the first read, so that nothing is left over of a body that nobody reads, as with HEAD. */
export function streamBody(
  texts: (stop: AbortSignal) => AsyncGenerator<string>,
  { closing, failed, stalledMs = STALLED_MS }: Settings,
): ReadableStream<Uint8Array> {
  const encoder = new TextEncoder();
  const stop = new AbortController();
  let telling: AsyncGenerator<string> | undefined;
  let patience = stalledMs;
  let timer: NodeJS.Timeout | undefined;
  let cutOff = () => {};
  let over = false;

  function close(): void {
    stop.abort();
    patience = Math.min(patience, STALLED_AT_THE_END_MS);
    if (timer !== undefined) waitForReader();
  }

  function waitForReader(): void {
    clearTimeout(timer);
    timer = setTimeout(() => cutOff(), patience);
  }

  function readerIsHere(): void {
    clearTimeout(timer);
    timer = undefined;
  }

  function end(): void {
    over = true;
    readerIsHere();
    closing.removeEventListener('abort', close);
    stop.abort();
  }

  function begin(controller: ReadableStreamDefaultController<Uint8Array>): AsyncGenerator<string> {
    cutOff = () => {
      end();
      controller.error(new StalledReader());
      telling?.return(undefined).catch(failed);
    };
    closing.addEventListener('abort', close);
    if (closing.aborted) close();
    return texts(stop.signal);
  }

  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        readerIsHere();
        telling ??= begin(controller);
        try {
          const { done, value } = await telling.next();
          if (over) return;
          if (done) {
            end();
            controller.close();
          } else {
            controller.enqueue(encoder.encode(value));
            waitForReader();
          }
        } catch (error) {
          if (over) return;
          end();
          failed(error);
          controller.close();
        }
      },
      async cancel() {
        end();
        await telling?.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
}
