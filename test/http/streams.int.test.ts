/** What happens, told as it happens: in the form that is asked for, from where it is asked for, to a clean end. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { sendMoves } from '../support/aquaignis.ts';
import type { SentCommit } from '../support/chain.ts';
import { type Client, clientOf, type MatchBody, newMatch, newPlayer, nobody, type Send } from '../support/clients.ts';
import { type Asked, all, eventsOf, openStream, take, textsOf } from '../support/streams.ts';

let api: TestApi;
let ada: Client;
let bob: Client;
let match: string;

beforeAll(async () => {
  api = await startApi();
  await begin();
});
afterAll(() => api.end());

/** A match that has begun, of players nobody else has met. */
async function begin(): Promise<void> {
  [ada, bob] = (await Promise.all(['Ada', 'Bob'].map((name) => newPlayer(api.send, name)))) as [Client, Client];
  match = (await newMatch(ada, bob)).id;
  await api.background.idle();
}

const open = (path: string, asked: Asked = {}, who = ada) => openStream(api.url, who, path, asked);
const textOf = async (response: Response) => (await all(textsOf(response))).join('');

const FORMS = {
  feed: ['/v1/me/events', 'entries'],
  match: ['/v1/matches/{match}/events', 'commits'],
} as const;
type Which = keyof typeof FORMS;
const pathOf = (which: Which) => FORMS[which][0].replace('{match}', match);

/** The same read whole, as JSON. */
async function asJson(which: Which): Promise<readonly Record<string, unknown>[]> {
  return (await ada.call(`GET`, pathOf(which))).body[FORMS[which][1]] as Record<string, unknown>[];
}

describe('the form', () => {
  const json = 'application/json';
  const ndjson = 'application/x-ndjson';
  const sse = 'text/event-stream';
  test.each<[string, string]>([
    ['*/*', json],
    ['application/json', json],
    ['APPLICATION/JSON; charset=utf-8', json],
    ['application/*', json],
    ['text/*', sse],
    ['text/event-stream', sse],
    ['application/x-ndjson', ndjson],
    ['text/html, application/xhtml+xml, */*;q=0.8', json],
    ['text/event-stream, application/json', json],
    ['text/event-stream, application/json;q=0.9', sse],
    ['text/event-stream;q=0.2, application/x-ndjson;q=0.3', ndjson],
    ['application/json;q=0, */*', ndjson],
    ['application/*;q=0.1, text/event-stream;q=0, */*;q=0.5', json],
    ['*/*;q=0.1, application/x-ndjson', ndjson],
    ['text/html', 'not acceptable'],
    ['application/json;q=0', 'not acceptable'],
    ['*/*;q=0', 'not acceptable'],
    ['application/xml, image/*', 'not acceptable'],
    ['nonsense', 'not acceptable'],
  ])('to whoever accepts %s is %s', async (accept, expected) => {
    for (const which of ['feed', 'match'] as const) {
      const response = await open(`${pathOf(which)}?wait=0`, { accept });
      const text = await textOf(response);
      if (expected === 'not acceptable') {
        expect(response.status).toBe(406);
        expect(JSON.parse(text)).toMatchObject({ code: 'not_acceptable', status: 406 });
      } else {
        expect(response.status).toBe(200);
        expect(response.headers.get('Content-Type')).toBe(expected);
      }
    }
  });

  test('is asked for after all else that is refused', async () => {
    expect((await open('/v1/me/events', { accept: 'text/html' }, nobody(api.send))).status).toBe(401);
    expect((await open('/v1/matches/m_0000000000000000/events', { accept: 'text/html' })).status).toBe(404);
    expect((await open('/v1/me/events?what=1', { accept: 'text/html' })).status).toBe(406);
    expect((await open('/v1/me/events?what=1')).status).toBe(422);
  });
});

describe.each<Which>(['feed', 'match'])('of a %s', (which) => {
  const type = (item: Record<string, unknown>) => (which === 'feed' ? item.type : 'commit');
  const id = (item: Record<string, unknown>) => String(which === 'feed' ? item.id : item.seq);

  test('events and lines tell the same as JSON, in the same order', async () => {
    await begin();
    await sendMoves(ada, match, 0, 'spawn 4');
    await api.background.idle();
    const items = await asJson(which);
    expect(items.length).toBeGreaterThan(2);
    const path = `${pathOf(which)}?wait=0`;
    const events = await all(eventsOf(await open(path)));
    expect(events).toEqual(items.map((item) => ({ id: id(item), event: type(item), data: JSON.stringify(item) })));
    const lines = await textOf(await open(path, { accept: 'application/x-ndjson' }));
    expect(lines).toBe(items.map((item) => `${JSON.stringify(item)}\n`).join(''));
  });

  test('what comes is told at once, in both forms', async () => {
    await begin();
    const had = (await asJson(which)).length;
    const reading = (['text/event-stream', 'application/x-ndjson'] as const).map(async (accept) => {
      const gone = new AbortController();
      let text = '';
      const response = await open(pathOf(which), { accept, signal: gone.signal });
      for await (const each of textsOf(response)) {
        text += each;
        if (text.includes('spawn 4')) break;
      }
      gone.abort();
      return text;
    });
    await sleep(300);
    const begun = performance.now();
    await sendMoves(ada, match, 0, 'spawn 4');
    const [events = '', lines = ''] = await Promise.all(reading);
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(events.match(/^data: /gm)?.length).toBeGreaterThan(had);
    expect(lines.split('\n').length - 1).toBeGreaterThan(had);
  });

  test('a stream begins after the cursor, and where a browser comes back after its last id', async () => {
    const items = await asJson(which);
    const ids = items.map(id);
    const idsOf = async (query: string, lastEventId?: string) =>
      (await all(eventsOf(await open(`${pathOf(which)}?wait=0${query}`, { lastEventId })))).map((event) => event.id);
    expect(await idsOf(`&after=${ids[0]}`)).toEqual(ids.slice(1));
    expect(await idsOf('', ids[1])).toEqual(ids.slice(2));
    expect(await idsOf(`&after=${ids[0]}`, ids[1])).toEqual(ids.slice(2));
    expect(await idsOf(`&after=${ids[0]}`, '')).toEqual(ids.slice(1));
    expect(await idsOf('&limit=2')).toEqual(ids.slice(0, 2));
  });

  test('the answer is not to be kept, and by no proxy held back', async () => {
    const { headers } = await open(`${pathOf(which)}?wait=0`);
    expect(headers.get('Cache-Control')).toBe('no-store');
    expect(headers.get('X-Accel-Buffering')).toBe('no');
    expect(headers.get('X-Request-Id')).toMatch(/^[0-9a-f-]{36}$/);
  });

  test('HEAD is answered at once, and leaves nothing that waits', async () => {
    const headers = { Accept: 'text/event-stream', Authorization: `Bearer ${ada.token}` };
    const response = await fetch(api.url + pathOf(which), { method: 'HEAD', headers });
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/event-stream']);
    let watched = 0;
    const watch: typeof api.deps.wake.watch = (topic) => {
      watched += 1;
      return api.deps.wake.watch(topic);
    };
    const send = api.appWith({ wake: { watch } });
    expect(await (await send(pathOf(which), { method: 'HEAD', headers })).text()).toBe('');
    expect(watched).toBe(0);
    await (await send(`${pathOf(which)}?wait=0`, { headers })).text();
    expect(watched).toBe(1);
  });

  test('where answers are sent whole a stream is one that ends soon', async () => {
    await begin();
    const send = api.appWith({ streamMs: null });
    const items = await asJson(which);
    const cursor = items.map(id).at(-1);
    const whole = await ask(send, pathOf(which));
    expect(whole.text).toMatch(/^retry: 500\nid: 0\n\nid: /);
    expect(whole.text.match(/^data: .*$/gm)).toEqual(items.map((item) => `data: ${JSON.stringify(item)}`));
    // With nothing new it waits for something, and is sent with that.
    const begun = performance.now();
    const waiting = ask(send, `${pathOf(which)}?after=${cursor}`, 'application/x-ndjson');
    await sleep(100);
    await sendMoves(ada, match, 0, 'spawn 4');
    const { text } = await waiting;
    expect(performance.now() - begun).toBeLessThan(5000);
    expect(text).toMatch(/^\{.*\}\n$/);
    await api.background.idle();
    const after = (await asJson(which)).map(id).at(-1);
    const nothing = await ask(send, `${pathOf(which)}?after=${after}&wait=1`);
    expect(nothing.text).toBe(`retry: 500\nid: ${after}\n\n`);
    expect((await ask(send, `${pathOf(which)}?after=${after}&wait=0`, 'application/x-ndjson')).text).toBe('');
  });

  test('a stream ends cleanly when its time is up', async () => {
    const begun = performance.now();
    const answer = await ask(api.appWith({ streamMs: 300 }), pathOf(which));
    expect(performance.now() - begun).toBeGreaterThan(290);
    expect(answer.text).toMatch(/\n\n$/);
  });
});

function ask(send: Send, path: string, accept = 'text/event-stream') {
  return clientOf(send, ada.id, ada.token).call('GET', path, undefined, { Accept: accept });
}

describe('when a match is over', () => {
  test('a stream ends with its last commit, and who comes back is told not to', async () => {
    await begin();
    const told = await take(eventsOf(await open(pathOf('match'), {}, nobody(api.send))), 2);
    expect(told).toHaveLength(2);
    const reading = all(eventsOf(await open(`${pathOf('match')}?after=2`)));
    await sleep(100);
    await bob.call('POST', `/v1/matches/${match}/resign`);
    const [last, ...more] = await reading;
    expect(last).toMatchObject({ id: '3', event: 'commit' });
    expect(more).toEqual([]);
    const again = await open(pathOf('match'), { lastEventId: '3' });
    expect(again.status).toBe(204);
    expect(await again.text()).toBe('');
    expect((await ask(api.appWith({ streamMs: null }), `${pathOf('match')}?after=3`)).status).toBe(204);
    const lines = await open(`${pathOf('match')}?after=3`, { accept: 'application/x-ndjson' });
    expect([lines.status, await lines.text()]).toEqual([200, '']);
    expect((await ada.call('GET', `${pathOf('match')}?after=3`)).body).toEqual({ commits: [], next: 3, more: false });
  });

  test('what was hidden is open from then on, and not before', async () => {
    const seats = await Promise.all(['Ada', 'Bob'].map((name) => newPlayer(api.send, name)));
    const [first, second] = seats as [Client, Client];
    const made = await first.call<MatchBody>('POST', '/v1/matches', { game: 'astromagie', seats: 2 });
    const path = `/v1/matches/${made.body.id}/events`;
    const reading = eventsOf(await openStream(api.url, nobody(api.send), path));
    await second.call('POST', `/v1/matches/${made.body.id}/join`);
    const commits: SentCommit[] = [];
    for await (const { data } of reading) {
      commits.push(JSON.parse(data));
      if (commits.length === 2) await first.call('POST', `/v1/matches/${made.body.id}/resign`);
    }
    const hidden = (seq: number) => JSON.stringify(commits[seq - 1]?.events).match(/"digest"/g)?.length ?? 0;
    expect(commits.map(({ seq }) => seq)).toEqual([1, 2, 3]);
    expect(hidden(1) + hidden(2)).toBeGreaterThan(1);
    expect(hidden(3)).toBe(0);
    const later = await all(eventsOf(await openStream(api.url, nobody(api.send), path)));
    expect(later).toHaveLength(3);
    expect(JSON.stringify(later)).not.toContain('digest');
  });
});

describe('the server', () => {
  test('that stops ends every stream between two messages', async () => {
    const own = await startApi();
    const [one, two] = (await Promise.all(['One', 'Two'].map((name) => newPlayer(own.send, name)))) as [Client, Client];
    const { id } = await newMatch(one, two);
    await own.background.idle();
    const reading = ['/v1/me/events', `/v1/matches/${id}/events`].flatMap((path) =>
      ['text/event-stream', 'application/x-ndjson'].map(async (accept) => {
        const response = await openStream(own.url, one, path, { accept });
        return (await all(textsOf(response))).join('');
      }),
    );
    await sleep(300);
    const begun = performance.now();
    await own.end();
    expect(performance.now() - begun).toBeLessThan(5000);
    const texts = await Promise.all(reading);
    expect(texts).toHaveLength(4);
    for (const text of texts) expect(text).toMatch(/\}\n\n?$/);
  });

  test('that cannot read on says so in its log, and ends the stream', async () => {
    await begin();
    let looks = 0;
    const head = async (player: `p_${string}`) => {
      looks += 1;
      if (looks > 1) throw new Error('no database');
      return api.deps.feeds.head(player);
    };
    api.lines.length = 0;
    const answer = await ask(api.appWith({ feeds: { ...api.deps.feeds, head } }), '/v1/me/events');
    expect(answer.text).toMatch(/^retry: 2000\nid: 0\n\nid: [\s\S]*\n\n$/);
    const requestId = answer.headers.get('X-Request-Id');
    expect(api.lines.filter(({ level }) => level === 'error')).toMatchObject([
      { message: 'stream broken off', requestId, error: 'Error: no database' },
    ]);
  });
});
