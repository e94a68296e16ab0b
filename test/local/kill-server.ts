/** A server that is stopped and started again on the same data, with webhooks to this machine. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Client, type MatchBody, newPlayer } from '../support/clients.ts';
import { engineName, startEngine } from '../support/engine.ts';
import { type Bundle, bundleServer, kill, launch, type Running, readyUrl } from '../support/server.ts';
import type { Entry } from './kill-follower.ts';

export interface Delivery {
  readonly id: string;
  readonly webhookId: string;
  readonly type: string;
  readonly match: string | null;
  readonly at: string;
  readonly state: 'pending' | 'delivered' | 'failed' | 'dropped';
  readonly tries: readonly { readonly status: number | null }[];
  readonly nextTryAt: string | null;
}

export class Server {
  readonly #bundle: Bundle;
  readonly #env: Readonly<Record<string, string>>;
  readonly #clear: () => Promise<void>;
  /** Where the embedded engine keeps the data. */
  readonly engineFolder: string;
  #running: Running | undefined;
  #url = '';

  private constructor(
    bundle: Bundle,
    env: Readonly<Record<string, string>>,
    engineFolder: string,
    clear: () => Promise<void>,
  ) {
    this.#bundle = bundle;
    this.#env = env;
    this.engineFolder = engineFolder;
    this.#clear = clear;
  }

  /** Started on new data. */
  static async new(settings: Readonly<Record<string, string>> = {}): Promise<Server> {
    const folder = await mkdtemp(join(tmpdir(), 'plypost-kill-events-'));
    const bundle = await bundleServer();
    const database = engineName === 'local' ? await startEngine() : undefined;
    const data = database === undefined ? { PLYPOST_DATA: folder } : { DYNAMODB_ENDPOINT: database.endpoint };
    const env = { ...data, PLYPOST_WEBHOOK_LOOPBACK: 'true', ...settings };
    const server = new Server(bundle, env, join(folder, 'db'), async () => {
      await database?.stop();
      bundle.remove();
      await rm(folder, { recursive: true, force: true });
    });
    await server.start();
    return server;
  }

  get url(): string {
    return this.#url;
  }

  async start(): Promise<void> {
    this.#running = launch(this.#bundle.args, this.#env);
    this.#url = await readyUrl(this.#running);
  }

  /** Begins to start, and is killed after so many milliseconds. */
  async startInVain(ms: number): Promise<void> {
    this.#running = launch(this.#bundle.args, this.#env);
    await new Promise((go) => setTimeout(go, ms));
    await this.kill();
  }

  async kill(): Promise<void> {
    if (this.#running !== undefined) await kill(this.#running);
  }

  /** Stops in order. @throws if it does not come to an end by itself. */
  async stop(): Promise<void> {
    if (this.#running === undefined) return;
    this.#running.process.kill('SIGTERM');
    const { code, signal } = await this.#running.ended;
    const { out, err } = this.#running.output();
    if (code !== 0) throw new Error(`stopped with ${code ?? signal}: ${out}${err}`);
  }

  async end(): Promise<void> {
    await this.kill();
    await this.#clear();
  }

  newPlayer(name: string): Promise<Client> {
    return newPlayer((path, init) => fetch(this.#url + path, init), name);
  }
}

/** All of a webhook's, in the order of the feed. */
export async function deliveriesOf(owner: Client, webhook: string): Promise<Delivery[]> {
  const deliveries: Delivery[] = [];
  for (let before = ''; ; ) {
    const path = `/v1/webhooks/${webhook}/deliveries?limit=100${before}`;
    const body = await get<{ deliveries: Delivery[]; next: string | null }>(owner, path);
    deliveries.push(...body.deliveries);
    if (body.next === null) return deliveries.reverse();
    before = `&before=${body.next}`;
  }
}

/** Of each lane the first that is not done; the others wait for it. */
export function firstPending(deliveries: readonly Delivery[]): Delivery[] {
  const firsts = new Map<string | null, Delivery>();
  for (const delivery of deliveries) {
    if (delivery.state === 'pending' && !firsts.has(delivery.match)) firsts.set(delivery.match, delivery);
  }
  return [...firsts.values()];
}

/** The whole feed, page by page. */
export async function feedOf(player: Client): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (let after = ''; ; ) {
    const path = `/v1/me/events?limit=37${after}`;
    const page = await get<{ entries: Entry[]; next: string; more: boolean }>(player, path);
    entries.push(...page.entries);
    if (!page.more) return entries;
    after = `&after=${page.next}`;
  }
}

/** A whole list of matches, page by page; `query` ends in `&` unless it is empty. */
export async function listed(player: Client, query: string): Promise<unknown[]> {
  const matches: unknown[] = [];
  for (let cursor = ''; ; ) {
    const path = `/v1/matches?${query}limit=7${cursor}`;
    const page = await get<{ matches: MatchBody[]; next: string | null }>(player, path);
    matches.push(...page.matches);
    if (page.next === null) return matches;
    cursor = `&cursor=${encodeURIComponent(page.next)}`;
  }
}

/** What lists are to tell of these matches, by what the matches tell of themselves: newest first. */
export async function seen(player: Client, ids: readonly string[]): Promise<unknown[]> {
  const matches = await Promise.all(ids.map((id) => get<MatchBody>(player, `/v1/matches/${id}`)));
  const orderOf = ({ createdAt, id }: MatchBody) => `${createdAt}#${id}`;
  return matches
    .sort((a, b) => (orderOf(a) < orderOf(b) ? 1 : -1))
    .map(({ clock, ...rest }) => ({
      ...Object.fromEntries(Object.entries(rest).filter(isListed)),
      clock: lasting(clock),
    }));
}

/** Whether a list tells it of its matches. */
const isListed = ([field]: readonly [string, unknown]) =>
  !['position', 'view', 'chance', 'offers', 'invitations'].includes(field);

/** Of a clock, what does not depend on when it is read. */
function lasting(clock: unknown): object {
  const fields = Object.entries(typeof clock === 'object' && clock !== null ? clock : {});
  return Object.fromEntries(fields.filter(([name]) => !['state', 'until', 'left', 'timeLimit'].includes(name)));
}

async function get<Body>(player: Client, path: string): Promise<Body> {
  const { status, text, body } = await player.call<Body>('GET', path);
  if (status !== 200) throw new Error(`${path}: ${text}`);
  return body;
}
