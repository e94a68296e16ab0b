/** `kill -9` at any moment, under load: nothing acknowledged is lost, nothing is made twice, every log verifies. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { Mirror } from '../support/aquaignis.ts';
import { type Bot, endless, hasty } from '../support/bots.ts';
import { proveChain, readLog } from '../support/chain.ts';
import { type Answer, type Client, clientOf, type MatchBody, newPlayer } from '../support/clients.ts';
import { engineName, startEngine } from '../support/engine.ts';
import { progress } from '../support/progress.ts';
import { type Random, randomFrom } from '../support/random.ts';
import { type Bundle, bundleServer, kill, launch, type Running, readyUrl } from '../support/server.ts';

/** On the second engine fewer will do: the database is then no part of what is killed. */
const KILLS = engineName === 'local' ? 15 : 50;
const TABLES = 6;
/** How many commands are answered between a start and the kill, at most; the kill itself comes at a random moment. */
const COMMANDS = 60;
/** Every so many starts the kill comes while the server is still starting. */
const EARLY_EVERY = 10;
const LISTS_WITHIN_MS = 10_000;

/** An answer that a client got: from then on it may not be lost. */
interface Acknowledged {
  readonly seq: number;
  readonly hash: string;
}

class Down extends Error {}

/** Two players at one board, who play match after match and send again what was not answered. */
class Table {
  readonly acknowledged = new Map<string, Acknowledged[]>();
  /** The moves that were answered, by match. */
  readonly moves = new Map<string, { seat: number; move: string }[]>();
  touched = new Set<string>();
  answers = 0;
  resent = 0;
  readonly #players: readonly [Client, Client];
  readonly #bot: Bot;
  readonly #random: Random;
  #matches = 0;
  #match: string | null = null;
  #joined = false;
  #resigning = false;
  #mirror = new Mirror();
  /** What was sent and not answered. */
  #pending: readonly string[] | null = null;

  constructor(players: readonly [Client, Client], bot: Bot, random: Random) {
    this.#players = players;
    this.#bot = bot;
    this.#random = random;
  }

  /** Plays until the server is gone. */
  async play(url: string, until: AbortSignal): Promise<void> {
    const [first, second] = this.#players.map(({ id, token }) =>
      clientOf((path, init) => fetch(url + path, { ...init, signal: until }), id, token),
    ) as [Client, Client];
    try {
      for (;;) await this.#step(first, second);
    } catch (error) {
      if (!(error instanceof Down)) throw error;
    }
  }

  async #step(first: Client, second: Client): Promise<void> {
    if (this.#match === null) {
      const key = { 'Idempotency-Key': `match-${this.#matches}` };
      const made = await this.#ask(first, '/v1/matches', 201, { game: 'aquaignis' }, key);
      this.#match = made.body.id;
      this.#matches += 1;
      this.#joined = false;
      this.#mirror = new Mirror();
      return;
    }
    if (!this.#joined) {
      await this.#ask(second, `/v1/matches/${this.#match}/join`, 200);
      this.#joined = true;
      return;
    }
    if (this.#mirror.over) {
      this.#match = null;
      return;
    }
    // Once a resignation has been sent it is sent until it is answered.
    this.#resigning ||= this.#pending === null && this.#random.below(150) === 0;
    if (this.#resigning) {
      await this.#ask(second, `/v1/matches/${this.#match}/resign`, 200);
      this.#resigning = false;
      this.#match = null;
      return;
    }
    await this.#move(first, second, this.#match);
  }

  async #move(first: Client, second: Client, match: string): Promise<void> {
    const mirror = this.#mirror;
    const { ply, seat } = mirror;
    if (this.#pending === null) {
      const ahead = mirror.copy();
      const moves: string[] = [];
      const most = this.#random.below(3) === 0 ? 2 : 1;
      while (moves.length < most && !ahead.over && ahead.state.turn === mirror.state.turn) {
        const move = this.#bot(ahead.state, this.#random);
        ahead.play(move);
        moves.push(move);
      }
      this.#pending = moves;
    } else {
      this.resent += 1;
    }
    const moves = this.#pending;
    const answer = await this.#ask(seat === 1 ? first : second, `/v1/matches/${match}/moves`, 200, { ply, moves });
    for (const move of moves) {
      mirror.play(move);
      this.moves.set(match, [...(this.moves.get(match) ?? []), { seat, move }]);
    }
    expect(answer.body.position).toBe(mirror.position);
    this.#pending = null;
  }

  async #ask(
    client: Client,
    path: string,
    status: number,
    body?: unknown,
    headers?: Record<string, string>,
  ): Promise<Answer<MatchBody>> {
    let answer: Answer<MatchBody>;
    try {
      answer = await client.call<MatchBody>('POST', path, body, headers);
    } catch {
      throw new Down();
    }
    if (answer.status === 503) throw new Down();
    expect({ path, body, status: answer.status, text: answer.text }).toMatchObject({ status });
    const { id, head } = answer.body;
    this.acknowledged.set(id, [...(this.acknowledged.get(id) ?? []), head]);
    this.touched.add(id);
    this.answers += 1;
    return answer;
  }

  /** Holds what a match's log tells against what was answered. */
  async check(reader: Client, match: string): Promise<number> {
    const log = await readLog(reader, match);
    proveChain(match, log);
    for (const { seq, hash } of this.acknowledged.get(match) ?? []) {
      expect(log[seq - 1]?.hash, `${match}, commit ${seq}`).toBe(hash);
    }
    const logged = log.flatMap(({ events }) => events.filter(({ type }) => type === 'move.made'));
    const made = logged.map(({ seat, move }) => ({ seat, move }));
    const answered = this.moves.get(match) ?? [];
    const unanswered = match === this.#match ? (this.#pending ?? []) : [];
    expect(made.slice(0, answered.length), match).toEqual(answered);
    // Beyond what was answered there is nothing but the moves on their way when the server was killed: all or none.
    const beyond = made.slice(answered.length).map(({ move }) => move);
    expect([[], [...unanswered]]).toContainEqual(beyond);
    return log.length;
  }
}

const random = randomFrom();
let folder: string;
let bundle: Bundle;
let database: Awaited<ReturnType<typeof startEngine>> | undefined;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plypost-kill-'));
  bundle = await bundleServer();
  if (engineName === 'local') database = await startEngine();
  env = { PLYPOST_DATA: folder, ...(database === undefined ? {} : { DYNAMODB_ENDPOINT: database.endpoint }) };
});
afterAll(async () => {
  await database?.stop();
  bundle.remove();
  await rm(folder, { recursive: true, force: true });
});

/** Waits until the lists tell of each match what the match itself tells. */
async function expectListsCaughtUp(url: string, tables: readonly Table[], players: readonly Client[]): Promise<void> {
  const until = Date.now() + LISTS_WITHIN_MS;
  for (const [n, table] of tables.entries()) {
    const { id, token } = players[n] ?? {};
    const reader = clientOf((path, init) => fetch(url + path, init), id ?? '', token ?? null);
    for (;;) {
      const lists = await reader.call<{ matches: MatchBody[] }>('GET', '/v1/matches?mine=true&limit=100');
      const listed = new Map(lists.body.matches.map((match) => [match.id, match]));
      const behind: string[] = [];
      for (const match of table.touched) {
        const now = await reader.call<MatchBody>('GET', `/v1/matches/${match}`);
        const told = listed.get(match);
        if (told?.head.seq !== now.body.head.seq || told.ply !== now.body.ply) {
          behind.push(`${match}: listed at ply ${told?.ply}, it stands at ${now.body.ply}`);
        }
      }
      if (behind.length === 0) break;
      if (Date.now() > until) throw new Error(`the lists lag behind: ${behind.join('; ')}`);
      await sleep(50);
    }
  }
}

test(`${KILLS} times`, { timeout: 600_000 }, async () => {
  console.log(`seed ${random.seed}`);
  const tell = progress('kill -9', KILLS);
  let server = launch(bundle.args, env);
  let url = await readyUrl(server);
  const start = (path: string, init: RequestInit) => fetch(url + path, init);
  const players = await Promise.all(Array.from({ length: 2 * TABLES }, (_, n) => newPlayer(start, `Player ${n}`)));
  const tables = Array.from({ length: TABLES }, (_, n) => {
    const [first, second] = players.slice(2 * n, 2 * n + 2);
    if (first === undefined || second === undefined) throw new Error('no players');
    return new Table([first, second], n % 3 === 0 ? endless(40) : hasty, randomFrom(random.seed + n));
  });
  const answered = () => tables.reduce((sum, table) => sum + table.answers, 0);
  const firsts = players.filter((_, n) => n % 2 === 0);

  for (let round = 1; round <= KILLS; round += 1) {
    const down = new AbortController();
    const load = Promise.all(tables.map((table) => table.play(url, down.signal)));
    load.catch(() => undefined);
    const wanted = answered() + random.below(COMMANDS);
    while (answered() < wanted) await sleep(2);
    await sleep(random.below(20));
    await kill(server);
    down.abort();
    await load;

    if (round % EARLY_EVERY === 0) await killEarly();
    server = launch(bundle.args, env);
    url = await readyUrl(server);
    for (const [n, table] of tables.entries()) {
      const reader = clientOf(start, '', firsts[n]?.token ?? null);
      for (const match of table.touched) await table.check(reader, match);
    }
    await expectListsCaughtUp(url, tables, firsts);
    for (const table of tables) table.touched = new Set([...table.touched].slice(-1));
    tell(round, `${answered()} commands answered`);
  }

  let commits = 0;
  let matches = 0;
  for (const [n, table] of tables.entries()) {
    const reader = clientOf(start, '', firsts[n]?.token ?? null);
    for (const match of table.acknowledged.keys()) {
      commits += await table.check(reader, match);
      matches += 1;
    }
  }
  const resent = tables.reduce((sum, table) => sum + table.resent, 0);
  console.log(
    `${KILLS} kills: ${answered()} commands answered, ${resent} moves sent again, ${matches} matches, ${commits} commits`,
  );
  expect(resent, 'the kills met moves on their way').toBeGreaterThan(KILLS / 2);
  expect(commits).toBeGreaterThanOrEqual(answered() - resent);
  await kill(server);
});

/** A server that is killed before it is ready. */
async function killEarly(): Promise<void> {
  const server: Running = launch(bundle.args, env);
  await sleep(random.below(600));
  await kill(server);
}
