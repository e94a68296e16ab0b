import fc from 'fast-check';
import { Webhook, WebhookVerificationError } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { newSecret, signedHeaders } from '../../functions/webhooks/sign.ts';

const secretOf = (byte: number) => newSecret((count) => new Uint8Array(count).fill(byte));
const OLD = secretOf(1);
const NEW = secretOf(2);
const OTHER = secretOf(3);
const BODY = JSON.stringify({ type: 'commit', text: 'Zug é 😀' });

const sign = (secrets: readonly string[], body = BODY) => signedHeaders({ id: 'msg_1', at: new Date(), body, secrets });

/** What the receivers' library says. */
const verify = (secret: string, headers: ReturnType<typeof sign>, body = BODY) =>
  new Webhook(secret).verify(body, { ...headers });

describe('a secret', () => {
  test('is 32 random bytes in base64 after whsec_', () => {
    const asked: number[] = [];
    const secret = newSecret((count) => {
      asked.push(count);
      return Uint8Array.from({ length: count }, (_, n) => 255 - n);
    });
    expect(asked).toEqual([32]);
    expect(secret).toBe('whsec_//79/Pv6+fj39vX08/Lx8O/u7ezr6uno5+bl5OPi4eA=');
  });
});

describe('signed headers', () => {
  test('are the three of Standard Webhooks', () => {
    // Known answers, from the library.
    const at = new Date('2026-01-02T03:04:05.678Z');
    const headers = signedHeaders({ id: 'msg_1', at, body: BODY, secrets: [NEW, OLD] });
    expect(headers).toEqual({
      'webhook-id': 'msg_1',
      'webhook-timestamp': '1767323045',
      'webhook-signature': `${new Webhook(NEW).sign('msg_1', at, BODY)} ${new Webhook(OLD).sign('msg_1', at, BODY)}`,
    });
    expect(headers['webhook-signature']).toMatch(/^v1,[\w+/]{43}= v1,[\w+/]{43}=$/);
  });

  test('agree with the vector in the library’s own tests', () => {
    const headers = signedHeaders({
      id: 'msg_p5jXN8AQM9LWM0D4loKWxJek',
      at: new Date(1614265330 * 1000),
      body: '{"test": 2432232314}',
      secrets: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
    });
    expect(headers['webhook-signature']).toBe('v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=');
  });

  test('verify under the old secret and under the new', () => {
    const headers = sign([NEW, OLD]);
    expect(verify(NEW, headers)).toEqual(JSON.parse(BODY));
    expect(verify(OLD, headers)).toEqual(JSON.parse(BODY));
    expect(() => verify(OTHER, headers)).toThrow(WebhookVerificationError);
  });

  test('verify no longer under a secret that has gone', () => {
    const headers = sign([NEW]);
    expect(verify(NEW, headers)).toEqual(JSON.parse(BODY));
    expect(() => verify(OLD, headers)).toThrow(WebhookVerificationError);
  });

  test('verify for no other body, id or time', () => {
    const headers = sign([NEW]);
    const earlier = String(Number(headers['webhook-timestamp']) - 1);
    expect(() => verify(NEW, headers, `${BODY} `)).toThrow(WebhookVerificationError);
    expect(() => verify(NEW, { ...headers, 'webhook-id': 'msg_2' })).toThrow(WebhookVerificationError);
    expect(() => verify(NEW, { ...headers, 'webhook-timestamp': earlier })).toThrow(WebhookVerificationError);
  });

  test('verify for any secret and any body', () => {
    const bytes = fc.uint8Array({ minLength: 32, maxLength: 32 });
    fc.assert(
      fc.property(bytes, fc.json(), (random, body) => {
        const secret = newSecret(() => random);
        expect(JSON.stringify(verify(secret, sign([secret], body), body))).toBe(JSON.stringify(JSON.parse(body)));
      }),
    );
  });
});
