/** A webhook of a player on this machine, and what it gets, verified as its author would. */
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import type { Client } from '../support/clients.ts';
import { onRequests } from '../webhooks/receivers.ts';

export interface Got {
  readonly id: string;
  readonly type: string;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Hook {
  readonly id: string;
  /** All that came, verified, in the order in which it came. */
  readonly got: Got[];
  status(): Promise<unknown>;
  /** What it answers from now on. */
  answer(status: number): void;
  remove(): Promise<void>;
}

export async function newHook(player: Client, more: Readonly<Record<string, unknown>> = {}): Promise<Hook> {
  const got: Got[] = [];
  let answer = 204;
  let verifier: Webhook | undefined;
  const { url } = await onRequests((request, response) => {
    void text(request).then((body) => {
      const headers = { ...request.headers } as Record<string, string>;
      if (verifier === undefined) throw new Error('a delivery before there was a secret');
      const { type, data } = verifier.verify(body, headers) as Omit<Got, 'id'>;
      got.push({ id: headers['webhook-id'] ?? '', type, data });
      response.writeHead(answer).end();
    });
  });
  const made = await player.call<{ webhook: { id: string }; secret: string }>('POST', '/v1/webhooks', {
    url: url.href,
    ...more,
  });
  if (made.status !== 201) throw new Error(`no webhook: ${made.text}`);
  const { webhook, secret } = made.body;
  verifier = new Webhook(secret);
  return {
    id: webhook.id,
    got,
    status: async () => (await player.call('GET', `/v1/webhooks/${webhook.id}`)).body.status,
    answer(status) {
      answer = status;
    },
    async remove() {
      await player.call('DELETE', `/v1/webhooks/${webhook.id}`);
    },
  };
}
