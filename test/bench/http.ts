/** How many moves a second go through over HTTP without a database, beside a bare Hono with Zod. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import autocannon from 'autocannon';
import { type Client, newMatch, newPlayer, overHttp } from '../support/clients.ts';
import { type Figure, median } from './figure.ts';

const CONNECTIONS = 10;
const SECONDS = 4;
const ROUNDS = 3;
/** Enough that no connection runs out of moves. */
const GAMES_EACH = 40;

interface Move {
  readonly path: string;
  readonly token: string;
  readonly body: string;
}

const NO_MOVE: Move = { path: '/', token: '', body: '{}' };

export async function httpFigures(tell: (text: string) => void): Promise<Figure[]> {
  const rates: { plypost: number[]; bare: number[] } = { plypost: [], bare: [] };
  for (let round = 1; round <= ROUNDS; round += 1) {
    for (const kind of ['bare', 'plypost'] as const) {
      const rate = await measure(kind);
      tell(`round ${round} of ${ROUNDS}, ${kind}: ${Math.round(rate)} moves a second`);
      rates[kind].push(rate);
    }
  }
  const bare = median(rates.bare);
  return [
    {
      name: 'move over HTTP, log in memory',
      unit: 'moves a second',
      value: median(rates.plypost),
      floor: { name: 'bare Hono + Zod POST', value: bare },
      target: { is: 'at least', ratio: 0.5 },
    },
  ];
}

async function measure(kind: 'bare' | 'plypost'): Promise<number> {
  const child = fork(fileURLToPath(new URL('http-server.ts', import.meta.url)), [kind], {
    execArgv: ['--import', 'tsx'],
  });
  try {
    const [port] = await once(child, 'message');
    const url = `http://127.0.0.1:${port}`;
    const scripts = kind === 'plypost' ? await prepare(url) : bareScripts();
    let refused = 0;
    const result = await new Promise<autocannon.Result>((resolve, reject) => {
      let connection = 0;
      const run = autocannon(
        {
          url,
          connections: CONNECTIONS,
          duration: SECONDS,
          setupClient: (client) => {
            const script = scripts[connection % scripts.length] ?? [];
            connection += 1;
            // Setting the requests builds the first of them once more than it is sent.
            let at = -1;
            const setupRequest = (request: autocannon.Request): autocannon.Request => {
              const { path, token, body } = script[Math.max(at, 0) % script.length] ?? NO_MOVE;
              at += 1;
              return {
                ...request,
                method: 'POST',
                path,
                headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
                body,
              };
            };
            client.setRequests([{ setupRequest }]);
            client.on('response', (status) => {
              if (status !== 200) refused += 1;
            });
          },
        },
        (error, finished) => (error ? reject(error) : resolve(finished)),
      );
      run.on('error', reject);
    });
    if (refused > 0) throw new Error(`${refused} moves of the bench were refused (${kind})`);
    return result.requests.average;
  } finally {
    child.kill();
  }
}

/** Moves of known games, one script a connection, on matches made for it. */
async function prepare(url: string): Promise<Move[][]> {
  const games = readGames();
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
  const games = readGames();
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

function readGames(): { text: string; seat: number }[][] {
  const lines = readFileSync(new URL('../vectors/aquaignis.jsonl', import.meta.url), 'utf8')
    .trim()
    .split('\n');
  return lines.map((line) => {
    const game = JSON.parse(line) as { moves: string[]; positions: string[] };
    return game.moves.map((text, i) => ({ text, seat: game.positions[i]?.split(' ')[1] === 'a' ? 1 : 2 }));
  });
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { printed } = await import('./figure.ts');
  for (const figure of await httpFigures(console.log)) console.log(printed(figure));
}
