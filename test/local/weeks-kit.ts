/** Weeks of play over HTTP in a few seconds: a server whose clock is put forward, and what players do there. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import { games } from '../../domain/games.ts';
import { verifyRecord } from '../../domain/match/verify.ts';
import { type Client, type MatchBody, newPlayer, nobody, overHttp } from '../support/clients.ts';
import { type Bundle, bundleServer, kill, launch, type Running, readyUrl } from '../support/server.ts';

let folder: string;
let bundle: Bundle;
const running: Running[] = [];

/** The folder and the program are there for the tests of the file that asks for them; no server outlives its test. */
export function withServers(): void {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'plypost-time-'));
    bundle = await bundleServer();
  });
  afterEach(async () => {
    for (const server of running.splice(0)) await kill(server);
  });
  afterAll(async () => {
    bundle.remove();
    await rm(folder, { recursive: true, force: true });
  });
}

let places = 0;
/** A folder for data of its own. */
export function place(): string {
  places += 1;
  return join(folder, String(places));
}

export function start(env: Readonly<Record<string, string>>): Running {
  const server = launch(bundle.args, { PLYPOST_DATA: place(), ...env });
  running.push(server);
  return server;
}

export async function table(env: Readonly<Record<string, string>> = {}) {
  const server = start({ PLYPOST_CLOCK: 'manual', ...env });
  const send = overHttp(await readyUrl(server));
  const players = await Promise.all(['Ada', 'Bob', 'Cyd'].map((name) => newPlayer(send, name)));
  return {
    server,
    players,
    async advance(duration: string): Promise<Date> {
      const answer = await nobody(send).call<{ now: string }>('POST', '/local/clock', { advance: duration });
      expect(answer.status, answer.text).toBe(200);
      return new Date(answer.body.now);
    },
    async begin(wish: object, seated: readonly Client[]): Promise<MatchBody> {
      const [first, ...others] = seated;
      const made = await first?.call<MatchBody>('POST', '/v1/matches', wish);
      let body = made?.body as MatchBody;
      for (const player of others) {
        const joined = await player.call<MatchBody>('POST', `/v1/matches/${body.id}/join`);
        expect(joined.status, joined.text).toBe(200);
        body = joined.body;
      }
      return body;
    },
  };
}

export const read = async (player: Client, id: string) =>
  (await player.call<MatchBody>('GET', `/v1/matches/${id}`)).body;

/** The seat to move plays its first legal move. */
export async function moveOn(seated: readonly Client[], id: string): Promise<MatchBody> {
  const [ada] = seated as [Client];
  const { ply, toMove } = await read(ada, id);
  const player = seated[(toMove[0] ?? 0) - 1] ?? ada;
  const legal = await player.call<{ moves: { text: string }[] }>('GET', `/v1/matches/${id}/legal-moves`);
  const moves = legal.body.moves.slice(0, 1).map(({ text }) => text);
  const answer = await player.call<MatchBody>('POST', `/v1/matches/${id}/moves`, { ply, moves });
  expect(answer.status, answer.text).toBe(200);
  return answer.body;
}

/** Until another is to move. */
export async function takeTurn(seated: readonly Client[], id: string): Promise<void> {
  const [ada] = seated as [Client];
  const before = (await read(ada, id)).toMove[0];
  while ((await moveOn(seated, id)).toMove[0] === before);
}

export async function kinds(player: Client, match: string): Promise<string[]> {
  const { body } = await player.call<{ entries: { type: string; match?: string }[] }>('GET', '/v1/me/events?limit=100');
  return body.entries.filter((entry) => entry.match === match).map(({ type }) => type);
}

export async function proved(player: Client, match: string): Promise<void> {
  const record = await player.call('GET', `/v1/matches/${match}/record`);
  expect(verifyRecord(record.text, games)).toMatchObject({ verdict: 'ok', fault: null });
}
