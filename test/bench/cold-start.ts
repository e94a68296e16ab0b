/** From the start of a process to the first answer of the API's bundle, beside that of a bare handler. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { ESBUILD } from '../../infra/bundling.ts';
import { ROOT } from '../../infra/root.ts';
import { gatewayEvent } from '../lambda/gateway.ts';
import { newMatch, newPlayer } from '../support/clients.ts';
import { type Figure, median } from './figure.ts';

const ROUNDS = 21;
const WARM_UP = 2;

const KINDS = ['bare', 'plypost'] as const;
type Kind = (typeof KINDS)[number];

const ENTRIES: Record<Kind, string> = {
  bare: 'test/bench/bare-lambda.ts',
  plypost: 'functions/api/lambda.ts',
};

export async function coldStartFigures(tell: (text: string) => void): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'plypost-cold-'));
  const { startApi } = await import('../support/api.ts');
  const api = await startApi();
  try {
    const bundles = { bare: await bundle(folder, 'bare'), plypost: await bundle(folder, 'plypost') };
    const { id } = await newMatch(await newPlayer(api.send, 'Ada'), await newPlayer(api.send, 'Bob'));
    // One read of the database each, and as little to do as there is: no names, no token.
    const events = {
      bare: askToMove(id),
      plypost: gatewayEvent({ method: 'GET', path: `/v1/matches/${id}/legal-moves` }),
    };
    const environment = environmentOf(api.database);
    const times: Record<Kind, number[]> = { bare: [], plypost: [] };
    for (let round = -WARM_UP; round < ROUNDS; round += 1) {
      for (const kind of KINDS) {
        const ms = await firstAnswer(bundles[kind], events[kind], environment);
        if (round >= 0) times[kind].push(ms);
      }
    }
    const bare = median(times.bare);
    for (const kind of KINDS) tell(`${kind}: median ${median(times[kind]).toFixed(1)} ms, ${sizeOf(bundles[kind])}`);
    return [
      {
        name: 'cold start to the first answer',
        unit: 'ms',
        value: median(times.plypost),
        floor: { name: 'bare Hono + Zod + DynamoDB client', value: bare },
        target: { is: 'at most', ratio: 1.5 },
      },
      { name: 'API bundle', unit: 'bytes', value: readFileSync(bundles.plypost).length },
      { name: 'API bundle, gzipped', unit: 'bytes', value: gzipSync(readFileSync(bundles.plypost)).length },
    ];
  } finally {
    await api.end();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function bundle(folder: string, kind: Kind): Promise<string> {
  const outfile = join(folder, `${kind}.mjs`);
  await build({ ...ESBUILD, mainFields: [...ESBUILD.mainFields], entryPoints: [join(ROOT, ENTRIES[kind])], outfile });
  return outfile;
}

function sizeOf(file: string): string {
  const code = readFileSync(file);
  return `${code.length} bytes, ${gzipSync(code).length} gzipped`;
}

function askToMove(match: string): unknown {
  return gatewayEvent({
    method: 'POST',
    path: `/v1/matches/${match}/moves`,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ply: 0, moves: ['spawn 2'] }),
  });
}

function environmentOf(database: { readonly endpoint: string; readonly table: string }) {
  return {
    PATH: process.env.PATH,
    AWS_REGION: 'eu-central-1',
    AWS_ACCESS_KEY_ID: 'local',
    AWS_SECRET_ACCESS_KEY: 'local',
    AWS_ENDPOINT_URL_DYNAMODB: database.endpoint,
    AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED: 'true',
    PLYPOST_TABLE: database.table,
    PLYPOST_WEBHOOKS_QUEUE: 'https://sqs.eu-central-1.amazonaws.com/123456789012/webhooks',
  };
}

const CONTAINER = fileURLToPath(new URL('first-answer.mjs', import.meta.url));

/** Milliseconds from the start of the process; it says a line of its own on stderr when it has the answer. */
async function firstAnswer(bundled: string, event: unknown, env: NodeJS.ProcessEnv): Promise<number> {
  const begun = performance.now();
  const node = process.env.COLD_START_NODE ?? process.execPath;
  const args = ['--enable-source-maps', CONTAINER, pathToFileURL(bundled).href, JSON.stringify(event)];
  const child = spawn(node, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'exit');
  const [said] = await once(child.stderr, 'data');
  const ms = performance.now() - begun;
  await ended;
  if (String(said).trim() !== 'answered') throw new Error(`the bundle did not answer: ${String(said)}`);
  return ms;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.env.AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED = 'true';
  const { printed } = await import('./figure.ts');
  for (const figure of await coldStartFigures(console.log)) console.log(printed(figure));
}
