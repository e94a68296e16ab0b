/** A thousand who read and are told nothing cost next to nothing; readers that do not read are not waited for. */
import { once } from 'node:events';
import { type ClientRequest, get, type IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdaptorServer } from '@hono/node-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { streamBody } from '../../functions/api/stream-body.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, newMatch, newPlayer } from '../support/clients.ts';
import { listening } from '../support/listening.ts';

const READERS = 1000;

let api: TestApi;

beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.end());

interface Reader {
  readonly request: ClientRequest;
  text: string;
}

/** A connection of its own that reads a player's feed. */
async function read(player: Client): Promise<Reader> {
  const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${player.token}` };
  const request = get(`${api.url}/v1/me/events`, { agent: false, headers });
  const [response] = (await once(request, 'response')) as [IncomingMessage];
  const reader: Reader = { request, text: '' };
  response.setEncoding('utf8').on('data', (text: string) => {
    reader.text += text;
  });
  return reader;
}

test(`${READERS} readers wait at little cost, and each is told what happens to it`, async () => {
  const [ada, bob] = (await Promise.all(['Ada', 'Bob'].map((name) => newPlayer(api.send, name)))) as [Client, Client];
  const idle = await Promise.all(Array.from({ length: 20 }, (_, n) => newPlayer(api.send, `Idle ${n}`)));
  let looks = 0;
  const { feeds } = api.deps;
  const { head } = feeds;
  Object.assign(feeds, {
    head: (...asked: Parameters<typeof head>) => {
      looks += 1;
      return head(...asked);
    },
  });
  const readers: Reader[] = [];
  while (readers.length < READERS - 1) {
    const batch = idle.slice(0, READERS - 1 - readers.length).map(read);
    readers.push(...(await Promise.all(batch)));
  }
  const told = await read(ada);
  expect(readers).toHaveLength(READERS - 1);

  // Five seconds in which nothing happens.
  looks = 0;
  const before = process.cpuUsage();
  const memory = process.memoryUsage().rss;
  await sleep(5000);
  const { user, system } = process.cpuUsage(before);
  const share = (user + system) / 5_000_000;
  console.log(
    `${READERS} idle readers: ${Math.round(share * 100)} % of one processor, ${looks} looks in 5 s, ${Math.round(memory / 2 ** 20)} MB with both ends`,
  );
  expect(share).toBeLessThan(0.5);
  // Each looks every ten seconds, in case another process has written.
  expect(looks).toBeLessThan(READERS);

  const begun = performance.now();
  await newMatch(ada, bob);
  while (!told.text.includes('match.started')) await sleep(5);
  expect(performance.now() - begun).toBeLessThan(5000);
  for (const { text } of readers) expect(text).toMatch(/^retry: 2000\nid: 0\n\n(:\n\n)*$/);
  for (const { request } of [...readers, told]) request.destroy();
});

describe('a connection on which nobody reads', () => {
  /** A server whose only answer has no end. */
  async function endless(closing: AbortSignal, stalledMs: number) {
    const seen = { made: 0, ended: false };
    async function* texts(stop: AbortSignal): AsyncGenerator<string> {
      try {
        while (!stop.aborted) {
          seen.made += 1;
          yield `${'x'.repeat(64_000)}\n`;
        }
      } finally {
        seen.ended = true;
      }
    }
    const fetch = () => new Response(streamBody(texts, { closing, failed: () => {}, stalledMs }));
    const server = createAdaptorServer({ fetch });
    const { port } = await listening(server);
    const socket = connect(port, '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
    return { seen, server, socket };
  }

  test('makes no more than its buffers take, and is closed', async () => {
    const { seen, server, socket } = await endless(new AbortController().signal, 4000);
    let made = 0;
    while (made === 0 || made < seen.made) {
      ({ made } = seen);
      await sleep(300);
    }
    // What the system takes by itself is some megabytes.
    expect(made * 64_000).toBeLessThan(30_000_000);
    expect(seen.ended).toBe(false);
    while (!seen.ended) await sleep(10);
    socket.resume();
    await once(socket, 'close');
    server.close();
    await once(server, 'close');
  });

  test('does not keep the server from stopping', async () => {
    const closing = new AbortController();
    const { seen, server, socket } = await endless(closing.signal, 60_000);
    while (seen.made === 0) await sleep(100);
    const begun = performance.now();
    closing.abort();
    server.close();
    await once(server, 'close');
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(seen.ended).toBe(true);
    socket.destroy();
  });

  test('nor does one that takes no answer at all', async () => {
    const own = await startApi();
    const socket = connect(Number(new URL(own.url).port), '127.0.0.1');
    socket.on('error', () => {});
    socket.pause();
    socket.write('GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(10));
    while (own.lines.length === 0) await sleep(10);
    const begun = performance.now();
    await own.end();
    expect(performance.now() - begun).toBeLessThan(9000);
    socket.destroy();
  });
});
