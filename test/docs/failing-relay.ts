/** Stands between a client and the server, and loses what a network may lose. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening } from '../support/listening.ts';

/** What becomes of a request when it comes for the first time. */
const FATES = ['answer lost', 'half an answer', 'request lost', 'too busy'] as const;
type Fate = (typeof FATES)[number];

interface Answered {
  readonly status: number;
  readonly text: string;
}

export interface Sent {
  readonly request: string;
  readonly fate: Fate;
  /** What the server said, and the client never heard; null where the request did not get there. */
  readonly lost: Answered | null;
  /** What the same request was answered when it came again. */
  heard: Answered | null;
}

/** Every POST fails at its first try, in one way after the other; what is only read passes. */
export class FailingRelay {
  readonly posts: Sent[] = [];
  readonly #known = new Map<string, Sent>();
  readonly #target: string;
  readonly #server = createServer((request, response) => void this.#receive(request, response));
  #url = '';

  private constructor(target: string) {
    this.#target = target;
  }

  static async to(target: string): Promise<FailingRelay> {
    const relay = new FailingRelay(target);
    relay.#url = (await listening(relay.#server)).url;
    return relay;
  }

  get url(): string {
    return this.#url;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, 'close');
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    const { method = '', url = '', headers } = request;
    if (method !== 'POST') return reply(response, await this.#pass(request, body));
    const name = [headers.authorization, headers['idempotency-key'], url, body].join(' ');
    const before = this.#known.get(name);
    if (before !== undefined) {
      before.heard = await this.#pass(request, body);
      return reply(response, before.heard);
    }
    const fate = FATES[this.posts.length % FATES.length] ?? 'answer lost';
    const arrives = fate === 'answer lost' || fate === 'half an answer';
    const sent: Sent = {
      request: `${url} ${body}`,
      fate,
      lost: arrives ? await this.#pass(request, body) : null,
      heard: null,
    };
    this.posts.push(sent);
    this.#known.set(name, sent);
    if (fate === 'too busy') return reply(response, { status: 503, text: '<html>Too busy</html>' });
    if (fate === 'half an answer' && sent.lost !== null) {
      const { status, text: whole } = sent.lost;
      response.writeHead(status, { 'Content-Length': Buffer.byteLength(whole) });
      response.write(whole.slice(0, whole.length / 2), () => response.destroy());
      return;
    }
    response.destroy();
  }

  async #pass({ method = '', url = '', headers }: IncomingMessage, body: string): Promise<Answered> {
    const passed = new Headers();
    for (const name of ['authorization', 'content-type', 'idempotency-key']) {
      const value = headers[name];
      if (typeof value === 'string') passed.set(name, value);
    }
    const answer = await fetch(this.#target + url, { method, headers: passed, body: body === '' ? null : body });
    return { status: answer.status, text: await answer.text() };
  }
}

function reply(response: ServerResponse, { status, text: body }: Answered): void {
  response.writeHead(status).end(body);
}
