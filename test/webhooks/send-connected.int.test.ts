/** The second judgement, of what was connected to; for this it is told that it is another address than was asked for. */
import { Socket } from 'node:net';
import { afterEach, expect, test, vi } from 'vitest';
import { sendOnce } from '../../functions/webhooks/send.ts';
import { left, onSockets, stopReceivers } from './receivers.ts';

afterEach(async () => {
  vi.restoreAllMocks();
  await stopReceivers();
});

test.each(['http', 'https'])(
  'nothing is sent by %s to an address that should not have been reached',
  async (scheme) => {
    let heard = '';
    const receiver = await onSockets((socket) => {
      socket.on('data', (chunk) => {
        heard += chunk.toString('latin1');
      });
    });
    const post = () =>
      sendOnce(new URL(`${scheme}://127.0.0.1:${receiver.port}/`), {}, 'private', { loopback: true, timeoutMs: 200 });

    const { connect } = Socket.prototype;
    const connecting = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket, ...where) {
      Object.defineProperty(this, 'remoteAddress', { value: '10.0.0.1' });
      return Reflect.apply(connect, this, where);
    });
    expect(await post()).toMatchObject({ kind: 'failed', reason: 'address_not_allowed' });
    await left(receiver);
    expect(receiver.had()).toBe(1);
    // TLS says hello by itself as soon as there is a connection; of the delivery there is nothing in that.
    if (scheme === 'http') expect(heard).toBe('');

    // It would have been heard.
    connecting.mockRestore();
    expect(await post()).toMatchObject({ kind: 'failed', reason: 'timeout' });
    expect(heard).not.toBe('');
  },
);
