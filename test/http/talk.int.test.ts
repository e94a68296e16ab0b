/** Talk over HTTP: who says and reads what, in pages, once however often it is sent. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Talk } from '../../functions/store/talk.ts';
import { startApi, type TestApi } from '../support/api.ts';
import { type Client, clientOf, type MatchBody, newMatch, newPlayer, nobody } from '../support/clients.ts';

let api: TestApi;
let ada: Client;
let bob: Client;
let cyd: Client;
let onlooker: Client;
let path: string;

beforeAll(async () => {
  api = await startApi();
  const send = api.appWith({});
  [ada, bob, cyd] = [await newPlayer(send, 'Ada'), await newPlayer(send, 'Bob'), await newPlayer(send, 'Cyd')];
  onlooker = nobody(send);
});
beforeEach(async () => {
  path = `/v1/matches/${(await newMatch(ada, bob)).id}/talk`;
});
afterAll(() => api.end());

interface MessageBody {
  readonly number: number;
  readonly at: string;
  readonly by: number;
  readonly player: { readonly id: string; readonly name: string };
  readonly to: string;
  readonly text: string;
}

interface Page {
  readonly messages: readonly MessageBody[];
  readonly next: number;
  readonly more: boolean;
}

const say = (who: Client, text: string, to = 'seats', key?: string) =>
  who.call<MessageBody>('POST', path, { text, to }, key === undefined ? {} : { 'Idempotency-Key': key });

async function read(who: Client, query = ''): Promise<Page> {
  const answer = await who.call<Page>('GET', `${path}${query}`);
  expect(answer.status).toBe(200);
  return answer.body;
}

const texts = async (who: Client) => (await read(who)).messages.map(({ text }) => text);

test('a message is answered and read as it was said, with who said it', async () => {
  const said = await say(ada, 'Good luck,\nBob!', 'all');
  expect(said.status).toBe(201);
  expect(said.body).toEqual({
    number: 1,
    at: expect.stringMatching(/^\d{4}-.*Z$/),
    seq: 2,
    by: 1,
    player: { id: ada.id, name: 'Ada' },
    to: 'all',
    text: 'Good luck,\nBob!',
  });
  await say(bob, 'Same to you.');
  const page = await read(bob);
  expect(page.messages[0]).toEqual(said.body);
  expect(page.messages[1]).toMatchObject({ number: 2, by: 2, player: { id: bob.id, name: 'Bob' }, to: 'seats' });
  expect([page.next, page.more]).toEqual([2, false]);
});

describe('who reads it', () => {
  test('the seats all, others what is said to all', async () => {
    await say(ada, 'a secret');
    await say(bob, 'no secret', 'all');
    for (const seat of [ada, bob]) expect(await texts(seat)).toEqual(['a secret', 'no secret']);
    for (const other of [cyd, onlooker]) expect(await texts(other)).toEqual(['no secret']);
  });

  test('nobody else where the match is private, not even that there is something', async () => {
    const wish = { game: 'aquaignis', visibility: 'private', invited: [cyd.id] };
    const { id } = (await ada.call<MatchBody>('POST', '/v1/matches', wish)).body;
    path = `/v1/matches/${id}/talk`;
    await say(ada, 'to myself');
    await say(ada, 'to my guest', 'all');
    expect(await texts(cyd)).toEqual(['to my guest']);
    for (const other of [bob, onlooker]) expect((await other.call('GET', path)).status).toBe(404);
    expect((await say(bob, 'may I?')).status).toBe(404);
    expect((await say(cyd, 'may I?')).body).toMatchObject({ code: 'not_seated' });
  });

  test('who leaves before the start no longer reads what is said to the seats; who sits down reads all of it', async () => {
    const { id } = (await ada.call<MatchBody>('POST', '/v1/matches', { game: 'astromagie', seats: 3 })).body;
    path = `/v1/matches/${id}/talk`;
    await bob.call('POST', `/v1/matches/${id}/join`);
    await say(bob, 'I may have to go');
    await bob.call('POST', `/v1/matches/${id}/leave`);
    await say(ada, 'a pity', 'all');
    expect(await texts(bob)).toEqual(['a pity']);
    expect((await say(bob, 'sorry')).body).toMatchObject({ code: 'not_seated' });
    await cyd.call('POST', `/v1/matches/${id}/join`);
    const { messages } = await read(cyd);
    expect(messages[0]).toMatchObject({ by: 2, player: { name: 'Bob' }, text: 'I may have to go' });
    expect(messages).toHaveLength(2);
  });

  test('a seat that has dropped out talks on, and so do all when the match is over', async () => {
    const id = path.split('/')[3];
    await bob.call('POST', `/v1/matches/${id}/resign`);
    expect((await say(bob, 'well played')).status).toBe(201);
    expect((await say(ada, 'thank you', 'all')).status).toBe(201);
    expect(await texts(ada)).toEqual(['well played', 'thank you']);
    expect(await texts(onlooker)).toEqual(['thank you']);
  });
});

describe('pages', () => {
  test('go on after the last message, for a seat', async () => {
    for (let n = 1; n <= 7; n += 1) await say(n % 2 === 0 ? ada : bob, `number ${n}`);
    const numbers = ({ messages, next, more }: Page) => [messages.map(({ number }) => number), next, more];
    expect(numbers(await read(ada, '?limit=3'))).toEqual([[1, 2, 3], 3, true]);
    expect(numbers(await read(ada, '?limit=3&after=3'))).toEqual([[4, 5, 6], 6, true]);
    expect(numbers(await read(ada, '?limit=3&after=6'))).toEqual([[7], 7, false]);
    expect(numbers(await read(ada, '?limit=7'))).toEqual([[1, 2, 3, 4, 5, 6, 7], 7, false]);
    expect(numbers(await read(ada, '?after=7'))).toEqual([[], 7, false]);
    expect(numbers(await read(ada, '?after=5000'))).toEqual([[], 5000, false]);
  });

  test('tell an onlooker nothing of what is said to the seats: not its number while it is the newest', async () => {
    await say(ada, 'open', 'all');
    const before = await read(onlooker);
    for (let n = 0; n < 5; n += 1) await say(ada, 'hidden');
    expect(await read(onlooker)).toEqual(before);
    expect(await read(onlooker, '?after=1')).toEqual({ messages: [], next: 1, more: false });
    await say(bob, 'open again', 'all');
    await say(bob, 'hidden');
    expect(await read(onlooker, '?limit=1')).toMatchObject({ messages: [{ number: 1 }], next: 1, more: true });
    expect(await read(onlooker, '?limit=1&after=1')).toMatchObject({ messages: [{ number: 7 }], next: 7, more: false });
  });

  test('of very much that is hidden one request looks at so much, and the next goes on', async () => {
    const match = path.split('/')[3] as `m_${string}`;
    const read: Talk['read'] = async (_match, after, limit) =>
      Array.from({ length: Math.max(0, Math.min(limit, 2500 - after)) }, (_, n) => ({
        number: after + n + 1,
        at: '2030-01-01T00:00:00.000Z',
        ...{ seq: 1, by: 1 as const, player: ada.id as `p_${string}`, text: 'x', request: '' },
        to: after + n + 1 === 2500 ? ('all' as const) : ('seats' as const),
      }));
    const send = api.appWith({ talk: { ...api.deps.talk, read } });
    const heard: number[] = [];
    let pages = 0;
    for (let after = 0, more = true; more; pages += 1) {
      const { body } = await nobody(send).call<Page>('GET', `/v1/matches/${match}/talk?after=${after}`);
      heard.push(...body.messages.map(({ number }) => number));
      expect(body.next).toBeGreaterThan(after);
      ({ next: after, more } = body);
    }
    expect(heard).toEqual([2500]);
    expect(pages).toBeGreaterThan(1);
  });
});

describe('sent again', () => {
  test('under its key it is said once and gives the first answer, however late', async () => {
    const first = await say(ada, 'once', 'seats', 'k1');
    for (let n = 0; n < 3; n += 1) await say(bob, 'between');
    const again = await say(ada, 'once', 'seats', 'k1');
    expect([again.status, again.body]).toEqual([201, first.body]);
    expect((await read(ada)).messages).toHaveLength(4);
  });

  test('under its key another text, or another audience, is another request', async () => {
    await say(ada, 'once', 'seats', 'k2');
    for (const [text, to] of [
      ['twice', 'seats'],
      ['once', 'all'],
    ] as const) {
      const { status, body } = await say(ada, text, to, 'k2');
      expect([status, body]).toEqual([422, expect.objectContaining({ code: 'idempotency_key_reused' })]);
    }
    expect(await texts(ada)).toEqual(['once']);
  });

  test('a key is its player’s, in one match', async () => {
    await say(ada, 'mine', 'seats', 'k3');
    expect((await say(bob, 'mine too', 'seats', 'k3')).status).toBe(201);
    path = `/v1/matches/${(await newMatch(ada, bob)).id}/talk`;
    expect((await say(ada, 'elsewhere', 'seats', 'k3')).status).toBe(201);
    expect(await texts(ada)).toEqual(['elsewhere']);
  });

  test('without a key each request says it', async () => {
    for (let n = 0; n < 2; n += 1) await say(ada, 'again');
    expect(await texts(bob)).toEqual(['again', 'again']);
  });

  test('who has left their seat since is told that they have none', async () => {
    const { id } = (await ada.call<MatchBody>('POST', '/v1/matches', { game: 'astromagie', seats: 3 })).body;
    path = `/v1/matches/${id}/talk`;
    await bob.call('POST', `/v1/matches/${id}/join`);
    await say(bob, 'hello', 'seats', 'k4');
    await bob.call('POST', `/v1/matches/${id}/leave`);
    expect((await say(bob, 'hello', 'seats', 'k4')).status).toBe(403);
  });
});

test('50 at once, some of them the same, are all said, each once, without gaps', async () => {
  const { url } = api;
  const over = (who: Client) => clientOf((to, init) => fetch(url + to, init), who.id, who.token);
  const requests = Array.from({ length: 50 }, (_, n) => ({ who: n % 2 === 0 ? ada : bob, text: `n${n >> 1}` }));
  const sent = requests.flatMap(({ who, text }, n) => (n < 10 ? [say(over(who), text, 'seats', text)] : []));
  const answers = await Promise.all([...requests.map(({ who, text }) => say(over(who), text, 'seats', text)), ...sent]);
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201));
  const { messages } = await read(ada, '?limit=100');
  expect(messages.map(({ number }) => number)).toEqual(requests.map((_, n) => n + 1));
  const wanted = requests.map(({ who, text }) => `${who.id} ${text}`).sort();
  expect(messages.map(({ player, text }) => `${player.id} ${text}`).sort()).toEqual(wanted);
  for (const { body } of answers) expect(messages).toContainEqual(body);
});

test('each message is told to the seats by their feeds: that it was said, not what', async () => {
  const dee = await newPlayer(api.send, 'Dee');
  path = `/v1/matches/${(await newMatch(ada, dee)).id}/talk`;
  await say(ada, 'Good luck!');
  await api.background.idle();
  const { body } = await dee.call<{ entries: { type: string }[] }>('GET', '/v1/me/events');
  expect(body.entries.find(({ type }) => type === 'talk.said')).toEqual({
    id: expect.any(String),
    at: expect.any(String),
    type: 'talk.said',
    match: path.split('/')[3],
    game: 'aquaignis',
    seat: 2,
    by: 1,
    to: 'seats',
    talk: 1,
  });
  expect(JSON.stringify(body)).not.toContain('Good luck');
});

test('talking costs a match nothing: its log stays as it is', async () => {
  const id = path.split('/')[3] as `m_${string}`;
  const before = await api.deps.log.read(id, 0, 100);
  await say(ada, 'Good luck!', 'all');
  await api.background.idle();
  expect(await api.deps.log.read(id, 0, 100)).toEqual(before);
  const record = await ada.call('GET', `/v1/matches/${id}/record`);
  expect(record.text).not.toContain('Good luck');
});

describe('text', () => {
  test.each([
    ['the longest', 'x'.repeat(500)],
    ['500 characters of four bytes', '😀'.repeat(500)],
    ['one', '.'],
    ['lines', 'a\n\nb'],
    ['right to left', 'שלום \u200fעולם'],
    ['markup', '<b>&"\\'],
  ])('%s', async (_what, text) => {
    expect((await say(ada, text)).body.text).toBe(text);
    expect((await read(bob)).messages[0]?.text).toBe(text);
  });

  test.each<[string, unknown, string]>([
    ['nothing', { text: '', to: 'all' }, '/text'],
    ['blanks', { text: ' \n ', to: 'all' }, '/text'],
    ['what nobody sees', { text: '\u200b\u2060', to: 'all' }, '/text'],
    ['one too long', { text: 'x'.repeat(501), to: 'all' }, '/text'],
    ['a tab', { text: 'a\tb', to: 'all' }, '/text'],
    ['a carriage return', { text: 'a\r\nb', to: 'all' }, '/text'],
    ['a NUL', { text: 'a\0', to: 'all' }, '/text'],
    ['another line break', { text: 'a\u2028b', to: 'all' }, '/text'],
    ['half a character', { text: 'a\ud800', to: 'all' }, '/text'],
    ['a number', { text: 1, to: 'all' }, '/text'],
    ['no text', { to: 'all' }, '/text'],
    ['to nobody', { text: 'a' }, '/to'],
    ['to one seat', { text: 'a', to: 2 }, '/to'],
    ['another field', { text: 'a', to: 'all', by: 2 }, '/by'],
  ])('not %s', async (_what, body, pointer) => {
    const answer = await ada.call('POST', path, body);
    expect([answer.status, answer.body.code]).toEqual([422, 'invalid']);
    expect(answer.body.errors).toContainEqual({ in: 'body', pointer, detail: expect.any(String) });
    expect(await texts(ada)).toEqual([]);
  });
});

test('where talk will not stand still: 503', async () => {
  const send = api.appWith({ talk: { ...api.deps.talk, put: async () => false } });
  const answer = await clientOf(send, ada.id, ada.token).call('POST', path, { text: 'a', to: 'all' });
  expect([answer.status, answer.body.code]).toEqual([503, 'unavailable']);
});
