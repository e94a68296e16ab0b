/** The second judgement, of what was connected to; for this the first is made to err. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { left, onSockets, stopReceivers } from './receivers.ts';

const JUDGE = '../../functions/webhooks/address.ts';
let isLoopbackAddress: typeof import('../../functions/webhooks/address.ts')['isLoopbackAddress'];
let sendOnce: typeof import('../../functions/webhooks/send.ts')['sendOnce'];

// Other files may have loaded what is mocked, and others will: they share their modules.
beforeAll(async () => {
  vi.resetModules();
  vi.doMock(JUDGE, { spy: true });
  ({ isLoopbackAddress } = await import(JUDGE));
  ({ sendOnce } = await import('../../functions/webhooks/send.ts'));
});
afterAll(() => {
  vi.doUnmock(JUDGE);
  vi.resetModules();
});
afterEach(stopReceivers);

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

    vi.mocked(isLoopbackAddress).mockReturnValueOnce(true).mockReturnValueOnce(false);
    expect(await post()).toMatchObject({ kind: 'failed', reason: 'address_not_allowed' });
    await left(receiver);
    expect(receiver.had()).toBe(1);
    // TLS says hello by itself as soon as there is a connection; of the delivery there is nothing in that.
    if (scheme === 'http') expect(heard).toBe('');

    // It would have been heard.
    expect(await post()).toMatchObject({ kind: 'failed', reason: 'timeout' });
    expect(heard).not.toBe('');
  },
);
