/** The local server as a process of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { atEnd } from './at-end.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** As `npm start` runs it. */
export const FROM_SOURCE: readonly string[] = ['--import', 'tsx', 'functions/local/main.ts'];

export interface Bundle {
  readonly args: readonly string[];
  remove(): void;
}

/** The same server in one file, for tests that start it so often that compiling it would be most of their time. */
export async function bundleServer(): Promise<Bundle> {
  // Under node_modules, so that the engine, which is native, is found from there.
  const folder = `${ROOT}node_modules/.cache/plypost-test-${process.pid}`;
  const outfile = `${folder}/server.mjs`;
  mkdirSync(folder, { recursive: true });
  await build({
    entryPoints: [`${ROOT}functions/local/main.ts`],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    minify: true,
    external: ['dynalite', 'swagger-ui-dist'],
    banner: { js: "import { createRequire as made } from 'node:module'; const require = made(import.meta.url);" },
    logLevel: 'error',
  });
  return { args: [outfile], remove: () => rmSync(folder, { recursive: true, force: true }) };
}

export interface Ended {
  readonly code: number | null;
  readonly signal: string | null;
}

export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** What it has written so far. */
  output(): { readonly out: string; readonly err: string };
}

const started = new Set<ChildProcess>();
atEnd(() => {
  for (const child of started) child.kill('SIGKILL');
});

/** Starts it and does not wait. */
export function launch(args: readonly string[], env: Readonly<Record<string, string>>): Running {
  const { PATH = '' } = process.env;
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    // Tests ask more than any client: where limits are tested, `env` turns them on.
    env: { PATH, PORT: '0', PLYPOST_RATE_LIMITS: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  started.add(child);
  let out = '';
  let err = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    // Request lines would fill the memory of a long test; all else is kept.
    out += text.includes('"message":"request"') ? withoutRequests(text) : text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    started.delete(child);
    return { code, signal };
  });
  return { process: child, ended, output: () => ({ out, err }) };
}

function withoutRequests(text: string): string {
  return text
    .split('\n')
    .filter((line) => !line.startsWith('{"level":"info","message":"request"'))
    .join('\n');
}

const READY = /Plypost is ready on http:\/\/localhost:(\d+)/;

/** Its address once it says that it is ready. */
export async function readyUrl(server: Running, withinMs = 60_000): Promise<string> {
  let gone = false;
  void server.ended.then(() => {
    gone = true;
  });
  for (const until = Date.now() + withinMs; Date.now() < until; await new Promise((go) => setTimeout(go, 5))) {
    const port = READY.exec(server.output().out)?.[1];
    if (port !== undefined) return `http://127.0.0.1:${port}`;
    if (gone) break;
  }
  throw new Error(`the server did not get ready: ${JSON.stringify(server.output())}`);
}

export async function kill(server: Running): Promise<void> {
  server.process.kill('SIGKILL');
  await server.ended;
}
