/** Stands between a bot and the server, and refuses the first request for each thing: too many, it says. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';

const SECONDS = 1;

interface Refused {
  /** Such as `GET /v1/me/turns`. */
  readonly what: string;
  /** How many milliseconds later it came again; null if it has not yet. */
  readonly cameAgainAfter: number | null;
}

export class Throttle {
  readonly #url: string;
  readonly #refusedAt = new Map<string, number>();
  readonly #cameAgain = new Map<string, number>();
  readonly #server = createServer((request, response) => void this.#receive(request, response));

  private constructor(url: string) {
    this.#url = url;
  }

  static async before(url: string): Promise<Throttle> {
    const throttle = new Throttle(url);
    throttle.#server.listen(0, '127.0.0.1');
    await once(throttle.#server, 'listening');
    return throttle;
  }

  get url(): string {
    const address = this.#server.address();
    if (address === null || typeof address === 'string') throw new Error('the throttle has no port');
    return `http://127.0.0.1:${address.port}`;
  }

  get refused(): readonly Refused[] {
    return [...this.#refusedAt].map(([what, at]) => {
      const again = this.#cameAgain.get(what);
      return { what, cameAgainAfter: again === undefined ? null : again - at };
    });
  }

  stop(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '', headers } = request;
    const body = await text(request);
    const what = `${method} ${url}`;
    if (!this.#refusedAt.has(what)) {
      this.#refusedAt.set(what, performance.now());
      const problem = JSON.stringify({ code: 'rate_limited', status: 429 });
      response.writeHead(429, { 'Content-Type': 'application/problem+json', 'Retry-After': SECONDS }).end(problem);
      return;
    }
    if (!this.#cameAgain.has(what)) this.#cameAgain.set(what, performance.now());
    const answer = await fetch(this.#url + url, {
      method,
      headers: { Authorization: headers.authorization ?? '', 'Content-Type': headers['content-type'] ?? '' },
      ...(body === '' ? {} : { body }),
    });
    const type = answer.headers.get('Content-Type') ?? '';
    response.writeHead(answer.status, { 'Content-Type': type }).end(await answer.text());
  }
}
