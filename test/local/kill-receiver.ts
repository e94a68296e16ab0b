/** The machine on which players have their webhooks: at times it is slow, answers 500, hangs up, or is down. */
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Webhook } from 'standardwebhooks';
import type { Random } from '../support/random.ts';

export interface Receipt {
  readonly id: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly payload: {
    readonly type: string;
    readonly timestamp: string;
    readonly data: Readonly<Record<string, unknown>>;
  };
  /** What was answered; null: nothing. */
  readonly status: number | null;
}

export class Receiver {
  /** How many deliveries it let fail, however it did. */
  failed = 0;
  /** While true it behaves as it likes. */
  wild = false;
  /** What did not come as it should. */
  readonly faults: string[] = [];
  readonly #random: Random;
  readonly #server = createServer((request, response) => void this.#receive(request, response));
  readonly #verifiers = new Map<string, Webhook>();
  readonly #receipts = new Map<string, Receipt[]>();
  /** One failure at a time: the second of the same delivery would be tried again after a minute only. */
  readonly #spared = new Set<string>();
  readonly #failNext = new Set<string>();
  #port = 0;

  private constructor(random: Random) {
    this.#random = random;
  }

  static async start(random: Random): Promise<Receiver> {
    const receiver = new Receiver(random);
    await receiver.#listen();
    return receiver;
  }

  url(name: string): string {
    return `http://127.0.0.1:${this.#port}/${name}`;
  }

  /** From when on what comes to the name can be answered. */
  knows(name: string, secret: string): void {
    this.#verifiers.set(name, new Webhook(secret));
  }

  /** In the order in which they came. */
  receiptsOf(name: string): readonly Receipt[] {
    return this.#receipts.get(name) ?? [];
  }

  /** What comes next to the name is answered 500. */
  failNext(name: string): void {
    this.#failNext.add(name);
  }

  async beDown(ms: number): Promise<void> {
    await this.stop();
    await sleep(ms);
    await this.#listen();
  }

  async stop(): Promise<void> {
    const closed = once(this.#server, 'close');
    this.#server.close();
    this.#server.closeAllConnections();
    await closed;
  }

  async #listen(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    const address = this.#server.address();
    this.#port = typeof address === 'object' && address !== null ? address.port : 0;
  }

  async #receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const at = Date.now();
    const name = request.url?.slice(1) ?? '';
    const headers = { ...request.headers } as Record<string, string>;
    let body: string;
    try {
      body = await text(request);
    } catch {
      // Whoever sent it was killed.
      return;
    }
    // The ping may be here before its owner has been answered.
    while (!this.#verifiers.has(name)) await sleep(5);
    try {
      const payload = this.#verifiers.get(name)?.verify(body, headers) as Receipt['payload'];
      const status = this.#decide(name, payload);
      const receipt = { id: headers['webhook-id'] ?? '', at, payload, status };
      this.#receipts.set(name, [...this.receiptsOf(name), receipt]);
      if (this.wild && this.#random.below(6) === 0) await sleep(20 + this.#random.below(250));
      if (status === null) response.destroy();
      else response.writeHead(status).end();
    } catch (error) {
      this.faults.push(`${name}, ${headers['webhook-id']}: ${error}, ${body}`);
      response.writeHead(500).end();
    }
  }

  #decide(name: string, { data }: Receipt['payload']): number | null {
    const lane = `${name} ${data.match}`;
    const failing = this.wild && !this.#spared.has(lane) && this.#random.below(8) === 0;
    if (failing) this.#spared.add(lane);
    if (!this.#failNext.delete(name) && !failing) return this.#random.pick([200, 202, 204]);
    this.failed += 1;
    return failing ? this.#random.pick([500, 503, null]) : 500;
  }
}
