/** Where deliveries may not go, however the way there is spelt or resolved. */
import { Socket } from 'node:net';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type SendSettings, sendOnce } from '../../functions/webhooks/send.ts';
import { NOT_PUBLIC } from './addresses.ts';
import { onRequests, type Receiver, stopReceivers } from './receivers.ts';

const NOT_ALLOWED = { kind: 'failed', reason: 'address_not_allowed' };
const ANSWERED = { kind: 'answered', status: 200 };
const PUBLIC = '93.184.215.14';
const PUBLIC_V6 = '2606:2800:21f:cb07:6820:80da:af6b:8b2c';

const post = (url: string, settings: SendSettings) => sendOnce(new URL(url), {}, 'private', settings);

/** A resolver with one answer after another, the last for good. */
function resolving(...answers: readonly (readonly string[])[]) {
  const asked: string[] = [];
  const resolve = async (name: string) => {
    asked.push(name);
    return answers[Math.min(asked.length, answers.length) - 1] ?? [];
  };
  return { asked, resolve };
}

let receiver: Receiver;
let connects: ReturnType<typeof vi.spyOn>;

beforeEach(async () => {
  receiver = await onRequests((_, response) => response.end());
  connects = vi.spyOn(Socket.prototype, 'connect');
});
afterEach(async () => {
  vi.restoreAllMocks();
  await stopReceivers();
});

describe.each(NOT_PUBLIC)('%s', (what, addresses) => {
  test.each(addresses)('%s gets nothing, as itself or under a name', async (ip) => {
    const host = ip.includes(':') ? `[${ip}]` : ip;
    for (const loopback of what === 'loopback' ? [false] : [false, true]) {
      for (const scheme of ['http', 'https']) {
        const at = (name: string) => `${scheme}://${name}:${receiver.port}/`;
        expect(await post(at(host), { loopback })).toMatchObject(NOT_ALLOWED);
        const unasked = resolving([PUBLIC]);
        expect(await post(at(host), { loopback, resolve: unasked.resolve })).toMatchObject(NOT_ALLOWED);
        expect(unasked.asked).toEqual([]);
        for (const answer of [[ip], [PUBLIC, ip], [ip, PUBLIC_V6], [PUBLIC, PUBLIC_V6, ip, PUBLIC]]) {
          const { resolve } = resolving(answer);
          const result = await post(at('hooks.example'), { loopback, resolve });
          expect(result).toMatchObject(NOT_ALLOWED);
          expect(JSON.stringify(result)).not.toContain(ip);
        }
      }
    }
    expect(connects).not.toHaveBeenCalled();
  });
});

describe('loopback', () => {
  test.each([
    '127.1',
    '0x7f.1',
    '2130706433',
    '017700000001',
    '１２７.０.０.１',
    '127.0.0.1.',
    'localhost',
    'LOCALHOST',
  ])('as %s is closed unless it is opened', async (host) => {
    expect(await post(`http://${host}:${receiver.port}/`, { loopback: false })).toMatchObject(NOT_ALLOWED);
    expect(receiver.had()).toBe(0);
    expect(await post(`http://${host}:${receiver.port}/`, { loopback: true })).toMatchObject(ANSWERED);
    expect(receiver.had()).toBe(1);
  });

  test('open, lets nothing but loopback be reached by plain http', async () => {
    for (const host of [PUBLIC, `[${PUBLIC_V6}]`]) {
      expect(await post(`http://${host}/`, { loopback: true })).toMatchObject(NOT_ALLOWED);
    }
    for (const answer of [[PUBLIC], ['127.0.0.1', PUBLIC]]) {
      const { resolve } = resolving(answer);
      expect(await post('http://hooks.example/', { loopback: true, resolve })).toMatchObject(NOT_ALLOWED);
    }
    expect(connects).not.toHaveBeenCalled();
  });
});

describe('a name', () => {
  const url = () => `http://hooks.example:${receiver.port}/`;

  test('leads to the addresses that were judged, with no second look-up', async () => {
    const { asked, resolve } = resolving(['127.0.0.1'], ['10.0.0.1']);
    expect(await post(url(), { loopback: true, resolve })).toMatchObject(ANSWERED);
    expect(asked).toEqual(['hooks.example']);
    expect(receiver.had()).toBe(1);
  });

  test('is looked up and judged anew for each delivery', async () => {
    const { asked, resolve } = resolving(['127.0.0.1'], ['169.254.169.254'], ['127.0.0.1']);
    const settings = { loopback: true, resolve };
    expect(await post(url(), settings)).toMatchObject(ANSWERED);
    expect(await post(url(), settings)).toMatchObject(NOT_ALLOWED);
    expect(await post(url(), settings)).toMatchObject(ANSWERED);
    expect(asked).toHaveLength(3);
    expect(receiver.had()).toBe(2);
  });

  test('with several addresses is reached on one that answers', async () => {
    const { resolve } = resolving(['::1', '127.0.0.1']);
    expect(await post(url(), { loopback: true, resolve })).toMatchObject(ANSWERED);
  });

  test('is not tried on more addresses than a few', async () => {
    // Nobody listens on ::1.
    const { resolve } = resolving([...Array.from({ length: 200 }, () => '::1'), '127.0.0.1']);
    expect(await post(url(), { loopback: true, resolve })).toMatchObject({ kind: 'failed' });
    expect(receiver.had()).toBe(0);
  });

  test.each<[string, () => Promise<readonly string[]>]>([
    ['without addresses', async () => []],
    ['that does not exist', async () => Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }))],
    ['whose servers fail', async () => Promise.reject(Object.assign(new Error('no'), { code: 'EAI_AGAIN' }))],
  ])('%s fails as such', async (_, resolve) => {
    expect(await post(url(), { loopback: true, resolve })).toMatchObject({ kind: 'failed', reason: 'name_not_found' });
  });

  test.each(['', 'hooks.example', '127.1', '[::1]', '127.0.0.1 ', '::1%lo'])(
    'for which the resolver gives "%s" instead of an address is refused',
    async (answer) => {
      const { resolve } = resolving([answer]);
      expect(await post(url(), { loopback: true, resolve })).toMatchObject(NOT_ALLOWED);
      expect(connects).not.toHaveBeenCalled();
    },
  );
});
