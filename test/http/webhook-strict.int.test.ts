/** What an operation on webhooks does not know is refused, and nothing is done. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { BODY_BYTES_MOST } from '../../functions/api/json-body.ts';
import { type Client, newPlayer } from '../support/clients.ts';
import { type QuietApi, startQuietApi, webhookOf } from './webhook-kit.ts';

let quiet: QuietApi;
let ada: Client;
let hook: Awaited<ReturnType<typeof webhookOf>>;
let delivery: string;
let before: string;

beforeAll(async () => {
  quiet = await startQuietApi();
  ada = await newPlayer(quiet.send, 'Ada');
  hook = await webhookOf(ada);
  const [ping] = await quiet.feedOf(ada);
  if (ping === undefined) throw new Error('no ping');
  await quiet.deps.deliveries.add(hook.id, ping);
  delivery = ping.id;
  before = await everything();
});
afterAll(() => quiet.end());

/** All that a request could have changed. */
async function everything(): Promise<string> {
  const [webhooks, deliveries] = [
    await ada.call('GET', '/v1/webhooks'),
    await ada.call('GET', `${hook.path}/deliveries`),
  ];
  return webhooks.text + deliveries.text + JSON.stringify([await quiet.feedOf(ada), quiet.woken]);
}

const BODIES: Readonly<Record<string, Record<string, unknown>>> = {
  'POST /v1/webhooks': { url: 'https://bot.example/' },
  'PATCH /v1/webhooks/{webhook}': { enabled: false },
  'POST /v1/webhooks/{webhook}/replay': { since: new Date().toISOString() },
};
const WITH_BODY = [
  ...Object.keys(BODIES),
  'POST /v1/webhooks/{webhook}/rotate-secret',
  'POST /v1/webhooks/{webhook}/test',
  'POST /v1/webhooks/{webhook}/deliveries/{delivery}/redeliver',
];
const WITHOUT = [
  'GET /v1/webhooks',
  'GET /v1/webhooks/{webhook}',
  'GET /v1/webhooks/{webhook}/deliveries',
  'DELETE /v1/webhooks/{webhook}',
];

function ask(route: string, query: string, body?: unknown, headers: Record<string, string> = {}) {
  const [method = '', path = ''] = route.split(' ');
  return ada.call(method, path.replace('{webhook}', hook.id).replace('{delivery}', delivery) + query, body, headers);
}

test.each([...WITH_BODY, ...WITHOUT])('%s refuses a parameter that it does not have', async (route) => {
  const answer = await ask(route, '?dry_run=true', BODIES[route]);
  expect(answer.status).toBe(422);
  expect(answer.body.errors).toEqual([{ in: 'query', pointer: '/dry_run', detail: 'Unknown parameter.' }]);
  expect(await everything()).toBe(before);
});

describe.each(WITH_BODY)('%s', (route) => {
  test.each([
    ['an unknown field', 422, { ...(BODIES[route] ?? {}), colour: 'blue' }, {}],
    ['a list', 422, [], {}],
    ['another media type', 415, '{}', { 'Content-Type': 'text/plain' }],
    ['half of JSON', 400, '{', {}],
    ['too much', 413, `"${'x'.repeat(BODY_BYTES_MOST)}"`, {}],
  ])('refuses %s', async (_what, status, body, headers) => {
    expect((await ask(route, '', body, headers)).status).toBe(status);
    expect(await everything()).toBe(before);
  });
});

test.each(Object.keys(BODIES))('%s needs a body', async (route) => {
  expect((await ask(route, '')).body).toMatchObject({ status: 400, code: 'malformed' });
});

test.each(['POST /v1/webhooks', 'POST /v1/webhooks/{webhook}/rotate-secret'])('%s reads its key', async (route) => {
  for (const key of ['a b', '', 'x'.repeat(256)]) {
    const answer = await ask(route, '', BODIES[route] ?? {}, { 'Idempotency-Key': key });
    expect(answer.body).toMatchObject({ status: 422, errors: [{ in: 'header', pointer: '/idempotency-key' }] });
  }
  expect(await everything()).toBe(before);
});
