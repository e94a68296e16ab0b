/** A body that goes on: made no faster than it is read, ended between two texts, cut off where nobody reads. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { streamBody } from '../../functions/api/stream-body.ts';

const never = new AbortController().signal;

afterEach(() => {
  vi.useRealTimers();
});

/** Texts without end, and what has become of them. */
function endless() {
  const seen = { made: 0, begun: 0, ended: 0, stopped: false };
  async function* texts(stop: AbortSignal): AsyncGenerator<string> {
    seen.begun += 1;
    stop.addEventListener('abort', () => {
      seen.stopped = true;
    });
    try {
      while (!stop.aborted) {
        seen.made += 1;
        yield `${seen.made}\n`;
      }
    } finally {
      seen.ended += 1;
    }
  }
  return { seen, texts };
}

/** Texts that wait for ever, until they are stopped. */
async function* silence(stop: AbortSignal): AsyncGenerator<string> {
  yield 'one\n';
  if (!stop.aborted) await new Promise<void>((resolve) => stop.addEventListener('abort', () => resolve()));
}

const fails = (error: unknown): void => {
  throw error;
};

async function rest(reader: ReadableStreamDefaultReader<Uint8Array>): Promise<string> {
  let text = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text;
    text += new TextDecoder().decode(value);
  }
}

test('nothing is begun before the first read, and no more is made than is read', async () => {
  const { seen, texts } = endless();
  const reader = streamBody(texts, { closing: never, failed: fails }).getReader();
  await sleep(20);
  expect(seen.begun).toBe(0);
  for (let n = 1; n <= 3; n += 1) {
    expect(new TextDecoder().decode((await reader.read()).value)).toBe(`${n}\n`);
    await sleep(5);
    expect(seen.made).toBe(n);
  }
  await reader.cancel();
  expect(seen).toEqual({ made: 3, begun: 1, ended: 1, stopped: true });
});

test('a reader that leaves ends what waits', async () => {
  const ended = vi.fn();
  async function* texts(stop: AbortSignal): AsyncGenerator<string> {
    try {
      yield* silence(stop);
    } finally {
      ended();
    }
  }
  const reader = streamBody(texts, { closing: never, failed: fails }).getReader();
  await reader.read();
  const waiting = reader.read();
  await sleep(5);
  await reader.cancel();
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(ended).toHaveBeenCalledOnce();
});

test('when the server is to stop it ends, and lets go of the server', async () => {
  const closing = new AbortController();
  const removed = vi.spyOn(closing.signal, 'removeEventListener');
  const reader = streamBody(silence, { closing: closing.signal, failed: fails }).getReader();
  await reader.read();
  const waiting = reader.read();
  closing.abort();
  expect(await waiting).toEqual({ done: true, value: undefined });
  expect(removed).toHaveBeenCalled();
  const late = streamBody(silence, { closing: closing.signal, failed: fails });
  expect(await rest(late.getReader())).toBe('one\n');
});

test('what fails is told to the server, and is an end to the reader', async () => {
  const failed = vi.fn();
  async function* texts(): AsyncGenerator<string> {
    yield 'one\n';
    throw new Error('no database');
  }
  expect(await rest(streamBody(texts, { closing: never, failed }).getReader())).toBe('one\n');
  expect(failed).toHaveBeenCalledWith(new Error('no database'));
});

describe('a reader that takes nothing', () => {
  test('is cut off after half a minute', async () => {
    vi.useFakeTimers();
    const { seen, texts } = endless();
    const reader = streamBody(texts, { closing: never, failed: fails }).getReader();
    await reader.read();
    await vi.advanceTimersByTimeAsync(29_000);
    await reader.read();
    await vi.advanceTimersByTimeAsync(29_000);
    expect(seen.ended).toBe(0);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(seen).toMatchObject({ made: 2, ended: 1 });
    await expect(reader.read()).rejects.toThrow('nobody read it');
  });

  test('may take its time while there is nothing to take', async () => {
    vi.useFakeTimers();
    const reader = streamBody(silence, { closing: never, failed: fails }).getReader();
    await reader.read();
    const waiting = reader.read();
    await vi.advanceTimersByTimeAsync(3_600_000);
    const cancelled = reader.cancel();
    expect(await waiting).toEqual({ done: true, value: undefined });
    await cancelled;
  });

  test('holds up a server that is to stop for two seconds', async () => {
    vi.useFakeTimers();
    const closing = new AbortController();
    const { seen, texts } = endless();
    const reader = streamBody(texts, { closing: closing.signal, failed: fails }).getReader();
    await reader.read();
    closing.abort();
    await vi.advanceTimersByTimeAsync(1_900);
    expect(seen.ended).toBe(0);
    await vi.advanceTimersByTimeAsync(200);
    expect(seen.ended).toBe(1);
    await expect(reader.read()).rejects.toThrow('nobody read it');
  });
});
