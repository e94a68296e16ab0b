/** Deliveries by https: who the receiver is must be proved. */
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { type SendSettings, sendOnce } from '../../functions/webhooks/send.ts';
import { type Certificate, selfSigned } from './certificate.ts';
import { left, onRequests, onSecureRequests, onSockets, type Receiver, stopReceivers } from './receivers.ts';

const NAME = 'hooks.example';

let certificate: Certificate;
let expired: Certificate;

beforeAll(() => {
  certificate = selfSigned(NAME);
  expired = selfSigned(NAME, -1);
});
afterEach(async () => {
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  await stopReceivers();
});

const post = (receiver: Receiver, ca: string | null, name = NAME) => {
  const settings: SendSettings = { loopback: true, resolve: async () => ['::1', '127.0.0.1'] };
  const url = new URL(`https://${name}:${receiver.port}/`);
  return sendOnce(url, {}, 'private', ca === null ? settings : { ...settings, ca });
};

async function secure(shown: Certificate) {
  const requests: (string | undefined)[] = [];
  const receiver = await onSecureRequests(shown, (request, response) => {
    requests.push(request.headers.host);
    response.writeHead(202).end();
  });
  return { receiver, requests };
}

const failedWith = (code: string) => ({ kind: 'failed', reason: 'tls', detail: expect.stringContaining(`(${code}`) });

describe('a certificate', () => {
  test('that is trusted and for the name lets the delivery through', async () => {
    const { receiver, requests } = await secure(certificate);
    expect(await post(receiver, certificate.cert)).toMatchObject({ kind: 'answered', status: 202 });
    expect(requests).toEqual([`${NAME}:${receiver.port}`]);
    await left(receiver);
  });

  test('that nobody vouches for does not', async () => {
    const { receiver, requests } = await secure(certificate);
    expect(await post(receiver, null)).toMatchObject(failedWith('DEPTH_ZERO_SELF_SIGNED_CERT'));
    await left(receiver);
    expect(requests).toEqual([]);
  });

  test('that nobody vouches for does not, whatever the environment says', async () => {
    vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0');
    vi.spyOn(process, 'emitWarning').mockReturnValue();
    const { receiver, requests } = await secure(certificate);
    expect(await post(receiver, null)).toMatchObject(failedWith('DEPTH_ZERO_SELF_SIGNED_CERT'));
    await left(receiver);
    expect(requests).toEqual([]);
  });

  test('for another name does not', async () => {
    const { receiver, requests } = await secure(certificate);
    expect(await post(receiver, certificate.cert, 'other.example')).toMatchObject(
      failedWith('ERR_TLS_CERT_ALTNAME_INVALID'),
    );
    await left(receiver);
    expect(requests).toEqual([]);
  });

  test('that has expired does not', async () => {
    const { receiver, requests } = await secure(expired);
    expect(await post(receiver, expired.cert)).toMatchObject(failedWith('CERT_HAS_EXPIRED'));
    await left(receiver);
    expect(requests).toEqual([]);
  });
});

test('what fails after the handshake is not put down to it', async () => {
  const receiver = await onSecureRequests(certificate, (_, response) => {
    response.setHeader('X-Long', 'a'.repeat(20_000)).end();
  });
  expect(await post(receiver, certificate.cert)).toMatchObject({
    kind: 'failed',
    reason: 'other',
    detail: expect.stringContaining('HPE_HEADER_OVERFLOW'),
  });
});

describe('no secure connection', () => {
  test('can be had with a receiver of plain http', async () => {
    const receiver = await onRequests((_, response) => response.end());
    expect(await post(receiver, null)).toMatchObject({ kind: 'failed', reason: 'tls' });
  });

  test('is to be had where the handshake is broken off', async () => {
    const receiver = await onSockets((socket) => socket.once('data', () => socket.destroy()));
    expect(await post(receiver, null)).toMatchObject({ kind: 'failed', reason: 'closed' });
  });
});
