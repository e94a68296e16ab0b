/** Deliveries to real receivers on this machine, and what they answer. */
import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type SendSettings, sendOnce } from '../../functions/webhooks/send.ts';
import { freePort, left, onRequests, onSockets, stopReceivers } from './receivers.ts';

const OPEN: SendSettings = { loopback: true };
const BODY = '{"text":"Zug é"}';
const HEADERS = { 'content-type': 'application/json', 'webhook-id': 'msg_1' };

/** What is not held up by a receiver is done in this time, also on a busy machine. */
const SOON_MS = 3_000;

const post = (to: URL | string, settings: SendSettings = OPEN) => sendOnce(new URL(to), HEADERS, BODY, settings);

afterEach(async () => {
  vi.unstubAllEnvs();
  await stopReceivers();
});

describe('a delivery', () => {
  test('is one POST with the body and the headers, on a connection of its own', async () => {
    const got: { request: IncomingMessage; body: string }[] = [];
    const receiver = await onRequests(async (request, response) => {
      got.push({ request, body: await text(request) });
      response.end('thanks');
    });
    const first = await post(`${receiver.url}?a=b`);
    expect(first).toEqual({ kind: 'answered', status: 200, retryAfter: null, ms: expect.any(Number) });
    expect(first.ms).toBeLessThan(SOON_MS);
    await left(receiver);
    await post(receiver.url);
    await left(receiver);
    expect(receiver.had()).toBe(2);
    expect(got.map(({ body }) => body)).toEqual([BODY, BODY]);
    expect(got[0]?.request).toMatchObject({ method: 'POST', url: '/hooks?a=b' });
    expect(got[0]?.request.headers).toEqual({
      ...HEADERS,
      host: receiver.url.host,
      connection: 'close',
      'content-length': String(Buffer.byteLength(BODY)),
    });
  });

  test.each([200, 201, 204, 304, 400, 404, 410, 500, 503])('tells of the status %i', async (status) => {
    const { url } = await onRequests((_, response) => response.writeHead(status).end());
    expect(await post(url)).toMatchObject({ kind: 'answered', status, retryAfter: null });
  });

  test.each(['120', 'Sun, 01 Mar 2026 12:10:00 GMT', 'soon'])('tells of Retry-After: %s', async (retryAfter) => {
    const { url } = await onRequests((_, response) => response.writeHead(429, { 'Retry-After': retryAfter }).end());
    expect(await post(url)).toMatchObject({ kind: 'answered', status: 429, retryAfter });
  });

  test.each([301, 302, 303, 307, 308])('does not follow %i', async (status) => {
    const elsewhere = await onRequests((_, response) => response.end());
    const { url } = await onRequests((_, response) =>
      response.writeHead(status, { Location: elsewhere.url.href }).end(),
    );
    expect(await post(url)).toMatchObject({ kind: 'answered', status });
    await sleep(50);
    expect(elsewhere.had()).toBe(0);
  });

  test('knows no proxy', async () => {
    const proxy = await onRequests((_, response) => response.end());
    for (const name of ['http_proxy', 'HTTP_PROXY', 'https_proxy', 'HTTPS_PROXY', 'all_proxy', 'ALL_PROXY']) {
      vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    }
    vi.stubEnv('NODE_USE_ENV_PROXY', '1');
    vi.stubEnv('NO_PROXY', '');
    const { url } = await onRequests((_, response) => response.writeHead(202).end());
    expect(await post(url)).toMatchObject({ kind: 'answered', status: 202 });
    expect(proxy.had()).toBe(0);
  });

  test('with a header that cannot be sent fails as a value, and connects to nobody', async () => {
    const receiver = await onRequests((_, response) => response.end());
    const result = await sendOnce(receiver.url, { a: 'b\r\nc: d' }, BODY, OPEN);
    expect(result).toMatchObject({
      kind: 'failed',
      reason: 'other',
      detail: expect.stringContaining('ERR_INVALID_CHAR'),
    });
    expect(receiver.had()).toBe(0);
  });

  test('over another scheme fails as a value', async () => {
    expect(await post('ftp://127.0.0.1/')).toMatchObject({ kind: 'failed', reason: 'other' });
  });
});

describe('a receiver that does not answer in HTTP', () => {
  test('but refuses the connection', async () => {
    expect(await post(`http://127.0.0.1:${await freePort()}/`)).toMatchObject({ kind: 'failed', reason: 'refused' });
  });

  test.each<[string, (socket: Socket) => void]>([
    ['closes at once', (socket) => socket.end()],
    ['closes when it has read', (socket) => socket.once('data', () => socket.end())],
    ['closes in the head', (socket) => socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\nA: b'))],
    ['resets at once', (socket) => socket.resetAndDestroy()],
    ['resets when it has read', (socket) => socket.once('data', () => socket.resetAndDestroy())],
    [
      'switches protocols',
      (socket) => socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n'),
    ],
  ])('but %s', async (_, behave) => {
    const { url } = await onSockets(behave);
    const result = await post(url);
    expect(result).toMatchObject({ kind: 'failed', reason: 'closed' });
    expect(result.ms).toBeLessThan(SOON_MS);
  });

  test('but in something else fails, and nothing of it is told', async () => {
    const receiver = await onSockets((socket) => socket.resume().write('SSH-2.0-secret\r\n'));
    const result = await post(receiver.url);
    expect(result).toMatchObject({ kind: 'failed', reason: 'other', detail: expect.stringContaining('(HPE_') });
    expect(JSON.stringify(result)).not.toMatch(/SSH|secret/i);
    await left(receiver);
  });
});
