/** What a webhook was sent, sending a test, one delivery again, and all since a time. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { MatchId, PlayerId } from '../../domain/match/types.ts';
import type { FeedEntry, Notice } from '../../functions/store/feed-entry.ts';
import { type Client, newPlayer } from '../support/clients.ts';
import { type DeliveryBody, type QuietApi, startQuietApi, webhookOf } from './webhook-kit.ts';

const DAY_MS = 86_400_000;

let quiet: QuietApi;
let ada: Client;
let hook: Awaited<ReturnType<typeof webhookOf>>;

beforeAll(async () => {
  quiet = await startQuietApi();
});
afterAll(() => quiet.end());
beforeEach(async () => {
  ada = await newPlayer(quiet.send, 'Ada');
  hook = await webhookOf(ada);
  quiet.woken.length = 0;
});

interface Page {
  readonly deliveries: DeliveryBody[];
  readonly next: string | null;
}

const post = <Body = Record<string, unknown>>(path: string, body?: unknown) =>
  ada.call<Body>('POST', `${hook.path}${path}`, body);
const deliveries = async (query = '') => (await ada.call<Page>('GET', `${hook.path}/deliveries${query}`)).body;
const ids = ({ deliveries: page }: Page) => page.map(({ id }) => id);
const wakes = (...lanes: string[]) => lanes.map((lane) => ({ player: ada.id, webhook: hook.id, lane }));

function about(match: string, type: 'match.started' | 'match.cancelled' = 'match.started'): Notice {
  return { type, match: match as MatchId, game: 'aquaignis', seq: 1, ply: 0, seat: 1 };
}

/** Adds to the feed what happened at that time. */
async function happened(at: Date, ...notices: Notice[]): Promise<readonly FeedEntry[]> {
  const before = await quiet.feedOf(ada);
  await quiet.deps.feeds.append(ada.id as PlayerId, { key: `${Math.random()}` }, at.toISOString(), notices);
  return (await quiet.feedOf(ada)).slice(before.length);
}

const M1 = 'm_1111111111111111';
const M2 = 'm_2222222222222222';

test('there are none at first', async () => {
  expect(await deliveries()).toEqual({ deliveries: [], next: null });
});

describe('the deliveries', () => {
  test('are told newest first, page by page', async () => {
    const entries = await happened(new Date(), about(M1), about(M2), about(M1, 'match.cancelled'));
    for (const entry of entries) await quiet.deps.deliveries.add(hook.id, entry);
    const [first, second, third] = entries.map(({ id }) => id);
    const all = await deliveries();
    expect(ids(all)).toEqual([third, second, first]);
    expect(all.next).toBeNull();
    expect(all.deliveries[2]).toEqual({
      id: first,
      webhookId: `${hook.id}_${first}`,
      type: 'match.started',
      match: M1,
      at: entries[0]?.at,
      state: 'pending',
      tries: [],
      nextTryAt: null,
    });
    const page = await deliveries('?limit=2');
    expect(ids(page)).toEqual([third, second]);
    expect(page.next).toBe(second);
    expect(await deliveries(`?limit=2&before=${page.next}`)).toEqual({ deliveries: [all.deliveries[2]], next: null });
    expect(ids(await deliveries(`?before=${first}`))).toEqual([]);
  });

  test('of the account are about no match', async () => {
    const [ping] = await quiet.feedOf(ada);
    if (ping === undefined) throw new Error('no ping');
    await quiet.deps.deliveries.add(hook.id, ping);
    expect((await deliveries()).deliveries).toMatchObject([{ type: 'webhook.ping', match: null }]);
  });

  test('tell of each try what the receiver answered, or why it did not', async () => {
    const [entry] = await happened(new Date(), about(M1));
    if (entry === undefined) throw new Error('no entry');
    await quiet.deps.deliveries.add(hook.id, entry);
    const seen = await quiet.deps.deliveries.get(hook.id, Number(entry.id));
    if (seen === null) throw new Error('no delivery');
    const tried = { at: entry.at, status: null, error: 'No complete answer came in time.', ms: 15_000 };
    const nextTryAt = '2026-12-01T18:00:00.000Z';
    await quiet.records.settle(seen, { state: 'pending', failures: 1, nextTryAt, tried });
    expect((await deliveries()).deliveries).toMatchObject([{ state: 'pending', nextTryAt, tries: [tried] }]);
  });

  test.each(['before=x', 'before=-1', 'before=', 'limit=0', 'limit=101', 'limit=x', 'after=1'])(
    'are not told for %s',
    async (query) => {
      const answer = await ada.call('GET', `${hook.path}/deliveries?${query}`);
      expect(answer.body).toMatchObject({ code: 'invalid', errors: [{ in: 'query' }] });
    },
  );
});

describe('a test', () => {
  test('is put into the feed, and is told which delivery it will be', async () => {
    const sent = await post('/test');
    expect(sent.status).toBe(202);
    const newest = (await quiet.feedOf(ada)).at(-1);
    expect(newest).toMatchObject({ type: 'webhook.test', webhook: hook.id });
    expect(sent.body).toEqual({ id: newest?.id, webhookId: `${hook.id}_${newest?.id}` });
    const other = await webhookOf(ada);
    await ada.call('POST', `${other.path}/test`);
    const again = await post('/test', {});
    expect(again.body.id).toBe((await quiet.feedOf(ada)).at(-1)?.id);
  });

  test('of several at once each adds one', async () => {
    const before = (await quiet.feedOf(ada)).length;
    const sent = await Promise.all([post('/test'), post('/test'), post('/test')]);
    const added = (await quiet.feedOf(ada)).slice(before).map(({ id }) => id);
    expect(added).toHaveLength(3);
    for (const { status, body } of sent) {
      expect(status).toBe(202);
      expect(added).toContain(body.id);
    }
  });
});

describe('sending one again', () => {
  test('puts it back as new, with its tries, and wakes the worker', async () => {
    const [entry] = await happened(new Date(), about(M1));
    if (entry === undefined) throw new Error('no entry');
    await quiet.deps.deliveries.add(hook.id, entry);
    const seen = await quiet.deps.deliveries.get(hook.id, Number(entry.id));
    if (seen === null) throw new Error('no delivery');
    const tried = { at: entry.at, status: 500, error: null, ms: 7 };
    await quiet.records.settle(seen, { state: 'failed', failures: 1, nextTryAt: null, tried });
    expect((await deliveries()).deliveries).toMatchObject([{ state: 'failed', tries: [tried] }]);

    const again = await post<DeliveryBody>(`/deliveries/${entry.id}/redeliver`);
    expect(again).toMatchObject({ status: 202, body: { id: entry.id, state: 'pending', tries: [tried] } });
    expect((await deliveries()).deliveries).toEqual([again.body]);
    expect(await quiet.deps.deliveries.lanes(hook.id)).toEqual([M1]);
    expect(quiet.woken).toEqual(wakes(M1));
  });

  test.each(['1', 'x', '-1', '99999999999999999999', '0x1'])('is refused where there is none: %s', async (id) => {
    expect((await post(`/deliveries/${id}/redeliver`)).body).toMatchObject({ status: 404, code: 'not_found' });
    expect(quiet.woken).toEqual([]);
  });

  test('is refused for a delivery of another webhook', async () => {
    const [ping] = await quiet.feedOf(ada);
    if (ping === undefined) throw new Error('no ping');
    const other = await webhookOf(ada);
    await quiet.deps.deliveries.add(other.id, ping);
    expect((await post(`/deliveries/${ping.id}/redeliver`)).status).toBe(404);
  });
});

describe('replaying', () => {
  const replay = (since: Date, after?: string) =>
    post<{ queued: number; next: string | null }>('/replay', { since: since.toISOString(), after });

  test('puts back what happened since then, of what the webhook is for', async () => {
    const since = new Date();
    const earlier = new Date(since.getTime() - 1000);
    await happened(earlier, about(M1));
    const [at, later] = [await happened(since, about(M1)), await happened(new Date(since.getTime() + 1000), about(M2))];
    await post('/test');
    const sent = [...at, ...later].map(({ id }) => id).reverse();
    expect(await replay(since)).toMatchObject({ status: 202, body: { queued: 2, next: null } });
    expect(ids(await deliveries())).toEqual(sent);
    expect(quiet.woken).toEqual(wakes(M1, M2));

    quiet.woken.length = 0;
    expect((await replay(since, at[0]?.id)).body).toEqual({ queued: 1, next: null });
    expect(quiet.woken).toEqual(wakes(M2));
    expect((await replay(new Date(since.getTime() + 2000))).body).toEqual({ queued: 0, next: null });
    expect(ids(await deliveries())).toEqual(sent);
  });

  test('keeps to the types and the match of the webhook', async () => {
    const since = new Date();
    const entries = await happened(since, about(M1), about(M1, 'match.cancelled'), about(M2, 'match.cancelled'));
    await hook.change({ events: ['match.cancelled'] });
    expect((await replay(since)).body.queued).toBe(2);
    expect(ids(await deliveries())).toEqual([entries[2]?.id, entries[1]?.id]);
  });

  test('takes a time of any offset', async () => {
    await happened(new Date('2026-11-30T10:00:00Z'), about(M1));
    const now = () => new Date('2026-11-30T12:00:00Z');
    const { token } = ada;
    const ask = async (since: string) => {
      const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
      const body = JSON.stringify({ since });
      const answer = await quiet.with({ receivedAt: now })(`${hook.path}/replay`, { method: 'POST', headers, body });
      return answer.json();
    };
    expect(await ask('2026-11-30T11:00:00+01:00')).toMatchObject({ queued: 1 });
    expect(await ask('2026-11-30T11:00:01+01:00')).toMatchObject({ queued: 0 });
    expect(await ask('2026-10-31T12:00:00Z')).toMatchObject({ queued: 1 });
    expect(await ask('2026-10-31T11:59:59Z')).toMatchObject({ code: 'invalid', errors: [{ pointer: '/since' }] });
  });

  test('goes on from where it stopped, with nothing left out', async () => {
    const since = new Date();
    const all: string[] = [];
    for (let n = 0; n < 40; n += 1) {
      all.push(...(await happened(since, ...Array.from({ length: 16 }, () => about(M1)))).map(({ id }) => id));
    }
    const first = await replay(since);
    expect(first.body.queued).toBeGreaterThan(400);
    expect(first.body.queued).toBeLessThanOrEqual(500);
    const second = await replay(since, first.body.next ?? '');
    expect(second.body.next).toBeNull();
    expect(first.body.queued + second.body.queued).toBe(all.length);
    const found: string[] = [];
    for (let before = ''; ; ) {
      const page = await deliveries(`?limit=100${before}`);
      found.push(...ids(page));
      if (page.next === null) break;
      before = `&before=${page.next}`;
    }
    expect(found.reverse()).toEqual(all);
    expect(quiet.woken).toEqual(wakes(M1, M1));
  });

  test('wakes nobody before all is back in its lane', async () => {
    const since = new Date();
    await happened(since, about(M1), about(M2));
    const waiting: (readonly string[])[] = [];
    const lanes = { send: async () => void waiting.push([...(await quiet.deps.deliveries.lanes(hook.id))].sort()) };
    const headers = { Authorization: `Bearer ${ada.token}`, 'Content-Type': 'application/json' };
    const body = JSON.stringify({ since });
    await quiet.with({ lanes })(`${hook.path}/replay`, { method: 'POST', headers, body });
    expect(waiting).toEqual([
      [M1, M2],
      [M1, M2],
    ]);
  });

  test.each<[string, Record<string, unknown>, string]>([
    ['no time', {}, '/since'],
    ['a date', { since: '2026-11-30' }, '/since'],
    ['a day that there is not', { since: '2026-02-30T00:00:00Z' }, '/since'],
    ['a number', { since: 1 }, '/since'],
    ['more than 30 days', { since: new Date(Date.now() - 31 * DAY_MS).toISOString() }, '/since'],
    ['an unreadable cursor', { since: new Date().toISOString(), after: 'x' }, '/after'],
    ['a number for a cursor', { since: new Date().toISOString(), after: 1 }, '/after'],
    ['a cursor to come', { since: new Date().toISOString(), after: '9007199254740991' }, '/after'],
    ['an unknown field', { since: new Date().toISOString(), until: '' }, '/until'],
  ])('refuses %s', async (_what, body, pointer) => {
    expect((await post('/replay', body)).body).toMatchObject({ status: 422, errors: [{ in: 'body', pointer }] });
    expect(quiet.woken).toEqual([]);
  });
});

test('into a disabled webhook nothing is put', async () => {
  const [ping] = await quiet.feedOf(ada);
  if (ping === undefined) throw new Error('no ping');
  await quiet.deps.deliveries.add(hook.id, ping);
  await hook.change({ enabled: false });
  const before = await quiet.feedOf(ada);
  for (const [path, body] of [
    ['/test', undefined],
    [`/deliveries/${ping.id}/redeliver`, undefined],
    ['/replay', { since: new Date().toISOString() }],
  ] as const) {
    expect((await post(path, body)).body).toMatchObject({ status: 409, code: 'webhook_disabled' });
  }
  expect(await quiet.feedOf(ada)).toEqual(before);
  expect(quiet.woken).toEqual([]);
});
