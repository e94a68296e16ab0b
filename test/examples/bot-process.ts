/** Accounts with the example bot at work for them, each a process of its own. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, newPlayer, overHttp } from '../support/clients.ts';
import { freePort } from '../support/free-port.ts';
import { kill, launch, type Running } from '../support/server.ts';
import { Relay } from './relay.ts';

const ENABLED_WITHIN_MS = 20_000;

/** `relayed`: the server sends to a relay. `through`: where the bot's own requests go; default the server itself. */
interface Ways {
  readonly relayed: boolean;
  readonly through?: string;
}

export class Bot {
  readonly client: Client;
  readonly port: number;
  readonly secret: string;
  /** Null: the server sends to the bot itself. */
  readonly relay: Relay | null;
  readonly #url: string;
  readonly #runs: Running[] = [];

  private constructor(url: string, client: Client, port: number, secret: string, relay: Relay | null) {
    this.#url = url;
    this.client = client;
    this.port = port;
    this.secret = secret;
    this.relay = relay;
  }

  /** An account with a webhook that leads to a bot, which runs. */
  static async named(name: string, url: string, { relayed, through }: Ways): Promise<Bot> {
    const client = await newPlayer(overHttp(url), name);
    const port = await freePort();
    const relay = relayed ? await Relay.to(port) : null;
    const made = await client.call<{ webhook: { id: string }; secret: string }>('POST', '/v1/webhooks', {
      url: relay?.url ?? `http://127.0.0.1:${port}/`,
      events: ['turn.started'],
    });
    if (made.status !== 201) throw new Error(`no webhook: ${made.text}`);
    const bot = new Bot(through ?? url, client, port, made.body.secret, relay);
    await bot.start();
    await bot.#enable(`/v1/webhooks/${made.body.webhook.id}`);
    return bot;
  }

  /** The first ping came before the bot was there, so it is asked for again. */
  async #enable(path: string): Promise<void> {
    let told = await this.client.call('PATCH', path, { enabled: true });
    for (const until = Date.now() + ENABLED_WITHIN_MS; told.body.status !== 'enabled'; await sleep(50)) {
      if (told.status !== 200 || Date.now() > until) throw new Error(`the webhook is not enabled: ${told.text}`);
      told = await this.client.call('GET', path);
    }
  }

  async start(): Promise<void> {
    const bot = launch(['--import', 'tsx', 'examples/bot/bot.ts'], {
      PLYPOST_URL: this.#url,
      PLYPOST_TOKEN: this.client.token ?? '',
      PLYPOST_WEBHOOK_SECRET: this.secret,
      PORT: String(this.port),
    });
    this.#runs.push(bot);
    for (const until = Date.now() + 30_000; !this.output().includes(`listens on port ${this.port}`); await sleep(10)) {
      if (Date.now() > until || bot.process.exitCode !== null) throw new Error(`no bot: ${bot.output().err}`);
    }
  }

  /** What its present process said. */
  output(): string {
    return this.#runs.at(-1)?.output().out ?? '';
  }

  /** What went wrong, in all its processes. */
  complaints(): string[] {
    return this.#runs.flatMap((run) =>
      run
        .output()
        .err.split('\n')
        .filter((line) => line !== ''),
    );
  }

  /** At once, in the middle of whatever it does. */
  async kill(): Promise<void> {
    const running = this.#runs.at(-1);
    if (running !== undefined) await kill(running);
  }

  async end(): Promise<void> {
    await this.relay?.stop();
    await this.kill();
  }
}
