/** Telling as it happens: nothing missed, nothing twice, silence broken now and then, a clean end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { waitForPage } from '../../functions/api/long-poll.ts';
import { STREAM_FORMATS } from '../../functions/api/stream-formats.ts';
import { type Telling, tell } from '../../functions/api/streaming.ts';
import { type Numbers, numbers, TOPIC } from '../support/told.ts';

const LONG = 60_000;
const never = new AbortController().signal;

async function telling(
  { source, wake }: Numbers,
  more: Partial<Telling<{ n: number }>> = {},
  stop: AbortSignal = never,
): Promise<AsyncGenerator<string>> {
  const after = more.after ?? 0;
  const first = await source.read(after, 100);
  const format = STREAM_FORMATS['application/x-ndjson'];
  const given = { source, format, after, first, limit: null, streamMs: LONG, waitMs: LONG, retryMs: 1, ...more };
  return tell({ wake }, given, stop);
}

/** Everything it tells until it ends. */
async function all(texts: AsyncGenerator<string>): Promise<string> {
  let text = '';
  for await (const each of texts) text += each;
  return text;
}

const lines = (from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => `{"n":${from + i}}\n`).join('');

describe('a stream', () => {
  test('tells what there is, then what comes, each once and in order', async () => {
    const numbered = numbers();
    numbered.happen(250);
    const texts = await telling(numbered);
    let told = '';
    while (told !== lines(1, 250)) told += (await texts.next()).value;
    const next = texts.next();
    numbered.happen();
    expect((await next).value).toBe(lines(251, 251));
    numbered.happen(2);
    expect((await texts.next()).value).toBe(lines(252, 253));
    numbered.finish();
    expect((await texts.next()).done).toBe(true);
  });

  test('goes on after a cursor, ends after a limit, and where nothing can follow', async () => {
    const numbered = numbers();
    numbered.happen(20);
    expect(await all(await telling(numbered, { after: 17, waitMs: 0 }))).toBe(lines(18, 20));
    expect(await all(await telling(numbered, { limit: 3, first: await numbered.source.read(0, 3) }))).toBe(lines(1, 3));
    numbered.happen(300);
    expect(await all(await telling(numbered, { limit: 105 }))).toBe(lines(1, 105));
    numbered.finish();
    expect(await all(await telling(numbered))).toBe(lines(1, 320));
    expect(await all(await telling(numbered, { after: 320 }))).toBe('');
  });

  test.each([1, 2, 3])('misses nothing that happens after look %d and before it waits', async (when) => {
    const numbered = numbers((look) => {
      if (look === when) numbered.happen();
    });
    const texts = await telling(numbered);
    // There is a third look when something else has woken it.
    if (when === 3) setTimeout(() => numbered.wake.happened(TOPIC), 20);
    const begun = performance.now();
    expect((await texts.next()).value).toBe(lines(1, 1));
    expect(performance.now() - begun).toBeLessThan(1000);
    await texts.return(undefined);
  });

  test('breaks its silence, and looks no oftener for it', async () => {
    const numbered = numbers();
    const texts = await telling(numbered, { keepAliveMs: 30 });
    for (let n = 0; n < 5; n += 1) expect((await texts.next()).value).toBe('\n');
    expect(numbered.looks()).toBeLessThan(10);
    numbered.happen();
    expect((await texts.next()).value).toBe(lines(1, 1));
    const begun = performance.now();
    expect((await texts.next()).value).toBe('\n');
    expect(performance.now() - begun).toBeGreaterThan(20);
    await texts.return(undefined);
  });

  test('ends when its time is up, also while much happens', async () => {
    const numbered = numbers(() => numbered.happen(1000));
    const begun = performance.now();
    const text = await all(await telling(numbered, { streamMs: 100 }));
    expect(performance.now() - begun).toBeLessThan(1000);
    const told = text.split('\n').length - 1;
    expect(told).toBeGreaterThan(100);
    expect(text).toBe(lines(1, told));
  });

  test('ends when nothing has come for as long as it is to wait', async () => {
    const numbered = numbers();
    const texts = await telling(numbered, { waitMs: 150 });
    setTimeout(() => numbered.happen(), 100);
    const begun = performance.now();
    expect(await all(texts)).toBe(lines(1, 1));
    expect(performance.now() - begun).toBeGreaterThan(240);
  });

  test('ends when it is told to stop, and wherever it is left', async () => {
    const numbered = numbers();
    const stop = new AbortController();
    const ending = all(await telling(numbered, {}, stop.signal));
    await sleep(20);
    stop.abort();
    expect(await ending).toBe('');
    const left = await telling(numbered);
    numbered.happen();
    await left.next();
    expect((await left.return(undefined)).done).toBe(true);
  });
});

describe('server-sent events', () => {
  test('begin with when and where to come back, and tell id, type and one line of JSON', async () => {
    const numbered = numbers();
    numbered.happen(9);
    const format = STREAM_FORMATS['text/event-stream'];
    const texts = await telling(numbered, { format, after: 8, retryMs: 2000, keepAliveMs: 10 });
    expect((await texts.next()).value).toBe('retry: 2000\nid: 8\n\n');
    expect((await texts.next()).value).toBe('id: 9\nevent: number\ndata: {"n":9}\n\n');
    expect((await texts.next()).value).toBe(':\n\n');
    await texts.return(undefined);
  });

  test('keep every break of a line inside JSON', () => {
    const body = { text: 'a\nb\rc\r\nd\u2028e' };
    const text = STREAM_FORMATS['text/event-stream'].message({ id: 1, type: 'x', body });
    expect(text.trimEnd().split(/\r\n|\r|\n/)).toHaveLength(3);
    expect(JSON.parse(text.split('data: ')[1] ?? '')).toEqual(body);
  });
});

describe('a long poll', () => {
  test('misses nothing that happens between its look and its wait', async () => {
    const numbered = numbers((look) => {
      if (look === 1) numbered.happen();
    });
    const begun = performance.now();
    const { wake, source } = numbered;
    const page = await waitForPage({ wake, closing: never }, source, { after: 0, limit: 5, waitMs: LONG, gone: never });
    expect(page.messages.map(({ id }) => id)).toEqual([1]);
    expect(performance.now() - begun).toBeLessThan(1000);
  });
});
