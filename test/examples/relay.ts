/** Stands between the server and a bot, and does to what is sent what a network may do to it. */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { listening } from '../support/listening.ts';

/** By then the match has gone on as a rule: what comes again comes late, too. */
const AGAIN_AFTER_MS = 150;

export class Relay {
  /** `twice`: passes all on two times. `swallow`: says that it has arrived and passes nothing on. */
  mode: 'twice' | 'swallow' = 'twice';
  /** The types of what was swallowed. */
  readonly swallowed: string[] = [];
  /** What the bot answered to each, and to the same again. */
  readonly answers: (readonly [first: number, again: number])[] = [];
  readonly #port: number;
  readonly #server = createServer((request, response) => void this.#receive(request, response));
  readonly #late = new Set<Promise<void>>();
  #url = '';

  private constructor(port: number) {
    this.#port = port;
  }

  /** Passes on to a port of this machine. */
  static async to(port: number): Promise<Relay> {
    const relay = new Relay(port);
    relay.#url = (await listening(relay.#server)).url;
    return relay;
  }

  get url(): string {
    return `${this.#url}/`;
  }

  /** Waits for what is to be sent again. */
  async settled(): Promise<void> {
    await Promise.all(this.#late);
  }

  async stop(): Promise<void> {
    await this.settled();
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await text(request);
    if (this.mode === 'swallow') {
      this.swallowed.push(JSON.parse(body).type);
      response.writeHead(204).end();
      return;
    }
    const headers = new Headers({ 'Content-Type': request.headers['content-type'] ?? '' });
    for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
      headers.set(name, String(request.headers[name]));
    }
    const first = await this.#pass(headers, body);
    response.writeHead(first).end();
    if (first >= 300) return;
    const late = sleep(AGAIN_AFTER_MS).then(async () => {
      this.answers.push([first, await this.#pass(headers, body)]);
      this.#late.delete(late);
    });
    this.#late.add(late);
  }

  /** The bot's answer; 502 where there is none. */
  async #pass(headers: Headers, body: string): Promise<number> {
    try {
      const answer = await fetch(`http://127.0.0.1:${this.#port}/`, { method: 'POST', headers, body });
      return answer.status;
    } catch {
      return 502;
    }
  }
}
