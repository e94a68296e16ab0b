/** Receivers that would keep the sender waiting or reading. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { type SendSettings, sendOnce } from '../../functions/webhooks/send.ts';
import { left, onRequests, onSockets, type Receiver, stopReceivers } from './receivers.ts';

const OPEN: SendSettings = { loopback: true };

/** Long enough for what must come before it, short enough to wait for. */
const SHORT_MS = 250;
/** What is not held up by a receiver is done in this time, also on a busy machine. */
const SOON_MS = 3_000;

const post = (to: URL | string, settings = OPEN, body = 'move') => sendOnce(new URL(to), {}, body, settings);

afterEach(stopReceivers);

describe('a receiver that takes its time is cut off', () => {
  async function timesOut(receiver: Receiver): Promise<void> {
    const result = await post(receiver.url, { ...OPEN, timeoutMs: SHORT_MS });
    expect(result).toMatchObject({ kind: 'failed', reason: 'timeout' });
    // Timers may be a millisecond early.
    expect(result.ms).toBeGreaterThanOrEqual(SHORT_MS - 2);
    expect(result.ms).toBeLessThan(SOON_MS);
    expect(receiver.had()).toBe(1);
    await left(receiver);
  }

  test('saying nothing', async () => {
    await timesOut(await onSockets((socket) => socket.resume()));
  });

  test('not even reading what it is sent', async () => {
    const receiver = await onSockets((socket) => {
      socket.pause();
      setTimeout(() => socket.resume(), 2 * SHORT_MS);
    });
    const body = 'a'.repeat(32 * 1024 * 1024);
    const result = await post(receiver.url, { ...OPEN, timeoutMs: SHORT_MS }, body);
    expect(result).toMatchObject({ kind: 'failed', reason: 'timeout' });
    expect(result.ms).toBeLessThan(SOON_MS);
    await left(receiver);
  });

  test.each([
    ['in a header', 'HTTP/1.1 200 OK\r\nX-Slow: ', 'a'],
    ['with headers', 'HTTP/1.1 200 OK\r\n', 'A: b\r\n'],
    ['before the status', '', '\r\n'],
    ['with informational answers', '', 'HTTP/1.1 103 Early Hints\r\n\r\n'],
  ])('dripping %s', async (_, start, drop) => {
    let drops = 0;
    const receiver = await onSockets((socket) => {
      socket.resume().write(start);
      const drip = setInterval(() => {
        drops += 1;
        socket.write(drop);
      }, 10);
      socket.on('close', () => clearInterval(drip));
    });
    await timesOut(receiver);
    expect(drops).toBeGreaterThan(3);
  });

  test('answering 200 when it is too late', async () => {
    let answered = false;
    const receiver = await onRequests((_, response) => {
      setTimeout(() => {
        answered = true;
        response.end();
      }, 2 * SHORT_MS);
    });
    await timesOut(receiver);
    await sleep(2 * SHORT_MS);
    expect(answered).toBe(true);
  });

  test('never greeting in TLS', async () => {
    const receiver = await onSockets((socket) => socket.resume());
    await timesOut({ ...receiver, url: new URL(`https://127.0.0.1:${receiver.port}/`) });
  });

  test('or whose name does; a late answer of the resolver connects to nobody', async () => {
    const receiver = await onRequests((_, response) => response.end());
    let answered = false;
    const resolve = async () => {
      await sleep(2 * SHORT_MS);
      answered = true;
      return ['127.0.0.1'];
    };
    const result = await post(`http://hooks.example:${receiver.port}/`, { ...OPEN, timeoutMs: SHORT_MS, resolve });
    expect(result).toMatchObject({ kind: 'failed', reason: 'timeout' });
    expect(result.ms).toBeLessThan(SOON_MS);
    await sleep(2 * SHORT_MS);
    expect(answered).toBe(true);
    expect(receiver.had()).toBe(0);
  });
});

describe('of an answer only the head is read', () => {
  test('though its body has no end', async () => {
    let written = 0;
    const receiver = await onSockets((socket) => {
      socket.resume().write('HTTP/1.1 200 OK\r\nContent-Length: 99999999999\r\n\r\n');
      const chunk = Buffer.alloc(64 * 1024);
      const pour = () => {
        while (!socket.destroyed && socket.write(chunk));
      };
      socket.on('drain', pour).on('close', () => {
        written = socket.bytesWritten;
      });
      pour();
    });
    const result = await post(receiver.url);
    expect(result).toMatchObject({ kind: 'answered', status: 200 });
    expect(result.ms).toBeLessThan(SOON_MS);
    await left(receiver);
    // What the buffers of both ends take.
    expect(written).toBeLessThan(32 * 1024 * 1024);
  });

  test('though its body drips', async () => {
    const receiver = await onRequests((_, response) => {
      response.writeHead(200).flushHeaders();
      const drip = setInterval(() => response.write('a'), 10);
      response.on('close', () => clearInterval(drip));
    });
    const result = await post(receiver.url, { ...OPEN, timeoutMs: SOON_MS });
    expect(result).toMatchObject({ kind: 'answered', status: 200 });
    await left(receiver);
  });

  test.each([
    ['one long header', `X-Long: ${'a'.repeat(20_000)}\r\n`],
    ['many headers', 'X-Many: b\r\n'.repeat(5_000)],
  ])('and not if it is too long: %s', async (_, headers) => {
    const receiver = await onSockets((socket) => socket.resume().write(`HTTP/1.1 200 OK\r\n${headers}\r\n`));
    expect(await post(receiver.url)).toMatchObject({
      kind: 'failed',
      reason: 'other',
      detail: expect.stringContaining('HPE_HEADER_OVERFLOW'),
    });
    await left(receiver);
  });
});
