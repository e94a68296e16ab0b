/** Webhooks where requests come at once, or come again after what they made has gone. */
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, newMatch, newPlayer } from '../support/clients.ts';
import { onRequests, stopReceivers } from '../webhooks/receivers.ts';

let api: TestApi;

beforeAll(async () => {
  api = await startApi(undefined, { webhookLoopback: true });
});
afterEach(stopReceivers);
afterAll(() => api.end());

interface Made {
  readonly webhook: { readonly id: string; readonly status: string };
  readonly secret: string;
}

async function receiver() {
  const got: { type: string; verifies: (secret: string) => boolean }[] = [];
  const settings = { status: 204 };
  const { url } = await onRequests(async (request, response) => {
    const body = await text(request);
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]));
    if (settings.status < 300) {
      got.push({
        type: JSON.parse(body).type,
        verifies(secret) {
          try {
            new Webhook(secret).verify(body, headers);
            return true;
          } catch {
            return false;
          }
        },
      });
    }
    response.writeHead(settings.status).end();
  });
  return { url: url.href, got, settings };
}

async function hookOf(player: Client, url: string, headers: Record<string, string> = {}) {
  const made = await player.call<Made>('POST', '/v1/webhooks', { url }, headers);
  if (made.status !== 201) throw new Error(made.text);
  const path = `/v1/webhooks/${made.body.webhook.id}`;
  const status = async () => (await player.call<Made['webhook']>('GET', path)).body.status;
  return { path, status, secret: made.body.secret };
}

test('of rotations at once each gives a secret that signs from then on, but for more than two', async () => {
  const ada = await newPlayer(api.send, 'Ada');
  const { url, got } = await receiver();
  const { path } = await hookOf(ada, url);
  await api.background.idle();
  const rotated = await Promise.all([1, 2].map(() => ada.call<Made>('POST', `${path}/rotate-secret`)));
  expect(rotated.map(({ status }) => status)).toEqual([200, 200]);
  got.length = 0;
  await ada.call('POST', `${path}/test`);
  await api.background.idle();
  for (const { body } of rotated) expect(got[0]?.verifies(body.secret)).toBe(true);
});

test('a creation that comes again after its webhook was deleted does not bring it back', async () => {
  const ada = await newPlayer(api.send, 'Ada');
  const { url } = await receiver();
  const key = { 'Idempotency-Key': 'late' };
  const { path } = await hookOf(ada, url, key);
  expect((await ada.call('DELETE', path)).status).toBe(204);
  const again = await ada.call<{ code: string; detail: string }>('POST', '/v1/webhooks', { url }, key);
  expect(again.status).toBe(422);
  expect(again.body).toMatchObject({ code: 'idempotency_key_reused', detail: expect.stringMatching(/deleted/) });
  expect((await ada.call('GET', path)).status).toBe(404);
  expect((await ada.call<{ webhooks: unknown[] }>('GET', '/v1/webhooks')).body.webhooks).toEqual([]);
});

test('of tests at once each is told its own delivery', async () => {
  const ada = await newPlayer(api.send, 'Ada');
  const { url } = await receiver();
  const { path } = await hookOf(ada, url);
  const tests = await Promise.all(Array.from({ length: 8 }, () => ada.call<{ id: string }>('POST', `${path}/test`)));
  const ids = tests.map(({ body }) => body.id);
  expect(new Set(ids).size).toBe(8);
  await api.background.idle();
  const { body } = await ada.call<{ deliveries: { id: string; type: string }[] }>('GET', `${path}/deliveries`);
  const sent = body.deliveries.filter(({ type }) => type === 'webhook.test').map(({ id }) => id);
  expect(sent.sort()).toEqual(ids.sort());
});

test('before the first delivery there is none', async () => {
  const ada = await newPlayer(api.send, 'Ada');
  const { url } = await receiver();
  const { path } = await hookOf(ada, url);
  for (const before of ['0', '00', '1']) {
    const page = await ada.call('GET', `${path}/deliveries?before=${before}`);
    expect(page.status).toBe(200);
    expect(page.body).toEqual({ deliveries: [], next: null });
  }
});

test('an owner who says that the receiver is back has all that waits tried at once', async () => {
  const [ada, bob] = [await newPlayer(api.send, 'Ada'), await newPlayer(api.send, 'Bob')];
  const { url, got, settings } = await receiver();
  const { path, status } = await hookOf(ada, url);
  await expect.poll(status).toBe('enabled');
  settings.status = 500;
  await newMatch(ada, bob);
  await api.background.idle();
  got.length = 0;
  settings.status = 204;
  expect((await ada.call('PATCH', path, { enabled: true })).status).toBe(200);
  await api.background.idle();
  expect(got.map(({ type }) => type)).toEqual(['seat.joined', 'seat.joined', 'match.started', 'turn.started']);
});

test('a delivery that arrived stays so where it is asked for again and is no longer true', async () => {
  const [ada, bob] = [await newPlayer(api.send, 'Ada'), await newPlayer(api.send, 'Bob')];
  const { url, got } = await receiver();
  const { path, status } = await hookOf(ada, url);
  await expect.poll(status).toBe('enabled');
  const match = await newMatch(ada, bob);
  await api.background.idle();
  await ada.call('POST', `/v1/matches/${match.id}/moves`, { ply: 0, moves: ['spawn 4'] });
  await api.background.idle();
  const turn = async () => {
    type Log = { deliveries: { id: string; type: string; state: string }[] };
    const { body } = await ada.call<Log>('GET', `${path}/deliveries`);
    return body.deliveries.find(({ type }) => type === 'turn.started');
  };
  const sent = got.length;
  const before = await turn();
  expect(before?.state).toBe('delivered');
  await ada.call('POST', `${path}/deliveries/${before?.id}/redeliver`);
  await api.background.idle();
  expect(await turn()).toMatchObject({ id: before?.id, state: 'delivered' });
  expect(got).toHaveLength(sent);
});
