/**
 * A random day of all that players do, the server killed in the middle of it: then what waits for each of them, their
 * lists, the lobby and their results are what the logs alone say.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { paginateScan } from '@aws-sdk/client-dynamodb';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { games } from '../../domain/games.ts';
import type { MatchId } from '../../domain/match/types.ts';
import { startEmbeddedEngine } from '../../functions/local/engine.ts';
import { dynamoClient } from '../../functions/store/client.ts';
import { dynamoLog } from '../../functions/store/dynamo-log.ts';
import { type Client, clientOf, nobody, overHttp } from '../support/clients.ts';
import { randomFrom } from '../support/random.ts';
import { rounds } from '../support/rounds.ts';
import { Players } from './day-players.ts';
import { byUrgency, type Came, newestFirst, Retold } from './day-retold.ts';
import { listed, Server } from './kill-server.ts';

const DAYS = rounds({ soak: 10, brief: 1, local: 1 });
const HOURS = 24;
/** After so many hours of the day, each time in the middle of whatever is going on. */
const KILLS = [6, 12, 18, HOURS];
const AT_ONCE = 3;
/** An hour has about so many acts. */
const ACTS_AN_HOUR = 20;
const CAUGHT_UP_WITHIN_MS = 15_000;
/** An hour has from half an hour to one and a half: in all it is a day. */
const HOUR_LEAST = 30;
/** So long it takes at most to read the lists; nothing may run out meanwhile. */
const READING_MS = 90_000;
/** For so long after a time has run out nothing is stored. */
const GRACE_MS = 35_000;

const random = randomFrom();
let server: Server;
let players: readonly Client[];

beforeAll(async () => {
  server = await Server.new({ PLYPOST_CLOCK: 'manual' });
  const send = (path: string, init: RequestInit) => fetch(server.url + path, init);
  const names = ['Ada', 'Bob', 'Cyd', 'Dot', 'Eve', 'Fay'];
  players = (await Promise.all(names.map((name) => server.newPlayer(name)))).map(({ id, token }) =>
    clientOf(send, id, token),
  );
});
afterAll(() => server?.end());

const minutes = (n: number) => `PT${n}M`;

/** Answers when all that has run out by then has been ended and told. */
async function advance(duration: string): Promise<number> {
  const clock = await nobody(overHttp(server.url)).call<{ now: string }>('POST', '/local/clock', { advance: duration });
  if (clock.status !== 200) throw new Error(clock.text);
  return Date.parse(clock.body.now);
}

/** Acts until the server is killed, after so many acts. */
async function actUntilKilled(crowd: Players, today: string, acts: number): Promise<void> {
  let killed = false;
  let left = acts;
  const all = Array.from({ length: AT_ONCE }, async () => {
    while (!killed && left > 0) {
      left -= 1;
      await crowd.act(today).catch((error: unknown) => {
        if (!killed) throw error;
      });
    }
  });
  const acting = Promise.all(all);
  acting.catch(() => undefined);
  while (left > acts / 2) await sleep(2);
  await sleep(random.below(30));
  killed = true;
  await server.kill();
  await acting;
}

async function act(crowd: Players, today: string, acts: number): Promise<void> {
  for (let n = 0; n < acts; n += AT_ONCE) {
    await Promise.all(Array.from({ length: AT_ONCE }, () => crowd.act(today)));
  }
}

/** Every log that there is, as it lies in the table; nothing else is read. The server must be down. */
async function logs(): Promise<Retold[]> {
  const engine = await startEmbeddedEngine(server.engineFolder);
  const client = dynamoClient(engine.endpoint);
  try {
    const table = 'plypost';
    const log = dynamoLog(client, table, games);
    const firsts = { ':first': { S: 'commit#00000001' } };
    const input = { TableName: table, FilterExpression: 'sk = :first', ExpressionAttributeValues: firsts };
    const matches: Retold[] = [];
    for await (const { Items: items = [] } of paginateScan({ client }, input)) {
      for (const { pk } of items) {
        const id = (pk?.S ?? '').slice('match#'.length) as MatchId;
        matches.push(new Retold(id, await log.read(id, 0, 10_000)));
      }
    }
    return matches.sort(newestFirst);
  } finally {
    client.destroy();
    await engine.stop();
  }
}

/** The logs, at a time when nothing is about to run out. The server is up again. */
async function settledLogs(): Promise<Retold[]> {
  for (;;) {
    const now = await advance(minutes(1));
    await server.stop();
    const matches = await logs();
    await server.start();
    const near = (due: number) => due > now - 2 * GRACE_MS && due < now + READING_MS;
    if (!matches.some(({ dues }) => dues.some(near))) return matches;
    await advance(minutes(5));
  }
}

const facts = ({ id, status, seq }: Retold) => ({ id, status, seq });

function tallies(matches: readonly Retold[], player: string): object[] {
  const games = new Map<string, Record<Came, number>>();
  for (const { came, created } of matches) {
    const what = came.get(player);
    if (what === undefined) continue;
    const tally = games.get(created.game) ?? { won: 0, lost: 0, drawn: 0, aborted: 0 };
    tally[what] += 1;
    games.set(created.game, tally);
  }
  return [...games].sort(([a], [b]) => (a < b ? -1 : 1)).map(([game, tally]) => ({ game, ...tally }));
}

async function expectAsLogged(matches: readonly Retold[]): Promise<void> {
  const listedAs = async (player: Client, query: string) =>
    ((await listed(player, query)) as { id: string; status: string; head: { seq: number } }[]).map(
      ({ id, status, head }) => ({ id, status, seq: head.seq }),
    );
  for (const player of players) {
    const { body } = await player.call<{ turns: unknown[] }>('GET', '/v1/me/turns?limit=100');
    expect(body.turns).toEqual(matches.flatMap(({ waiting }) => waiting.get(player.id) ?? []).sort(byUrgency));
    const seated = matches.filter(({ seats }) => seats.includes(player.id));
    expect(await listedAs(player, 'mine=true&')).toEqual(seated.map(facts));
    const page = await player.call<{ results: unknown[] }>('GET', `/v1/players/${player.id}`);
    expect(page.body.results).toEqual(tallies(matches, player.id));
  }
  const lobby = matches.filter(({ status, created }) => status === 'open' && created.visibility === 'public');
  expect(await listedAs(players[0] as Client, 'status=open&')).toEqual(lobby.map(facts));
}

async function day(): Promise<readonly Retold[]> {
  const crowd = new Players(players, random);
  let now = await advance('PT0S');
  const date = (instant: number) => new Date(instant).toISOString().slice(0, 10);
  const today = () => date(now);
  for (let hour = 1; hour <= HOURS; hour += 1) {
    if (hour === HOURS) await crowd.retire(today(), date(now + 86_400_000));
    if (KILLS.includes(hour)) {
      await actUntilKilled(crowd, today(), ACTS_AN_HOUR);
      await server.start();
    } else {
      await act(crowd, today(), ACTS_AN_HOUR);
    }
    now = await advance(minutes(HOUR_LEAST + random.below(61)));
  }
  const matches = await settledLogs();
  await vi.waitFor(() => expectAsLogged(matches), { timeout: CAUGHT_UP_WITHIN_MS, interval: 100 });
  return matches;
}

test('what is derived is what the logs say', { timeout: 600_000 }, async () => {
  console.log(`seed ${random.seed}`);
  for (let n = 0; n < DAYS; n += 1) {
    const matches = await day();
    const kinds = new Map<string, number>();
    for (const kind of matches.flatMap((match) => match.kinds)) kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
    const waiting = matches.reduce((sum, match) => sum + match.waiting.size, 0);
    console.log(`${matches.length} matches, ${waiting} turns wait, ${JSON.stringify(Object.fromEntries(kinds))}`);
    // A day on which nothing of this happened shows nothing.
    expect(waiting).toBeGreaterThan(2);
    for (const kind of ['move.made', 'seat.resigned', 'seat.timed-out', 'match.finished', 'offer.accepted']) {
      expect(kinds.get(kind), kind).toBeGreaterThan(1);
    }
  }
});
