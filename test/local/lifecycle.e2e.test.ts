/** The server as a process: starting, stopping, and what it says when it cannot start. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { Agent, request } from 'node:http';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { POLICIES } from '../../functions/api/limits/policies.ts';
import { sendMoves } from '../support/aquaignis.ts';
import { clientOf, type MatchBody, newMatch, newPlayer, overHttp, type Send } from '../support/clients.ts';
import { engineName, startEngine } from '../support/engine.ts';
import {
  type Bundle,
  bundleServer,
  type Ended,
  FROM_SOURCE,
  kill,
  launch,
  type Running,
  readyUrl,
} from '../support/server.ts';

/** Longer than the last resort of a server that is to stop, which ends it with 1. */
const STOPS_WITHIN_MS = 20_000;
const ENDS_WITHIN_MS = 20_000;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));

let folder: string;
let bundle: Bundle;
let database: Awaited<ReturnType<typeof startEngine>> | undefined;
const running: Running[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'plypost-life-'));
  bundle = await bundleServer();
  if (engineName === 'local') database = await startEngine();
});
afterEach(async () => {
  for (const server of running.splice(0)) await kill(server);
});
afterAll(async () => {
  await database?.stop();
  bundle.remove();
  await rm(folder, { recursive: true, force: true });
});

let places = 0;
/** A place for data of its own. */
function place(): Record<string, string> {
  places += 1;
  return database === undefined
    ? { PLYPOST_DATA: join(folder, String(places)) }
    : { DYNAMODB_ENDPOINT: database.endpoint, PLYPOST_TABLE: `plypost-${places}` };
}

function start(env: Readonly<Record<string, string>>, args = bundle.args): Running {
  const server = launch(args, env);
  running.push(server);
  return server;
}

/** Asks it to stop, and fails where it takes too long. */
async function stop(server: Running, signal: NodeJS.Signals = 'SIGTERM'): Promise<Ended> {
  server.process.kill(signal);
  const ended = await Promise.race([server.ended, sleep(STOPS_WITHIN_MS).then(() => null)]);
  if (ended === null) throw new Error(`still running after ${STOPS_WITHIN_MS} ms: ${JSON.stringify(server.output())}`);
  return ended;
}

/** What is left of a server that ends by itself. */
async function stopped(server: Running): Promise<{ ended: Ended; err: string }> {
  const ended = await Promise.race([server.ended, sleep(ENDS_WITHIN_MS).then(() => null)]);
  if (ended === null) throw new Error(`it runs: ${JSON.stringify(server.output())}`);
  return { ended, err: server.output().err };
}

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  test('ends an idle server with 0', async () => {
    const server = start(place(), FROM_SOURCE);
    await readyUrl(server);
    expect(await stop(server, signal)).toEqual({ code: 0, signal: null });
    expect(server.output().err).toBe('');
  });
});

describe('SIGTERM', () => {
  test('lets running requests finish, keeps what they stored, and the next start has nothing to catch up', async () => {
    const data = place();
    const server = start(data);
    const send = overHttp(await readyUrl(server));
    const [ada, bob] = await Promise.all([newPlayer(send, 'Ada'), newPlayer(send, 'Bob')]);
    const matches = await Promise.all(Array.from({ length: 20 }, () => newMatch(ada, bob)));
    const sent = matches.map(({ id }) => sendMoves(ada, id, 0, 'spawn 3'));
    // As soon as one is answered the others are under way.
    await Promise.race(sent);
    const ended = stop(server);
    const answers = await Promise.all(sent);
    expect(answers.map(({ status }) => status)).toEqual(matches.map(() => 200));
    expect(await ended).toEqual({ code: 0, signal: null });

    const next = start(data);
    const later = overHttp(await readyUrl(next));
    // A database with a stream of its own keeps what has not been followed yet, and the next server goes on with that.
    expect(next.output().err).toMatch(engineName === 'embedded' ? /^$/ : /^(Matches to catch up on: \d+\n)?$/);
    const again = clientOf(later, ada.id, ada.token);
    for (const [n, { id }] of matches.entries()) {
      const { body } = await again.call<MatchBody>('GET', `/v1/matches/${id}`);
      expect(body.head).toEqual(answers[n]?.body.head);
    }
    const plies = async () => {
      const { body } = await again.call<{ matches: MatchBody[] }>('GET', '/v1/matches?mine=true');
      return body.matches.map(({ ply }) => ply);
    };
    await expect.poll(plies, { timeout: 10_000 }).toEqual(matches.map(() => 1));
  });

  test('ends long polls at once, with what there is', async () => {
    const server = start(place());
    const send = overHttp(await readyUrl(server));
    const [ada, bob] = await Promise.all([newPlayer(send, 'Ada'), newPlayer(send, 'Bob')]);
    const { id } = await newMatch(ada, bob);
    const polls = [ada, bob].map((player) => player.call('GET', `/v1/matches/${id}/events?after=2&wait=25`));
    await sleep(300);
    const begun = performance.now();
    const ended = stop(server);
    for (const poll of await Promise.all(polls)) {
      expect(poll.status).toBe(200);
      expect(poll.body).toEqual({ commits: [], next: 2, more: false });
      // Nobody is to ask again over this connection, or those who ask one after the other would hold it up.
      expect(poll.headers.get('Connection')).toBe('close');
    }
    expect(await ended).toEqual({ code: 0, signal: null });
    expect(performance.now() - begun).toBeLessThan(STOPS_WITHIN_MS);
  });

  test('is not held up by a client that keeps its connection and goes on asking', async () => {
    const server = start(place());
    const url = await readyUrl(server);
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    let asked = 0;
    let open = true;
    const asking = (async () => {
      while (open) {
        const status = await get(`${url}/v1/games`, agent);
        if (status === null) return;
        asked += 1;
      }
    })();
    await sleep(300);
    expect(await stop(server)).toEqual({ code: 0, signal: null });
    open = false;
    await asking;
    agent.destroy();
    expect(asked).toBeGreaterThan(0);
  });

  test('is not held up by a connection that sends nothing', async () => {
    const server = start(place());
    const url = new URL(await readyUrl(server));
    const { connect } = await import('node:net');
    const socket = connect(Number(url.port), url.hostname).on('error', () => undefined);
    await once(socket, 'connect');
    expect(await stop(server)).toEqual({ code: 0, signal: null });
    socket.destroy();
  });
});

// On Windows there is no such signal.
describe.skipIf(process.platform === 'win32')('SIGTERM to `npm start`', () => {
  test('ends the server in order, though a shell stands between', async () => {
    const { PATH = '', HOME = folder } = process.env;
    const data = join(folder, 'npm');
    const env = { PATH, HOME, PORT: '0', PLYPOST_DATA: data };
    const npm = spawn('npm', ['start'], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'ignore'] });
    let out = '';
    npm.stdout.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
    await expect.poll(() => out, { timeout: 60_000 }).toMatch(/Plypost is ready on/);
    const pid = Number(await readFile(join(data, 'server.pid'), 'utf8'));
    // The pipe is closed when the last process that writes to it is gone.
    const closed = once(npm.stdout, 'close').then(() => true);
    npm.kill('SIGTERM');
    const hasEnded = await Promise.race([closed, sleep(STOPS_WITHIN_MS).then(() => false)]);
    if (!hasEnded) process.kill(pid, 'SIGKILL');
    expect(hasEnded).toBe(true);
    expect((await readdir(data)).sort()).toEqual(['clean', 'db']);
  });
});

describe('data', () => {
  test('survive a restart: accounts, matches, lists, and the answers to repeated requests', async () => {
    const data = place();
    const server = start(data);
    const send = overHttp(await readyUrl(server));
    const ada = await newPlayer(send, 'Ada');
    const bob = await newPlayer(send, 'Bob');
    const { id } = await newMatch(ada, bob, { visibility: 'public' });
    const first = await sendMoves(ada, id, 0, 'spawn 3');
    await stop(server);

    const later: Send = overHttp(await readyUrl(start(data)));
    const adaLater = clientOf(later, ada.id, ada.token);
    expect((await adaLater.call('GET', '/v1/me')).body).toMatchObject({ player: { id: ada.id, name: 'Ada' } });
    expect((await sendMoves(adaLater, id, 0, 's3')).text).toBe(first.text);
    const list = await adaLater.call<{ matches: MatchBody[] }>('GET', '/v1/matches');
    expect(list.body.matches.map((match) => match.id)).toEqual([id]);
  });

  test('that the stream had not got to are caught up after a kill', async () => {
    const data = place();
    const server = start(data);
    const send = overHttp(await readyUrl(server));
    const [ada, bob] = await Promise.all([newPlayer(send, 'Ada'), newPlayer(send, 'Bob')]);
    const matches = await Promise.all(Array.from({ length: 10 }, () => newMatch(ada, bob, { visibility: 'public' })));
    await Promise.all(matches.map(({ id }) => sendMoves(ada, id, 0, 'spawn 3')));
    await kill(server);

    const next = start(data);
    const reader = clientOf(overHttp(await readyUrl(next)), '', null);
    for (let tries = 0; ; tries += 1) {
      const { body } = await reader.call<{ matches: MatchBody[] }>('GET', '/v1/matches');
      if (body.matches.filter(({ ply }) => ply === 1).length === matches.length) break;
      expect(tries, 'the lists were not caught up').toBeLessThan(100);
      await sleep(50);
    }
  });
});

describe('a start that cannot be', () => {
  // With an engine of its own a server has no folder.
  if (engineName === 'embedded') {
    test('on a folder that a living server uses is refused in a sentence, and does that server no harm', async () => {
      const data = place();
      const first = start(data);
      const send = overHttp(await readyUrl(first));
      const ada = await newPlayer(send, 'Ada');
      const { ended, err } = await stopped(start(data));
      expect(ended.code).toBe(1);
      expect(err).toMatch(/^process \d+ uses .+; if that is no Plypost, delete .+server\.pid\n$/);
      expect((await ada.call('GET', '/v1/me')).status).toBe(200);
      await stop(first);
      const again = start(data);
      await readyUrl(again);
      expect(await readFile(join(data.PLYPOST_DATA ?? '', 'server.pid'), 'utf8')).toBe(String(again.process.pid));
    });
  }

  test('counts requests, as it is set', async () => {
    const told = async (setting: string) => {
      const url = await readyUrl(start({ ...place(), PLYPOST_RATE_LIMITS: setting }));
      return (await fetch(`${url}/v1/games`)).headers.get('RateLimit');
    };
    expect([await told('on'), await told('off')]).toEqual([`"reads";r=${100 * POLICIES.reads.quota - 1};t=1`, null]);
  });

  test('on a port in use is refused in a sentence', async () => {
    const holder = createServer().listen(0, '127.0.0.1');
    await once(holder, 'listening');
    const address = holder.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const data = place();
    const { ended, err } = await stopped(start({ ...data, PORT: port }));
    expect(ended.code).toBe(1);
    expect(err).toBe(`Port ${port} is in use; set PORT to another.\n`);
    holder.close();
    // The folder is free again.
    await readyUrl(start(data));
  });

  test.each(['abc', '-1', '65536', '80.5', '', ' '])('with the port "%s" is refused in a sentence', async (port) => {
    const { ended, err } = await stopped(start({ ...place(), PORT: port }));
    expect(ended.code).toBe(1);
    expect(err).toBe(`PORT is no port: ${port}\n`);
  });
});

function get(url: string, agent: Agent): Promise<number | null> {
  return new Promise((resolve) => {
    request(url, { agent }, (response) => {
      response.resume().on('end', () => resolve(response.statusCode ?? 0));
    })
      .on('error', () => resolve(null))
      .end();
  });
}
