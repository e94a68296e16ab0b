/** How many moves a second go through over HTTP without a database, beside a bare Hono with Zod. */
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { build } from 'esbuild';
import { type Client, newMatch, newPlayer, overHttp } from '../support/clients.ts';
import { type Figure, median } from './figure.ts';
import { knownGames } from './known-games.ts';

const CONNECTIONS = 10;
const WARM_UP_SECONDS = 5;
const SECONDS = 5;
const ROUNDS = 3;
/** Enough that no connection runs out of moves. */
const GAMES_EACH = 60;

const KINDS = ['bare', 'bare-match', 'plypost'] as const;
type Kind = (typeof KINDS)[number];

interface Move {
  readonly path: string;
  readonly token: string;
  readonly body: string;
}

const GAMES = fileURLToPath(new URL('../vectors/aquaignis.jsonl', import.meta.url));
const NO_MOVE: Move = { path: '/', token: '', body: '{}' };

export async function httpFigures(tell: (text: string) => void): Promise<Figure[]> {
  const bundle = await bundleServer();
  const rates: Record<Kind, number[]> = { bare: [], 'bare-match': [], plypost: [] };
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const kind of KINDS) {
      const rate = await measure(bundle, kind);
      tell(`round ${round} of ${ROUNDS}, ${kind}: ${Math.round(rate)} a second of one core`);
      rates[kind].push(rate);
    }
  }
  const name = 'move over HTTP, log in memory';
  const unit = 'a second of one core';
  const value = median(rates.plypost);
  const sameBytes = { name: 'bare Hono + Zod POST that answers as many bytes', value: median(rates['bare-match']) };
  const fewBytes = { name: 'bare Hono + Zod POST that answers 100 bytes', value: median(rates.bare) };
  return [
    { name, unit, value, floor: sameBytes, target: { is: 'at least', ratio: 0.5 } },
    { name, unit, value, floor: fewBytes, target: { is: 'at least', ratio: 0.5 } },
  ];
}

/** As it is deployed: one bundle, no loader in between. */
async function bundleServer(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'plypost-bench-'));
  const outfile = join(folder, 'server.mjs');
  await build({
    entryPoints: [fileURLToPath(new URL('http-server.ts', import.meta.url))],
    outfile,
    bundle: true,
    minify: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    banner: { js: "import { createRequire } from 'node:module';const require = createRequire(import.meta.url);" },
    logLevel: 'error',
  });
  return outfile;
}

async function measure(bundle: string, kind: Kind): Promise<number> {
  const child = fork(bundle, [kind], { execArgv: [], env: { ...process.env, PLYPOST_BENCH_GAMES: GAMES } });
  try {
    const [port] = await once(child, 'message');
    const url = `http://127.0.0.1:${port}`;
    const scripts = kind === 'plypost' ? await prepare(url) : bareScripts();
    const load = loadOf(url, scripts);
    await load(WARM_UP_SECONDS);
    const before = await cpuSeconds(child);
    const requests = await load(SECONDS);
    return requests / ((await cpuSeconds(child)) - before);
  } finally {
    child.kill();
  }
}

async function cpuSeconds(child: ChildProcess): Promise<number> {
  child.send('cpu');
  const [seconds] = await once(child, 'message');
  return Number(seconds);
}

/** Sends the scripts' moves for so many seconds, going on where the last run ended; tells how many went through. */
function loadOf(url: string, scripts: readonly Move[][]): (seconds: number) => Promise<number> {
  const places = scripts.map(() => 0);
  return async (duration) => {
    let refused = 0;
    let connection = 0;
    const setupClient = (client: autocannon.Client) => {
      const mine = connection % scripts.length;
      connection += 1;
      const script = scripts[mine] ?? [];
      // Setting the requests builds the first of them once more than it is sent.
      let built = false;
      const setupRequest = (request: autocannon.Request): autocannon.Request => {
        const at = places[mine] ?? 0;
        if (built) places[mine] = at + 1;
        built = true;
        const { path, token, body } = script[at % script.length] ?? NO_MOVE;
        const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
        return { ...request, method: 'POST', path, headers, body };
      };
      client.setRequests([{ setupRequest }]);
      client.on('response', (status) => {
        if (status !== 200) refused += 1;
      });
    };
    const result = await autocannon({ url, connections: CONNECTIONS, duration, setupClient });
    if (refused > 0) throw new Error(`${refused} requests of the bench were refused`);
    return result.requests.total;
  };
}

/** Moves of known games, one script a connection, on matches made for it. */
async function prepare(url: string): Promise<Move[][]> {
  const games = knownGames();
  const send = overHttp(url);
  const ada = await newPlayer(send, 'Ada');
  const bob = await newPlayer(send, 'Bob');
  const scripts: Move[][] = [];
  for (let connection = 0; connection < CONNECTIONS; connection += 1) {
    const script: Move[] = [];
    for (let i = 0; i < GAMES_EACH; i += 1) {
      const game = games[(connection + i) % games.length];
      if (game === undefined) continue;
      const { id } = await newMatch(ada, bob);
      game.forEach(({ text, seat }, ply) => {
        script.push(moveOf(`/v1/matches/${id}/moves`, seat === 1 ? ada : bob, ply, text));
      });
    }
    scripts.push(script);
  }
  return scripts;
}

function bareScripts(): Move[][] {
  const games = knownGames();
  return games.map((game) =>
    game.map(({ text }, ply) => ({
      path: '/v1/matches/m_0123456789abcdef/moves',
      token: 'none',
      body: JSON.stringify({ ply, moves: [text] }),
    })),
  );
}

function moveOf(path: string, by: Client, ply: number, text: string): Move {
  return { path, token: by.token ?? '', body: JSON.stringify({ ply, moves: [text] }) };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { printed } = await import('./figure.ts');
  for (const figure of await httpFigures(console.log)) console.log(printed(figure));
}
