/** The worker and real receivers on this machine, most of them bad ones: what comes of a try, and of the tries after it. */
import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { Webhook as Verifier } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import type { Webhook } from '../../functions/store/webhooks.ts';
import { sendOnce } from '../../functions/webhooks/send.ts';
import type { WorkerDeps } from '../../functions/webhooks/worker-deps.ts';
import { startTable, type TestTable } from '../support/engine.ts';
import { freePort, onRequests, onSockets, stopReceivers } from './receivers.ts';
import { moveIn, type Rig, rigOn, SECRET } from './worker-rig.ts';

let database: TestTable;

beforeAll(async () => {
  database = await startTable();
});
afterEach(stopReceivers);
afterAll(() => database.stop());

const TIMEOUT_MS = 250;

/** The rig, sending for real. */
function sending(rig: Rig): WorkerDeps {
  return {
    ...rig.deps,
    send: (url, headers, body) => sendOnce(url, headers, body, { loopback: true, timeoutMs: TIMEOUT_MS }),
  };
}

/** Delivers two moves of a match as far as it goes in the first ten seconds. */
async function delivered(url: string): Promise<{ rig: Rig; webhook: Webhook; firstTry: unknown; states: string[] }> {
  const rig = rigOn(database);
  const webhook = await rig.webhook({ url });
  const match = rig.newMatch();
  const entries = await rig.tell(moveIn(match, 3), moveIn(match, 4));
  await rig.drain(rig.clock.now().getTime() + 10_000, sending(rig));
  const deliveries = await Promise.all(entries.map(({ id }) => rig.deliveries.get(webhook.id, Number(id))));
  const { at: _at, ms: _ms, ...firstTry } = deliveries[0]?.tries[0] ?? { at: '', ms: 0 };
  return { rig, webhook, firstTry, states: deliveries.map((delivery) => delivery?.state ?? 'none') };
}

const error = (text: RegExp) => ({ status: null, error: expect.stringMatching(text) });

test.each<[string, () => Promise<string>, unknown]>([
  ['down', async () => `http://127.0.0.1:${await freePort()}/`, error(/refused/)],
  ['silent', () => answering(() => undefined), error(/time/)],
  [
    'slow: its 200 comes after the time-out',
    () => answering((_, response) => setTimeout(() => response.end(), 2 * TIMEOUT_MS)),
    error(/time/),
  ],
  [
    'redirecting',
    () => answering((_, response) => response.writeHead(302, { location: '/elsewhere' }).end()),
    { status: 302, error: null },
  ],
  ['closing early', async () => (await onSockets((socket) => socket.destroy())).url.href, error(/closed/)],
  [
    'talking nonsense',
    async () => (await onSockets((socket) => void socket.end('What do you want?\r\n\r\n'))).url.href,
    error(/HTTP/),
  ],
  ['angry', () => answering((_, response) => response.writeHead(500).end('no')), { status: 500, error: null }],
])('one that is %s is tried again, and gets nothing out of order', async (_what, start, firstTry) => {
  const done = await delivered(await start());
  expect(done.firstTry).toEqual(firstTry);
  expect(done.states).toEqual(['pending', 'pending']);
  expect(await done.rig.webhooks.get(done.rig.player, done.webhook.id)).toMatchObject({
    status: 'enabled',
    failingSince: expect.any(String),
  });
});

test('one whose answer is huge has answered by its status', async () => {
  let sent = 0;
  const done = await delivered(
    await answering((_, response) => {
      response.writeHead(200);
      const more = () => {
        while (!response.destroyed && response.write(Buffer.alloc(65_536))) sent += 65_536;
      };
      response.on('drain', more);
      more();
    }),
  );
  expect(done.states).toEqual(['delivered', 'delivered']);
  expect(sent).toBeLessThan(100_000_000);
});

test('one that fails once gets the same again, signed anew, and then the next', async () => {
  const got: { headers: Record<string, string>; body: string }[] = [];
  const done = await delivered(
    await answering(async (request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (part: string) => {
        body += part;
      });
      await once(request, 'end');
      got.push({ headers: request.headers as Record<string, string>, body });
      response.writeHead(got.length === 1 ? 500 : 200).end();
    }),
  );
  expect(done.states).toEqual(['delivered', 'delivered']);
  expect(got.map(({ body }) => JSON.parse(body).data.seq)).toEqual([3, 3, 4]);
  expect(got[0]?.body).toBe(got[1]?.body);
  expect(got[0]?.headers['webhook-id']).toBe(got[1]?.headers['webhook-id']);
  const stamps = got.map(({ headers }) => Number(headers['webhook-timestamp']) * 1000);
  expect(stamps.map((stamp) => stamp - (stamps[0] ?? 0))).toEqual([0, 5_000, 5_000]);
  for (const [n, { headers, body }] of got.entries()) {
    vi.useFakeTimers({ now: stamps[n] ?? 0, toFake: ['Date'] });
    expect(new Verifier(SECRET).verify(body, headers)).toEqual(JSON.parse(body));
    vi.useRealTimers();
  }
});

test('one that is gone is disabled', async () => {
  const done = await delivered(await answering((_, response) => response.writeHead(410).end()));
  expect(done.states).toEqual(['pending', 'pending']);
  expect(await done.rig.webhooks.get(done.rig.player, done.webhook.id)).toMatchObject({ status: 'disabled' });
});

test('one that asks for time gets it', async () => {
  const done = await delivered(
    await answering((_, response) => response.writeHead(429, { 'retry-after': '600' }).end()),
  );
  const { rig, webhook } = done;
  const { deliveries } = await rig.deliveries.page(webhook.id, null, 10);
  const first = deliveries.at(-1);
  expect(Date.parse(first?.nextTryAt ?? '') - Date.parse(first?.tries[0]?.at ?? '')).toBe(600_000);
});

async function answering(answer: RequestListener): Promise<string> {
  return (await onRequests(answer)).url.href;
}
