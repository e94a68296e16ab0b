/** `kill -9` at any moment, under load: nothing acknowledged is lost, nothing is made twice, every log verifies. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { endless, hasty } from '../support/bots.ts';
import { type Client, clientOf, type MatchBody, newPlayer } from '../support/clients.ts';
import { engineName, startEngine } from '../support/engine.ts';
import { progress } from '../support/progress.ts';
import { randomFrom } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { type Bundle, bundleServer, kill, launch, type Running, readyUrl } from '../support/server.ts';
import { Table } from '../support/table.ts';

/** On the second engine fewer will do: the database is then no part of what is killed. */
const KILLS = rounds({ soak: 50, brief: 15, local: 5 });
const TABLES = 6;
/** How many commands are answered between a start and the kill, at most; the kill itself comes at a random moment. */
const COMMANDS = 60;
/** Every so many starts the kill comes while the server is still starting. */
const EARLY_EVERY = 10;
const LISTS_WITHIN_MS = 10_000;

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
