/** Bodies as clients really send them: what is taken, and what is told otherwise. */
import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type TestApi } from '../support/api.ts';
import { newPlayer } from '../support/clients.ts';

const NAME = '{"name":"Ada"}';
const text = (body: string) => new TextEncoder().encode(body);

describe('a body', () => {
  let api: TestApi;
  beforeAll(async () => {
    api = await startApi();
  });
  afterAll(() => api.end());

  const post = async (path: string, type: string | null, body: Uint8Array | ReadableStream, token?: string) =>
    api.send(path, {
      method: 'POST',
      headers: {
        ...(type === null ? {} : { 'Content-Type': type }),
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      },
      body,
      ...(body instanceof ReadableStream ? { duplex: 'half' } : {}),
    });

  it.each<[string | null, string | Uint8Array, number]>([
    ['application/json', NAME, 201],
    ['APPLICATION/JSON', NAME, 201],
    ['application/json;', NAME, 201],
    ['application/json; charset=utf-8', NAME, 201],
    ['application/json ; a="', NAME, 201],
    ['application/json', `\ufeff${NAME}`, 201],
    ['application/json', '', 400],
    ['application/json', NAME.slice(1), 400],
    ['application/json', new Uint8Array([...text('{"name":"'), 0xff, ...text('"}')]), 400],
    ['application/json', new Uint8Array([0]), 400],
    ['application/json', '['.repeat(30_000) + ']'.repeat(30_000), 422],
    ['application/json', NAME.replace('Ada', '\\ud800'), 422],
    ['application/json', '{"__proto__":{"name":"Ada"}}', 422],
    ['application/json', `{"name":"Ada","__proto__":{}}`, 422],
    ['application/json', ' '.repeat(64 * 1024 + 1), 413],
    ['text/plain', NAME, 415],
    ['application/jsonp', NAME, 415],
    ['application/vnd.api+json', NAME, 415],
    ['application/json, text/plain', NAME, 415],
  ])('of type %s, %.20s, is answered with %d+', async (type, body, status) => {
    const response = await post('/v1/players', type, typeof body === 'string' ? text(body) : body);
    expect(response.status).toBe(status);
    const expected = status < 300 ? 'application/json' : 'application/problem+json';
    expect(response.headers.get('Content-Type')).toBe(expected);
  });

  it('that comes in pieces is counted as it comes', async () => {
    const pieces = (count: number) => {
      const all = [text(NAME.slice(0, -1)), ...Array.from({ length: count }, () => text(' '.repeat(1024))), text('}')];
      return new ReadableStream({
        pull(controller) {
          const piece = all.shift();
          if (piece === undefined) controller.close();
          else controller.enqueue(piece);
        },
      });
    };
    expect((await post('/v1/players', 'application/json', pieces(10))).status).toBe(201);
    expect((await post('/v1/players', 'application/json', pieces(64))).status).toBe(413);
  });

  it.each([null, 'application/json', 'application/x-www-form-urlencoded', 'text/plain', 'application/json; a'])(
    'may be left out of a join, whatever type is told (%s)',
    async (type) => {
      const ada = await newPlayer(api.send, 'Ada');
      const ben = await newPlayer(api.send, 'Ben');
      const { body } = await ada.call<{ id: string }>('POST', '/v1/matches', { game: 'aquaignis' });
      const joined = await post(`/v1/matches/${body.id}/join`, type, text(''), ben.token ?? '');
      expect(joined.status).toBe(200);
    },
  );

  it('that ends early is not taken for a fault of the server', async () => {
    const socket = connect(Number(new URL(api.url).port), '127.0.0.1');
    socket.write(
      'POST /v1/players HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{',
    );
    const before = api.lines.length;
    await sleep(100);
    socket.destroy();
    await expect.poll(() => api.lines.length).toBeGreaterThan(before);
    expect(api.lines.filter(({ level }) => level === 'error')).toEqual([]);
  });
});
